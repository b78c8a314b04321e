"""``python -m benchmarks.speed.rules``: time of operations of the rules of Fjords on one core, with their targets.

Boards come without cached results, as from a document: the graph is rebuilt for every measurement.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from games.fjords.board import Board
from games.fjords.checks.warnings import status
from games.fjords.drawing.board import board_svg
from games.fjords.exploration import placements
from games.fjords.landscape import Landscape
from games.fjords.play.game import Game
from games.fjords.scoring import score
from games.fjords.setup import EPIC, RUNE_SETS, Seat, Setup
from tests.games.fjords.tables import deal

ROUNDS = 40
"""Measurements of each operation."""
EPIC_GAME = Setup((Seat("Ann", ("white", "yellow")), Seat("Bo", ("red", "black"))), EPIC, frozenset(RUNE_SETS))


@dataclass(frozen=True)
class Measure:
    """One row of the table: the preparation of round ``n``, and the timed operation on its result."""

    what: str
    aim: str
    ready: Callable[[int], Any]
    work: Callable[[Any], object]

    def milliseconds(self, number: int) -> float:
        """Return the time of one round's operation, milliseconds."""
        given = self.ready(number)
        begun = time.perf_counter()
        self.work(given)
        return 1000 * (time.perf_counter() - begun)


def main() -> None:
    """Measure everything and print the table."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    table = Table("what", "median ms", "slowest ms", "aim ms")
    for measure in _measures():
        times = [measure.milliseconds(number) for number in range(ROUNDS)]
        table.add_row(measure.what, f"{statistics.median(times):.2f}", f"{max(times):.2f}", measure.aim)
    Console(width=100).print(table)


def _measures() -> list[Measure]:
    played = [_play(Random(seed)) for seed in range(5)]
    partly = [_first_tiles(game, 60) for game in played]
    documents = [game.board.to_document() for game in played]
    bag = EPIC_GAME.bag()

    def full(number: int) -> Board:
        return _fresh(played[number % 5].board)

    return [
        Measure(
            "legal placements of one tile, 60 tiles laid",
            "2",
            lambda n: (_fresh(partly[n % 5]), replace(bag[n])),
            lambda given: list(placements(*given)),
        ),
        Measure("status of a full board", "5", full, status),
        Measure("score of a full board", "", full, score),
        Measure("full board from its document", "", lambda n: documents[n % 5], Board.from_document),
        Measure("drawing of a full board", "", full, board_svg),
        Measure("whole random game, Epic with all runes", "500", Random, _play),
    ]


def _play(chance: Random) -> Game:
    game = Game(EPIC_GAME)
    while not game.is_over:
        deal(game, chance)
        game.push(chance.choice(list(game.legal_moves)))
    return game


def _first_tiles(game: Game, count: int) -> Board:
    tiles = dict(islice(game.board.tiles.items(), count))
    return replace(game.board, landscape=Landscape(tiles), pieces=(), runes=())


def _fresh(board: Board) -> Board:
    """Return the same board without cached results."""
    return replace(board, landscape=Landscape({cell: replace(tile) for cell, tile in board.tiles.items()}))


if __name__ == "__main__":
    main()
