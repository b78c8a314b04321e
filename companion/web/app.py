"""The app factory."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from flask_compress import Compress

from companion.plugins import game_pages
from companion.reader_service import NetworkReader, PhotoReader, UploadReader
from companion.web.access import pages as access_pages
from companion.web.access import security
from companion.web.base import languages, sent_pictures, static_files, store, styles, themes
from companion.web.camera import pages as phone_pages
from companion.web.camera import source_pages
from companion.web.config import Config
from companion.web.evenings import pages as evening_pages
from companion.web.games import editor_pages, list_pages, live_record, match_pages, unreadable_pages
from companion.web.games import game_pages as one_game_pages
from companion.web.games.live_record import RecordedTable
from companion.web.hosted.sharing import Sharing, sharing_of
from companion.web.installed import pages as installed_pages
from companion.web.lan.addresses import LocalNetworkLookup
from companion.web.photos import pages as photo_pages
from companion.web.replay import pages as replay_pages
from companion.web.rules import pages as rules_pages
from companion.web.services import build_services
from companion.web.statistics import pages as statistics_pages
from companion.web.table import event_stream, open_tiles_pages
from companion.web.table import pages as table_pages
from companion.web.table import setup as table_setup
from companion.web.table_context import SERVICES, raise_lookup_fault
from companion.web.teach import pages as teach_pages

_PAGES = (
    *(table_pages, event_stream, open_tiles_pages, photo_pages, phone_pages, source_pages, access_pages),
    *(list_pages, one_game_pages, editor_pages, match_pages, unreadable_pages, live_record),
    *(languages, themes, styles, installed_pages),
)
"""Modules whose ``pages`` are registered as they are; others have a ``set_up`` of their own."""


def create_app(
    config: Config | None = None, read: PhotoReader | None = None, make_reader: Callable[[], PhotoReader] | None = None
) -> Flask:
    """Build the page for these settings.

    Args:
        config: the settings; by default those of ``longhouse serve``.
        read: reads a photo; by default with the shipped networks.
        make_reader: makes the reader of a club's camera process; by default with the shipped networks.

    Returns:
        The app. Its camera stays closed until ``app.extensions[SERVICES].live.start()``.
    """
    config = config or Config()
    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    recorder = store.set_up(app, config)
    uploads: UploadReader | None = _reader_of_uploads(config) if read is None else read
    read = read or NetworkReader()
    app.extensions[SERVICES] = build_services(config, read, RecordedTable(recorder), recorder, uploads)
    # Streams of events stay as they are: their media type is not among those that are compressed.
    app.config["COMPRESS_ALGORITHM"] = ["gzip"]
    Compress(app)
    sharing = sharing_of(config)
    _set_up_access(app, config, sharing)
    _set_up_pages(app, config, read)
    if config.club:
        from companion.web.club import club  # only a club needs them
        from companion.web.club import pages as club_pages

        club.set_up(app, config, uploads or read, sharing.access.codes, make_reader, sharing.links)
        club_pages.set_up(app)
    static_files.set_up(app)
    sharing.share_entries(app)
    return app


def _reader_of_uploads(config: Config) -> UploadReader | None:
    """Return the reader that hands uploaded photos to workers, where the page is hosted with them."""
    if config.hosted is None or not config.hosted.queue:
        return None
    from companion.web.hosted.queue import queue_reader  # only a hosted page needs it

    return queue_reader(config.hosted)


def _set_up_access(app: Flask, config: Config, sharing: Sharing) -> None:
    """Set up what holds for every request: its language and looks, who may send it, and what it may send."""
    for module in (languages, themes, styles):
        module.set_up(app)
    networks = LocalNetworkLookup()
    security.set_up(app, config, networks)
    app.before_request(raise_lookup_fault)  # before anything that would look for the table of the request
    access_pages.set_up(app, config, networks, sharing.access)
    sent_pictures.set_up(app)


def _set_up_pages(app: Flask, config: Config, read: PhotoReader) -> None:
    """Register the pages, those of other games among them."""
    for blueprint in (*(module.pages for module in _PAGES), *game_pages()):
        app.register_blueprint(blueprint)
    for module in (table_setup, replay_pages, statistics_pages, evening_pages, rules_pages):
        module.set_up(app)
    teach_pages.set_up(app, config, read)
    if config.hosted is not None:
        from companion.web.hosted import pages as hosted_pages  # only a hosted page needs it

        hosted_pages.set_up(app, config.hosted)
