"""A folder of pictures played as a camera: each picture is held for some frames, each frame has its own noise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.imaging.photo import Photo, photo_of

RATE = 25.0
"""Frames a second."""
FEWEST = 6
"""Least number of frames for which a picture must be held to be followed reliably."""
_JPEG = {".jpg", ".jpeg", ".jpe", ".jfif"}
_PICTURES = {*_JPEG, ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".heif", ".hif", ".avif"}
"""Ends of the names of pictures. A GIF is none, for as a camera it may be a video."""
_NOISE = 3.0
"""Standard deviation of the noise, grey levels."""
_FLICKER = 0.02
"""Largest change of brightness of a frame, as a share."""
_SHAKE_PX = 1
"""Largest shift of a frame, pixels."""
_NOISE_MARGIN = 97
"""Pixels by which the noise pattern is larger than a picture, so that each frame can use another part of it."""


@dataclass(frozen=True)
class Playback:
    """How a recording plays.

    Attributes:
        hold: frames for which each picture of a folder is held.
        clean: whether frames have no noise; a held picture is then the same object.
        again: whether it is repeated.
        paced: whether it plays in real time; else as fast as frames are captured.
    """

    hold: int = 8
    clean: bool = False
    again: bool = False
    paced: bool = False


def pictures_in(folder: Path) -> list[Path]:
    """Return the pictures of a folder, ordered by name."""
    return sorted(path for path in folder.iterdir() if is_picture(path))


def names_a_recording(source: str) -> bool:
    """Return whether a source names a recording, which ends and can be played at any speed, and not a camera."""
    return not source.isdecimal() and "://" not in source


def is_picture(path: Path) -> bool:
    """Return whether a file is a picture by its name."""
    return path.suffix.lower() in _PICTURES


def held(photo: Photo, first: int, hold: int) -> Iterator[Photo]:
    """Yield noisy frames of one held picture; their numbers, from `first` on, are the seeds of the noise."""
    noise = _noise(*photo.pixels.shape[:2])
    for number in range(first, first + hold):
        yield photo_of(_shaken(photo.pixels, noise, np.random.default_rng(number)))


@lru_cache(maxsize=1)  # it takes as long as five frames, and the pictures of a recording are of one size
def _noise(height: int, width: int) -> np.ndarray:
    """Return the noise pattern for pictures of this size, of which each frame shows another part."""
    noise = np.empty((height + _NOISE_MARGIN, width + _NOISE_MARGIN, 3), np.int16)
    cv2.setRNGSeed(1)
    cv2.randn(noise, np.zeros(3), np.full(3, _NOISE))
    return noise


def _shaken(pixels: np.ndarray, noise: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    height, width = pixels.shape[:2]
    dx, dy = rng.integers(-_SHAKE_PX, _SHAKE_PX + 1, 2)
    x, y = rng.integers(0, _NOISE_MARGIN, 2)
    gain = 1 + float(rng.uniform(-_FLICKER, _FLICKER))
    shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    shown = cv2.warpAffine(pixels, shift, (width, height), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    lit = cv2.convertScaleAbs(shown, alpha=gain)
    return cv2.add(lit, noise[y : y + height, x : x + width], dtype=cv2.CV_8U)
