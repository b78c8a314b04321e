"""Whether a candidate is a stone is told by its sign, by its colour and by the stones elsewhere."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.geometry.lattice import position
from vision.imaging.chromaticity import linear
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import STONE
from vision.pieces.evidence.terms.stones import stone_looks
from vision.vocabulary import OTHER_SIGN, SIGNS

_GRASS, _ROCK, _RED = (60, 140, 90), (50, 60, 70), (40, 30, 190)
_ART = np.array([_GRASS] * 900 + [_ROCK] * 100, np.uint8)
_STONE, _VIKING = np.array([0.01, 0.01, 0.98]), np.array([0.98, 0.01, 0.01])
_RUNE, _OTHER = (np.where(np.array(SIGNS) == sign, 0.96, 0.005) for sign in ("water", OTHER_SIGN))
_WAVERING = np.full(len(SIGNS), 1 / len(SIGNS))


def _piece(kinds=_STONE, colour=_ROCK, signs=_RUNE, cell=(0, 0)):
    (piece,) = find_pieces({cell: painted_inspection(cell, ("stone", None, position(cell)), sure=0.999)})
    return replace(piece, certainty=0.99, kinds=kinds, shade=linear(np.array(colour)), signs=signs)


def _odds(*pieces, art=_ART):
    """Return the log odds that the term adds for the first candidate being a stone."""
    return stone_looks(Scene(pieces, art), np.empty((len(pieces), 24)))[0, STONE]


def test_a_legible_rune_speaks_for_a_stone():
    assert _odds(_piece(signs=_RUNE)) > _odds(_piece(signs=_OTHER)) + 2


def test_a_reader_that_is_sure_of_no_rune_leaves_a_stone_likelier_than_one_that_wavers():
    assert _odds(_piece(signs=_OTHER)) > _odds(_piece(signs=_WAVERING)) + 2


def test_a_candidate_in_the_colour_of_sure_vikings_is_hardly_a_stone():
    vikings = [_piece(_VIKING, _RED, np.empty(0), (3 * k, 0)) for k in range(1, 5)]
    assert _odds(_piece(colour=_RED), *vikings) < _odds(_piece(colour=_ROCK), *vikings) - 1.5


def test_stones_are_likelier_where_others_lie():
    others = [_piece(cell=(3 * k, 0)) for k in range(1, 4)]
    assert _odds(_piece(), *others) > _odds(_piece(), *(replace(p, kinds=_VIKING) for p in others)) + 1


def test_the_colour_of_a_stone_beneath_a_longhouse_says_nothing():
    house = replace(_piece(), kinds=np.array([0.01, 0.98, 0.01]))
    assert _odds(_piece(colour=_RED), house) == pytest.approx(_odds(_piece(colour=_ROCK), house))


def test_nothing_is_said_of_a_stone_recognised_by_its_face_or_where_no_art_is_visible():
    assert _odds(replace(_piece(), rune=("home", "red"))) == 0
    assert _odds(_piece(), art=np.empty((0, 3), np.uint8)) == 0
