"""A table is known again by a game of which people have named ground, though the camera sees other terrains."""

import json
import re

import pytest

from companion.record.entered_tile import tile_of
from companion.record.same_table import matched_board
from games.fjords.board import Board
from tests.support.readers.truth_reader import GAME, SAMPLES

TRUTH = json.loads((GAME / "game_12.json").read_bytes())
WAY = (2, (3, -1))


def board_of(document, names):
    """The board with its terrains called otherwise: ``names`` of P, M and O."""
    calls = str.maketrans("PMO", names)

    def called(tile):
        edges = [re.sub(r"(.)\1+", r"\1", edge.translate(calls)) for edge in tile["edges"]]
        return {**tile_of(edges), "q": tile["q"], "r": tile["r"]}

    fields = {key: document[key] for key in ("format", "version", "game", "pieces")}
    return Board.from_document({**fields, "tiles": [called(tile) for tile in document["tiles"]]})


@pytest.mark.parametrize("names", ["PMO", "MPO", "OMP", "MMO", "PPO", "MOP"])
def test_a_board_is_found_again_whatever_its_grounds_are_called(names):
    known = board_of(TRUTH, "PMO")
    found = matched_board(known, board_of(TRUTH, names).moved(*WAY), renamed=True)
    assert found is not None
    assert found.tiles.keys() == known.tiles.keys()
    assert {(p.kind, p.colour, p.cell) for p in found.pieces} == {(p.kind, p.colour, p.cell) for p in known.pieces}


def test_tiles_laid_since_do_not_hide_it():
    earlier = json.loads((GAME / "game_08.json").read_bytes())
    known = board_of(earlier, "PMO")
    found = matched_board(known, board_of(TRUTH, "MPO").moved(*WAY), renamed=True)
    assert found is not None
    assert known.tiles.keys() <= found.tiles.keys()


@pytest.mark.parametrize("other", ["table01", "table05", "table12"])
def test_another_board_is_none(other):
    document = json.loads((SAMPLES / f"{other}.json").read_bytes())
    assert matched_board(board_of(TRUTH, "PMO"), board_of(document, "PMO"), renamed=True) is None
    assert matched_board(board_of(TRUTH, "PMO"), board_of(document, "PMO"), renamed=False) is None
