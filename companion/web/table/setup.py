"""Registration of the live page's parts: corrections, hints, the timeline, advice."""

from __future__ import annotations

from flask import Flask

from companion.web.games import picture_pages
from companion.web.games.live_record import RecordedTable
from companion.web.table import advice, correction_pages, hint_pages, timeline_pages
from companion.web.table_context import SERVICES


def set_up(app: Flask) -> None:
    """Register the parts of the live page with the app."""
    hint_pages.set_up(app)
    album = picture_pages.set_up(app)
    here = app.extensions[SERVICES]
    if isinstance(here.table, RecordedTable):
        here.table.keep_pictures(album, here.pictures)
    advice.set_up(app)
    for module in (correction_pages, hint_pages, picture_pages, timeline_pages):
        app.register_blueprint(module.pages)
