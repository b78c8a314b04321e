"""``python -m benchmarks.speed.viewers``: frame rate of viewers while the table is read.

A recorded game plays as a camera of 30 noisy frames a second to a server in a process of its own, with the shipped
networks. Viewers request its picture over sockets as the page does, and follow the event stream. In one row one of them
has a connection on which a picture takes seconds. Prints for each number of viewers the frame rate of each, the frame
rate of the camera, and the number and times of readings.
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import cast

from rich.console import Console
from rich.table import Table

from companion.live.cameras.cameras import Frame, Wait
from companion.live.cameras.recordings import held, pictures_in
from companion.live.loop import LiveTable
from companion.reader_service import NetworkReader
from companion.web import Config, create_app
from companion.web.server import ready_server
from games.hexgrid import Cell
from tests.support.readers.truth_reader import GAME
from vision.imaging.photo import Photo, decode_photo
from vision.reading.reading import Reading

RATE = 30.0
_NOISY_FRAMES = 12
"""Noisy frames generated for each picture; they are repeated in a cycle."""
_FRAMES_PER_PICTURE = 75
_SLOW_RATE = 20_000
"""Bytes a second that the slow viewer receives."""


@dataclass(frozen=True)
class Counts:
    """Counts of a server since its start.

    Attributes:
        frames: frames taken from the camera.
        readings: readings of the table, or of parts of it.
        seconds: total time of the readings.
        processor: processor time on all cores, seconds.
    """

    frames: int
    readings: int
    seconds: float
    processor: float


class Camera:
    """The recorded game at the pace of a webcam."""

    def __init__(self, pictures: int) -> None:
        """Read the first pictures of the recorded game.

        Args:
            pictures: how many, at least one.
        """
        self.frames = 0
        photos = [decode_photo(path.read_bytes()) for path in pictures_in(GAME)[:pictures]]
        self._shown = [list(held(photo, k * _NOISY_FRAMES, _NOISY_FRAMES)) for k, photo in enumerate(photos)]

    def __call__(self, wait: Wait) -> Iterator[Frame]:
        """Yield frames for as long as `wait` does not ask to stop."""
        due = time.monotonic()
        # Back and forth, so that consecutive pictures differ by one move.
        turns = [*self._shown, *self._shown[-2:0:-1]]
        while True:
            photos = turns[self.frames // _FRAMES_PER_PICTURE % len(turns)]
            yield Frame(photos[self.frames % _NOISY_FRAMES], self.frames, time.monotonic())
            self.frames += 1
            due += 1 / RATE
            if wait(max(0.0, due - time.monotonic())):
                return


class TimedReader(NetworkReader):
    """The shipped reader with counts and times of its readings."""

    def __init__(self) -> None:
        """Start without readings."""
        super().__init__()
        self.readings, self.seconds = 0, 0.0

    def __call__(self, photo: Photo) -> Reading:
        """Read a photo and add the time that it took."""
        with self._timed():
            return super().__call__(photo)

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Read some cells of a photo again and add the time that it took."""
        with self._timed():
            return super().reread_cells(photo, before, cells)

    @contextmanager
    def _timed(self) -> Iterator[None]:
        begun = time.perf_counter()
        yield
        self.readings, self.seconds = self.readings + 1, self.seconds + time.perf_counter() - begun


def main() -> None:
    """Measure with each number of viewers, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each row is measured")
    parser.add_argument("--pictures", type=int, default=8, help="of the recorded game, from the first")
    parser.add_argument("--viewers", type=int, nargs="+", default=[0, 1, 5, 20], help="numbers of viewers")
    options = parser.parse_args()
    rows = [*((count, False) for count in options.viewers), (max(options.viewers), True)]
    table = Table("viewers", "shown /s", "least /s", "slow one /s", "camera /s", "readings", "ms each", "processor")
    with _served(options.pictures) as (port, counts):
        for viewers, slow in rows:
            table.add_row(*_measured(port, counts, viewers, slow, options.seconds))
    Console(width=150).print(table)


def _measured(port: int, server: Connection, viewers: int, slow: bool, seconds: float) -> tuple[str, ...]:
    """Return a row for this number of viewers, measured for ``seconds``."""
    over = threading.Event()
    watching = [Viewer(port, over) for _ in range(viewers - slow)]
    slowly = [SlowViewer(port, over)] if slow else []
    for viewer in (*watching, *slowly):
        viewer.start()
    time.sleep(1)
    shown, before, begun = [viewer.pictures for viewer in (*watching, *slowly)], _counts(server), time.monotonic()
    time.sleep(seconds)
    after, took = _counts(server), time.monotonic() - begun
    rates = [(v.pictures - n) / took for v, n in zip((*watching, *slowly), shown, strict=True)]
    over.set()
    for viewer in (*watching, *slowly):
        viewer.join(5)
    quick, readings = rates[: len(watching)], after.readings - before.readings
    return (
        f"{viewers}{', one slow' if slow else ''}",
        f"{statistics.median(quick):.1f}" if quick else "",
        f"{min(quick):.1f}" if quick else "",
        f"{rates[-1]:.2f}" if slow else "",
        f"{(after.frames - before.frames) / took:.1f}",
        str(readings),
        f"{1000 * (after.seconds - before.seconds) / max(1, readings):.0f}",
        f"{100 * (after.processor - before.processor) / took:.0f} %",
    )


class Viewer(threading.Thread):
    """A client that requests the camera's pictures one after the other, as the page does."""

    def __init__(self, port: int, over: threading.Event) -> None:
        """Prepare to watch.

        Args:
            port: the port of the server on this computer.
            over: set when the viewer is to leave.
        """
        super().__init__(daemon=True)
        self.pictures = 0
        self._port, self._over = port, over

    def run(self) -> None:
        """Fetch pictures until the end, counting them."""
        events = http.client.HTTPConnection("127.0.0.1", self._port)
        events.request("GET", "/events")
        line, number = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10), 0
        while not self._over.is_set():
            line.request("GET", f"/camera.jpg?after={number}")
            answer = line.getresponse()
            answer.read()
            if answer.status == 200:
                number, self.pictures = int(answer.headers["X-Picture"]), self.pictures + 1
        line.close()
        events.close()


class SlowViewer(Viewer):
    """A viewer on a connection that takes seconds for a picture."""

    def run(self) -> None:
        """Fetch pictures a few bytes at a time until the end, counting them."""
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", self._port))
            while not self._over.is_set():
                line.sendall(b"GET /camera.jpg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                left, head = -1, b""
                while left != 0 and not self._over.wait(0.1):
                    got = line.recv(_SLOW_RATE // 10)
                    if left < 0:
                        head += got
                        top, _, got = head.partition(b"\r\n\r\n")
                        left = int(top.lower().split(b"content-length: ")[1].split()[0])
                    left -= len(got)
                self.pictures += left == 0


def _counts(server: Connection) -> Counts:
    server.send(None)
    return cast(Counts, server.recv())


@contextmanager
def _served(pictures: int) -> Iterator[tuple[int, Connection]]:
    """Yield the port of a server in a process of its own, and the connection that requests its counts."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there, pictures), daemon=True)
    process.start()
    try:
        yield here.recv(), here
    finally:
        process.terminate()
        process.join()


def _serve(asked: Connection, pictures: int) -> None:
    camera, reader = Camera(pictures), TimedReader()
    with tempfile.TemporaryDirectory() as folder:
        config = Config(data=folder, camera="nowhere", port=0)
        app = create_app(config, reader)
        here = app.extensions["longhouse"]
        live = LiveTable(camera, reader, here.table, here.pictures, playing=lambda: True)
        with ready_server(app, config) as server:
            threading.Thread(target=server.serve, daemon=True).start()
            live.start()
            asked.send(server.bind_addr[1])
            while True:
                asked.recv()
                asked.send(Counts(camera.frames, reader.readings, reader.seconds, time.process_time()))


if __name__ == "__main__":
    main()
