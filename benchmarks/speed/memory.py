"""``python -m benchmarks.speed.memory``: whether memory stays steady while a recorded game plays on repeat.

The live loop, its page's snapshots and a kept game run as they do in the server, on frames that come as fast as they
are taken; a viewer asks for the camera's picture now and then. Prints resident memory over the time that the frames
would have taken at 25 a second, and the two ends of the curve.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Iterator
from os import sysconf
from pathlib import Path

from companion.live.cameras.cameras import open_camera
from companion.live.cameras.recordings import Playback
from companion.live.loop import LiveTable
from companion.reader_service import NetworkReader, PhotoReader
from companion.record.events import HAND, Ended, SetUp
from companion.web import Config, create_app
from companion.web.base.store import Store
from tests.support.truth_reader import GAME, TruthReader

_LOOK = 25
"""A viewer asks for every so-manieth picture."""


def main() -> None:
    """Play, and print a line every so often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="minutes of recording at 25 frames a second")
    parser.add_argument("--every", type=float, default=60.0, help="seconds of recording between two lines")
    parser.add_argument("--hold", type=int, default=50, help="frames for which each picture is held")
    parser.add_argument("--truth", action="store_true", help="read from the truth beside the pictures: far faster")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        curve = list(_curve(Path(folder), options.minutes * 60, options.every, options.hold, options.truth))
    warm = curve[len(curve) // 10] if len(curve) > 10 else curve[0]
    print(f"ends: {curve[0][1]:.1f} MB at the start, {warm[1]:.1f} MB warm, {curve[-1][1]:.1f} MB at the end")


def _curve(folder: Path, seconds: float, every: float, hold: int, truth: bool) -> Iterator[tuple[float, float]]:
    """Yield seconds of recording and megabytes."""
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
        if frame.number % _LOOK == 0:
            client.get("/camera.jpg")
            client.get("/table")
        if frame.at >= due:
            gc.collect()
            megabytes = _resident()
            print(f"{frame.at / 60:7.1f} min  {megabytes:8.1f} MB  {time.monotonic() - begun:7.0f} s", flush=True)
            yield frame.at, megabytes
            due += every
        if frame.at >= seconds:
            return


def _resident() -> float:
    """Return the process's resident memory, megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * sysconf("SC_PAGE_SIZE") / 1e6


def _begin_a_game(store: Store) -> None:
    """Let each round of the recording be a game of its own, as when people play one after the other."""
    recorder, library = store.recorder, store.library
    if (kept := recorder.current()) is not None:
        library.add(kept.id, HAND, Ended())
    recorder.follow(library.begin(HAND, SetUp(watched=True)))


if __name__ == "__main__":
    main()
