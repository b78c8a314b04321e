"""Candidates are read from inspections with their number, kind, foot and colour."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.geometry.lattice import nearest_cell, position
from vision.pieces.closeups import SIZE
from vision.pieces.colours.naming import likeliest
from vision.pieces.detect import PRESENT, find_pieces
from vision.pieces.pair_network import PAIRS


def _found(cell, *pieces, **how):
    return find_pieces({cell: painted_inspection(cell, *pieces, **how)})


def _white():
    return _found((0, 0), ("viking", "white", position((0, 0))))[0]


@pytest.mark.parametrize("kind", ["viking", "longhouse", "stone"])
def test_a_piece_is_found_with_its_kind_and_where_it_stands(kind):
    at = position((2, -1)) + np.array([0.15, -0.1])
    colour = None if kind == "stone" else "black"
    (piece,) = _found((2, -1), (kind, colour, at))
    assert piece.kind == kind
    assert piece.certainty > PRESENT
    assert np.linalg.norm(piece.foot - at) < 0.06
    assert np.abs(piece.hull - at).max() < 0.2


def test_a_bare_cell_has_no_candidate():
    assert _found((0, 0), sure=0.999) == []


def test_a_possible_piece_is_kept_as_unlikely():
    (doubt,) = _found((0, 0), sure=0.9)
    assert 0 < doubt.certainty < PRESENT


def test_two_pieces_on_one_tile_are_both_reported_each_with_its_own_pixels():
    found = _found((0, 0), ("viking", "white", (-0.2, 0)), ("viking", "white", (0.2, 0)))
    assert [p.kind for p in found] == ["viking", "viking"]
    assert sorted(round(float(p.foot[0]), 1) for p in found) == [-0.2, 0.2]
    assert {float(np.sign(p.spots[:, 0].mean())) for p in found} == {-1.0, 1.0}


def test_a_longhouse_on_a_stone_is_two_pieces():
    found = _found((0, 0), ("stone", None, (-0.1, 0)), ("longhouse", "white", (0.12, 0)))
    assert sorted(p.kind for p in found) == ["longhouse", "stone"]


def test_one_piece_of_either_of_two_kinds_is_one_piece():
    look = painted_inspection((0, 0), ("viking", "white", (0.0, 0.0)))
    counts = look.counts.copy()
    counts[1] = [0.45, 0.54, 0.01]
    (piece,) = find_pieces({(0, 0): replace(look, counts=counts)})
    assert piece.kind == "viking"


def test_a_piece_at_the_rim_belongs_to_the_inspected_cell():
    (piece,) = _found((0, 0), ("viking", "white", (0.55, 0.0)))
    assert nearest_cell(piece.foot) == (0, 0)


def test_a_pieces_colour_is_that_of_its_kind():
    found = _found((0, 0), ("longhouse", "purple", (0.0, 0.0)))
    assert [likeliest(np.exp(p.colour)) for p in found] == ["purple"]


_TWO_VIKINGS = 0.9999 * (np.array(PAIRS) == (2, 0, 0)).all(axis=1)
_HOUSE_AND_STONE = (np.array(PAIRS) == (0, 1, 1)).all(axis=1)


def test_the_pair_network_decides_for_two_pieces_where_it_is_certain():
    look = replace(painted_inspection((0, 0), ("viking", "white", (0.05, 0.0))), pairs=_TWO_VIKINGS)
    found = find_pieces({(0, 0): look})
    assert [p.kind for p in found] == ["viking", "viking"]
    assert PRESENT < found[1].certainty < found[0].certainty
    assert np.linalg.norm(found[0].foot - found[1].foot) > 0.05


def test_probabilities_stay_at_most_1_where_rounding_exceeds_it():
    look = replace(painted_inspection((0, 0), ("viking", "white", (0.05, 0.0))), pairs=1.0001 * _TWO_VIKINGS / 0.9999)
    assert all(0 <= piece.certainty <= 1 + 1e-9 for piece in find_pieces({(0, 0): look}))


def test_an_uncertain_pair_is_one_piece_since_pairs_are_rare():
    look = replace(painted_inspection((0, 0), ("viking", "white", (0.05, 0.0))), pairs=0.9 * _TWO_VIKINGS)
    assert len(find_pieces({(0, 0): look})) == 1


def test_a_longhouse_on_a_stone_is_rare_only_where_no_stones_are_in_play():
    house = replace(painted_inspection((0, 0), ("longhouse", "white", (0.05, 0.0))), pairs=0.7 * _HOUSE_AND_STONE)
    open_stone = painted_inspection((1, 0), ("stone", None, position((1, 0))))
    assert [p.kind for p in find_pieces({(0, 0): house})] == ["longhouse"]
    beside = find_pieces({(0, 0): house, (1, 0): open_stone})
    assert [p.kind for p in beside if nearest_cell(p.foot) == (0, 0)] == ["longhouse", "stone"]
    later = find_pieces({(0, 0): house}, find_pieces({(1, 0): open_stone}))
    assert [(p.kind, p.certainty) for p in later] == [(p.kind, p.certainty) for p in beside[:2]]


def test_a_stone_with_or_without_a_longhouse_on_it_brings_stones_into_play():
    look = painted_inspection((0, 0), ("stone", None, (0.0, 0.0)))
    counts = look.counts.copy()
    counts[1] = [0.4, 0.59, 0.01]
    found = find_pieces({(0, 0): replace(look, counts=counts, pairs=0.7 * _HOUSE_AND_STONE)})
    assert sorted(p.kind for p in found) == ["longhouse", "stone"]


@pytest.mark.parametrize("house, stone", [((-0.15, 0.0), (0.15, 0.05)), ((0.12, -0.1), (-0.1, 0.12))])
def test_two_kinds_on_one_tile_have_their_own_feet(house, stone):
    found = _found((0, 0), ("stone", None, stone), ("longhouse", "white", house))
    assert {p.kind for p in found} == {"longhouse", "stone"}
    for piece in found:
        assert np.linalg.norm(piece.foot - (house if piece.kind == "longhouse" else stone)) < 0.06


def test_two_touching_pieces_are_split_where_their_colours_differ():
    look = painted_inspection((0, 0), ("viking", "white", (-0.06, 0.0)), ("viking", "black", (0.06, 0.0)))
    closeup = look.closeup.copy()
    closeup[:, : SIZE // 2, :3] = 230
    closeup[:, SIZE // 2 :, :3] = 60
    found = find_pieces({(0, 0): replace(look, closeup=closeup, foot=0 * look.foot)})
    dark, light = sorted(float(p.shade.mean()) for p in found)
    assert dark < 0.1 and light > 0.7
