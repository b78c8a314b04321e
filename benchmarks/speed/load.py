"""``python -m benchmarks.speed.load``: effect of many simultaneous photos on the server.

``longhouse serve`` runs in a process of its own, with the shipped networks and the recorded game as its camera, and
records a watched game. Clients post photos without pause, and retry after a 503. Prints the time of a tally, the number
of retries, the longest time between two recorded moves, the response time of the page meanwhile, and the server's
resident memory before, at its peak and after.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import cv2
from rich.console import Console
from rich.table import Table

from benchmarks.resident_memory import peak_memory, resident_memory
from tests.support.readers.truth_reader import GAME, SAMPLES

_PACE_CHANGES = 2.4
"""Seconds for which the recording holds a picture (`companion.web.config.Config.pace`)."""


@dataclass
class Seen:
    """Measurements of the clients."""

    seconds: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)


def main() -> None:
    """Start the server, post the photos, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=50, help="how many are tallied")
    parser.add_argument("--clients", type=int, default=8, help="how many post at once")
    parser.add_argument(
        "--width", type=int, default=4000, help="width of each photo, pixels; 4000 is about 12 megapixels"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as (server, port):
        _begin_a_game(port)
        time.sleep(3 * _PACE_CHANGES)  # until the networks are loaded and the recording plays
        before, quiet = resident_memory(server.pid), _largest_gap(Path(folder), 0.0)
        begun, seen = time.time(), Seen()
        _post_all(port, _photo(options.width), options.photos, options.clients, seen)
        took = time.time() - begun
        time.sleep(2 * _PACE_CHANGES)
        gap = _largest_gap(Path(folder), begun)
        memory = before, peak_memory(server.pid), resident_memory(server.pid)
        _print(seen, took, memory, (quiet, gap))


def _print(seen: Seen, took: float, memory: tuple[int, int, int], gaps: tuple[float, float]) -> None:
    table = Table("what", "figure")
    done = sorted(seen.seconds) or [0.0]
    table.add_row("answers", ", ".join(f"{count} x {status}" for status, count in sorted(seen.statuses.items())))
    table.add_row("all photos, seconds", f"{took:.1f}")
    table.add_row("a tally with its waits, p50 / most, seconds", f"{statistics.median(done):.1f} / {done[-1]:.1f}")
    table.add_row("the page, p50 / most, seconds", f"{statistics.median(seen.pages):.2f} / {max(seen.pages):.2f}")
    table.add_row("longest between two recorded moves, quiet / loaded, seconds", f"{gaps[0]:.1f} / {gaps[1]:.1f}")
    table.add_row("resident before / highest / after, MB", " / ".join(f"{size / 1e6:.0f}" for size in memory))
    Console(width=110).print(table)


@contextmanager
def _served(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "-m", "companion", "serve", "--port", "0", "--camera", str(GAME), "--data", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        assert server.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline())
        assert found is not None
        try:
            yield server, int(found.group(1))
        finally:
            server.terminate()


def _begin_a_game(port: int) -> None:
    """Start recording a game from the server's camera."""
    line = http.client.HTTPConnection("127.0.0.1", port)
    line.request("GET", "/games/new")
    answer = line.getresponse()
    cookies = SimpleCookie(answer.headers["Set-Cookie"])
    token = re.search('name="csrf_token" value="([^"]+)"', answer.read().decode())
    assert token is not None
    fields = {"csrf_token": token.group(1), "watched": "1", "colour-0": "white", "colour-1": "yellow"}
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items()),
    }
    line.request("POST", "/games/new", urlencode(fields), headers)
    assert line.getresponse().status == 303


def _photo(width: int) -> bytes:
    """Return a JPEG photo of a final board in this width."""
    pixels = cv2.imread(str(SAMPLES / "table11.jpg"))
    height = round(pixels.shape[0] * width / pixels.shape[1])
    return cv2.imencode(".jpg", cv2.resize(pixels, (width, height), interpolation=cv2.INTER_CUBIC))[1].tobytes()


def _post_all(port: int, photo: bytes, photos: int, clients: int, seen: Seen) -> None:
    """Post the photos, divided among the clients, while another client requests the page."""
    numbers, over = itertools.count(), threading.Event()
    posting = [threading.Thread(target=_post, args=(port, photo, numbers, photos, seen)) for _ in range(clients)]
    looking = threading.Thread(target=_look, args=(port, over, seen))
    for thread in (looking, *posting):
        thread.start()
    for thread in posting:
        thread.join()
    over.set()
    looking.join()


def _post(port: int, photo: bytes, numbers: Iterator[int], photos: int, seen: Seen) -> None:
    edge = "longhouse-load"
    head = f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    body = head.encode() + photo + f"\r\n--{edge}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}", "Accept": "application/json"}
    while next(numbers) < photos:
        begun = time.monotonic()
        while True:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
            line.request("POST", "/tally", body, headers)
            answer = line.getresponse()
            answer.read()
            seen.statuses[answer.status] += 1
            if answer.status not in (429, 503):
                break
            time.sleep(float(answer.headers["Retry-After"]))
        seen.seconds.append(time.monotonic() - begun)


def _look(port: int, over: threading.Event, seen: Seen) -> None:
    while not over.wait(0.5):
        begun = time.monotonic()
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        line.request("GET", "/")
        line.getresponse().read()
        seen.pages.append(time.monotonic() - begun)


def _largest_gap(folder: Path, since: float) -> float:
    """Return the longest time between two recorded moves of the camera, seconds."""
    with sqlite3.connect(next(folder.glob("*.db"))) as database:
        rows = database.execute("SELECT at FROM events WHERE origin != 'hand' ORDER BY number").fetchall()
    moments = [at for (text,) in rows if (at := datetime.fromisoformat(text).timestamp()) >= since]
    return max((later - earlier for earlier, later in itertools.pairwise(moments)), default=0.0)


if __name__ == "__main__":
    main()
