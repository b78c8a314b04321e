"""What pieces usually look like tells their colours apart, whatever lamp shines on all of them."""

import numpy as np
import pytest

from vision.imaging.chromaticity import chroma, linear
from vision.pieces.colours.colour_model import look_of, usual_looks
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
    """Name three pieces of each paint before this lamp; the network leans a little to the truth."""
    names = [name for name in _PAINTS for _ in range(3)]
    shades = linear(np.array([_PAINTS[name] for name in names], np.uint8)) * _LAMPS[lamp]
    lightest = float(chroma(linear(_SNOW) * _LAMPS[lamp])[2])
    words = np.log(np.full((len(names), len(COLOURS)), (1 - sure) / len(COLOURS)) + sure * _one_hot(names))
    told = words + usual_looks().likelihoods(look_of(shades, lightest), words)
    return names, [COLOURS[k] for k in told.argmax(axis=1)]


def _one_hot(names):
    return np.array([[name == colour for colour in COLOURS] for name in names], float)


@pytest.mark.parametrize("lamp", _LAMPS)
def test_under_any_lamp_a_piece_keeps_its_name(lamp):
    names, told = _named(lamp, sure=0.3)
    assert told == names


def test_by_day_pieces_are_named_by_their_looks_alone():
    names, told = _named("day")
    assert told == names


def test_how_bright_a_picture_is_makes_no_difference():
    shades = linear(np.array(list(_PAINTS.values()), np.uint8))
    lightest = float(chroma(linear(_SNOW))[2])
    darker = float(chroma(linear(_SNOW) * 0.2)[2])
    assert np.abs(look_of(shades, lightest) - look_of(0.2 * shades, darker)).max() < 0.1


def test_a_look_sways_the_networks_word_but_so_far_only():
    looks = look_of(np.array([[0.0, 0.9, 0.0], [0.9, 0.0, 0.0]]), 0.25)
    swaying = usual_looks().likelihoods(looks, np.log(np.full((2, len(COLOURS)), 1 / len(COLOURS))))
    assert swaying.max() <= 1e-9
    assert swaying.min() > -5
