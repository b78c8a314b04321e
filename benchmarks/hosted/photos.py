"""``python -m benchmarks.hosted.photos``: photos read by workers while a worker and the broker are killed.

Prints how many results there are, how many photos were read, what was left behind, and photos a minute.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import redis
from kombu.exceptions import OperationalError
from rich.console import Console

from companion.hosted.celery_app import sender
from companion.hosted.jobs import JobCounts, Jobs, QueueFull
from companion.hosted.reader import QueueReader, StillWaiting
from companion.hosted.settings import HostedSettings
from companion.hosted.worker import run_workers
from tests.support.readers.truth_reader import GAME
from tests.support.servers.engines import Redis

_ASKING = 16
"""Photos that are asked for at once."""


def pictures(count: int, scale: float) -> list[bytes]:
    """Return different files: the recorded game's pictures made smaller, each saved with other pixels in a corner."""
    small = [cv2.resize(cv2.imread(str(path)), None, fx=scale, fy=scale) for path in sorted(GAME.glob("*.jpg"))]
    files = []
    for number in range(count):
        picture = small[number % len(small)].copy()
        cv2.rectangle(picture, (0, 0), (15, 7), (number % 256, number // 256, 90), -1)
        files.append(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes())
    return files


def insist(reader: QueueReader, data: bytes) -> int:
    """Ask for a photo until its reading is there, as the page does, and return the number of its tiles."""
    while True:
        try:
            return len(reader.read_file(data).reading.tiles)
        except (StillWaiting, QueueFull, redis.RedisError, OperationalError):
            time.sleep(0.3)


def measure(files: list[bytes], workers: int, console: Console) -> JobCounts:
    """Have workers read the files, kill a worker after a fifth and the broker after two fifths of them."""
    with tempfile.TemporaryDirectory() as folder:
        broker = Redis(Path(folder))
        settings = HostedSettings(queue=broker.url, result_seconds=86_400)
        jobs, stopping, pids = Jobs(settings, sender(settings)), threading.Event(), []
        given = (settings, workers, None, stopping.is_set, pids.append)
        working = threading.Thread(target=run_workers, args=given)
        working.start()
        reader, begun, tiles = QueueReader(jobs, settings.wait_seconds), time.monotonic(), []
        with ThreadPoolExecutor(_ASKING) as asking:
            for count, found in enumerate(asking.map(lambda data: insist(reader, data), files), 1):
                tiles.append(found)
                if count == len(files) // 5:
                    os.kill(pids[0], signal.SIGKILL)
                    console.print(f"{count} results: a worker is killed")
                if count == 2 * len(files) // 5:
                    broker.kill()
                    time.sleep(1.0)
                    broker.start()
                    console.print(f"{count} results: the broker was killed and started again")
        seconds, figures = time.monotonic() - begun, jobs.counts()
        left = list(redis.Redis(port=broker.port).scan_iter("longhouse:*:photo:*"))
        stopping.set()
        working.join()
        broker.stop()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    console.print(
        f"{len(tiles)} results of {len(files)} photos, {figures.done} read, {figures.failed} failed, {len(left)} left; "
        f"{min(tiles)} to {max(tiles)} tiles; {60 * len(files) / seconds:.0f} photos a minute in {seconds:.0f} s, "
        f"{(used.ru_utime + used.ru_stime) / len(files):.2f} s of processor time a photo"
    )
    return figures


def main() -> None:
    """Parse the options, read the photos, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--photos", type=int, default=500, help="how many are sent")
    asked.add_argument("--workers", type=int, default=2, help="that read them")
    asked.add_argument("--scale", type=float, default=0.4, help="of the pictures, 1 for the recorded size")
    given = asked.parse_args()
    measure(pictures(given.photos, given.scale), given.workers, Console())


if __name__ == "__main__":
    main()
