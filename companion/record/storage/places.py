"""Locations of stored data: the user's data folder, the database in it, and the key that signs sessions."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import URL

from calibration.files import write_whole
from companion.home_paths import names_unknown_user, path_given
from companion.language import N_
from companion.problems import Problem

_DATABASE, _KEY = "games.db", "session.key"
UNWRITABLE = N_("Nothing can be written into the data folder “{folder}”; choose another with --data.")
_NO_USER = N_(
    "The data folder “{folder}” names the home of a user that does not exist; check the name or choose another "
    "folder with --data."
)
_NO_HOME = N_("You have no home folder on this computer to keep games in; choose a folder with --data.")
_KEY_LENGTH = 32
"""Bytes."""


def default_data_folder() -> str:
    """Return the path of the default data folder of the user.

    Raises:
        Problem: the user has no home folder, as where a container runs as a user that it has no account for.
    """
    try:
        folder = str(user_data_path("longhouse", appauthor=False))
    except RuntimeError:  # newer versions raise, older ones leave the path as it is
        folder = "~"
    if names_unknown_user(folder):
        raise Problem(_NO_HOME)
    return folder


def data_folder(given: str) -> Path:
    """Return the data folder; it is created if missing.

    Raises:
        Problem: the folder cannot be created, or is to be in the home folder of an unknown user.
    """
    folder = path_given(given)
    if names_unknown_user(given) and not folder.exists():
        raise Problem(_NO_USER, folder=given)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        raise Problem(
            N_("The data folder “{folder}” cannot be made; choose another with --data."), folder=folder
        ) from None
    return folder


def database_url(folder: Path) -> URL:
    """Return the address of the SQLite database in a folder."""
    return URL.create("sqlite", database=str(folder.resolve() / _DATABASE))


def session_key(folder: Path) -> bytes:
    """Return the key that signs sessions; it is created at the first start, readable only by its owner.

    Raises:
        Problem: nothing can be written into the folder.
    """
    path = folder / _KEY
    try:
        if not path.exists():
            _create_key(path)
        elif path.stat().st_size != _KEY_LENGTH:
            # A file that a crash or a full disk left short must not be used as a key.
            write_whole(path, secrets.token_bytes(_KEY_LENGTH), private=True)
        return path.read_bytes()
    except OSError:
        raise Problem(UNWRITABLE, folder=folder) from None


def _create_key(path: Path) -> None:
    """Create the key's file with its content, unless another process that starts at the same time does so first."""
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        write_whole(temporary, secrets.token_bytes(_KEY_LENGTH), private=True)
        try:
            os.link(temporary, path)  # unlike a rename, it never replaces a key that others use already
        except FileExistsError:
            pass
        except OSError:
            # Some file systems have no links; there two processes must not start at the same moment.
            os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
