"""Files that hold secrets: written whole or not at all, and readable to their owner alone from the first moment on."""

from __future__ import annotations

import os
from pathlib import Path

_OTHERS = 0o077


def write_private(path: Path, data: bytes) -> None:
    """Put a file in its place, or in that of an older one.

    Raises:
        OSError: it cannot be written.
    """
    aside = path.with_suffix(".new")
    aside.unlink(missing_ok=True)
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def read_private(path: Path) -> bytes:
    """Read a file, and take it from the sight of others if a copy or a backup has left it open to them.

    Raises:
        OSError: it cannot be read, or is not there.
    """
    if path.stat().st_mode & _OTHERS:
        path.chmod(0o600)
    return path.read_bytes()
