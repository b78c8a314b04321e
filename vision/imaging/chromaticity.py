"""How a piece looks to a camera, apart from its shape: the colour of its lit faces."""

from __future__ import annotations

import numpy as np

GAMMA = 2.2
"""Of a camera's pixels against light."""
_LIGHT = (np.arange(256) / 255.0) ** GAMMA
_BRIGHTNESS = 0.43
"""How much brightness counts beside colour, since lamps are nearer or farther."""
_DARK = 0.01
MIRRORED = 0.03
"""What even a black face throws back of its surroundings, whatever their colour."""


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
