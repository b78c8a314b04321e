"""What a camera and a lamp did to a whole picture is taken back, as far as it goes beyond what is usual.

* A veil: stray light, a smeared lens, a webcam's lifted blacks. Nearly every picture shows something that is dark in
  one of its colours, a gap between tiles, a shadow, a deep green (the dark channel prior, He, Sun and Tang 2009).
* A cast: candles, sodium lamps, blue diodes. What is brightest in each colour is brightest under white light in all of
  them alike (white patch, Land and McCann 1971).
* Pallor: a camera that shows all colours nearly grey.

The networks and the names of colours bear what is usual; what is not makes yellow pieces white, or white ones yellow.
"""

from __future__ import annotations

import cv2
import numpy as np

_LOOKED_AT = 240
"""Every so many-th part of a picture's longer side is looked at."""
_DARKEST = 0.2
"""Percent of the picture that is as dark as what counts as its darkest."""
_DARK = 70.0
_LIFTED = 2.0
"""Clear photos of boards have a darkest of 0 to 60, and a few pieces on a pale table 80; of what is above the usual, so
many times as much is taken away."""
_KEPT = 20.0
"""How dark the darkest is left at least."""
_BRIGHTEST = 99.5
"""Percent of the picture that is darker than what counts as its brightest."""
_WARM = 0.8
_GREEN = 0.45
"""Log ratio of red to blue light, and of green to the mean of both, from which a cast is no usual one: nine tenths of
pictures in all lights, on all cloths, keep within."""
_GAMMA = 2.2
_STRONG = 99.0
_COLOURFUL = 68.0
"""How far apart the strongest and the weakest component of a usual picture's most colourful hundredth are."""
_MOST = 2.5
"""Colours are made so many times as strong at most."""
_FAINT, _LEAST, _GENTLE = 2.0, 1.05, 2.0
"""Changes of a component by less than the first, and of all colours' strength by less than the second, are none; the
third takes the second's place where little is to be changed."""


def cleared(pixels: np.ndarray, gently: bool = False) -> np.ndarray:
    """Return (h, w, 3) uint8 BGR pixels as in a usual light before a usual camera: the same array where they are so.

    Done ``gently``, only what hides nearly all colours is taken back: for eyes that bear the lamp's and pale ones.
    """
    step = max(1, max(pixels.shape[:2]) // _LOOKED_AT)
    sample = np.ascontiguousarray(pixels[::step, ::step])
    plain = np.repeat(np.arange(256.0)[:, None], 3, axis=1)
    values = _without_veil(plain, sample)
    if not gently:
        values = values * _against_cast(_looked_up(sample, values))
    if np.abs(values - plain).max() >= _FAINT:
        pixels, sample = _looked_up(pixels, values), _looked_up(sample, values)
    stronger = _against_pallor(sample)
    if stronger < (_GENTLE if gently else _LEAST):
        return pixels
    mixed = np.eye(3) * stronger + (1 - stronger) / 3
    return cv2.transform(pixels, mixed.astype(np.float32))


def _looked_up(pixels: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the pixels with each component replaced by what (256, 3) ``values`` have for it."""
    return cv2.LUT(pixels, np.clip(np.round(values), 0, 255).astype(np.uint8)[None])


def _percentile(component: np.ndarray, percent: float) -> int:
    """Return the value that so many percent of an (h, w) uint8 array do not reach."""
    # NumPy's own sorts all of it, and takes many times as long.
    counts = np.bincount(component.ravel()).cumsum()
    return int(np.searchsorted(counts, percent / 100 * counts[-1]))


def _without_veil(values: np.ndarray, sample: np.ndarray) -> np.ndarray:
    """Return (256, 3) values without the veil that lies over a whole picture."""
    blue, green, red = cv2.split(sample)
    darkest = _percentile(cv2.min(cv2.min(blue, green), red), _DARKEST)
    veil = max(0.0, min((darkest - _DARK) * _LIFTED, darkest - _KEPT))
    return (values - veil) * (255 / (255 - veil))


def _against_cast(sample: np.ndarray) -> np.ndarray:
    """Return (3,) factors that leave no more of a cast than is usual."""
    brightest = np.array([_percentile(component, _BRIGHTEST) for component in cv2.split(sample)])
    blue, green, red = np.log((brightest / 255) ** _GAMMA + 0.01)
    warm = _beyond(red - blue, _WARM)
    greenish = _beyond(green - (red + blue) / 2, _GREEN)
    against = np.array([warm / 2 + greenish / 3, -2 * greenish / 3, -warm / 2 + greenish / 3])
    factors: np.ndarray = np.exp(against / _GAMMA)
    return factors


def _beyond(value: float, usual: float) -> float:
    return float(np.sign(value)) * max(0.0, abs(value) - usual)


def _against_pallor(sample: np.ndarray) -> float:
    """Return by how much colours are to be made stronger; 1 where they are strong enough."""
    blue, green, red = cv2.split(sample)
    strongest, weakest = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
    colourful = _percentile(cv2.subtract(strongest, weakest), _STRONG)
    return min(max(_COLOURFUL / max(colourful, 1), 1.0), _MOST)
