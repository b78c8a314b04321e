"""``python -m benchmarks.speed.endgame``: time to solve the settlement phase, by the number of contested tiles.

Each row plays random boards until that many tiles are contested, and proves the value of best play; with ``--hints`` it
computes whole hints, the swing of every move too, within the limit.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from statistics import median
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from games.fjords.analysis import hint
from games.fjords.analysis.board_race import race_of
from games.fjords.analysis.bounds import margin_bounds
from games.fjords.analysis.clock import Clock, OutOfTime
from games.fjords.analysis.limited import LimitedSearch
from games.fjords.analysis.outlook import BoundedValue
from games.fjords.analysis.undecided import position_of, race_map_of
from games.fjords.board import Board
from tests.games.fjords.analysis.settlements import fought_over, settled

_TILES = 44
"""Tiles of a board."""
_TRIES = 60
"""Boards that are drawn at most for each one wanted: not every one comes to the number of contested tiles."""
RUNES = ("strength", "water", "friendship", "friendship", "home")


class Kind(NamedTuple):
    """A kind of board: supplies of both players, share of plains, and runes."""

    name: str
    supplies: tuple[int, int]
    plains: float
    runes: tuple[str, ...] = ()


KINDS = (
    Kind("open land", (30, 30), 1.0),
    Kind("broken land", (30, 30), 0.6),
    Kind("runes", (30, 30), 0.75, RUNES),
    Kind("few vikings", (6, 7), 0.75),
    Kind("few vikings, runes", (6, 7), 0.75, RUNES),
)


class Solved(NamedTuple):
    """The effort for one board: whether its value was proved, steps of the search, seconds of processor time."""

    proved: bool
    steps: int
    seconds: float


def value(board: Board, name: str, limit: float) -> Solved:
    """Prove the value of best play on a board for the player to move, within `limit` seconds."""
    race, _ = race_of(board, name)
    clock, me = Clock(limit), race.turn
    search = LimitedSearch(race_map_of(race, me), clock)
    begun = process_time()
    supplies = race.supplies[me], race.supplies[1 - me]
    paid = race.points[me] - race.points[1 - me]
    margin = BoundedValue(search, position_of(race, me), supplies, 0, paid)
    margin.narrow(*margin_bounds(race, me))
    with suppress(OutOfTime):
        margin.bisect()
    return Solved(margin.low == margin.high, clock.steps, process_time() - begun)


def whole_hint(board: Board, name: str, limit: float) -> Solved:
    """Compute a hint, whose steps are not known."""
    begun = process_time()
    found = hint(board, name, limit)
    return Solved(found.exact, 0, process_time() - begun)


def measure(kind: Kind, contested: int, boards: int, limit: float, hints: bool) -> list[Solved]:
    """Return the effort for each board of a kind; fewer than `boards` where few of them come to so many tiles."""
    found: list[Solved] = []
    seed = 0
    while len(found) < boards and seed < _TRIES * boards:
        board, name = settled(
            seed,
            size=_TILES,
            plains=kind.plains,
            supplies=kind.supplies,
            contested=contested,
            runes=kind.runes,
        )
        seed += 1
        if len(fought_over(board)) == contested:
            found.append((whole_hint if hints else value)(board, name, limit))
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--contested", type=int, nargs="+", default=[6, 10, 14, 18, 22, 26], help="contested tiles")
    parser.add_argument("--boards", type=int, default=10, help="of each kind and number of contested tiles")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds allowed a board")
    parser.add_argument("--hints", action="store_true", help="compute whole hints")
    given = parser.parse_args()
    heads = "board", "contested", "boards", "proved", "steps together", "median CPU s", "worst CPU s"
    table = Table(*heads, title="Insight, two players")
    for kind in KINDS:
        for contested in given.contested:
            found = measure(kind, contested, given.boards, given.limit, given.hints)
            if found:
                seconds = [one.seconds for one in found]
                proved, steps = sum(one.proved for one in found), sum(one.steps for one in found)
                times = f"{median(seconds):.3f}", f"{max(seconds):.3f}"
                table.add_row(kind.name, str(contested), str(len(found)), str(proved), str(steps), *times)
    Console().print(table)


if __name__ == "__main__":
    main()
