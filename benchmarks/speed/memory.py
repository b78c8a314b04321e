"""``python -m benchmarks.speed.memory``: memory over time while a recorded game plays in a loop.

The live loop, the snapshots for its page and a recorded game run as in the server, on frames without pause; a viewer
requests the camera's picture from time to time. Prints resident memory over the recording's time at 25 frames a second,
and both ends of the curve.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.resident_memory import resident_memory
from companion.live.cameras.cameras import open_camera
from companion.live.cameras.recordings import Playback
from companion.live.loop import LiveTable
from companion.reader_service import NetworkReader, PhotoReader
from companion.record.events.games import Ended, SetUp
from companion.record.events.log import HAND
from companion.web import Config, create_app
from companion.web.base.store import Store
from tests.support.readers.truth_reader import GAME, TruthReader

_VIEWED_FRAMES = 25
"""Frames between two pictures that the viewer requests."""


def main() -> None:
    """Play the recording and print the memory at intervals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="minutes of recording at 25 frames a second")
    parser.add_argument("--every", type=float, default=60.0, help="seconds of recording between two lines")
    parser.add_argument("--hold", type=int, default=50, help="frames for which each picture is held")
    parser.add_argument(
        "--truth", action="store_true", help="take readings from the truth beside the pictures: much faster"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        curve = list(_curve(Path(folder), options.minutes * 60, options.every, options.hold, options.truth))
    warm = curve[len(curve) // 10] if len(curve) > 10 else curve[0]
    print(f"ends: {curve[0][1]:.1f} MB at the start, {warm[1]:.1f} MB warm, {curve[-1][1]:.1f} MB at the end")


def _curve(folder: Path, seconds: float, every: float, hold: int, truth: bool) -> Iterator[tuple[float, float]]:
    """Yield seconds of recording and resident megabytes."""
    read: PhotoReader = TruthReader(GAME) if truth else NetworkReader()
    app = create_app(Config(data=str(folder), camera="nowhere"), read)
    here, store = app.extensions["longhouse"], app.extensions["longhouse-games"]
    live: LiveTable = here.live
    client = app.test_client()
    begun, due, take = time.monotonic(), 0.0, None
    playback = Playback(hold=hold, clean=True, again=True)
    for frame in open_camera(str(GAME), playback, lambda _: False):
        if frame.take != take:
            take = frame.take
            _begin_a_game(store)
        here.pictures.show(frame.photo)
        live.see(frame)
        if frame.number % _VIEWED_FRAMES == 0:
            client.get("/camera.jpg")
            client.get("/table")
        if frame.at >= due:
            gc.collect()
            megabytes = resident_memory() / 1e6
            print(f"{frame.at / 60:7.1f} min  {megabytes:8.1f} MB  {time.monotonic() - begun:7.0f} s", flush=True)
            yield frame.at, megabytes
            due += every
        if frame.at >= seconds:
            return


def _begin_a_game(store: Store) -> None:
    """Start a new game for each round of the recording."""
    recorder, library = store.recorder, store.library
    if (kept := recorder.current()) is not None:
        library.add(kept.id, HAND, Ended())
    recorder.follow(library.begin(HAND, SetUp(watched=True)))


if __name__ == "__main__":
    main()
