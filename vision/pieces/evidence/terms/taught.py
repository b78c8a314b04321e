"""The kinds of candidates by the shapes of taught pieces."""

from __future__ import annotations

import numpy as np

from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, for_every_colour
from vision.pieces.shape import shape_descriptor

_MIN_PROBABILITY = 1e-3
"""Added to probabilities before their logarithm."""


def taught_shapes(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds that turn the networks' probabilities of the kinds into those by `Palette`.

    They are 0 without a palette, and where the networks recognised most of the taught pieces themselves.
    """
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    if scene.palette is not None:
        for k, piece in enumerate(scene.candidates):
            taught = scene.palette.kind_probabilities(piece.kinds, shape_descriptor(piece.hull))
            odds[k, 1:] = np.log(taught + _MIN_PROBABILITY) - np.log(piece.kinds + _MIN_PROBABILITY)
    return for_every_colour(odds)
