"""What looks like the other pieces of its table is likelier a piece."""

from dataclasses import replace

import numpy as np

from tests.vision.painted import painted_inspection
from vision.geometry.lattice import position
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.terms.presence import presence
from vision.pieces.looks import LOOK_COUNT


def _candidate(certainty, cell=(0, 0)):
    """Return a candidate whose look was not described."""
    (piece,) = find_pieces({cell: painted_inspection(cell, ("viking", "red", position(cell)), sure=0.999)})
    return replace(piece, certainty=certainty, kinds=np.array([1.0, 0.0, 0.0]), look=np.empty(0))


def _looking(certainty, height, cell):
    """Return a candidate whose look deviates by a number of standard deviations from that of other pieces."""
    return replace(_candidate(certainty, cell), look=np.r_[float(height), np.zeros(LOOK_COUNT - 1)])


def _odds_of_a_piece(pieces):
    """Return the log odds that the term adds for any piece against nothing."""
    odds = presence(Scene(pieces), np.empty((len(pieces), 24)))
    return odds[:, 1:].max(axis=1) - odds[:, 0]


def test_nothing_is_said_of_a_stone_recognised_by_its_face():
    known = replace(_candidate(0.97), rune=("home", "red"))
    assert _odds_of_a_piece([known]).tolist() == [0]


def test_what_looks_like_the_other_pieces_is_likelier_than_what_does_not():
    others = [_looking(0.98, 0, (k, 0)) for k in range(1, 7)]
    alike = _odds_of_a_piece([_looking(0.5, 0.5, (0, 3)), *others])[0]
    unlike = _odds_of_a_piece([_looking(0.5, 9, (0, 3)), *others])[0]
    assert alike > unlike + 2


def test_looks_tell_little_where_hardly_another_piece_is_certain():
    alone = [_odds_of_a_piece([_looking(0.5, look, (0, 3)), _looking(0.5, 0, (1, 0))])[0] for look in (0, 9)]
    assert alone[0] - alone[1] < 1
