"""A real server that watches a table through a fake camera, and can be restarted at the same address."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from cheroot.wsgi import Server

from companion.live.cameras.cameras import Frame
from companion.live.loop import LiveTable
from companion.live.snapshots import Table
from companion.live.table_publisher import Priors
from companion.web import Config, create_app
from companion.web.base.store import recorder
from tests.support.readers.truth_reader import GAME
from tests.support.servers.ports import free_port
from vision.imaging.photo import Photo, decode_photo, photo_of


class FakeCamera:
    """A camera that shows the photo that a test sets, at the frame rate of a real one."""

    def __init__(self) -> None:
        self.photo = game_photo(0)

    def show(self, photo: Photo) -> None:
        self.photo = photo

    def __call__(self, wait: Any) -> Iterator[Frame]:
        number = 0
        while not wait(0.03):
            yield Frame(self.photo, number, time.monotonic())
            number += 1


def game_photo(number: int) -> Photo:
    """Return a picture of the recorded game."""
    return decode_photo((GAME / f"game_{number:02}.jpg").read_bytes())


def darkened(photo: Photo) -> Photo:
    """Return the photo as if the lamp were switched off."""
    return photo_of(cv2.convertScaleAbs(photo.pixels, alpha=0.12).astype(np.uint8))


@contextmanager
def serve_live(config: Config, read: Any, camera: FakeCamera, port: int | None = None) -> Iterator[int]:
    """Serve a table that is watched through this camera; yields the port."""
    with serve_live_table(config, read, camera, port) as (listening, _):
        yield listening


@contextmanager
def serve_live_table(
    config: Config, read: Any, camera: FakeCamera, port: int | None = None
) -> Iterator[tuple[int, Table]]:
    """Serve a table that is watched through this camera; yields the port and the table that the pages show."""
    port = port or free_port()
    app = create_app(replace(config, camera="before the test", heartbeat=0.3), read)
    here = app.extensions["longhouse"]
    with app.app_context():
        grounds = recorder().grounds
    live = LiveTable(camera, read, here.table, here.pictures, priors=Priors(grounds=grounds))
    here = replace(here, live=live, cameras=None)
    app.extensions["longhouse"] = here
    server = Server(("127.0.0.1", port), app, numthreads=2 * config.viewers + 8, shutdown_timeout=1)
    server.prepare()
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    here.live.start()
    try:
        yield port, here.table
    finally:
        here.close()
        server.stop()
        thread.join(5)
