"""A limit on glibc's malloc arenas, which otherwise never return the memory that photos took.

By default glibc makes up to eight arenas a core, one for each thread that finds the others locked, and keeps freed
memory in each. Request threads that decode photos one after the other then each retain their peak. Two arenas suffice
where one photo is read at a time beside the live table. Other C libraries (musl, macOS, Windows) are left as they are.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

_M_ARENA_MAX = -8
"""The parameter in ``malloc.h`` that limits the number of arenas."""
_ARENAS = 2
_MALLOPT, _MALLOC_TRIM = "mallopt", "malloc_trim"


def limit_heaps() -> bool:
    """Limit the process to two arenas, and return whether that was possible.

    Must be called before other threads start, because existing arenas stay.
    """
    set_option = _glibc(_MALLOPT)
    return set_option is not None and set_option(_M_ARENA_MAX, _ARENAS) == 1


def give_back() -> bool:
    """Return free memory to the system; return whether there was any."""
    trim = _glibc(_MALLOC_TRIM)
    return trim is not None and trim(0) == 1


@cache
def _glibc(name: str) -> Callable[..., Any] | None:
    """Return a function of glibc; ``None`` where another C library is in use."""
    try:
        library = ctypes.CDLL(None)
        return getattr(library, name) if hasattr(library, "gnu_get_libc_version") else None
    except (OSError, TypeError):
        # Windows has no library without a name.
        return None
