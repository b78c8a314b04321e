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
"""Fewest pixels from which the colour is estimated."""


def table_colour(maps: SceneMaps, pixels: np.ndarray) -> np.ndarray | None:
    """Return the (3,) median `chroma` of the bare table in the (h, w, 3) BGR picture of these maps; None if unseen."""
    bare = (maps.terrain[::_STEP, ::_STEP, 0] > _MIN_PROBABILITY) & (maps.piece[::_STEP, ::_STEP, 0] > _MIN_PROBABILITY)
    shown = pixels[:: STRIDE * _STEP, :: STRIDE * _STEP][: bare.shape[0], : bare.shape[1]]
    light = linear(shown[bare[: shown.shape[0], : shown.shape[1]]])
    return chroma(np.median(light, axis=0)) if len(light) >= _MIN_PIXELS else None
