"""The number of processes that read many photos, where ``--jobs`` does not give it."""

from __future__ import annotations

import os

_PHOTOS_PER_PROCESS = 6
"""Photos for which a process is worth its start of about a second: on two cores 8 photos take as long in two processes
as in one, 12 photos 5.5 instead of 6.4 s, and 48 photos 14.3 instead of 20.5 s."""
_MEMORY_PER_PROCESS = 0.7e9
"""Bytes that a process takes at most, with photos of 12 megapixels."""
_MEMORY_SHARE = 0.5
"""Share of the machine's memory that the processes may take; the rest is left to other programs. By hand."""
_MOST = 8
"""Most processes, by hand: in a container the system tells the memory of the machine, not the container's limit."""


def usual_jobs(photos: int) -> int:
    """Return the number of processes, at least 1, in which photos are read, as cores and memory allow."""
    by_memory = int(_MEMORY_SHARE * _memory() / _MEMORY_PER_PROCESS)
    return max(1, min(os.cpu_count() or 1, photos // _PHOTOS_PER_PROCESS, by_memory, _MOST))


def _memory() -> float:
    """Return the bytes of memory of this machine; where the system does not tell, enough for two processes."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # Windows has no such function, and other systems lack the names
        return 2 * _MEMORY_PER_PROCESS / _MEMORY_SHARE
