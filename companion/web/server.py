"""The server: a thread for everyone who follows the table, TLS beside plain HTTP where others may join."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask

from companion.reader_service import PhotoReader
from companion.record.storage.places import data_folder
from companion.web.access.invitation import Invitation, invitation
from companion.web.access.roles import codes_of
from companion.web.app import create_app
from companion.web.config import Config
from companion.web.ending import Ending
from companion.web.lan.addresses import LocalNetworkLookup
from companion.web.lan.security_log import written_to
from companion.web.lan.server import HomeServer
from companion.web.lan.tls import HomeTls
from companion.web.limits.heap import limit_heaps

_SPARE_THREADS = 16
"""Threads beside those that viewers hold with their event streams and their wait for the next picture."""
_SENDERS = 24
"""Photos that may come in at once, each over a thread of its own; more wait for their turn unread."""
_SPARE_BYTES = 100_000
"""What a form may hold beside the photo in it."""

Say = Callable[[str, Invitation | None], None]
"""Is told the page's address on this computer, and how others join where they may."""


def serve(config: Config, say: Say, read: PhotoReader | None = None) -> None:
    """Serve the page until the process is told to stop, and let it end then within `ending.GRACE` seconds.

    Args:
        config: the settings.
        say: told once the page can be opened.
        read: what reads a photo; by default the shipped eyes.

    Raises:
        OSError: the address is in use or may not be used.
        Problem: the data folder or the database cannot be used.
    """
    limit_heaps()
    app = create_app(config, read)
    here = app.extensions["longhouse"]
    with ready_server(app, config) as server:
        ending = Ending()
        try:
            if here.live is not None:
                here.live.start()
            port = server.bind_addr[1]
            say(f"http://127.0.0.1:{port}", _invitation(app, port) if config.lan else None)
            ending.wait_beside(server.serve)
        finally:
            here.close()


@contextmanager
def ready_server(app: Flask, config: Config) -> Iterator[HomeServer]:
    """Give a server that listens already, and end it afterwards.

    Only with ``config.lan`` can others reach it; it then speaks TLS, too, on the same port.

    Raises:
        OSError: the address is in use or may not be used.
        Problem: the certificate cannot be written.
    """
    with TemporaryDirectory(prefix="longhouse-") as passing:
        folder = data_folder(config.data) if config.data is not None else Path(passing)
        tls = HomeTls(folder, LocalNetworkLookup()) if config.lan else None
        server = HomeServer(
            ("0.0.0.0" if config.lan else config.host, config.port),
            app,
            threads=2 * config.viewers + _SPARE_THREADS + _SENDERS,
            senders=_SENDERS,
            tls=tls.context if tls is not None else lambda: None,
            body_bytes=config.upload_megabytes * 1_000_000 + _SPARE_BYTES,
        )
        with written_to(folder if config.data is not None else None):
            server.prepare()
            try:
                yield server
            finally:
                server.stop()


def _invitation(app: Flask, port: int) -> Invitation:
    return invitation(LocalNetworkLookup().now(), f"127.0.0.1:{port}", codes_of(app).now())
