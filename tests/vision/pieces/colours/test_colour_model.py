"""The colour model names pieces under any lamp that shines on all of them."""

import numpy as np
import pytest

from vision.imaging.chromaticity import chroma, linear
from vision.pieces.colours.colour_model import colour_features, load_colour_model
from vision.vocabulary import COLOURS

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
    lightest = float(chroma(linear(_SNOW) * _LAMPS[lamp])[2])
    network = np.log(np.full((len(names), len(COLOURS)), (1 - sure) / len(COLOURS)) + sure * _one_hot(names))
    scores = network + load_colour_model().log_likelihoods(colour_features(shades, lightest), network)
    return names, [COLOURS[k] for k in scores.argmax(axis=1)]


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


def test_the_term_is_never_positive_and_is_bounded():
    features = colour_features(np.array([[0.0, 0.9, 0.0], [0.9, 0.0, 0.0]]), 0.25)
    term = load_colour_model().log_likelihoods(features, np.log(np.full((2, len(COLOURS)), 1 / len(COLOURS))))
    assert term.max() <= 1e-9
    assert term.min() > -5
