"""The colour of the bare table around a board, by which the light is compared with that of another picture."""

from __future__ import annotations

import numpy as np

from vision.imaging.chromaticity import chroma, linear
from vision.networks.channels import STRIDE
from vision.networks.models import SceneMaps

_MIN_PROBABILITY = 0.9
"""Probability of table, and of no piece, from which a pixel counts; chosen by hand."""
_STEP = 3
"""Subsampling of the maps."""
_MIN_PIXELS = 40
"""Fewest pixels from which the colour is estimated; chosen by hand."""


def table_colour(maps: SceneMaps, pixels: np.ndarray) -> np.ndarray | None:
    """Return the (3,) median `chroma` of the bare table in the (h, w, 3) BGR picture of these maps; None if unseen."""
    bare = (maps.terrain[::_STEP, ::_STEP, 0] > _MIN_PROBABILITY) & (maps.piece[::_STEP, ::_STEP, 0] > _MIN_PROBABILITY)
    light = linear(pixels[:: STRIDE * _STEP, :: STRIDE * _STEP][bare])
    return chroma(np.median(light, axis=0)) if len(light) >= _MIN_PIXELS else None
