"""A memo: the newest few results of a costly computation, shared by all request threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Memo(Generic[Value]):
    """The results used last, by key; safe to use from many threads.

    `functools.lru_cache` would compute a value once for each thread that asks before the first has finished, which is
    what happens when every viewer of a table refreshes at the same event.
    """

    def __init__(self, size: int) -> None:
        """Begin empty.

        Args:
            size: how many results are kept; the one used longest ago is dropped first.
        """
        self._size = size
        self._lock = threading.Lock()
        self._results: OrderedDict[Hashable, Value] = OrderedDict()

    def get(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """Return the result for a key, computed now if it is not kept; other threads wait meanwhile.

        Args:
            key: everything that the result depends on.
            compute: returns the result; must not use this memo. If it raises, nothing is kept.
        """
        with self._lock:
            if key not in self._results:
                self._results[key] = compute()
            self._results.move_to_end(key)
            while len(self._results) > self._size:
                self._results.popitem(last=False)
            return self._results[key]
