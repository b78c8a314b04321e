"""Atomic and durable writing of files."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

_PUBLIC_MODE, _PRIVATE_MODE = 0o666, 0o600
"""Modes of new files; the umask is applied to the first."""


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file atomically: a reader finds either the old or the new content, never a part.

    Args:
        path: the file; its folder must exist.
        data: its content.
        private: whether only its owner may read it, from its creation on.

    Raises:
        OSError: it cannot be written; an older file remains unchanged.
    """
    # A random name: two writers at once must not write into one file.
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        mode = _PRIVATE_MODE if private else _PUBLIC_MODE
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk, so that a renamed file survives a loss of power."""
    # Some file systems do not allow folders to be opened or synchronised; the rename itself must suffice there.
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
