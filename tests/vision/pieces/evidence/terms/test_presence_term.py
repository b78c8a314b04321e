"""Whether anything stands on a cell the networks judge better than what stands there."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.geometry.lattice import position
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.terms.presence import presence


def _candidate(certainty, cell=(0, 0)):
    (piece,) = find_pieces({cell: painted_inspection(cell, ("viking", "red", position(cell)), sure=0.999)})
    return replace(piece, certainty=certainty, kinds=np.array([1.0, 0.0, 0.0]))


def _odds_of_a_piece(pieces):
    """Return the log odds that the term adds for any piece against nothing."""
    odds = presence(Scene(pieces), np.empty((len(pieces), 24)))
    return odds[:, 1:].max(axis=1) - odds[:, 0]


def test_what_the_networks_are_sure_of_becomes_likelier_and_what_they_doubt_less_likely():
    sure, doubted = _odds_of_a_piece([_candidate(0.97), _candidate(0.1, (3, 0))])
    assert sure > 1
    assert doubted < -0.5


def test_nothing_is_said_of_what_may_as_well_be_there_as_not():
    assert _odds_of_a_piece([_candidate(0.5)]) == pytest.approx([0])


def test_two_candidates_on_one_cell_are_less_likely_than_apart():
    apart = _odds_of_a_piece([_candidate(0.9), _candidate(0.9, (1, 0))])
    together = _odds_of_a_piece([_candidate(0.9), _candidate(0.9)])
    assert (together < apart - 2).all()


def test_nothing_is_said_of_a_stone_recognised_by_its_face():
    known = replace(_candidate(0.97), rune=("home", "red"))
    assert _odds_of_a_piece([known]).tolist() == [0]
