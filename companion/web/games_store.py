"""The record as the pages use it: the library of games, the key of sessions, and forms guarded against forgery."""

from __future__ import annotations

import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from flask import Flask, abort, current_app, request
from flask_wtf.csrf import CSRFProtect

from companion.record.database import open_database
from companion.record.library import Kept, Library
from companion.record.places import data_folder, database_url, session_key
from companion.web.config import Config
from companion.web.languages import language
from games.fjords.sentences import word

_KEY, _CSRF = "longhouse-games", "csrf"


@dataclass(frozen=True)
class Store:
    """What is kept, and the folder that lives only as long as the app where none was named."""

    library: Library
    passing: tempfile.TemporaryDirectory[str] | None = None


def set_up(app: Flask, config: Config) -> None:
    """Open the record of games for the app's pages.

    Raises:
        Problem: the data folder or the database cannot be used.
    """
    passing = None
    if config.data is None:
        passing = tempfile.TemporaryDirectory(prefix="longhouse-", ignore_cleanup_errors=True)
        folder, key = Path(passing.name), secrets.token_bytes(32)
    else:
        folder = data_folder(config.data)
        key = session_key(folder)
    app.extensions[_KEY] = Store(Library(open_database(config.db or database_url(folder))), passing)
    app.config.update(
        SECRET_KEY=key,
        SESSION_COOKIE_SAMESITE="Lax",
        # Programs post photos without a form; the pages that change games ask for the token themselves.
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_TIME_LIMIT=None,
    )
    CSRFProtect(app)

    @app.context_processor
    def words() -> dict[str, object]:
        lang = language()
        return {"thing_word": lambda name: word(name, lang)}


def demand_token() -> None:
    """Refuse a post that does not come from a form of ours."""
    if request.method == "POST":
        cast(CSRFProtect, current_app.extensions[_CSRF]).protect()


def library() -> Library:
    """Return the games of the app that answers the current request."""
    return cast(Store, current_app.extensions[_KEY]).library


def kept_game(game: int) -> Kept:
    """Return a game, or answer that there is no such page."""
    try:
        return library().game(game)
    except KeyError:
        abort(404)
