"""The published numbers of sequences of moves, counted by the engine and by a program that knows nothing of it."""

import json
import re
from pathlib import Path

import pytest

from games.fjords.board import Board
from games.fjords.exploration import placements
from games.fjords.landscape import Landscape
from games.fjords.play import settling
from games.fjords.play.state import OVER, SETTLEMENT, State
from games.fjords.tilesets.document import shipped
from tests.games.fjords.plain_counting import Table

ROOT = Path(__file__).parents[3]
QUICK = 3000
"""Larger numbers of sequences take seconds to count, and are published only."""
ROWS = re.findall(
    r"^\| `(.+?)` ((?:\| *[0-9]* *)+)\|$", (ROOT / "docs/move-counts.md").read_text(encoding="utf-8"), re.MULTILINE
)
PUBLISHED = {name: [int(number) for number in numbers.replace("|", " ").split()] for name, numbers in ROWS}
BOARDS = [name for name in PUBLISHED if name.endswith(".json")]
SETS = [name for name in PUBLISHED if name not in BOARDS]


def table(name):
    """The document of a board, on which each colour is a player where it lists none."""
    found = json.loads((ROOT / name).read_bytes())
    board = found.get("board", found)
    colours = dict.fromkeys(piece["colour"] for piece in board["pieces"])
    return {"players": [{"name": colour, "colours": [colour]} for colour in colours], **board}


def settled(state, depth):
    """The sequences of so many moves of settlement by the engine."""
    if state.phase == OVER:
        return 0
    moves = list(settling.moves(state))
    return len(moves) if depth == 1 else sum(settled(settling.play(state, move), depth - 1) for move in moves)


def laid(board, tiles):
    """The ways to lay tiles in this order by the engine."""
    if not tiles:
        return 1
    tile, *others = tiles
    found = placements(board, tile)
    return sum(laid(board.with_tile(place.cell, tile.turned(place.rotation)), others) for place in found)


def test_the_page_publishes_counts_of_both_phases():
    assert len(BOARDS) >= 6 and len(SETS) == 2
    assert all(len(counts) >= 4 for counts in PUBLISHED.values())


@pytest.mark.parametrize("name", BOARDS)
def test_two_programs_find_the_published_sequences_of_settlement(name):
    document = table(name)
    begun = settling.at_turn(State(Board.from_document(document), 0, (), SETTLEMENT))
    for depth, published in enumerate(PUBLISHED[name], start=1):
        if published < QUICK:
            assert settled(begun, depth) == published
            assert Table(document).count_settling(0, depth) == published


@pytest.mark.parametrize("name", SETS)
def test_two_programs_find_the_published_ways_to_lay_tiles(name):
    tiles = shipped(name)
    start = [{**tile.to_document(), "q": q, "r": r} for (q, r), tile in tiles.start]
    for count, published in enumerate(PUBLISHED[name][:3], start=1):
        first = tiles.for_players(4)[:count]
        assert laid(Board(Landscape(dict(tiles.start))), first) == published
        plain = Table({"tiles": start, "pieces": [], "players": []})
        assert plain.count_laying([tile.to_document() for tile in first]) == published
