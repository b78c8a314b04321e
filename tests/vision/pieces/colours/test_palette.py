"""Taught pieces name others under any lamp, and do not change colours that were not taught."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.imaging.chromaticity import chroma
from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.vocabulary import COLOURS

PAINTS = {
    "white": (0.8, 0.85, 0.9),
    "yellow": (0.05, 0.55, 0.8),
    "purple": (0.4, 0.08, 0.2),
    "black": (0.03, 0.03, 0.03),
}
SHAPE = np.array([0.3, -0.1, np.nan])


def logs(colour, sure=0.9):
    shares = np.full(len(COLOURS), (1 - sure) / (len(COLOURS) - 1))
    shares[COLOURS.index(colour)] = sure
    return np.log(shares)


def taught(names, network=None, kinds=((0.9, 0.05, 0.05), (0.05, 0.9, 0.05))):
    network = network or {}
    pieces = [
        TaughtPiece(
            name,
            kind,
            chroma(np.array(PAINTS[paint])),
            logs(network.get(paint, paint)),
            np.array(odds),
            SHAPE,
        )
        for paint, name in names.items()
        for kind, odds in zip(("viking", "longhouse"), kinds, strict=True)
    ]
    return Palette(tuple(pieces), chroma(np.full(3, 0.4)))


def named(palette, lights, network, table=None):
    chromas = chroma(np.array(lights))
    return [palette.names[k] for k in palette.log_likelihoods(chromas, np.array(network), table).argmax(axis=1)]


def test_taught_colours_may_have_any_names():
    palette = taught({paint: f"player {k}" for k, paint in enumerate(PAINTS)})
    assert len(palette.names) == len(COLOURS)
    assert {f"player {k}" for k in range(4)} <= set(palette.names)
    assert len(set(palette.names)) == len(COLOURS)


def test_a_standard_name_keeps_its_place():
    palette = taught({"purple": "white", "white": "Ann"})
    assert palette.names[COLOURS.index("white")] == "white"
    assert "Ann" in palette.names


@given(st.floats(0.6, 1.5), st.floats(0.75, 1.3), st.floats(0.75, 1.3))
def test_a_lamp_that_shifts_all_pieces_alike_changes_no_name(strength, blue, red):
    palette = taught({paint: paint for paint in PAINTS})
    lamp = strength * np.array([blue, 1.0, red])
    lights = [np.array(p) * lamp for p in PAINTS.values()]
    assert named(palette, lights, [logs(p) for p in PAINTS]) == list(PAINTS)


def test_taught_colours_correct_a_network_that_made_the_same_mistake_in_teaching():
    palette = taught({"purple": "Cy", "black": "Di"}, network={"purple": "black"})
    assert named(palette, [PAINTS["purple"], PAINTS["black"]], [logs("black"), logs("black")]) == ["Cy", "Di"]


def test_a_colour_unlike_all_taught_ones_keeps_its_standard_name():
    palette = taught({"white": "Ann", "black": "Di"})
    assert named(palette, [PAINTS["yellow"], PAINTS["white"]], [logs("yellow"), logs("white")]) == ["yellow", "Ann"]


def test_one_white_piece_under_a_yellow_lamp_is_recognised_by_the_table():
    palette = taught({"white": "Ann", "yellow": "Bo"})
    lamp = np.array([0.6, 1.0, 1.1])
    network = np.log(0.5 * np.exp(logs("white")) + 0.5 * np.exp(logs("yellow")))
    assert named(palette, [np.array(PAINTS["white"]) * lamp], [network], chroma(0.4 * lamp)) == ["Ann"]


def test_kinds_stay_the_networks_where_it_recognised_all_taught_pieces():
    odds = np.array([0.6, 0.3, 0.1])
    assert taught({"white": "Ann"}).kind_probabilities(odds, SHAPE) is odds


@pytest.mark.parametrize(("shape", "kind"), [((0.0, -0.03, -2.4), 0), ((0.25, -0.1, -2.9), 1)])
def test_the_most_similar_taught_piece_decides_where_the_network_was_mistaken(shape, kind):
    pieces = [
        TaughtPiece("red", k, np.zeros(3), logs("red"), np.array([0.95, 0.04, 0.01]), np.array(own))
        for k, own in (("viking", (0.02, -0.04, -2.35)), ("longhouse", (0.2, -0.09, -2.8)))
    ]
    palette = Palette(tuple(pieces), None)
    assert int(palette.kind_probabilities(np.array([0.97, 0.02, 0.01]), np.array(shape)).argmax()) == kind
    assert palette.kind_probabilities(np.array([0.02, 0.02, 0.96]), np.array(shape))[2] == pytest.approx(0.96)
