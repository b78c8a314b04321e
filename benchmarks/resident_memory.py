"""The memory that a process holds, and the most that it has held, as Linux tells them."""

from __future__ import annotations

from pathlib import Path


def resident_memory(process: int | str = "self") -> int:
    """Return the resident memory of the process of this id, bytes; of this process by default."""
    return _told(process, "VmRSS")


def peak_memory(process: int | str = "self") -> int:
    """Return the largest resident memory so far of the process of this id, bytes; 0 where the system does not tell."""
    return _told(process, "VmHWM")


def _told(process: int | str, field: str) -> int:
    for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(":")
        if name == field:
            return int(value.split()[0]) * 1024  # told in KiB
    return 0
