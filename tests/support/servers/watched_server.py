"""A table before a camera in the test's hands, watched by a real server that can be restarted at the same address."""

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


class Eyepiece:
    """A camera that shows what the test holds before it, at the pace of a real one."""

    def __init__(self) -> None:
        self.photo = moment(0)

    def show(self, photo: Photo) -> None:
        self.photo = photo

    def __call__(self, wait: Any) -> Iterator[Frame]:
        number = 0
        while not wait(0.03):
            yield Frame(self.photo, number, time.monotonic())
            number += 1


def moment(number: int) -> Photo:
    """A picture of the recorded game."""
    return decode_photo((GAME / f"game_{number:02}.jpg").read_bytes())


def dark(photo: Photo) -> Photo:
    """The same table with the lamp switched off."""
    return photo_of(cv2.convertScaleAbs(photo.pixels, alpha=0.12).astype(np.uint8))


@contextmanager
def watched(config: Config, read: Any, camera: Eyepiece, port: int | None = None) -> Iterator[int]:
    """Serve a table that is watched through this camera; gives the port."""
    with watched_table(config, read, camera, port) as (listening, _):
        yield listening


@contextmanager
def watched_table(config: Config, read: Any, camera: Eyepiece, port: int | None = None) -> Iterator[tuple[int, Table]]:
    """Serve a table that is watched through this camera; gives the port, and the table as its pages know it."""
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
