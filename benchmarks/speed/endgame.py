"""``python -m benchmarks.speed.endgame``: time to solve the settlement phase, by the number of contested tiles.

Each row plays random boards until that many tiles are contested, and computes a hint: value and swing of every move.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import perf_counter
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from games.fjords.analysis import hint
from tests.games.fjords.analysis.settlements import fought_over, settled

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


def measure(kind: Kind, contested: int, boards: int, limit: float) -> tuple[list[float], int]:
    """Return the seconds for each board, and the number of proven results."""
    seconds, proved, seed = [], 0, 0
    while len(seconds) < boards and seed < 60 * boards:
        board, name = settled(seed, 44, kind.plains, 3, kind.supplies, contested, kind.runes)
        seed += 1
        if len(fought_over(board)) != contested:
            continue
        start = perf_counter()
        found = hint(board, name, limit)
        seconds.append(perf_counter() - start)
        proved += found.exact
    return seconds, proved


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--contested", type=int, nargs="+", default=[6, 10, 14, 18, 22, 26])
    parser.add_argument("--boards", type=int, default=10)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds allowed a hint")
    given = parser.parse_args()
    table = Table("board", "contested", "boards", "proved", "median s", "worst s", title="Insight, two players")
    for kind in KINDS:
        for contested in given.contested:
            seconds, proved = measure(kind, contested, given.boards, given.limit)
            if seconds:
                times = f"{median(seconds):.3f}", f"{max(seconds):.3f}"
                table.add_row(kind.name, str(contested), str(len(seconds)), str(proved), *times)
    Console().print(table)


if __name__ == "__main__":
    main()
