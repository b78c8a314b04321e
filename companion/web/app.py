"""The app factory."""

from __future__ import annotations

from flask import Flask

from companion.eye import Eye, Read
from companion.rooms import game_pages
from companion.web import (
    calibrate,
    events,
    games,
    games_aside,
    games_hand,
    games_live,
    games_one,
    games_store,
    joining,
    languages,
    open_row,
    phone,
    photos,
    security,
    sent_pictures,
    table,
    themes,
    watching,
)
from companion.web.config import Config
from companion.web.games_live import KeptTable
from companion.web.lan_addresses import Whereabouts
from companion.web.services import build_services


def create_app(config: Config | None = None, read: Read | None = None) -> Flask:
    """Build the page for these settings.

    Args:
        config: the settings; by default those of ``longhouse serve``.
        read: what reads a photo; by default the shipped eyes.

    Returns:
        The app. Its camera stays closed until ``app.extensions["longhouse"].live.start()``.
    """
    config = config or Config()
    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    recorder = games_store.set_up(app, config)
    read = read or Eye()
    app.extensions["longhouse"] = build_services(
        config, read, KeptTable(recorder), lambda: recorder.following, recorder.happened, recorder.colours
    )
    languages.set_up(app)
    themes.set_up(app)
    whereabouts = Whereabouts()
    security.set_up(app, config, whereabouts)
    joining.set_up(app, config, whereabouts)
    sent_pictures.set_up(app)
    pages = (table, events, photos, languages, themes, games, games_aside, games_one, games_hand, games_live, open_row)
    for blueprint in (*(module.pages for module in (*pages, joining, phone)), *game_pages()):
        app.register_blueprint(blueprint)
    watching.set_up(app)
    calibrate.set_up(app, config, read)
    return app
