"""The pages' access to the record: the library of games, the session key, and CSRF protection."""

from __future__ import annotations

import secrets
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import cast

from flask import Flask, Response, abort, current_app, redirect, request, url_for
from flask_wtf.csrf import CSRFError, CSRFProtect
from sqlalchemy import URL, Engine
from sqlalchemy.exc import SQLAlchemyError

from companion.faults import FaultLog
from companion.language import N_
from companion.record.followed_game import FollowedGame
from companion.record.recorder import Recorder, newest_watched
from companion.record.storage.backup import back_up
from companion.record.storage.database import PATIENCE, is_busy, open_database
from companion.record.storage.library import Library, StoredGame, Unreadable
from companion.record.storage.places import data_folder, database_url, session_key
from companion.record.storage.salvage import damaged_beside
from companion.record.storage.sqlite_file import file_of
from companion.record.storage.table_register import TableRegister
from companion.scoring.fjords_tally import FjordsTally
from companion.web import health
from companion.web.base.gone import GameGone
from companion.web.base.languages import language
from companion.web.base.replies import refuse_for_now
from companion.web.config import Config
from companion.web.table_context import table_context
from games.fjords.sentences import word

_BUSY = N_("Another program is using the games database; nothing was saved, so try again in a few seconds.")
_NO_ANSWER = N_("The games database does not respond; check whether its disk is full.")
_NO_ANSWER_RETRY_S = 30
"""Somebody has to make room on the disk first."""
_NO_ADDRESS = "The referrer is no address."
"""For developers: flask_wtf compares the referrer of posts over TLS."""
_KEY, _CSRF = "longhouse-games", "csrf"


@dataclass(frozen=True)
class Store:
    """The record of an app.

    Attributes:
        library: the games.
        recorder: records the game that the camera follows.
        folder: the data folder.
        register: the tables of a club.
        engine: the database.
        address: its address.
        file: the database, where it is a file.
        temporary_folder: the temporary data folder, where none is configured.
        begin_lock: held while a game is begun at a table that has none, so that only one is.
    """

    library: Library
    recorder: Recorder
    folder: Path
    register: TableRegister
    engine: Engine
    address: str | URL = ""
    file: Path | None = None
    temporary_folder: tempfile.TemporaryDirectory[str] | None = None
    begin_lock: threading.Lock = field(default_factory=threading.Lock)


def set_up(app: Flask, config: Config) -> Recorder:
    """Open the record for an app, and return the recorder.

    Raises:
        Problem: the data folder or the database cannot be used.
    """
    temporary_folder = None
    if config.data is None:
        temporary_folder = tempfile.TemporaryDirectory(prefix="longhouse-", ignore_cleanup_errors=True)
        folder = Path(temporary_folder.name)
    else:
        folder = data_folder(config.data)
    key = _session_key(config, folder)
    store = app.extensions[_KEY] = _open_store(config.db or database_url(folder), folder, temporary_folder)
    if store.file is not None and temporary_folder is None:
        # In the background, for a quick start; an interrupted backup is made at the next start.
        threading.Thread(target=back_up, args=(store.file,), daemon=True).start()
    health.set_up(app, store.library, [folder] if store.file is None else [folder, store.file.parent])
    _protect_sessions(app, key)
    _answer_faults(app)

    @app.context_processor
    def words() -> dict[str, object]:
        lang = language()
        return {"thing_word": lambda name: word(name, lang)}

    return store.recorder


def _open_store(address: str | URL, folder: Path, temporary_folder: tempfile.TemporaryDirectory[str] | None) -> Store:
    """Open the database at an address; raises `Problem` if it cannot be used."""
    engine = open_database(address)
    library, register = Library(engine), TableRegister(engine)
    recorder = Recorder(library, lambda known: newest_watched(known, register.games()))
    return Store(library, recorder, folder, register, engine, address, file_of(engine.url), temporary_folder)


def _protect_sessions(app: Flask, key: bytes) -> None:
    """Sign the sessions with a key, and have posts bear a token that other sites do not know."""
    app.config.update(
        SECRET_KEY=key,
        SESSION_COOKIE_SAMESITE="Lax",
        # Programs post photos without a token; the other pages demand it themselves.
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_TIME_LIMIT=None,
    )
    CSRFProtect(app)


def _session_key(config: Config, folder: Path) -> bytes:
    """Return the key of the sessions: the same for all web processes behind one address, and after a restart."""
    own = secrets.token_bytes(32) if config.data is None else session_key(folder)
    hosted = config.hosted
    return sha256(hosted.secret.encode()).digest() if hosted is not None and hosted.secret else own


def _answer_faults(app: Flask) -> None:
    """Answer with a sentence where the database cannot be used, and log each such fault once."""
    faults = FaultLog(app.logger, N_("The database does not answer. %s"))

    @app.errorhandler(SQLAlchemyError)
    def failed(error: SQLAlchemyError) -> Response:
        if is_busy(error):
            return refuse_for_now(503, "busy-database", _BUSY, round(PATIENCE))
        faults.report(error)
        return refuse_for_now(503, "no-database", _NO_ANSWER, _NO_ANSWER_RETRY_S)


def demand_token() -> None:
    """Refuse a post without a valid CSRF token."""
    if request.method == "POST":
        try:
            cast(CSRFProtect, current_app.extensions[_CSRF]).protect()
        except ValueError:
            raise CSRFError(_NO_ADDRESS) from None


def store_of(app: Flask) -> Store:
    """Return the record of an app."""
    return cast(Store, app.extensions[_KEY])


def library() -> Library:
    """Return the library of the current app."""
    return store_of(current_app).library


def recorder() -> FollowedGame:
    """Return what follows the game of the table that the request is about, or of the app's one table."""
    here = table_context()
    return store_of(current_app).recorder if here is None else here.recorder


def begin_lock() -> threading.Lock:
    """Return the lock to hold from looking whether a table has a game until one is begun there."""
    return store_of(current_app).begin_lock


def follow_some_game(begin: Callable[[], int]) -> FollowedGame:
    """Have the game of the request's table followed, begun now if there is none; returns what follows it.

    Of requests that come at once only one begins a game, and the others go on with it.

    Args:
        begin: begins a game, and returns its number.
    """
    following = recorder()
    with begin_lock():
        if following.current() is None:
            following.follow(begin())
    return following


def played_here(game: int) -> int:
    """Make a game the one that is played at the table of the request, if it is about a table; returns its number."""
    here = table_context()
    if here is not None:
        here.begin(game)
    return game


def kept_folder() -> Path:
    """Return the data folder of the current app, which may be a temporary one."""
    return store_of(current_app).folder


def damaged_databases() -> list[str]:
    """Return the file names of damaged databases that were set aside, the newest first."""
    file = store_of(current_app).file
    return [] if file is None else damaged_beside(file)


def stored_game(game: int) -> StoredGame:
    """Return a game whose points can be counted.

    The request ends with 404 where there is no such game, and is sent on to the page of a game that cannot be read.
    """
    with _readable(game):
        return library().counted(game)


def game_with_tally(game: int) -> tuple[StoredGame, FjordsTally]:
    """Return a game of Fjords with the tally of its last board; ends the request as `stored_game` does."""
    with _readable(game):
        return library().with_tally(game)


def uncounted_game(game: int) -> StoredGame:
    """Return a game whose points were not counted, which is quicker; ends the request as `stored_game` does."""
    with _readable(game):
        return library().game(game)


@contextmanager
def _readable(game: int) -> Iterator[None]:
    try:
        yield
    except Unreadable:
        abort(redirect(url_for("aside.page", game=game), 303))
    except KeyError:
        raise GameGone from None
