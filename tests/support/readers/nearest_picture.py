"""A reader that returns the truth of the most similar picture of the recorded game, even after a camera and JPEG."""

from __future__ import annotations

import json

import cv2
import numpy as np

from tests.support.readers.truth_reader import GAME, reading_of
from vision.imaging.photo import Photo, PhotoError, decode_photo
from vision.reading.reading import Reading

_WIDTH = 960
"""Width of the recorded game's pictures, pixels."""
_MAX_DIFFERENCE = 8.0
"""Largest mean difference in grey level (0..255) of the same picture, reduced to 96 x 72 pixels."""


def _small(photo: Photo) -> np.ndarray:
    return cv2.resize(photo.pixels, (96, 72), interpolation=cv2.INTER_AREA).astype(np.float32)


_KNOWN = {name: _small(decode_photo((GAME / f"{name}.jpg").read_bytes())) for name in ("game_00", "game_01", "game_02")}


def read_nearest(photo: Photo) -> Reading:
    """Return the truth of the most similar sample; raise `PhotoError` for a picture unlike all of them."""
    away = {name: float(np.abs(_small(photo) - small).mean()) for name, small in _KNOWN.items()}
    found = min(away, key=lambda name: away[name])
    if away[found] > _MAX_DIFFERENCE:
        raise PhotoError("no-board", "No board can be found in the picture.")
    document = json.loads((GAME / f"{found}.json").read_bytes())
    for tile in document["tiles"]:
        tile["px"] = [value * photo.width / _WIDTH for value in tile["px"]]
    return reading_of(document, photo.width, photo.height)
