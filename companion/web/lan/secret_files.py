"""Files that hold secrets: written whole or not at all, and readable to their owner alone from the first moment on."""

from __future__ import annotations

from pathlib import Path

from calibration.files import write_whole

_OTHERS = 0o077


def write_private(path: Path, data: bytes) -> None:
    """Put a file in its place, or in that of an older one.

    Raises:
        OSError: it cannot be written.
    """
    write_whole(path, data, private=True)


def read_private(path: Path) -> bytes:
    """Read a file, and take it from the sight of others if a copy or a backup has left it open to them.

    Raises:
        OSError: it cannot be read, or is not there.
    """
    if path.stat().st_mode & _OTHERS:
        path.chmod(0o600)
    return path.read_bytes()
