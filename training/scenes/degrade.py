"""What a worse camera, or a hand and a lamp in its way, make of a picture."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.photo import shaken

_BLURRED, _SHAKEN, _SQUEEZED, _GLARING = 0.12, 0.12, 0.2, 0.12
"""Shares of pictures out of focus, shaken, squeezed by JPEG, and with a lamp's reflection upon them."""
_SLIGHTLY = 0.15
"""The same for blur, and for JPEG, of a camera that is only a little worse."""
_GAMMA = 2.2


def degrade(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Return (h, w, 3) uint8 BGR as it might have been taken: most often as it was, else spoilt in a way or two."""
    if rng.random() < _GLARING:
        seen = _glaring(rng, seen)
    if rng.random() < _BLURRED:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.4, 2.0)))
    if rng.random() < _SHAKEN:
        seen = shaken(seen, rng.uniform(2, 11), rng.uniform(0, np.pi))
    if rng.random() < _SQUEEZED:
        seen = _squeezed(rng, seen)
    return seen


def degrade_slightly(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Return (h, w, 3) uint8 BGR as it was, a little out of focus, or squeezed: what it showed can still be seen."""
    if rng.random() < _SLIGHTLY:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.4, 1.4)))
    if rng.random() < _SLIGHTLY:
        seen = _coded(seen, int(rng.uniform(35, 90)))
    return seen


def vary_light(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Make each of (n, h, w, 3) uint8 pictures a little darker, lighter, warmer, flatter or noisier."""
    count = len(seen)
    light = np.clip(rng.normal(1, 0.15, (count, 1, 1, 1)) * rng.normal(1, 0.05, (count, 1, 1, 3)), 0.5, 1.5)
    lift = rng.normal(0, 10, (count, 1, 1, 1))
    noise = rng.standard_normal(seen.shape, np.float32) * rng.exponential(2.0, (count, 1, 1, 1)).astype(np.float32)
    return np.clip(seen * light.astype(np.float32) + lift.astype(np.float32) + noise, 0, 255).astype(np.uint8)


def _glaring(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Add light that a varnished tile throws back, strongest about a place in the picture or beside it."""
    height, width = seen.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    at, spread = rng.uniform(-0.5, 1.5, 2), rng.uniform(0.4, 2.5)
    square = ((x / width - at[0]) ** 2 + (y / height - at[1]) ** 2) / spread**2
    glow = rng.uniform(0.03, 0.45) * np.exp(-square)
    light = (seen / np.float32(255)) ** _GAMMA + glow[..., None]
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / _GAMMA)).astype(np.uint8)


def _squeezed(rng: np.random.Generator, seen: np.ndarray) -> np.ndarray:
    """Write a JPEG, half of the time of a smaller picture, and read it."""
    height, width = seen.shape[:2]
    factor = max(1.0, float(rng.uniform(-0.5, 2.5)))
    small = cv2.resize(seen, (round(width / factor), round(height / factor)), interpolation=cv2.INTER_AREA)
    coded = _coded(small, int(rng.uniform(15, 90)))
    return cv2.resize(coded, (width, height), interpolation=cv2.INTER_LINEAR)


def _coded(seen: np.ndarray, quality: int) -> np.ndarray:
    return cv2.imdecode(cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
