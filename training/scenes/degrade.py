"""Degradations of a picture: glare, defocus, motion blur, JPEG, and variation of light."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.photo import shaken
from vision.networks.activations import sigmoid

_DEFOCUS_SHARE, _SHAKE_SHARE, _JPEG_SHARE, _GLARE_SHARE = 0.12, 0.12, 0.2, 0.12
"""Shares of pictures with each degradation by ``degrade``. Chosen by hand."""
_SLIGHT_SHARE = 0.15
"""Shares of pictures with blur, and with JPEG, by ``degrade_slightly``. Chosen by hand."""
_SHADOW_DEPTHS, _EDGE_SLOPES = (0.3, 0.85), (20.0, 300.0)
"""Ranges of the share of light that a hard shadow takes, and of the slope of the logistic curve across its edge, for
positions in sides of the picture: the edge is soft at 20 and sharp at 300. Chosen by hand."""
_GAMMA = 2.2


def degrade(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Return a picture (h, w, 3) uint8 BGR, most often unchanged, else with one or more degradations."""
    if rng.random() < _GLARE_SHARE:
        seen = _with_glare(rng, seen)
    if rng.random() < _DEFOCUS_SHARE:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.4, 2.0)))
    if rng.random() < _SHAKE_SHARE:
        seen = _shaken(rng, seen)
    if rng.random() < _JPEG_SHARE:
        seen = _compressed(rng, seen)
    return seen


def degrade_slightly(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Return a picture (h, w, 3) uint8 BGR, perhaps slightly defocused or compressed; its content stays visible."""
    if rng.random() < _SLIGHT_SHARE:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.4, 1.4)))
    if rng.random() < _SLIGHT_SHARE:
        seen = _jpeg(seen, int(rng.uniform(35, 90)))
    return seen


def degrade_strongly(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Return a picture (h, w, 3) uint8 BGR with one of three degradations: a hard shadow, motion blur or glare."""
    return (_partly_shaded, _shaken, _with_glare)[int(rng.integers(3))](rng, seen)


def vary_light(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Vary brightness, colour, black level and noise of each of (n, h, w, 3) uint8 pictures."""
    count = len(seen)
    light = np.clip(rng.normal(1, 0.15, (count, 1, 1, 1)) * rng.normal(1, 0.05, (count, 1, 1, 3)), 0.5, 1.5)
    lift = rng.normal(0, 10, (count, 1, 1, 1))
    noise = rng.standard_normal(seen.shape, np.float32) * rng.exponential(2.0, (count, 1, 1, 1)).astype(np.float32)
    return np.clip(seen * light.astype(np.float32) + lift.astype(np.float32) + noise, 0, 255).astype(np.uint8)


def _shaken(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    return shaken(seen, rng.uniform(2, 11), rng.uniform(0, np.pi))


def _partly_shaded(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Put one side of a straight line, which crosses the middle half of the picture, into shadow."""
    height, width = seen.shape[:2]
    y, x = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j].astype(np.float32)
    angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.25, 0.25)
    across = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle)) - np.float32(at)
    shade = rng.uniform(*_SHADOW_DEPTHS) * sigmoid(np.clip(rng.uniform(*_EDGE_SLOPES) * across, -30, 30))
    return np.asarray(seen * (1 - shade[..., None]) ** (1 / _GAMMA)).astype(np.uint8)


def _with_glare(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Add glare with a smooth maximum at a random place in or beside the picture."""
    height, width = seen.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    at, spread = rng.uniform(-0.5, 1.5, 2), rng.uniform(0.4, 2.5)
    square = ((x / width - at[0]) ** 2 + (y / height - at[1]) ** 2) / spread**2
    glow = rng.uniform(0.03, 0.45) * np.exp(-square)
    light = (seen / np.float32(255)) ** _GAMMA + glow[..., None]
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / _GAMMA)).astype(np.uint8)


def _compressed(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Compress a picture as JPEG, often at a lower resolution."""
    height, width = seen.shape[:2]
    factor = max(1.0, float(rng.uniform(-0.5, 2.5)))
    small = cv2.resize(seen, (round(width / factor), round(height / factor)), interpolation=cv2.INTER_AREA)
    coded = _jpeg(small, int(rng.uniform(15, 90)))
    return cv2.resize(coded, (width, height), interpolation=cv2.INTER_LINEAR)


def _jpeg(seen: np.ndarray, quality: int) -> np.ndarray:
    return cv2.imdecode(cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
