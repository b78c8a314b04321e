"""Where light that glossy tiles mirror hides their print.

Where a lamp or window is mirrored, all grounds look alike: bright, colourless and smooth, over more than a few pixels.
The scene network names such a place as surely as any other. The probability of glare is a logistic regression of five
measures of a pixel, most of them compared with the rest of the board, whose ground may itself be white or smooth.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.imaging.chromaticity import GAMMA, log_extremes
from vision.networks.activations import sigmoid
from vision.terrain.ground.ground_features import COLOURS, GroundFeatures

_VEIL_WINDOW = (15, 15)
"""Pixels of the maps over which a veil of light is bright; borders and illustrations are narrower."""
_BRIGHT_QUANTILE = 0.9
"""Quantile of the board's brightness that a pixel's is compared with."""
_COARSE_ROUGHNESS = 4
"""Component of a look."""
_SAMPLES = 20_000
"""Pixels are subsampled to about this number for quantiles."""
_WEIGHTS, _BIAS = np.array([5.86, 1.18, 3.92, -0.2, -1.58], np.float32), np.float32(-7.54)
"""Fitted by `training.fit.glare` to 80 synthetic boards of seed 31 in the arts of training. On the 40 left out, half of
them with glare, 32 % of what is hidden and 0.6 % of the print in sight are found likelier hidden than not."""
_MIN_RELIABILITY = 0.03
"""What a pixel that is surely hidden counts, so that its likeliest terrain stays. What the others show counts by the
fourth power of the probability that the print is in sight. The network is surer of half hidden ground than it is
right: on 40 boards with glare (seed 19521) and 60 with more of it (19520) powers of 0, 1, 2, 4 and 8 lose 0.301, 0.281,
0.263, 0.243 and 0.221, and 0.334, 0.308, 0.294, 0.281 and 0.271 nats an edge with a least weight of 0.1, and 4 with
0.03 0.223 and 0.270; on 60 without glare all lose 0.102 or 0.103."""


def reliability_of(looks: GroundFeatures) -> np.ndarray:
    """Return the (n,) float32 weights, 0..1, of what the n pixels that are seen show of their terrain."""
    return np.asarray(_MIN_RELIABILITY + (1 - _MIN_RELIABILITY) * np.square(np.square(1 - glare_of(looks))))


def glare_of(looks: GroundFeatures) -> np.ndarray:
    """Return the (n,) probabilities, 0..1, that light hides the print at the n pixels that are seen."""
    return sigmoid(glare_features(looks) @ _WEIGHTS + _BIAS)


def glare_features(looks: GroundFeatures) -> np.ndarray:
    """Return what tells glare at the n pixels that are seen, in the order of ``np.flatnonzero(looks.seen)``.

    Returns:
        (n, 5) value 0..1 of the darkest colour channel; by how much it exceeds that of the board's bright parts; the
        same over a wider place; by how much colourfulness, 0..1, and log roughness exceed the board's median.
    """
    at = np.flatnonzero(looks.seen)
    colours, rough = looks.values[COLOURS].reshape(3, -1).take(at, axis=1), looks.values[_COARSE_ROUGHNESS].take(at)
    lowest, highest = log_extremes(colours.T)
    darkest, colourful = np.exp(lowest / GAMMA), 1 - np.exp((lowest - highest) / GAMMA)
    field, seen = np.zeros(looks.seen.shape, np.float32), looks.seen.astype(np.float32)
    field.ravel()[at] = darkest
    wide = (cv2.blur(field, _VEIL_WINDOW) / np.maximum(cv2.blur(seen, _VEIL_WINDOW), 1e-6)).ravel().take(at)
    bright = _quantile(darkest, _BRIGHT_QUANTILE)
    relative = (darkest - bright, wide - bright, colourful - _quantile(colourful, 0.5), rough - _quantile(rough, 0.5))
    return np.stack([darkest, *relative]).T


def _quantile(values: np.ndarray, share: float) -> float:
    """Return about the quantile of (n,) values, 0 of none; ``np.quantile`` takes several times as long."""
    values = values[:: 1 + len(values) // _SAMPLES]
    at = int(share * (len(values) - 1))
    return float(np.partition(values, at)[at]) if len(values) else 0.0
