"""Registration of the live page's parts: corrections, hints, the timeline, advice."""

from __future__ import annotations

from flask import Flask

from companion.web.games import picture_pages as pictures
from companion.web.games.live_record import RecordedTable
from companion.web.rooms import SERVICES
from companion.web.table import advice as advice_words
from companion.web.table import correction_pages as correcting
from companion.web.table import hint_pages as hints
from companion.web.table import timeline_pages as timelines


def set_up(app: Flask) -> None:
    """Give the app these parts."""
    hints.set_up(app)
    album = pictures.set_up(app)
    here = app.extensions[SERVICES]
    if isinstance(here.table, RecordedTable):
        here.table.keep_pictures(album, here.pictures)
    advice_words.set_up(app)
    for module in (correcting, hints, pictures, timelines):
        app.register_blueprint(module.pages)
