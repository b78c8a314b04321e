"""Does the same with each of many items in as many threads as OpenCV uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import cv2

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def of_each(work: Callable[[_Item], _Result], items: Sequence[_Item]) -> list[_Result]:
    """Return what ``work`` makes of each item, in their order.

    NumPy and OpenCV let other threads run while they calculate. In a process that has one core all is done by the
    thread that calls.
    """
    threads = cv2.getNumThreads()
    if threads <= 1:
        return [work(item) for item in items]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, items))
