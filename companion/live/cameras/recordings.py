"""A folder of pictures that plays as a camera: each picture held for some frames, each frame with its own noise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.imaging.photo import Photo, photo_of

RATE = 25.0
"""Frames a second."""
FEWEST = 6
"""Frames for which a picture must be held at least to be followed surely."""
_PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic"}
_GRAIN = 3.0
_BRIGHTNESS = 0.02
_SHAKE = 1
_SPARE = 97
"""Points by which the grain is larger than a picture, so that each frame can take another part of it."""


@dataclass(frozen=True)
class Playback:
    """How a recording plays.

    Attributes:
        hold: frames for which each picture of a folder is held.
        clean: whether frames come without noise, the very same photo as long as it is held.
        again: whether it begins anew when it has ended.
        paced: whether it takes its time; else frames come as fast as they are taken.
    """

    hold: int = 8
    clean: bool = False
    again: bool = False
    paced: bool = False


def pictures_in(folder: Path) -> list[Path]:
    """Return the pictures of a folder in order of name."""
    return sorted(p for p in folder.iterdir() if p.suffix.lower() in _PICTURES)


def held(photo: Photo, first: int, hold: int) -> Iterator[Photo]:
    """Yield noisy frames of one held picture; the noise of each follows from its number, counted from `first`."""
    height, width = photo.pixels.shape[:2]
    grain = np.empty((height + _SPARE, width + _SPARE, 3), np.int16)
    cv2.setRNGSeed(first + 1)
    cv2.randn(grain, np.zeros(3), np.full(3, _GRAIN))
    for number in range(first, first + hold):
        yield photo_of(_shaken(photo.pixels, grain, np.random.default_rng(number)))


def _shaken(pixels: np.ndarray, grain: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    height, width = pixels.shape[:2]
    dx, dy = chance.integers(-_SHAKE, _SHAKE + 1, 2)
    x, y = chance.integers(0, _SPARE, 2)
    gain = 1 + float(chance.uniform(-_BRIGHTNESS, _BRIGHTNESS))
    shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    shown = cv2.warpAffine(pixels, shift, (width, height), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    lit = cv2.convertScaleAbs(shown, alpha=gain)
    return cv2.add(lit, grain[y : y + height, x : x + width], dtype=cv2.CV_8U)
