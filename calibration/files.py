"""Files that are written whole or not at all, and are on the disk when the writing comes back."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

_EVERYBODYS, _OWNERS = 0o666, 0o600
"""Modes of new files; of the first, the process's umask takes away what others must not do."""


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Put a file in its place, or in that of an older one; a reader finds either the old or the new one.

    Args:
        path: where the file is to lie; its folder must be there.
        data: what it is to hold.
        private: whether only its owner may read it, from the first moment on.

    Raises:
        OSError: it cannot be written; an older file is then still there, unchanged.
    """
    # A name of its own for each writing: two writers at once must not write into one file.
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        mode = _OWNERS if private else _EVERYBODYS
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except OSError:
        with suppress(OSError):
            aside.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder onto the disk, so that a file that was renamed survives a loss of power."""
    # Some file systems do not let folders be opened or synchronised; there the rename itself has to do.
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
