"""The server: cheroot, with a thread for everyone who follows the table."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress

from cheroot.wsgi import Server

from companion.eye import Read
from companion.web.app import create_app
from companion.web.config import Config

_SPARE_THREADS = 16
"""Threads beside those that viewers hold with their event streams and their wait for the next picture."""


def serve(config: Config, say: Callable[[str], None], read: Read | None = None) -> None:
    """Serve the page until the process is told to stop.

    Args:
        config: the settings.
        say: told the page's address once it can be opened.
        read: what reads a photo; by default the shipped eyes.

    Raises:
        OSError: the address is in use or may not be used.
    """
    app = create_app(config, read)
    here = app.extensions["longhouse"]
    server = Server(
        (config.host, config.port),
        app,
        numthreads=2 * config.viewers + _SPARE_THREADS,
        server_name="longhouse",
        shutdown_timeout=2,
    )
    server.prepare()
    try:
        if here.live is not None:
            here.live.start()
        say(f"http://{config.host}:{server.bind_addr[1]}")
        signal.signal(signal.SIGTERM, lambda *_: _interrupt())
        with suppress(KeyboardInterrupt):
            server.serve()
    finally:
        here.close()
        server.stop()


def _interrupt() -> None:
    raise KeyboardInterrupt
