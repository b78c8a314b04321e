"""Where what is kept lies: the user's data folder, the database in it, and the key that signs sessions."""

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
    """Return the name of the folder in the user's own data."""
    return str(user_data_path("longhouse", appauthor=False))


def data_folder(given: str) -> Path:
    """Return the folder that everything is kept in, and make it where it is not there yet.

    Raises:
        Problem: the folder cannot be made.
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
    """Return the key that signs sessions; it is made at the first start, and only its owner may read it."""
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
    # A process that was killed between the two steps leaves an empty file, which must not sign anything.
    return key if len(key) == 32 else _renewed(path)


def _renewed(path: Path) -> bytes:
    path.unlink()
    return session_key(path.parent)
