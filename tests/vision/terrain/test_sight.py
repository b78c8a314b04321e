"""What looks like a piece to the scene network hides no terrain where close-ups and colours show ground."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.cameras import disc
from tests.vision.painted import lattice_of
from tests.vision.terrain.ground.painted_ground import near, painted, says, terrain_at
from vision.networks import channels
from vision.networks.models import SceneMaps
from vision.pieces.detect import Piece
from vision.terrain.cover import Occluders
from vision.terrain.ground.ground_model import apply_ground_model
from vision.terrain.sight import with_ground_in_sight
from vision.vocabulary import COLOURS, PIECES

_TILE = (0, 0)
_BOARD = {cell: ("PMO"[n % 3],) * 6 for n, cell in enumerate(disc(2))}
_CENTRES = lattice_of(_BOARD).centres


def _with_printed_piece(clear=0.02):
    """Return a view, and maps that take the middle of a tile for a piece and its ground there for another one.

    ``clear`` is the probability 0..1 that the maps give to no piece.
    """
    view, maps = painted(_BOARD)
    middle = near(maps, view, _CENTRES[_TILE], 0.25)
    another = {"P": (0.2, 0.6, 0.2), "M": (0.6, 0.2, 0.2), "O": (0.6, 0.2, 0.2)}
    logits = says(maps, another, middle).logits.copy()
    logits[channels.PIECE, middle] = np.log([[clear], [0.96 - clear], [0.02], [0.02]])
    return view, SceneMaps(logits)


def _piece(at, certainty):
    spots = at + np.stack(np.meshgrid(*[np.linspace(-0.1, 0.1, 20)] * 2), axis=-1).reshape(-1, 2)
    kinds, colours = np.full(len(PIECES), 1 / len(PIECES)), np.zeros(len(COLOURS))
    return Piece(kinds, certainty, at, spots, spots, colours, np.full(3, 0.2))


def _red(view, piece):
    """Return the view with a piece painted red."""
    pixels = view.pixels.copy()
    across, down = np.round(view.to_view(piece.spots)).astype(int).T
    pixels[down, across] = (20, 20, 220)
    return replace(view, pixels=cv2.medianBlur(pixels, 5))


def _clear_at(maps, view, at):
    across, down = np.round(view.to_maps(at)).astype(int)
    return maps.piece[down, across, 0]


def test_the_ground_appears_where_a_piece_was_only_printed():
    view, seen = _with_printed_piece()
    maps, model = apply_ground_model(seen, view, _CENTRES)
    assert model is not None
    assert terrain_at(maps, view, _CENTRES[_TILE]) != _BOARD[_TILE][0]
    freed = with_ground_in_sight(maps, view, _CENTRES, model, Occluders(occupied={_TILE: 0.02}))
    assert terrain_at(freed, view, _CENTRES[_TILE]) == _BOARD[_TILE][0]
    assert _clear_at(freed, view, _CENTRES[_TILE]) > 0.9
    others = [at for cell, at in _CENTRES.items() if cell != _TILE]
    assert [terrain_at(freed, view, at) for at in others] == [terrain_at(maps, view, at) for at in others]


@pytest.mark.parametrize("occupied", [{}, {(9, 9): 0.0}])
def test_tiles_that_the_close_ups_did_not_look_at_stay_as_they_are(occupied):
    view, seen = _with_printed_piece()
    maps, model = apply_ground_model(seen, view, _CENTRES)
    same = with_ground_in_sight(maps, view, _CENTRES, model, Occluders(occupied=occupied))
    assert np.allclose(same.piece, maps.piece)
    assert (same.terrain == maps.terrain).all()


def test_what_the_close_ups_see_stays_hidden():
    view, seen = _with_printed_piece()
    maps, model = apply_ground_model(seen, view, _CENTRES)
    piece = _piece(_CENTRES[_TILE], 0.99)
    hidden = with_ground_in_sight(maps, _red(view, piece), _CENTRES, model, Occluders([piece], {_TILE: 0.99}))
    assert _clear_at(hidden, view, _CENTRES[_TILE]) < 0.3


def test_ground_beside_a_piece_of_another_colour_is_in_sight():
    view, seen = _with_printed_piece(clear=0.15)
    maps, model = apply_ground_model(seen, view, _CENTRES)
    beside = _CENTRES[_TILE] + [0.13, 0.0]
    assert _clear_at(maps, view, beside) < 0.2
    assert terrain_at(maps, view, beside) != _BOARD[_TILE][0]
    piece = _piece(_CENTRES[_TILE] - [0.1, 0.0], 0.99)
    freed = with_ground_in_sight(maps, _red(view, piece), _CENTRES, model, Occluders([piece], {_TILE: 0.99}))
    assert _clear_at(freed, view, beside) > 0.5
    assert terrain_at(freed, view, beside) == _BOARD[_TILE][0]


def test_a_piece_that_leans_over_from_another_tile_still_hides_the_terrain():
    view, seen = _with_printed_piece()
    leaning = Occluders([_piece(_CENTRES[_TILE], 0.99)], {_TILE: 0.0})
    maps = with_ground_in_sight(seen, view, _CENTRES, None, leaning)
    assert _clear_at(maps, view, _CENTRES[_TILE]) < 0.1
    assert _clear_at(maps, view, _CENTRES[_TILE] + [0.0, 0.24]) > 0.9


def test_probabilities_of_pieces_still_sum_to_one():
    view, seen = _with_printed_piece()
    maps = with_ground_in_sight(seen, view, _CENTRES, None, Occluders(occupied={_TILE: 0.1}))
    assert np.allclose(maps.piece.sum(axis=2), 1, atol=1e-5) and (maps.piece >= 0).all()
