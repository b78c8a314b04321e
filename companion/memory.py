"""How the C library's allocator is set, so that a process returns the memory that photos took.

An arena is a pool of memory from which glibc's `malloc` serves threads. By default there are up to eight for each core:
a thread that finds an arena locked by another gets one of its own, and what is freed in an arena stays in it. Threads
that decode photos one after the other then each keep the most that they ever needed. With few arenas they share that
memory. Other C libraries (musl, macOS, Windows) are left as they are.

What would be freed only when the process ends anyway can be left to the system, see `keep_until_exit`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

_Value = TypeVar("_Value")

_M_ARENA_MAX, _M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -8, -1, -3
"""Parameters of `mallopt`, as in ``malloc.h``: the largest number of arenas; how many free bytes may stay at the end of
a heap; and from which size on a block is mapped by itself, and so returned as soon as it is freed. Once one of the last
two is set, glibc no longer raises them by itself."""
_SERVER_ARENAS = 2
"""Arenas of a process that serves pages: it reads one photo at a time, beside the live table."""
_MAX_KEPT_FREE_BYTES, _MIN_MAPPED_BYTES = 32_000_000, 16_000_000
"""The two thresholds of a process that reads many photos. Each block that is mapped anew is cleared by the kernel page
by page: of 19 photos, three of them of 12 megapixels, one takes 26 ms in the kernel and 9 080 page faults where blocks
are mapped from 2.5 MB on and 8 MB are kept, and 8 ms and 930 with these numbers. They need 389 MB at most instead of
377, and 56 photos 438 instead of 440."""
_MALLOPT, _MALLOC_TRIM = "mallopt", "malloc_trim"


def limit_server_arenas() -> bool:
    """Limit a process that serves pages to two arenas, and return whether that was possible.

    Must be called before other threads start, because existing arenas stay.
    """
    set_option = _glibc(_MALLOPT)
    return set_option is not None and set_option(_M_ARENA_MAX, _SERVER_ARENAS) == 1


def limit_reader_arenas(count: int) -> bool:
    """Limit a process that reads many photos to this number of arenas, and return large blocks as they are freed.

    With one arena the two threads of a reading wait for each other at every array that they make: four photos take 264
    instead of 250 ms, and 475 instead of 452 ms of processor time (least of six each, alternately). The second one
    costs 4 MB at the peak of 53 photos, further ones save nothing.

    Must be called before other threads start; returns whether it was possible.

    Args:
        count: number of arenas, that of the threads in which a photo is read.
    """
    set_option = _glibc(_MALLOPT)
    options = (
        (_M_ARENA_MAX, count),
        (_M_MMAP_THRESHOLD, _MIN_MAPPED_BYTES),
        (_M_TRIM_THRESHOLD, _MAX_KEPT_FREE_BYTES),
    )
    return set_option is not None and all(set_option(option, value) == 1 for option, value in options)


def return_free_memory() -> bool:
    """Return free memory to the system; return whether there was any."""
    trim = _glibc(_MALLOC_TRIM)
    return trim is not None and trim(0) == 1


def keep_until_exit(value: _Value) -> _Value:
    """Return the value, whose memory only the end of the process frees.

    OpenVINO takes 55 to 70 ms to free the networks of a reading, for which the end of a command would wait.
    """
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))
    return value


@cache
def _glibc(name: str) -> Callable[..., Any] | None:
    """Return a function of glibc; ``None`` where another C library is in use."""
    try:
        library = ctypes.CDLL(None)
        return getattr(library, name) if hasattr(library, "gnu_get_libc_version") else None
    except (OSError, TypeError):
        # Windows has no library without a name.
        return None
