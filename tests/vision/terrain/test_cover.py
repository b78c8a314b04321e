"""What a piece hides says little about the tile's edges, also where the scene network takes the piece for ground."""

import numpy as np

from tests.vision.painted import lattice_of, maps_of, view_of
from vision.geometry.lattice import CORNERS
from vision.networks import channels
from vision.networks.models import SceneMaps
from vision.pieces.detect import Piece
from vision.terrain.cover import clear_of_pieces
from vision.terrain.edge_samples import sample_edges
from vision.terrain.edges import EDGES, combine_seams, edge_log_likelihoods
from vision.vocabulary import COLOURS, PIECES

_BOARD = {(0, 0): ("P",) * 6, (1, 0): ("P",) * 6, (0, 1): ("P",) * 6}
_TOP = 0.9 * (0.75 * CORNERS[3] + 0.25 * CORNERS[4])
"""The middle of the first half of an edge of the first tile, beyond which no other tile lies."""


def _piece(certainty):
    along = np.linspace(-0.19, 0.19, 50)
    spots = _TOP + np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)
    kinds, colours = np.full(len(PIECES), 1 / len(PIECES)), np.zeros(len(COLOURS))
    return Piece(kinds, certainty, np.zeros(2), spots, spots, colours, np.full(3, 0.2))


def _with_false_ground(view):
    """Return maps of the board in which the scene network sees no piece, and ocean where it stands."""
    maps = maps_of(_BOARD, view)
    places = view.from_maps(np.stack(np.meshgrid(*map(np.arange, maps.rim.shape[::-1])), axis=-1))
    logits = maps.logits.copy()
    logits[channels.TERRAIN, (np.abs(places - _TOP) < 0.16).all(axis=-1)] = np.log([[1e-6], [0.02], [0.02], [0.96]])
    return SceneMaps(logits)


def _read(maps, view, pieces):
    centres = lattice_of(_BOARD).centres
    outlines = np.array([at + CORNERS for at in centres.values()])
    clear = clear_of_pieces(maps, view, pieces)
    evidence = combine_seams(tuple(centres), edge_log_likelihoods(sample_edges(maps, view, outlines, clear)))
    return [EDGES[k] for k in evidence.posterior[0].argmax(axis=1)], evidence.posterior[0].max(axis=1)


def test_a_piece_that_looks_like_ground_does_not_part_an_edge():
    view = view_of(_BOARD)
    maps = _with_false_ground(view)
    assert _read(maps, view, [])[0] != ["P"] * 6
    assert _read(maps, view, [_piece(0.99)])[0] == ["P"] * 6


def test_an_edge_behind_a_piece_is_less_certain():
    view = view_of(_BOARD)
    maps = maps_of(_BOARD, view)
    _, seen = _read(maps, view, [])
    _, hidden = _read(maps, view, [_piece(1.0)])
    assert (hidden <= seen + 1e-9).all() and hidden.min() < seen.min()


def test_a_piece_outside_the_view_hides_nothing():
    view = view_of(_BOARD)
    maps = maps_of(_BOARD, view)
    far = _piece(1.0)
    away = Piece(far.kinds, 1.0, far.foot, far.hull, far.spots + 50.0, far.colour, far.shade)
    assert (clear_of_pieces(maps, view, [away]) == maps.piece[..., 0]).all()
