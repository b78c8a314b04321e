"""Colours are named by comparison: within clusters, between clusters, and by the rules of who plays."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.geometry.lattice import position
from vision.pieces.colours.naming import likeliest, name_colours
from vision.pieces.detect import find_pieces
from vision.vocabulary import COLOURS


def _white():
    return find_pieces({(0, 0): painted_inspection((0, 0), ("viking", "white", position((0, 0))))})[0]


def test_an_uncertain_piece_is_named_like_those_that_look_like_it():
    piece = _white()
    likely = np.log(np.full(len(COLOURS), 0.02))
    sure, unsure = likely.copy(), likely.copy()
    sure[COLOURS.index("yellow")] = np.log(0.9)
    unsure[COLOURS.index("yellow")], unsure[COLOURS.index("orange")] = np.log(0.4), np.log(0.45)
    family = [replace(piece, colour=sure)] * 5 + [replace(piece, colour=unsure)]
    assert [likeliest(p) for p in name_colours(family)] == ["yellow"] * 6


def test_pieces_that_look_different_keep_their_own_names():
    piece = _white()
    white, black = np.log(np.full(len(COLOURS), 0.02)), np.log(np.full(len(COLOURS), 0.02))
    white[COLOURS.index("white")] = black[COLOURS.index("black")] = np.log(0.8)
    names = name_colours(
        [replace(piece, colour=white, shade=np.full(3, 0.8)), replace(piece, colour=black, shade=np.full(3, 0.02))]
    )
    assert [likeliest(p) for p in names] == ["white", "black"]


def test_a_pale_yellow_beside_white_is_yellow():
    piece = _white()
    clear, pale = np.log(np.full(len(COLOURS), 0.02)), np.log(np.full(len(COLOURS), 0.02))
    clear[COLOURS.index("white")] = np.log(0.7)
    pale[COLOURS.index("white")], pale[COLOURS.index("yellow")] = np.log(0.4), np.log(0.3)
    white = replace(piece, colour=clear, shade=np.array([0.6, 0.6, 0.6]))
    yellow = replace(piece, colour=pale, shade=np.array([0.2, 0.45, 0.6]))
    assert [likeliest(p) for p in name_colours([white] * 6 + [yellow] * 5)] == ["white"] * 6 + ["yellow"] * 5
    assert likeliest(name_colours([yellow] * 5)[0]) == "white"


def _colour(**likely):
    logs = np.log(np.full(len(COLOURS), 0.01))
    for name, share in likely.items():
        logs[COLOURS.index(name)] = np.log(share)
    return logs


def test_a_yellow_house_in_glare_is_yellow_though_it_looks_white():
    white = replace(_white(), colour=_colour(white=0.95), shade=np.full(3, 0.5))
    yellow = replace(_white(), colour=_colour(yellow=0.95), shade=np.array([0.08, 0.34, 0.5]))
    glaring = replace(_white(), colour=_colour(white=0.85, yellow=0.05), shade=np.array([0.26, 0.49, 0.65]))
    named = [likeliest(p) for p in name_colours([white] * 6 + [yellow] * 6 + [glaring])]
    assert named == ["white"] * 6 + ["yellow"] * 6 + ["yellow"]


def test_pieces_that_look_like_the_yellow_ones_are_not_named_a_further_colour():
    yellow = replace(_white(), colour=_colour(yellow=0.95), shade=np.array([0.16, 0.44, 0.58]))
    doubtful = replace(_white(), colour=_colour(orange=0.7, yellow=0.2), shade=np.array([0.17, 0.44, 0.6]))
    named = [likeliest(p) for p in name_colours([yellow] * 8 + [doubtful] * 3)]
    assert named == ["yellow"] * 11


def test_without_pieces_the_result_is_empty():
    assert name_colours([]) == []


def test_an_overexposed_orange_disc_is_orange_though_it_looks_yellowish():
    orange = replace(_white(), colour=_colour(orange=0.95), shade=np.array([0.015, 0.24, 0.87]))
    yellow = replace(_white(), colour=_colour(yellow=0.95), shade=np.array([0.1, 0.85, 0.95]))
    overexposed = replace(_white(), colour=_colour(orange=0.5, yellow=0.4), shade=np.array([0.05, 0.6, 0.95]))
    named = [likeliest(p) for p in name_colours([orange] * 4 + [yellow] * 6 + [overexposed] * 4)]
    assert named == ["orange"] * 4 + ["yellow"] * 6 + ["orange"] * 4


_ROSE = replace(_white(), colour=_colour(pink=0.95), shade=np.array([0.35, 0.3, 0.8]))
_PALE = replace(_white(), colour=_colour(white=0.45, pink=0.45), shade=np.array([0.6, 0.55, 0.8]))
_BLACK = replace(_white(), colour=_colour(black=0.95), shade=np.full(3, 0.02))
_PLAYERS = [_ROSE] * 3 + [_PALE] * 5 + [_BLACK] * 5


@pytest.mark.parametrize(
    "kinds, expected",
    [
        (["longhouse"] * 3 + ["viking"] * 5 + ["longhouse"] + ["viking"] * 4, "pink"),
        (["longhouse"] * 3 + ["viking"] * 4 + ["longhouse"] * 2 + ["viking"] * 4, "white"),
        (["longhouse"] * 3 + ["longhouse"] * 5 + ["longhouse"] + ["viking"] * 4, "white"),
        ([], "white"),
    ],
    ids=["vikings without a house", "vikings with a house", "houses without vikings", "no game"],
)
def test_uncertain_vikings_take_a_colour_that_has_a_longhouse(kinds, expected):
    named = [likeliest(p) for p in name_colours(_PLAYERS, kinds=kinds)]
    assert named == ["pink"] * 3 + [expected] * 5 + ["black"] * 5


@pytest.mark.parametrize("kinds, expected", [(["longhouse"] + ["viking"] * 5, "grey"), ([], "white")])
def test_in_a_game_at_least_two_colours_play(kinds, expected):
    white = replace(_white(), colour=_colour(white=0.9), shade=np.full(3, 0.7))
    dull = replace(_white(), colour=_colour(grey=0.7, white=0.25), shade=np.array([0.3, 0.27, 0.25]))
    named = [likeliest(p) for p in name_colours([white] * 6 + [dull] * 6, kinds=2 * kinds)]
    assert named == ["white"] * 6 + [expected] * 6


def test_a_clear_colour_keeps_its_name_also_where_all_its_longhouses_are_hidden():
    red = replace(_white(), colour=_colour(red=0.9), shade=np.array([0.05, 0.05, 0.6]))
    kinds = ["viking"] * 4 + ["longhouse"] + ["viking"] * 4
    named = [likeliest(p) for p in name_colours([red] * 4 + [_BLACK] * 5, kinds=kinds)]
    assert named == ["red"] * 4 + ["black"] * 5


@pytest.mark.parametrize("houses, expected", [(1, "black"), (4, "grey")])
def test_eight_longhouses_that_look_alike_are_those_of_two_players(houses, expected):
    dull = replace(_white(), colour=_colour(grey=0.55, black=0.28), shade=np.full(3, 0.024))
    kinds = ["longhouse"] * 4 + ["viking"] * 4 + ["longhouse"] * houses + ["viking"] * (8 - houses)
    pieces = [_BLACK] * 8 + [dull] * 8 + [_ROSE] * 3
    named = [likeliest(p) for p in name_colours(pieces, kinds=[*kinds, *["longhouse"] * 3])]
    assert named == ["black"] * 8 + [expected] * 8 + ["pink"] * 3
