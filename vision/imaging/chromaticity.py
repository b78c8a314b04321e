"""Colours of surfaces as linear light and as log chromaticity, which separates them from the lamp."""

from __future__ import annotations

import numpy as np

GAMMA = 2.2
"""Exponent of a camera's pixel values (0..1) that gives linear light."""
_LIGHT = (np.arange(256) / 255.0) ** GAMMA
"""(256,) linear light, 0..1, of each pixel value."""
_BRIGHTNESS = 0.43
"""Weight of log brightness relative to chromaticity: distances to the lamp vary. Chosen by hand."""
_DARK_OFFSET = 0.01
"""Light, 0..1, added to each component, so that the logarithm of black is finite and noise in shadows counts little."""
_GREY, _GREY_SHARE = 6, 0.99
"""Grey levels between the channels of a pixel up to which it is grey, and the share of grey pixels from which a picture
is black-and-white: in one that a phone makes the channels are equal."""
_SAMPLES = 20_000
"""About how many pixels of a picture are asked whether it is toned, which takes 1 ms."""
_LEVELS = 8
"""Grey levels of brightness within which the pixels of a toned picture, such as sepia, have one tint."""
_MIN_GREY_LEVEL = 40
"""Mean grey level of a picture below which it shows no colours for want of light; chosen by hand."""
MIRRORED = 0.03
"""Light, 0..1, that even a black face reflects of its surroundings, whatever its colour."""


def linear(pixels: np.ndarray) -> np.ndarray:
    """Return uint8 components of any shape as linear light, 0..1."""
    light: np.ndarray = _LIGHT[pixels]
    return light


def is_black_and_white(pixels: np.ndarray) -> bool:
    """Return whether an (h, w, 3) uint8 BGR picture that is not dark has no colours."""
    some = pixels[::4, ::4]
    return bool(some.mean() >= _MIN_GREY_LEVEL and (np.ptp(some, axis=2) <= _GREY).mean() >= _GREY_SHARE)


def is_in_one_tint(pixels: np.ndarray) -> bool:
    """Return whether an (h, w, 3) uint8 BGR picture that is not dark is black-and-white or toned, such as sepia.

    In a toned picture all pixels of one brightness have one colour: in each of 68 photos of games this holds for 82 %
    of the pixels at most. A plain picture counts as toned.
    """
    step = max(1, round((pixels.size / 3 / _SAMPLES) ** 0.5))
    some = pixels[::step, ::step].reshape(-1, 3).astype(np.int16)
    level = some.sum(axis=1) // (3 * _LEVELS)
    number = np.maximum(np.bincount(level), 1)
    tints = [some[:, channel] - some[:, 1] for channel in (0, 2)]
    alike = [np.abs(tint - (np.bincount(level, tint) / number)[level]) <= _GREY for tint in tints]
    return bool(some.mean() >= _MIN_GREY_LEVEL and np.logical_and(*alike).mean() >= _GREY_SHARE)


def lit_shade(pixels: np.ndarray) -> np.ndarray:
    """Return the (3,) median linear light of the brighter half of (n, 3) uint8 BGR pixels: a piece's lit faces."""
    light = linear(pixels.T)
    bright = light.sum(axis=0)
    return median(light[:, bright >= median(bright)].T)


def median(values: np.ndarray) -> np.ndarray:
    """Return the (...) median of (n, ...) finite values; for a few hundred ``np.median`` takes three times as long."""
    middle, along = len(values) // 2, values.transpose(*range(1, values.ndim), 0)
    if len(values) % 2:
        return np.asarray(np.partition(along, middle)[..., middle])
    return np.asarray(np.partition(along, (middle - 1, middle))[..., middle - 1 : middle + 1].mean(axis=-1))


def chroma(shade: np.ndarray) -> np.ndarray:
    """Return (..., 3) coordinates of BGR light: log(red/green), log(blue/green) and weighted log brightness.

    Another colour or strength of the lamp shifts all shades by the same vector (Finlayson and Hordley 2001).
    """
    return np.stack(chroma_of_channels(*(shade[..., k] for k in range(3))), axis=-1)


def chroma_of_channels(blue: np.ndarray, green: np.ndarray, red: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the three coordinates of `chroma` (...) each from the channels (...) of light."""
    blue, green, red = blue + _DARK_OFFSET, green + _DARK_OFFSET, red + _DARK_OFFSET
    return np.log(red / green), np.log(blue / green), _BRIGHTNESS * np.log(blue + green + red)


def log_extremes(chroma: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the logarithms of the least and of the greatest of the components that `chroma` took, (...) each."""
    red, blue = chroma[..., 0], chroma[..., 1]
    green = chroma[..., 2] / _BRIGHTNESS - np.log(np.exp(red) + np.exp(blue) + 1)
    return green + np.minimum(np.minimum(red, blue), 0), green + np.maximum(np.maximum(red, blue), 0)
