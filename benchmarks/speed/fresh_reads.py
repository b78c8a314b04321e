"""``python -m benchmarks.speed.fresh_reads --photos PATH…``: whether ``longhouse read`` ever hangs.

Reads photos, each in a new process with an empty home folder, while other processes keep the processor busy, so that
threads are interrupted at many different moments. Prints for each game the number of reads, of hangs and of refusals,
and the times.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import track
from rich.table import Column, Table

_BURN = "while True: pass"
_SUFFIXES = (".jpg", ".jpeg", ".png", ".heic")


@dataclass(frozen=True)
class Shot:
    """A photo and its game."""

    photo: Path
    game: str


@dataclass(frozen=True)
class Outcome:
    """The end of a read.

    Attributes:
        game: the game that was read.
        seconds: from the start of the process to its end.
        code: its exit code; ``None`` if it was killed after the limit.
    """

    game: str
    seconds: float
    code: int | None


def main() -> None:
    """Parse the options, read the photos and print the table; exit with 1 if a read hung."""
    options = _options()
    shots = [Shot(photo, _game_of(photo)) for photo in _photos(options.photos)]
    random.Random(options.seed).shuffle(shots)
    wanted = islice(cycle(shots), options.count) if shots else iter(())
    with _load(options.load), ThreadPoolExecutor(options.at_once) as pool:
        reads = pool.map(lambda shot: _read(shot, options.limit), wanted)
        outcomes = list(track(reads, "Reading", options.count, console=Console(stderr=True)))
    Console().print(_table(outcomes))
    sys.exit(any(outcome.code is None for outcome in outcomes))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, nargs="+", required=True, help="photos or folders of them")
    parser.add_argument("--count", type=int, default=200, help="reads; the photos are read again and again")
    parser.add_argument("--load", type=int, default=6, help="processes that keep the processor busy")
    parser.add_argument("--at-once", type=int, default=1, help="reads at the same time")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds after which a read has hung")
    parser.add_argument("--seed", type=int, default=1, help="of the order")
    return parser.parse_args()


def _photos(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in files if file.suffix.lower() in _SUFFIXES)


def _game_of(photo: Path) -> str:
    """Return the game of the document beside the photo, or Fjords without a document."""
    try:
        document = json.loads(photo.with_suffix(".json").read_bytes())
    except FileNotFoundError:
        return "fjords"
    return str(document.get("game", "fjords"))


@contextmanager
def _load(count: int) -> Iterator[None]:
    burning = [subprocess.Popen([sys.executable, "-c", _BURN]) for _ in range(count)]
    try:
        yield
    finally:
        for process in burning:
            process.kill()
            process.wait()


def _read(shot: Shot, limit: float) -> Outcome:
    words = [sys.executable, "-m", "companion", "read", "--game", shot.game, str(shot.photo), "--json"]
    begun = time.monotonic()
    with TemporaryDirectory() as home:
        process = subprocess.Popen(
            words,
            env={**os.environ, "HOME": home},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            code: int | None = process.wait(limit)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(process.pid, signal.SIGKILL)  # with its child processes
            process.wait()
    return Outcome(shot.game, time.monotonic() - begun, code)


def _table(outcomes: Sequence[Outcome]) -> Table:
    heads = ("Reads", "Hangs", "Refused", "Median s", "Max s")
    table = Table("Game", *(Column(head, justify="right") for head in heads))
    for game in sorted({outcome.game for outcome in outcomes}):
        table.add_row(game, *_figures([outcome for outcome in outcomes if outcome.game == game]))
    table.add_section()
    table.add_row("all", *_figures(outcomes))
    return table


def _figures(outcomes: Sequence[Outcome]) -> Iterator[str]:
    ended = [outcome.seconds for outcome in outcomes if outcome.code is not None]
    yield str(len(outcomes))
    yield str(len(outcomes) - len(ended))
    yield str(sum(outcome.code not in (0, None) for outcome in outcomes))
    yield f"{statistics.median(ended):.1f}" if ended else ""
    yield f"{max(ended):.1f}" if ended else ""


if __name__ == "__main__":
    main()
