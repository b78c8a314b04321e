"""Worker processes that make pictures for a training."""

from __future__ import annotations

import multiprocessing as mp


def parent_is_alive() -> bool:
    """Return whether the process that started this one still runs; a killed one cannot end its workers."""
    parent = mp.parent_process()
    return parent is None or parent.is_alive()
