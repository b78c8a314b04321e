"""The C library's heap, kept small: glibc's own way of sharing it among threads never gives back what photos took.

By default glibc makes up to eight heaps a core, one for each thread that finds the others in use, and keeps what was
freed in all of them. Request threads that decode photos in turn so come to hold the peak of each of them. Two heaps are
enough where one photo is read at a time beside the live table. Elsewhere (musl, macOS, Windows) nothing is changed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

_M_ARENA_MAX = -8
"""The name of glibc's limit on heaps in ``malloc.h``."""
_HEAPS = 2
_SETTABLE, _TRIMMABLE = "mallopt", "malloc_trim"


def limit_heaps() -> bool:
    """Let the process make two heaps at most; return whether it could be done.

    Must be called before there are other threads: heaps that are there already stay.
    """
    set_option = _glibc(_SETTABLE)
    return set_option is not None and set_option(_M_ARENA_MAX, _HEAPS) == 1


def give_back() -> bool:
    """Give memory that is free back to the system; return whether there was any."""
    trim = _glibc(_TRIMMABLE)
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
