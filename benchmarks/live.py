"""``python -m benchmarks.live``: accuracy of the live tracker with the shipped networks.

The input is the recorded game, and harder sequences made from its pictures: changing light, a bumped camera, a resting
hand. Prints the missed and the false events of each.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from companion.live.changes.alignment import align
from companion.live.changes.region_reader import CellReader
from companion.live.events import TILE_LAID, Event
from companion.live.tracker import Tracker
from companion.reader_service import NetworkReader
from games.hexgrid import Cell
from tests.support.games.simulated_table import Scene, TrackerRun, event_counts, expected_events, scene
from vision.imaging.photo import Photo
from vision.reading.reading import Reading


@dataclass(frozen=True)
class Act:
    """A scene and its number of frames."""

    scene: Scene
    hold: int = 8


def lamp(one: Scene) -> Scene:
    """Return the scene with a warm lamp switched on at the right."""
    across = 0.9 * np.exp(0.5 * np.linspace(-1, 1, one.pixels.shape[1]))[None, :, None]
    return one.lit(across * np.array([0.9, 1.0, 1.1]))


def dusk(one: Scene) -> Scene:
    """Return the scene in dim, warm light."""
    return one.lit(0.4 * np.array([0.75, 0.95, 1.1]))


def blurred(one: Scene) -> Scene:
    """Return the scene out of focus."""
    return replace(one, pixels=cv2.GaussianBlur(one.pixels, (0, 0), 2.2))


def bumped(number: int) -> Scene:
    """Return a picture of the game with a random shift and rotation of the camera."""
    return scene(number).bumped(6 * (number * 5 % 7 - 3), 5 * (number * 3 % 5 - 2), 1.5 * (number * 2 % 5 - 2))


GAME = range(19)
"""The numbers of the recorded game's pictures."""


def sequences() -> dict[str, Sequence[Act]]:
    """Return the acts of each sequence, by its name; reads the recorded game."""
    return {
        "the game": [Act(scene(n)) for n in GAME],
        "the game at dusk": [Act(dusk(scene(n))) for n in GAME],
        "the game out of focus": [Act(blurred(scene(n))) for n in GAME],
        "the game in a light that changes": [Act(scene(n).lit(0.5 + 0.08 * (n * 7 % 13))) for n in GAME],
        "the game with bumps": [Act(bumped(n), 20) for n in GAME],
        "a lamp is switched on": [Act(scene(7)), Act(lamp(scene(7)), 60), Act(lamp(scene(8)))],
        "a lamp goes out": [Act(lamp(scene(7))), Act(scene(7), 60), Act(scene(8))],
        "the camera is bumped": [Act(scene(7)), Act(scene(7).bumped(15, -8, 3), 40), Act(scene(8).bumped(15, -8, 3))],
        "bumped and darker": [Act(scene(10)), Act(scene(10).bumped(-12, 9, -3).lit(0.75), 40)],
        "a hand rests": [Act(scene(8)), Act(scene(9), 500), Act(scene(8), 60), Act(scene(10))],
        "exposure creeps": [
            Act(scene(11)),
            *(Act(scene(11).lit(g), 2) for g in np.linspace(1, 0.7, 40)),
            Act(scene(12)),
        ],
    }


class TableReader(CellReader, Protocol):
    """Reads a table whole, or single cells of it again."""

    def __call__(self, photo: Photo) -> Reading: ...  # noqa: D102


@dataclass(frozen=True)
class Played:
    """What the tracker made of a sequence; ``board`` is empty unless something of the last board is wrong."""

    wanted: int
    missed: Counter[tuple[object, ...]]
    made_up: Counter[tuple[object, ...]]
    board: str
    readings: int

    @property
    def wrong(self) -> int:
        """Missed events, false events, and one for a wrong last board."""
        return self.missed.total() + self.made_up.total() + bool(self.board)


def main() -> None:
    """Play every sequence and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the sequences' names")
    options = parser.parse_args()
    table = Table("sequence", "wanted", "missed", "false", "last board", "readings", "s")
    reader = NetworkReader()
    for name, acts in sequences().items():
        if options.only in name:
            begun = time.perf_counter()
            one = play(acts, reader)
            seconds = f"{time.perf_counter() - begun:.0f}"
            lists = _list(one.missed), _list(one.made_up)
            table.add_row(name, str(one.wanted), *lists, one.board or "right", str(one.readings), seconds)
    Console(width=150).print(table)


def play(acts: Sequence[Act], reader: TableReader) -> Played:
    """Show a sequence to a new tracker."""
    shown = TrackerRun()
    shown.tracker = Tracker(_Counting(shown, reader))
    events: list[Event] = []
    for act in acts:
        events += shown.show(act.scene, hold=act.hold)
    board = shown.tracker.board
    truth = None if board is None else align(acts[-1].scene.reading, board)
    reported = event_counts(e for e in events if not (e.correction and e.name == TILE_LAID))
    if board is None or truth is None:
        wanted = expected_events(None, acts[-1].scene.reading)
        return Played(wanted.total(), wanted - reported, reported - wanted, "no board", shown.readings)
    wanted = expected_events(None, truth.reading)
    right = expected_events(board, truth.reading) + expected_events(truth.reading, board) == Counter()
    edges = sum(t.edges != {u.cell: u.edges for u in truth.reading.tiles}.get(t.cell) for t in board.tiles)
    state = "wrong" if not right else f"{edges} tiles read wrong" if edges else ""
    return Played(wanted.total(), wanted - reported, reported - wanted, state, shown.readings)


class _Counting:
    """A reader that counts its readings, of the whole table and of changed cells."""

    def __init__(self, play: TrackerRun, reader: TableReader) -> None:
        self._play, self._reader = play, reader

    def __call__(self, photo: Photo) -> Reading:
        self._play.readings += 1
        return self._reader(photo)

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        self._play.readings += 1
        return self._reader.reread_cells(photo, before, cells)


def _list(events: Counter[tuple[object, ...]]) -> str:
    return ", ".join(" ".join(map(str, event)) for event in events.elements())


if __name__ == "__main__":
    main()
