"""Pieces belong to the tile they stand on, and colours are named by comparison."""

from dataclasses import replace

import numpy as np

from tests.vision.painted import lattice_of, maps_of, view_of
from vision.channels import COLOURS
from vision.colours import likeliest, name_colours
from vision.lattice import nearest_cell, position
from vision.pieces import find_pieces

_BOARD = {(0, 0): ("P",) * 6, (1, 0): ("P",) * 6, (0, 1): ("O",) * 6}


def _found(pieces):
    view = view_of(_BOARD)
    return find_pieces(maps_of(_BOARD, view, pieces), view, lattice_of(_BOARD))


def test_kinds_and_tiles_of_standing_things_are_found():
    found = _found(
        [("viking", "white", position((0, 0))), ("longhouse", "black", (1.1, 0.1)), ("stone", None, position((0, 1)))]
    )
    assert {(p.kind, nearest_cell(p.foot)) for p in found} == {
        ("viking", (0, 0)), ("longhouse", (1, 0)), ("stone", (0, 1)),
    }  # fmt: skip


def test_a_supply_piece_beside_the_board_is_left_out():
    assert _found([("viking", "white", (-0.9, -0.3))]) == []


def test_two_pieces_on_one_tile_are_both_reported():
    assert len(_found([("viking", "white", (-0.2, 0)), ("viking", "white", (0.2, 0))])) == 2


def test_one_doubtful_piece_is_named_by_those_that_look_like_it():
    piece = _found([("viking", "white", position((0, 0)))])[0]
    likely = np.log(np.full(len(COLOURS), 0.02))
    sure, unsure = likely.copy(), likely.copy()
    sure[COLOURS.index("yellow")] = np.log(0.9)
    unsure[COLOURS.index("yellow")], unsure[COLOURS.index("orange")] = np.log(0.4), np.log(0.45)
    family = [replace(piece, colour=sure)] * 5 + [replace(piece, colour=unsure)]
    assert [likeliest(p) for p in name_colours(family)] == ["yellow"] * 6


def test_pieces_that_look_different_keep_their_own_names():
    piece = _found([("viking", "white", position((0, 0)))])[0]
    white, black = np.log(np.full(len(COLOURS), 0.02)), np.log(np.full(len(COLOURS), 0.02))
    white[COLOURS.index("white")] = black[COLOURS.index("black")] = np.log(0.8)
    names = name_colours(
        [replace(piece, colour=white, shade=np.full(3, 0.8)), replace(piece, colour=black, shade=np.full(3, 0.02))]
    )
    assert [likeliest(p) for p in names] == ["white", "black"]


def test_a_pale_yellow_beside_white_is_yellow():
    piece = _found([("viking", "white", position((0, 0)))])[0]
    clear, pale = np.log(np.full(len(COLOURS), 0.02)), np.log(np.full(len(COLOURS), 0.02))
    clear[COLOURS.index("white")] = np.log(0.7)
    pale[COLOURS.index("white")], pale[COLOURS.index("yellow")] = np.log(0.4), np.log(0.3)
    white = replace(piece, colour=clear, shade=np.array([0.6, 0.6, 0.6]))
    yellow = replace(piece, colour=pale, shade=np.array([0.2, 0.45, 0.6]))
    assert [likeliest(p) for p in name_colours([white] * 6 + [yellow] * 5)] == ["white"] * 6 + ["yellow"] * 5
    assert likeliest(name_colours([yellow] * 5)[0]) == "white"


def test_without_pieces_there_is_nothing_to_name():
    assert name_colours([]) == []
