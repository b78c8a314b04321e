"""The pieces of a game stand as the rules let them stand, and are no more than its players own."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from games.hexgrid import neighbours
from training.scenes.board import EdgeStyle, Laid, grow, lay_edges
from training.scenes.pieces.played_game import played_game
from training.validation import photo_of_a_game

_EDGES = EdgeStyle((0.9, 0.1, 0.0), (0.55, 0.25, 0.2), 0.3, 1.5)

_WITH_STONES = (1, 7, 15, 21)
"""Seeds of photos of games with rune stones."""


def _board(seed):
    rng = np.random.default_rng(seed)
    cells = grow(rng, 40)
    edges = lay_edges(rng, cells, _EDGES, 1.0)
    return rng, [Laid(c, tuple(e), np.zeros(2), 0.0, 1.0, 0.0) for c, e in zip(cells, edges, strict=True)]


@pytest.mark.parametrize("seed", range(5))
def test_every_viking_stands_beside_a_piece_of_its_player_and_longhouses_stand_on_plains(seed):
    rng, tiles = _board(seed)
    placed = played_game(rng, tiles, ("red", "blue", "white"), 0.7)
    edges = {tile.cell: tile.edges for tile in tiles}
    houses = Counter(owner for kind, owner in placed.values() if kind == "longhouse")
    assert max(houses.values()) <= 4 and sum(kind == "viking" for kind, _ in placed.values()) > 5
    for cell, (kind, owner) in placed.items():
        if kind == "viking":
            assert any(placed.get(n, ("", ""))[1] == owner for n in neighbours(cell))
        else:
            assert any("P" in edge for edge in edges[cell])


def test_no_more_tiles_are_taken_than_wanted():
    rng, tiles = _board(9)
    assert len(played_game(rng, tiles, ("red", "blue"), 0.3)) <= 0.3 * len(tiles) + 2


@cache
def _photographed(seed, played):
    """Return the pieces of a photo of a game."""
    return photo_of_a_game([seed], 320, 240, game=True, played=played).pieces


@pytest.mark.parametrize("played", [True, False])
@pytest.mark.parametrize("seed", _WITH_STONES)
def test_no_player_of_a_photographed_game_has_more_than_four_longhouses_on_the_board_and_beside_it(seed, played):
    assert max(Counter(p.colour for p in _photographed(seed, played) if p.kind == "longhouse").values()) <= 4


def test_a_player_of_a_game_has_one_home_stone_at_most_under_a_longhouse_and_other_stones_lie_on_empty_tiles():
    homes = others = 0
    for pieces in (_photographed(seed, True) for seed in _WITH_STONES):
        kinds = {cell: {p.kind for p in pieces if p.cell == cell} for cell in {p.cell for p in pieces} - {None}}
        on_stones = [kind for kind in kinds.values() if "stone" in kind]
        assert all(kind <= {"stone", "longhouse"} for kind in on_stones)
        stones = {p.cell for p in pieces if p.kind == "stone"}
        owners = Counter(p.colour for p in pieces if p.kind == "longhouse" and p.cell in stones)
        assert max(owners.values(), default=0) <= 1
        homes += owners.total()
        others += sum(kind == {"stone"} for kind in on_stones)
    assert homes and others
