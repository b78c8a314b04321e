"""``python -m benchmarks.hosted.kills``: web process, worker, broker and database killed in turn under load.

People enter tiles and send photos through two web processes without pause, and do again what failed, while each part is
killed and begun again. Prints what was acknowledged and is not there afterwards: lost events and lost photos.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import redis
from rich.console import Console

from benchmarks.hosted.photos import pictures
from benchmarks.hosted.site import Command, Site, Visitor, site, wait_for
from companion.hosted.celery_app import sender
from companion.hosted.jobs import Jobs
from companion.hosted.settings import HostedSettings
from companion.record.events.cells import TileLaid
from companion.record.events.log import HAND
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from tests.support.games.recorded_games import ANN_AND_BO
from tests.support.servers.engines import Postgres, Redis

_WRITERS, _SENDERS = 3, 4
_ROW = 150
"""Tiles of one row: a board's coordinates end at 200."""


@dataclass
class Load:
    """What people do, and what they were told.

    Attributes:
        here: the site.
        stopping: set when those who lay tiles are to end.
        entered: the cells of tiles that were acknowledged, by the game.
        tiles: how many tiles were read in each photo.
        statuses: how requests were answered; 0 for no answer.
    """

    here: Site
    stopping: threading.Event = field(default_factory=threading.Event)
    entered: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    tiles: dict[int, int] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)

    def write(self, game: int) -> None:
        """Lay one tile after the other in a game, each again until it is acknowledged."""
        visitor, chance = Visitor(0), random.Random(game)
        known = self.entered.setdefault(game, [])
        for number in itertools.count():
            cell = (number // _ROW, number % _ROW)
            fields = {"cell": f"{cell[0]},{cell[1]}", "edges": "P,P,P,P,P,P"}
            while self._tried(visitor, chance, lambda: visitor.post(f"/games/{game}/build/tile", **fields)) != 303:  # noqa: B023
                if self.stopping.wait(0.2):
                    return
            known.append(cell)
            if self.stopping.wait(0.05):
                return

    def send(self, photos: dict[int, bytes], left: list[int]) -> None:
        """Send photos until all are read, each again until it is."""
        visitor, chance = Visitor(0), random.Random(len(left))
        while left:
            number = left.pop()
            while self._tried(visitor, chance, lambda: self._read(visitor, number, photos[number])) != 200:  # noqa: B023
                time.sleep(0.3)

    def _read(self, visitor: Visitor, number: int, photo: bytes) -> int:
        status, tiles = visitor.tally(photo)
        if status == 200:
            self.tiles[number] = tiles
        return status

    def _tried(self, visitor: Visitor, chance: random.Random, ask: Callable[[], int]) -> int:
        """Ask any web process, and return the status."""
        visitor.port = chance.choice(self.here.webs).port
        try:
            status = ask()
        except (OSError, http.client.HTTPException, ValueError):
            status = 0
        self.statuses[status] += 1
        return status


def kill_in_turn(here: Site, rounds: int, pause: float, say: Callable[[str], None]) -> None:
    """Kill and begin again a web process, a worker's process and its command, the broker and the database."""
    for number in range(rounds):
        web, worker = here.webs[number % len(here.webs)], here.workers[number % len(here.workers)]
        for name, kill in (
            ("a web process", lambda web=web: _restart(web)),
            ("a process of a worker", lambda worker=worker: _kill_child(worker)),
            ("a worker", lambda worker=worker: _restart(worker)),
            ("the broker", lambda: _restart(here.broker)),
            ("the database", lambda: _restart(here.database)),
        ):
            time.sleep(pause)
            kill()
            say(f"{name} was killed and begun again")
        wait_until_ready(web)


def wait_until_ready(web: Command) -> None:
    """Wait until a web process is ready, and begin it again where it ends, as whatever supervises it would."""
    for _ in range(5):
        try:
            wait_for(web, 60.0)
            return
        except TimeoutError:
            if web.process.poll() is not None:
                web.start()
    raise TimeoutError("a web process does not get ready")


def _restart(part: Command | Redis | Postgres) -> None:
    """Kill a process without notice, and begin it again after a second."""
    part.kill()
    time.sleep(1.0)
    part.start()


def _kill_child(command: Command) -> None:
    """Kill a process that reads photos, if there is one."""
    for child in command.spawned[:1]:
        os.kill(child, signal.SIGKILL)


def measure(photos: int, rounds: int, pause: float, console: Console) -> bool:
    """Measure, and return whether nothing was lost."""
    with site(webs=2, workers=2, photos_a_minute="100000") as here:
        library = Library(open_database(here.database.url))
        games = [library.begin(HAND, ANN_AND_BO) for _ in range(_WRITERS)]
        load, files = Load(here), dict(enumerate(pictures(photos, 0.4)))
        left = list(files)
        writing = [threading.Thread(target=load.write, args=(game,)) for game in games]
        sending = [threading.Thread(target=load.send, args=(files, left)) for _ in range(_SENDERS)]
        begun = time.monotonic()
        for thread in (*writing, *sending):
            thread.start()
        kill_in_turn(here, rounds, pause, lambda text: console.print(f"{time.monotonic() - begun:4.0f} s: {text}"))
        for thread in sending:
            thread.join()
        load.stopping.set()
        for thread in writing:
            thread.join()
        stored = Library(open_database(here.database.url))
        lost = sum(len(set(cells) - _laid(stored, game)) for game, cells in load.entered.items())
        jobs = Jobs(HostedSettings(queue=here.broker.url), sender(HostedSettings(queue=here.broker.url)))
        found = jobs.counts()
        kept = sum(1 for _ in redis.Redis(port=here.broker.port).scan_iter("longhouse:*:photo:*"))
        entered = sum(map(len, load.entered.values()))
        console.print(
            f"{entered} events acknowledged, {lost} lost; {len(load.tiles)} of {photos} photos answered, "
            f"{found.done} read, {found.failed} failed, {found.waiting} waiting, {kept} left; "
            f"{min(load.tiles.values())} tiles or more in each; {time.monotonic() - begun:.0f} s; "
            f"answers {json.dumps(dict(sorted(load.statuses.items())))}"
        )
    return lost == 0 and len(load.tiles) == photos and found.failed == 0


def _laid(library: Library, game: int) -> set[tuple[int, int]]:
    return {e.event.cell for e in library.game(game).timeline.entries if isinstance(e.event, TileLaid)}


def main() -> None:
    """Parse the options, kill each process in turn, and print the tables."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--photos", type=int, default=60, help="how many are sent")
    asked.add_argument("--rounds", type=int, default=2, help="how often each part is killed")
    asked.add_argument("--pause", type=float, default=6.0, help="seconds between two kills")
    given = asked.parse_args()
    if not measure(given.photos, given.rounds, given.pause, Console(width=200)):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
