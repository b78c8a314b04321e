"""Applies a function to many items in as many threads as OpenCV uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import cv2

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def parallel_map(function: Callable[[_Item], _Result], items: Sequence[_Item]) -> list[_Result]:
    """Return the function's results for the items, in their order.

    NumPy and OpenCV let other threads run while they calculate. In a process that has one core no thread is started.
    """
    threads = cv2.getNumThreads()
    if threads <= 1:
        return [function(item) for item in items]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, items))
