"""Every group of one player's pieces that plains join has a longhouse."""

import numpy as np

from tests.vision.painted import painted_inspection
from vision.geometry.lattice import position
from vision.pieces.detect import find_pieces
from vision.pieces.evidence.land_groups import land_groups
from vision.pieces.evidence.scene import Scene

_ROW = [(0, 0), (1, 0), (2, 0), (6, 0), (7, 0)]


def _groups(colours=(0, 0, 0, 0, 0), which=(0, 1, 2, 3, 4), houses=(0, 0, 0, 0, 0), **known):
    pieces = [find_pieces({at: painted_inspection(at, ("viking", "red", position(at)))})[0] for at in _ROW]
    return land_groups(Scene(pieces, **known), np.eye(11)[list(colours)], np.array(houses, float), list(which))


def test_a_group_lacks_a_longhouse_until_one_of_its_pieces_is_one():
    groups = _groups()
    assert groups.lacking(np.array([[0, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 1, 0, 1, 0]], float)).round(6).tolist() == [
        2, 1, 0
    ]  # fmt: skip
    np.testing.assert_allclose(groups.odds(np.array([[0.0, 1, 0, 0, 0]]))[0], [0, 1, 0, 1, 1], atol=1e-6)


def test_pieces_of_another_colour_or_across_water_are_no_part_of_a_group():
    assert _groups(colours=(0, 1, 0, 0, 0)).lacking(np.zeros((1, 5))).round(6) == 4
    sea = {((0, 0), (1, 0)): 0.1, ((1, 0), (0, 0)): 0.1}
    assert _groups(plains=sea).lacking(np.zeros((1, 5))).round(6) == 3


def test_a_group_that_may_go_on_out_of_sight_lacks_nothing():
    assert _groups(unseen=[(3, 0)]).lacking(np.zeros((1, 5))).round(6) == 1


def test_a_longhouse_whose_kind_is_not_asked_about_serves_its_group():
    assert _groups(which=(0, 1, 3, 4), houses=(0, 0, 1, 0, 0)).lacking(np.zeros((1, 4))).round(6) == 1


def test_what_is_hardly_a_piece_lacks_hardly_a_longhouse():
    pieces = [find_pieces({at: painted_inspection(at, ("viking", "red", position(at)))})[0] for at in _ROW]
    groups = land_groups(Scene(pieces), 0.1 * np.eye(11)[[0] * 5], np.zeros(5), list(range(5)))
    assert groups.lacking(np.zeros((1, 5))).round(6) == 0.5
