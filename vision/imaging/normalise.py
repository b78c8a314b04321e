"""Removes veil, colour cast and pallor of a whole picture, as far as they exceed what is usual.

* Veil: stray light, a smeared lens, a webcam's lifted blacks. Nearly every picture has pixels that are dark in one of
  their colours: a gap between tiles, a shadow, a deep green (the dark channel prior, He, Sun and Tang 2009).
* Colour cast: candles, sodium lamps, blue diodes. Under white light the brightest values of all three colours are alike
  (white patch, Land and McCann 1971).
* Pallor: a camera that renders all colours nearly grey.

The networks and the naming of colours tolerate usual amounts; larger ones turn yellow pieces white, or white ones
yellow.
"""

from __future__ import annotations

import cv2
import numpy as np

_SAMPLED_SIDE = 240
"""Pixels: the picture is subsampled to about this longer side before it is measured."""

_DARKEST_PERCENT = 0.2
"""Percentile of the dark channel (each pixel's darkest component) that counts as its minimum; chosen by hand."""
_USUAL_DARKEST = 70.0
"""Levels of 255. Clear photos of boards have a minimum of 0 to 60, and a few pieces on a pale table 80."""
_VEIL_GAIN = 2.0
"""The veil that is removed, in units of the excess over the usual minimum; chosen by hand."""
_MIN_DARKEST = 20.0
"""Levels of 255 that the minimum keeps at least; chosen by hand."""

_BRIGHTEST_PERCENT = 99.5
"""Percentile of a component that counts as its maximum; chosen by hand."""
_USUAL_RED_TO_BLUE = 0.8
_USUAL_GREEN = 0.45
"""Largest usual log ratio of red to blue light, and of green to the geometric mean of both, either way: nine tenths of
pictures in all lights, on all cloths, keep within."""
_GAMMA = 2.2

_COLOURFUL_PERCENT = 99.0
"""Percentile of the saturation (a pixel's strongest minus its weakest component) that is compared with the usual one;
chosen by hand."""
_USUAL_SATURATION = 68.0
"""Levels of 255: that percentile in a usual picture."""
_MAX_GAIN = 2.5
"""Saturation is multiplied by this at most; chosen by hand."""

_MIN_CHANGE = 2.0
"""Levels of 255: if veil and cast correction change no component by this much, they are skipped. Chosen by hand."""
_MIN_GAIN, _MIN_GAIN_GENTLY = 1.05, 2.0
"""A smaller gain of saturation is not applied; the second where normalisation is to be gentle. Chosen by hand."""


def normalised(pixels: np.ndarray, gently: bool = False) -> np.ndarray:
    """Return a picture without unusual veil, colour cast and pallor.

    Args:
        pixels: (h, w, 3) uint8 BGR.
        gently: keep the colour cast, and correct only strong pallor.

    Returns:
        (h, w, 3) uint8 BGR; the same array where nothing had to be changed.
    """
    step = max(1, max(pixels.shape[:2]) // _SAMPLED_SIDE)
    sample = np.ascontiguousarray(pixels[::step, ::step])
    identity = np.repeat(np.arange(256.0)[:, None], 3, axis=1)
    table = _without_veil(identity, sample)
    if not gently:
        table = table * _cast_correction(_looked_up(sample, table))
    if np.abs(table - identity).max() >= _MIN_CHANGE:
        pixels, sample = _looked_up(pixels, table), _looked_up(sample, table)
    gain = _saturation_gain(sample)
    if gain < (_MIN_GAIN_GENTLY if gently else _MIN_GAIN):
        return pixels
    mixed = np.eye(3) * gain + (1 - gain) / 3
    return cv2.transform(pixels, mixed.astype(np.float32))


def _looked_up(pixels: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Return the pixels with each component replaced by its entry in a (256, 3) table, rounded to 0..255."""
    return cv2.LUT(pixels, np.clip(np.round(table), 0, 255).astype(np.uint8)[None])


def _percentile(component: np.ndarray, percent: float) -> int:
    """Return a percentile (0..100) of an (h, w) uint8 array."""
    # A histogram, since NumPy's percentile sorts the array, which takes many times as long.
    counts = np.bincount(component.ravel()).cumsum()
    return int(np.searchsorted(counts, percent / 100 * counts[-1]))


def _without_veil(table: np.ndarray, sample: np.ndarray) -> np.ndarray:
    """Return (256, 3) values from which the sample's veil is subtracted, rescaled so that white stays white."""
    blue, green, red = cv2.split(sample)
    darkest = _percentile(cv2.min(cv2.min(blue, green), red), _DARKEST_PERCENT)
    veil = max(0.0, min((darkest - _USUAL_DARKEST) * _VEIL_GAIN, darkest - _MIN_DARKEST))
    return (table - veil) * (255 / (255 - veil))


def _cast_correction(sample: np.ndarray) -> np.ndarray:
    """Return (3,) factors for blue, green and red that reduce a colour cast to the largest usual one."""
    brightest = np.array([_percentile(component, _BRIGHTEST_PERCENT) for component in cv2.split(sample)])
    blue, green, red = np.log((brightest / 255) ** _GAMMA + 0.01)
    warm = _excess(red - blue, _USUAL_RED_TO_BLUE)
    greenish = _excess(green - (red + blue) / 2, _USUAL_GREEN)
    correction = np.array([warm / 2 + greenish / 3, -2 * greenish / 3, -warm / 2 + greenish / 3])
    factors: np.ndarray = np.exp(correction / _GAMMA)
    return factors


def _excess(value: float, limit: float) -> float:
    """Return the signed amount by which a value exceeds ``limit`` in either direction, else 0."""
    return float(np.sign(value)) * max(0.0, abs(value) - limit)


def _saturation_gain(sample: np.ndarray) -> float:
    """Return the factor, 1.._MAX_GAIN, that gives the sample the usual saturation at least."""
    blue, green, red = cv2.split(sample)
    strongest, weakest = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
    saturation = _percentile(cv2.subtract(strongest, weakest), _COLOURFUL_PERCENT)
    return min(max(_USUAL_SATURATION / max(saturation, 1), 1.0), _MAX_GAIN)
