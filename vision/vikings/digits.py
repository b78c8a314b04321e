"""Recognises a printed number on a small disc by template matching with several fonts."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.drawing.font import font
from vision.networks.activations import softmax

DISC_SIDE = 48
"""Pixels along the picture of a disc."""
_GLYPH_SIDE = 24
"""Pixels along a normalised glyph."""
_GLYPH_HEIGHT = 0.8
"""Height of a number in a normalised glyph, as a share of its side. By hand."""
NUMBERS = range(1, 13)
"""Numbers that a ship may pay."""
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
_ROTATIONS_DEG = (-14, -7, 0, 7, 14)
_SOFTMAX_SCALE = 40.0
"""Factor from correlation to logits; chosen by hand."""
_GLYPH_SIGMA = 0.5
"""Standard deviation of the blur of a normalised glyph, pixels: a wider one fills the loop of a 6. Of 153 numbers in
synthetic fjords five are wrong, all of them asked about."""
_MIN_CORRELATION = 0.45
"""Smallest correlation with a template for anything to be recognised; chosen by hand."""
_TRUST_BY_CORRELATION = ((_MIN_CORRELATION, 0.75), (0.5, 1.0))
"""Correlations of the best template, and the factors of the probabilities at them. By hand."""
_GROUND_PERCENTILE, _PRINT_PERCENTILE, _MIN_CONTRAST = 80, 4, 6
"""Percentiles of a disc's lightness that are its ground and its print, and least difference of both, L*. By hand."""
_DISC_RADIUS, _PRINT_RADIUS = 0.92, 0.7
"""Radius, 1 being the disc's, within which pixels count, and within which the middle of a print lies: the disc's rim
lies along the circle. By hand."""
_MIN_PART, _MIN_PRINT = 12, 20
"""Fewest pixels of a part of a print, and of all of it. By hand."""


def read_number(light: np.ndarray) -> list[tuple[int, float]]:
    """Return the possible numbers, printed dark on light and nearly upright, with their probabilities.

    The most probable comes first; the list is empty if there is no number.

    Args:
        light: (DISC_SIDE, DISC_SIDE) lightness of the inside of a disc; pixels outside its circle are ignored.
    """
    glyph = _glyph(light)
    if glyph is None:
        return []
    numbers, known = _templates()
    correlations = known @ glyph
    best = np.array([correlations[numbers == n].max() for n in NUMBERS])
    if best.max() < _MIN_CORRELATION:
        return []
    probabilities = softmax(_SOFTMAX_SCALE * best) * np.interp(best.max(), *_TRUST_BY_CORRELATION)
    return [(NUMBERS[k], float(probabilities[k])) for k in np.argsort(-probabilities)]


def _glyph(light: np.ndarray) -> np.ndarray | None:
    """Return the print, centred and scaled, as a unit vector, or ``None`` if there is none."""
    line = (np.arange(DISC_SIDE) + 0.5) / DISC_SIDE * 2 - 1
    round_ = np.hypot(*np.meshgrid(line, line))
    inside = round_ < _DISC_RADIUS
    bright, dark = np.percentile(light[inside], _GROUND_PERCENTILE), np.percentile(light[inside], _PRINT_PERCENTILE)
    if bright - dark < _MIN_CONTRAST:
        return None
    ink = np.clip((bright - light) / (bright - dark), 0, 1) * inside
    mask = (ink > 0.5).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    kept = np.zeros_like(mask)
    for k in range(1, count):
        part = labels == k
        if stats[k, cv2.CC_STAT_AREA] > _MIN_PART and float(round_[part].mean()) < _PRINT_RADIUS:
            kept[part] = 1
    if kept.sum() < _MIN_PRINT:
        return None
    return _normalised(ink * cv2.dilate(kept, np.ones((3, 3), np.uint8)), kept)


def _normalised(ink: np.ndarray, mask: np.ndarray) -> np.ndarray:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    high, middle = rows[-1] + 1 - rows[0], ((columns[0] + columns[-1] + 1) / 2, (rows[0] + rows[-1] + 1) / 2)
    scale = _GLYPH_HEIGHT * _GLYPH_SIDE / max(high, 1)
    turn = np.array([[scale, 0, _GLYPH_SIDE / 2 - scale * middle[0]], [0, scale, _GLYPH_SIDE / 2 - scale * middle[1]]])
    small = cv2.warpAffine(ink.astype(np.float32), turn, (_GLYPH_SIDE, _GLYPH_SIDE), flags=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), _GLYPH_SIGMA)
    vector = (small - small.mean()).ravel()
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6))


@lru_cache(maxsize=1)
def _templates() -> tuple[np.ndarray, np.ndarray]:
    """Return the (n,) numbers and (n, d) unit vectors of templates in several fonts and rotations."""
    numbers, vectors = [], []
    for number in NUMBERS:
        for picture in _rendered(str(number)):
            for turn in _ROTATIONS_DEG:
                rotation = cv2.getRotationMatrix2D((64, 64), turn, 1.0)
                ink = cv2.warpAffine(picture, rotation, (128, 128)).astype(np.float32) / 255
                numbers.append(number)
                vectors.append(_normalised(ink, (ink > 0.5).astype(np.uint8)))
    return np.array(numbers), np.array(vectors, np.float32)


def _rendered(text: str) -> list[np.ndarray]:
    """Return (128, 128) uint8 pictures of a number in several fonts and weights, white on black."""
    found = []
    for style in _FONTS:
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
