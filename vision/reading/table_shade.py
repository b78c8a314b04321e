"""The colour of the bare table about a board: it tells how the light differs from that of another picture."""

from __future__ import annotations

import numpy as np

from vision.imaging.chromaticity import chroma, linear
from vision.networks.channels import STRIDE
from vision.networks.models import SceneMaps

_TABLE = 0.9
"""How sure it must be that a pixel shows the table."""
_STEP = 3
_FEWEST = 40


def table_shade(maps: SceneMaps, pixels: np.ndarray) -> np.ndarray | None:
    """Return (3,) `chroma` of the bare table in the (h, w, 3) BGR picture of these maps; None if none is seen."""
    bare = (maps.terrain[::_STEP, ::_STEP, 0] > _TABLE) & (maps.piece[::_STEP, ::_STEP, 0] > _TABLE)
    shown = pixels[:: STRIDE * _STEP, :: STRIDE * _STEP][: bare.shape[0], : bare.shape[1]]
    light = linear(shown[bare[: shown.shape[0], : shown.shape[1]]])
    return chroma(np.median(light, axis=0)) if len(light) >= _FEWEST else None
