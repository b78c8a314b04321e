"""Pictures of one game show a tile or a piece more each, and all else as before."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from games.hexgrid import neighbours
from training.scenes.arrangement.scatter import Piece
from training.scenes.filmed_game import FilmedGame, film_game
from training.scenes.pieces.played_game import LONGHOUSES
from training.scenes.scene import SceneOptions


@cache
def _game(seed: int) -> FilmedGame:
    options = SceneOptions(
        (14, 14), (0, 30), (60, 90), pieces=0.6, empty=0.0, whole=True, game=True, played=True, stones=0.2
    )
    return film_game(np.random.default_rng(seed), 320, 240, options)


@cache
def _picture(seed, moves):
    return _game(seed).picture(moves)


@pytest.mark.parametrize("seed", [2, 3])
def test_each_picture_shows_the_tiles_and_pieces_of_the_moves_so_far(seed):
    game = _game(seed)
    for moves in (3, len(game.moves) // 2, len(game.moves)):
        made = game.moves[:moves]
        shown = _picture(seed, moves)
        assert {t.cell for t in shown.tiles if t.on_board} == {m for m in made if not isinstance(m, Piece)}
        pieces = Counter((p.kind, p.colour, p.cell) for p in shown.pieces if p.cell is not None)
        houses = {m.cell for m in made if isinstance(m, Piece) and m.kind == "longhouse"}
        homes = [p for p in shown.pieces if p.kind == "stone" and p.cell in houses]
        assert pieces - Counter((p.kind, p.colour, p.cell) for p in homes) == Counter(
            (m.kind, m.colour, m.cell) for m in made if isinstance(m, Piece)
        )


@pytest.mark.parametrize("seed", [2, 3])
def test_stones_lie_alone_or_under_a_longhouse(seed):
    moves = [move for move in _game(seed).moves if isinstance(move, Piece)]
    assert any(move.kind == "stone" for move in moves)
    assert max(Counter(move.cell for move in moves).values()) == 1


@pytest.mark.parametrize("seed", [2, 3])
def test_ground_changes_only_where_a_tile_is_laid(seed):
    game = _game(seed)
    number = next(k for k, move in enumerate(game.moves) if k > 3 and not isinstance(move, Piece))
    before, after = _picture(seed, number), _picture(seed, number + 1)
    corners = next(t.corners for t in after.tiles if t.cell == game.moves[number]) / 2
    rows, columns = np.nonzero(before.terrain != after.terrain)
    assert len(rows)
    low, high = corners.min(axis=0) - 2, corners.max(axis=0) + 2
    assert low[0] <= columns.min() and columns.max() <= high[0] and low[1] <= rows.min() and rows.max() <= high[1]


@pytest.mark.parametrize("seed", [2, 3])
def test_tiles_touch_two_others_and_vikings_follow_a_piece_of_their_player(seed):
    laid, placed = [], []
    for move in _game(seed).moves:
        if not isinstance(move, Piece):
            assert not any(piece.kind == "viking" for piece in placed)
            assert sum(beside in laid for beside in neighbours(move)) >= min(2, len(laid))
            laid.append(move)
            continue
        if move.kind == "viking":
            assert any(p.colour == move.colour and p.cell in neighbours(move.cell) for p in placed)
        else:
            assert move.cell == laid[-1]
        placed.append(move)
    assert max(Counter(p.colour for p in placed if p.kind == "longhouse").values()) <= LONGHOUSES


def test_a_hand_covers_a_part_of_the_picture():
    image = _picture(2, 3).image
    shown = _game(2).with_hand(image, np.random.default_rng(1))
    assert 0.002 < (shown != image).any(axis=2).mean() < 0.9
