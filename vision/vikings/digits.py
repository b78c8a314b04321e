"""A printed number on a small disc, whatever its letters look like: compared with those of several kinds."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.drawing.font import font
from vision.networks.activations import softmax

_SIDE = 48
_SMALL = 24
NUMBERS = range(1, 13)
"""What a ship may pay."""
_HERSHEY = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
_TURNS = (-14, -7, 0, 7, 14)
_SHARP = 14.0
_LEAST = 0.45
"""Likeness under which nothing that is known is printed there."""


def read_number(light: np.ndarray) -> list[tuple[int, float]]:
    """Return the numbers that may be printed dark on light, upright but for a few degrees, with how likely each is.

    The likeliest comes first; none where nothing is printed that looks like a number.

    Args:
        light: (48, 48) lightness of the inside of a disc; what is outside of its circle is left out.
    """
    glyph = _glyph(light)
    if glyph is None:
        return []
    numbers, known = _known()
    likeness = known @ glyph
    best = np.array([likeness[numbers == n].max() for n in NUMBERS])
    if best.max() < _LEAST:
        return []
    sure = softmax(_SHARP * best) * np.interp(best.max(), [_LEAST, 0.75], [0.5, 1.0])
    return [(NUMBERS[k], float(sure[k])) for k in np.argsort(-sure)]


def _glyph(light: np.ndarray) -> np.ndarray | None:
    """Return the print as a unit vector, in the middle of its box and of one size; ``None`` where there is none."""
    line = (np.arange(_SIDE) + 0.5) / _SIDE * 2 - 1
    round_ = np.hypot(*np.meshgrid(line, line))
    inside = round_ < 0.92
    bright, dark = np.percentile(light[inside], 80), np.percentile(light[inside], 4)
    if bright - dark < 6:
        return None
    ink = np.clip((bright - light) / (bright - dark), 0, 1) * inside
    mask = (ink > 0.5).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    kept = np.zeros_like(mask)
    for k in range(1, count):
        # The disc's own rim touches the circle nearly all along; print is in the middle.
        part = labels == k
        if stats[k, cv2.CC_STAT_AREA] > 12 and float(round_[part].mean()) < 0.7:
            kept[part] = 1
    if kept.sum() < 20:
        return None
    return _boxed(ink * cv2.dilate(kept, np.ones((3, 3), np.uint8)), kept)


def _boxed(ink: np.ndarray, mask: np.ndarray) -> np.ndarray:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    high, middle = rows[-1] + 1 - rows[0], ((columns[0] + columns[-1] + 1) / 2, (rows[0] + rows[-1] + 1) / 2)
    scale = 0.8 * _SMALL / max(high, 1)
    turn = np.array([[scale, 0, _SMALL / 2 - scale * middle[0]], [0, scale, _SMALL / 2 - scale * middle[1]]])
    small = cv2.warpAffine(ink.astype(np.float32), turn, (_SMALL, _SMALL), flags=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 1.0)
    vector = (small - small.mean()).ravel()
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6))


@lru_cache(maxsize=1)
def _known() -> tuple[np.ndarray, np.ndarray]:
    """Return the (n,) numbers and (n, d) unit vectors of what they look like in several hands, a little turned."""
    numbers, vectors = [], []
    for number in NUMBERS:
        for picture in _written(str(number)):
            for turn in _TURNS:
                swing = cv2.getRotationMatrix2D((64, 64), turn, 1.0)
                ink = cv2.warpAffine(picture, swing, (128, 128)).astype(np.float32) / 255
                numbers.append(number)
                vectors.append(_boxed(ink, (ink > 0.5).astype(np.uint8)))
    return np.array(numbers), np.array(vectors, np.float32)


def _written(text: str) -> list[np.ndarray]:
    found = []
    for style in _HERSHEY:
        for bold in (4, 8, 13):
            picture = np.zeros((128, 128), np.uint8)
            (wide, high), _ = cv2.getTextSize(text, style, 2.2, bold)
            cv2.putText(picture, text, (64 - wide // 2, 64 + high // 2), style, 2.2, 255, bold, cv2.LINE_AA)
            found.append(picture)
    letters = font(76)
    for stroke in (0, 3):
        image = Image.new("L", (128, 128))
        ImageDraw.Draw(image).text((64, 64), text, 255, letters, "mm", stroke_width=stroke)
        found.append(np.asarray(image))
    default = ImageFont.load_default(80)
    image = Image.new("L", (128, 128))
    ImageDraw.Draw(image).text((64, 64), text, 255, default, "mm", stroke_width=3)
    return [*found, np.asarray(image)]
