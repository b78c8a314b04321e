"""Starting the server: with threads for all viewers, and with TLS beside plain HTTP on the home network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask

from companion.memory import limit_server_arenas
from companion.reader_service import PhotoReader
from companion.record.storage.places import data_folder
from companion.web.access.invitation import Invitation, hosted_invitation, invitation
from companion.web.access.roles import codes_of
from companion.web.app import create_app
from companion.web.club.club import club_of
from companion.web.config import Config
from companion.web.ending import Ending
from companion.web.lan.addresses import LocalNetworkLookup
from companion.web.lan.security_log import written_to
from companion.web.lan.server import HomeServer
from companion.web.lan.tls import HomeTls
from companion.web.table_context import SERVICES

_OTHER_THREADS = 16
"""Threads beside those of viewers, each of whom occupies two: an event stream, and a request for the next picture."""
_UPLOADS = 24
"""Concurrent uploads of photos, each in a thread of its own; further ones wait unread."""
_FORM_BYTES = 100_000
"""Bytes of a form beside the photo in it."""

Announce = Callable[[str, Invitation | None], None]
"""Called with the page's address on this computer, and with the invitation for others where they may join."""


def serve(config: Config, announce: Announce, read: PhotoReader | None = None) -> None:
    """Serve the page until a signal stops the process, which then ends within `ending.GRACE` seconds.

    Args:
        config: the settings.
        announce: called once the page can be opened.
        read: reads a photo; by default with the shipped networks.

    Raises:
        OSError: the address is in use or may not be used.
        Problem: the data folder or the database cannot be used.
    """
    limit_server_arenas()
    app = create_app(config, read)
    here = app.extensions[SERVICES]
    club = club_of(app)
    with ready_server(app, config) as server:
        ending = Ending()
        try:
            if here.watches:
                here.live.start()
            if club is not None:
                club.start()
            port = server.bind_addr[1]
            announce(f"http://127.0.0.1:{port}", _invitation(app, port, config) if config.joinable else None)
            ending.wait_beside(server.serve)
        finally:
            here.close()
            if club is not None:
                club.close()


@contextmanager
def ready_server(app: Flask, config: Config) -> Iterator[HomeServer]:
    """Provide a listening server, and stop it afterwards.

    Only with ``config.lan`` can others reach it; it then accepts TLS, too, on the same port.

    Raises:
        OSError: the address is in use or may not be used.
        Problem: the certificate cannot be written.
    """
    with _folder(config) as folder:
        tls = HomeTls(folder, LocalNetworkLookup()) if config.lan else None
        server = HomeServer(
            ("0.0.0.0" if config.lan else config.host, config.port),
            app,
            threads=2 * config.viewers + _OTHER_THREADS + _UPLOADS,
            uploads=_UPLOADS,
            tls=tls.context if tls is not None else lambda: None,
            body_bytes=config.upload_megabytes * 1_000_000 + _FORM_BYTES,
            proxied=config.hosted is not None and config.hosted.proxies > 0,
        )
        with written_to(folder if config.data is not None else None):
            server.prepare()
            try:
                yield server
            finally:
                server.stop()


@contextmanager
def _folder(config: Config) -> Iterator[Path]:
    """Provide the data folder, or a temporary one where none is configured."""
    if config.data is not None:
        yield data_folder(config.data)
        return
    with TemporaryDirectory(prefix="longhouse-") as folder:
        yield Path(folder)


def _invitation(app: Flask, port: int, config: Config) -> Invitation:
    if config.hosted is not None and config.hosted.host_names:
        return hosted_invitation(config.hosted.host_names[0], codes_of(app).now())
    return invitation(LocalNetworkLookup().now(), f"127.0.0.1:{port}", codes_of(app).now())
