"""How a piece looks to a camera, apart from its shape: the colour of its lit faces."""

from __future__ import annotations

import numpy as np

from vision.networks.channels import STRIDE
from vision.networks.models import Maps

GAMMA = 2.2
"""Of a camera's pixels against light."""
_LIGHT = (np.arange(256) / 255.0) ** GAMMA
_BRIGHTNESS = 0.43
"""How much brightness counts beside colour, since lamps are nearer or farther."""
_DARK = 0.01
MIRRORED = 0.03
"""What even a black face throws back of its surroundings, whatever their colour."""
_TABLE = 0.9
"""How sure it must be that a pixel shows the table."""
_STEP = 3
_FEWEST = 40


def linear(pixels: np.ndarray) -> np.ndarray:
    """Return (..., 3) uint8 BGR as light, 0..1."""
    light: np.ndarray = _LIGHT[pixels]
    return light


def lit_shade(pixels: np.ndarray) -> np.ndarray:
    """Return the (3,) median of the brighter half of (n, 3) uint8 BGR pixels, as light: the lit faces."""
    light = linear(pixels)
    bright = light.sum(axis=1)
    lit: np.ndarray = np.median(light[bright >= np.median(bright)], axis=0)
    return lit


def chroma(shade: np.ndarray) -> np.ndarray:
    """Place (..., 3) BGR light by its log chromaticity and, counting less, its brightness.

    A lamp of another colour or strength moves all shades alike in these coordinates (Finlayson and Hordley 2001).
    """
    blue, green, red = np.moveaxis(np.asarray(shade) + _DARK, -1, 0)
    return np.stack([np.log(red / green), np.log(blue / green), _BRIGHTNESS * np.log(blue + green + red)], axis=-1)


def brightened(shades: np.ndarray, by: float) -> np.ndarray:
    """Return (..., 3) light so much brighter, as the last of `chroma`'s coordinates counts it."""
    brighter: np.ndarray = shades * np.exp(by / _BRIGHTNESS)
    return brighter


def table_shade(maps: Maps, pixels: np.ndarray) -> np.ndarray | None:
    """Return (3,) `chroma` of the bare table in the (h, w, 3) BGR picture of these maps; None if none is seen."""
    bare = (maps.terrain[::_STEP, ::_STEP, 0] > _TABLE) & (maps.piece[::_STEP, ::_STEP, 0] > _TABLE)
    shown = pixels[:: STRIDE * _STEP, :: STRIDE * _STEP][: bare.shape[0], : bare.shape[1]]
    light = linear(shown[bare[: shown.shape[0], : shown.shape[1]]])
    return chroma(np.median(light, axis=0)) if len(light) >= _FEWEST else None
