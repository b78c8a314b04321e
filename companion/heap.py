"""A limit on glibc's malloc arenas, which otherwise never return the memory that photos took.

By default glibc makes up to eight arenas a core, one for each thread that finds the others locked, and keeps freed
memory in each. Request threads that decode photos one after the other then each retain their peak. Two arenas suffice
where one photo is read at a time beside the live table. Other C libraries (musl, macOS, Windows) are left as they are.

What would be freed only when the process ends anyway can be left to the system, see `kept_to_the_end`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

_Value = TypeVar("_Value")

_M_ARENA_MAX = -8
"""The parameter in ``malloc.h`` that limits the number of arenas."""
_ARENAS = 2
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
"""The parameters for how much free memory is kept at the end of a heap, and for the size from which a block is mapped
by itself and returned when it is freed. Once either is set, glibc no longer raises them by itself."""
_KEPT_FREE, _MAPPED_FROM = 32_000_000, 16_000_000
"""Bytes. Each block that is mapped anew is cleared by the kernel page by page: of 19 photos, three of them of 12
megapixels, one takes 26 ms in the kernel and 9 080 page faults where blocks are mapped from 2.5 MB on and 8 MB are
kept, and 8 ms and 930 with these numbers. They need 389 MB at most instead of 377, and 56 photos 438 instead of 440."""
_MALLOPT, _MALLOC_TRIM = "mallopt", "malloc_trim"


def limit_heaps() -> bool:
    """Limit the process to two arenas, and return whether that was possible.

    Must be called before other threads start, because existing arenas stay.
    """
    set_option = _glibc(_MALLOPT)
    return set_option is not None and set_option(_M_ARENA_MAX, _ARENAS) == 1


def keep_heaps(count: int) -> bool:
    """Limit a process that reads many photos to this number of arenas, and return large blocks as they are freed.

    With one arena the two threads of a reading wait for each other at every array that they make: four photos take 264
    instead of 250 ms, and 475 instead of 452 ms of processor time (least of six each, alternately). The second one
    costs 4 MB at the peak of 53 photos, further ones save nothing.

    Must be called before other threads start; returns whether it was possible.

    Args:
        count: number of arenas, that of the threads in which a photo is read.
    """
    set_option = _glibc(_MALLOPT)
    wanted = ((_M_ARENA_MAX, count), (_M_MMAP_THRESHOLD, _MAPPED_FROM), (_M_TRIM_THRESHOLD, _KEPT_FREE))
    return set_option is not None and all(set_option(option, value) == 1 for option, value in wanted)


def trim_heaps() -> bool:
    """Return free memory to the system; return whether there was any."""
    trim = _glibc(_MALLOC_TRIM)
    return trim is not None and trim(0) == 1


def kept_to_the_end(value: _Value) -> _Value:
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
