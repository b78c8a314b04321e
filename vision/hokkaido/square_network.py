"""Names all squares of a city at once, by a small network that compares them with each other.

`training.hokkaido.square_net` trains it on squares of made printings under made light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

import numpy as np

from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.cells import Cells, Place
from vision.hokkaido.city.city_in_grid import CityReading
from vision.hokkaido.printings.recognise import Recognition
from vision.networks.activations import log_softmax, softmax
from vision.networks.runtime import Network, load_network

_MULTIPLE = 16
"""Cities are padded to a multiple of this number of squares: OpenVINO compiles the network again for every new one."""
_PRINTING_EXPONENT, _MIN_PROBABILITY = 0.4, 1e-6
"""Exponent of what squares are by the looks of their printing, beside the network, and floor of its probabilities. Of
8091 squares of 220 synthetic cities of held-out art (44000-44099, 45000-45119) 13 are wrong without the printing, 6
with 0.3, 12 with 0.6, 33 with 1, and 171 without the network."""
_SAME_SQUARE = np.array([[float(one.square == other.square) for one in APPEARANCES] for other in APPEARANCES])
"""(K, K) 1 where classes differ by nothing but the cube, about which the network knows more: of 659 production squares
of those cities it alone is wrong about 18, the printing and it about 23."""


def weighed_with_network(shown: Recognition, seen: CityReading) -> Recognition:
    """Return what a city's squares are by both their printing and the network; other photos stay as they are."""
    share, *others = shown.probabilities
    named = class_log_probabilities(seen.cells, seen.places, seen.squares.spots)
    weighed = softmax(named + _PRINTING_EXPONENT * np.log(share @ _SAME_SQUARE + _MIN_PROBABILITY))
    return replace(shown, probabilities=[weighed, *others])


def class_log_probabilities(cells: Cells, places: Sequence[Place], spots: np.ndarray) -> np.ndarray:
    """Return the (n, K) logarithms of the network's class probabilities of a city's squares.

    Args:
        cells: the rectified view.
        places: the n squares.
        spots: (n, 2) their positions in the photo, -1..1.
    """
    squares = np.array([cells.picture(place) for place in places], np.float32).transpose(0, 3, 1, 2)
    there = np.column_stack([spots, np.ones(len(spots))]).astype(np.float32)
    (logits,) = _network().infer(squares[None], there[None], multiple=_MULTIPLE, axis=1)
    return log_softmax(logits[0].astype(float))


@cache
def _network() -> Network:
    """Return the network that ships with the package; loaded once, since that takes longer than running it."""
    return load_network(files("vision.hokkaido") / "squares.onnx")
