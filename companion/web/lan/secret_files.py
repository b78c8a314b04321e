"""Files that hold secrets: written atomically, and never readable for others than their owner."""

from __future__ import annotations

from pathlib import Path

from calibration.files import write_whole

_GROUP_AND_OTHERS = 0o077


def write_private(path: Path, data: bytes) -> None:
    """Write a file atomically, with access for its owner alone.

    Raises:
        OSError: it cannot be written.
    """
    write_whole(path, data, private=True)


def read_private(path: Path) -> bytes:
    """Return the content of a file; access for others, as a restored backup may leave it, is removed.

    Raises:
        OSError: it cannot be read, or is not there.
    """
    if path.stat().st_mode & _GROUP_AND_OTHERS:
        path.chmod(0o600)
    return path.read_bytes()
