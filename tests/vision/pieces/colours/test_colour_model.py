"""The colour model names pieces under any lamp that shines on all of them."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.geometry.lattice import position
from vision.imaging.chromaticity import chroma, linear
from vision.pieces.colours.colour_model import colour_features, load_colour_model
from vision.pieces.colours.naming import likeliest, name_colours
from vision.pieces.detect import find_pieces
from vision.vocabulary import COLOURS

_PIECE = find_pieces({(0, 0): painted_inspection((0, 0), ("viking", "white", position((0, 0))))})[0]

_PAINTS = {
    "white": (205, 210, 215),
    "yellow": (40, 190, 220),
    "red": (45, 40, 190),
    "blue": (170, 90, 40),
    "black": (38, 38, 40),
}
_SNOW = np.array([225, 225, 225], np.uint8)
_LAMPS = {"day": (1.0, 1.0, 1.0), "dusk": (0.10, 0.13, 0.16), "warm": (0.55, 0.9, 1.1), "cold": (0.9, 0.75, 0.6)}


def _named(lamp, sure=0.0):
    """Name three pieces of each paint under this lamp; the network gives the truth this much extra probability."""
    names = [name for name in _PAINTS for _ in range(3)]
    shades = linear(np.array([_PAINTS[name] for name in names], np.uint8)) * _LAMPS[lamp]
    network = np.log(np.full((len(names), len(COLOURS)), (1 - sure) / len(COLOURS)) + sure * _one_hot(names))
    pieces = [replace(_PIECE, shade=shade, colour=colour) for shade, colour in zip(shades, network, strict=True)]
    lightest = float(chroma(linear(_SNOW) * _LAMPS[lamp])[2])
    return names, [likeliest(p) for p in name_colours(pieces, lightest=lightest)]


def _one_hot(names):
    return np.array([[name == colour for colour in COLOURS] for name in names], float)


@pytest.mark.parametrize("lamp", _LAMPS)
def test_under_any_lamp_a_piece_keeps_its_name(lamp):
    expected, named = _named(lamp, sure=0.3)
    assert named == expected


def test_in_daylight_pieces_are_named_by_the_model_alone():
    expected, named = _named("day")
    assert named == expected


def test_the_exposure_of_a_picture_makes_no_difference():
    shades = linear(np.array(list(_PAINTS.values()), np.uint8))
    lightest = float(chroma(linear(_SNOW))[2])
    darker = float(chroma(linear(_SNOW) * 0.2)[2])
    assert np.abs(colour_features(shades, lightest) - colour_features(0.2 * shades, darker)).max() < 0.1


def test_the_lamp_that_all_pieces_share_is_the_likeliest_light():
    shades = linear(np.array(list(_PAINTS.values()), np.uint8)) * _LAMPS["warm"]
    lightest = float(chroma(linear(_SNOW) * _LAMPS["warm"])[2])
    priors, looks = load_colour_model().under_lights(shades, [[k] for k in range(len(shades))], lightest)
    true = [COLOURS.index(name) for name in _PAINTS]
    explained = looks[:, np.arange(len(true)), true].sum(axis=1)
    assert (priors + explained).argmax() != priors.argmax()


def test_what_a_strange_lamp_leaves_open_is_in_doubt():
    grey = replace(_PIECE, shade=np.full(3, 0.12), colour=np.log(np.full(len(COLOURS), 1 / len(COLOURS))))
    assert name_colours([grey] * 3, lightest=float(chroma(np.full(3, 0.6))[2]))[0].max() < 0.9
