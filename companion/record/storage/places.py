"""Locations of stored data: the user's data folder, the database in it, and the key that signs sessions."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from companion.language import N_
from companion.problems import Problem

_DATABASE, _KEY = "games.db", "session.key"


def default_data_folder() -> str:
    """Return the path of the default data folder of the user."""
    return str(user_data_path("longhouse", appauthor=False))


def data_folder(given: str) -> Path:
    """Return the data folder; it is created if missing.

    Raises:
        Problem: the folder cannot be created.
    """
    folder = Path(given).expanduser()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        raise Problem(
            N_("The data folder “{folder}” cannot be made; choose another with --data."), folder=folder
        ) from None
    return folder


def database_url(folder: Path) -> str:
    """Return the address of the SQLite database in a folder."""
    return f"sqlite:///{folder.resolve() / _DATABASE}"


def session_key(folder: Path) -> bytes:
    """Return the key that signs sessions; it is created at the first start, readable only by its owner."""
    path = folder / _KEY
    try:
        with suppress(FileExistsError):
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "wb") as file:
                file.write(secrets.token_bytes(32))
        key = path.read_bytes()
    except OSError:
        raise Problem(
            N_("Nothing can be written into the data folder “{folder}”; choose another with --data."), folder=folder
        ) from None
    # A process killed between the two steps leaves an empty file, which must not be used as a key.
    return key if len(key) == 32 else _renewed(path)


def _renewed(path: Path) -> bytes:
    path.unlink()
    return session_key(path.parent)
