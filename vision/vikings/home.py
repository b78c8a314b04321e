"""Figures at home: counted by colour on the home board, wherever on it they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.vikings.cells import SIDE, Flat
from vision.vikings.figures import Standing, rim_contrast
from vision.vikings.placing import ROWS
from vision.vikings.shades import hues, shaded

_MARKED = 0.36
"""Squares next to column 0 in which the rows' marks are printed."""
_PALE, _BRIGHT, _SPREAD, _DARK = 0.5, 1.4, 8.0, 0.35
_GREY = (5.0, 0.6)
"""Spread and darkness of grey figures: boards are often nearly grey themselves, and the dark ones are black."""
_BOARD = (0.75, 1.3, 0.45)
"""How pale, how bright and how dark the board's own print may be where it lies in shadow, by its middle look."""
_SHADOWS = -1.5
"""Log odds for a place on the board to lie in shadow."""
_LEAST_SPREAD = 4.0
_LIKELIER = 0.8
_CERTAIN, _BLUR = 6.0, 1.0
_BLACK = 1
_TOUCHING = 0.6
"""How much of a dark patch, by the length of its sides, may lie at another figure's feet."""
_A_FIGURE = (0.3, 0.55)
"""Of what figures in the picture cover: nothing below the first, doubtful up to the second."""
_TWO = 1.65
"""From so much on it is two figures that touch."""
_LARGEST = 7.0
_CONTRAST = 8.0


@dataclass(frozen=True)
class Blob:
    """Figures of one colour that touch: ``kind`` 0..5, how many, and how sure 0..1."""

    kind: int
    count: int
    sure: float


def count_at_home(flat: Flat, lab: np.ndarray, wide: float, standing: Standing) -> list[Blob]:
    """Return what stands on the home board.

    Args:
        flat: the fjord from above.
        lab: its evened looks.
        wide: how wide the home board is, in squares.
        standing: the figures' colours and size, as the islands tell them.
    """
    part = _board(flat, wide)
    looks = lab[part]
    if min(looks.shape[:2]) < SIDE:
        return []
    board = _print(looks)
    likely = np.stack([_likely(looks, base, kind) for kind, base in enumerate(standing.bases)], axis=-1)
    # Evened out over the lines between a figure's faces.
    odds = np.clip(likely.max(axis=-1) - board, -_CERTAIN, _CERTAIN).astype(np.float32)
    kinds = np.where(cv2.GaussianBlur(odds, (0, 0), _BLUR) > _LIKELIER, likely.argmax(axis=-1), -1)
    found, feet = [], np.zeros(kinds.shape, np.uint8)
    for kind in sorted(range(len(standing.bases)), key=lambda kind: kind == _BLACK):
        coloured = cv2.dilate(feet, np.ones((5, 5), np.uint8)) > 0
        for blob, shape in _blobs(kinds == kind, kind, looks, standing.usual):
            # A shadow begins where a figure stands; a black figure stands by itself.
            if kind != _BLACK or (shape & coloured).sum() < _TOUCHING * np.sqrt(shape.sum()):
                found.append(blob)
                feet[shape] = 1
    return found


def _likely(looks: np.ndarray, base: np.ndarray, kind: int) -> np.ndarray:
    """(h, w) log density of looks on a figure of this kind."""
    spread, dark = (_SPREAD, _DARK) if kind else _GREY
    return shaded(looks, base, _PALE, _BRIGHT, spread, dark)


def _board(flat: Flat, wide: float) -> tuple[slice, slice]:
    top, bottom = ((y - flat.top) * SIDE for y in (0, ROWS))
    left, right = ((x - flat.left) * SIDE for x in (-wide, -_MARKED))
    return slice(max(0, round(top)), max(0, round(bottom))), slice(max(0, round(left)), max(0, round(right)))


def _print(looks: np.ndarray) -> np.ndarray:
    """(h, w) log density of looks on the board's own print, in light and in shadow."""
    middle = np.median(looks.reshape(-1, 3), axis=0)
    (hue, light), (own, usual) = hues(looks), hues(middle)
    away = np.linalg.norm(hue - own, axis=-1)
    spread = max(_LEAST_SPREAD, 1.3 * float(np.median(away)))
    uneven = max(_LEAST_SPREAD, 1.5 * float(np.median(np.abs(light - usual))))
    lit = -(away**2) / (2 * spread**2) - (light - usual) ** 2 / (2 * uneven**2)
    lit -= np.log((2 * np.pi) ** 1.5 * spread**2 * uneven) - 2 * np.log(50.0 / light)
    pale, bright, dark = _BOARD
    return np.asarray(np.logaddexp(lit, shaded(looks, middle, pale, bright, spread, dark) + _SHADOWS))


def _blobs(mask: np.ndarray, kind: int, looks: np.ndarray, usual: float) -> Iterator[tuple[Blob, np.ndarray]]:
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    opened = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
    none, whole = _A_FIGURE
    for k in range(1, count):
        size = stats[k, cv2.CC_STAT_AREA] / SIDE**2 / usual
        # What runs along the rim of what is looked at is the table, or the board's own rim.
        wide, high = stats[k, cv2.CC_STAT_WIDTH] / SIDE, stats[k, cv2.CC_STAT_HEIGHT] / SIDE
        if not none < size < _LARGEST or max(wide, high) > 1.2 or rim_contrast(labels == k, looks) < _CONTRAST:
            continue
        many = max(1, round(size)) if size > _TWO else 1
        sure = float(np.interp(size, [none, whole], [0.3, 0.95])) if many == 1 else 0.6
        yield Blob(kind, many, sure), labels == k
