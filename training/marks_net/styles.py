"""The style of a printing's signs (ink, frame, size), and printing a sign onto a tile's picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from training.marks_net.hands import Hand
from training.marks_net.signs import ACROSS, SIDE
from training.scenes.prints.palettes import any_colour
from training.scenes.prints.textures import blend

_SIZES = (0.10, 0.26)
"""Range of a sign's diameter, widths of the tile: 6 to 16 mm on a tile 6 cm wide."""
_ROW_SCALE = 1.3
"""Scale of rows of spots and figures, relative to single signs."""
_MIN_CONTRAST = 45.0
"""Smallest difference in mean grey level (0..255) between ink and background, so that signs are visible."""
_FRAME_CORNERS = {"disc": 40, "hexagon": 6, "square": 4, "shield": 3, "diamond": 4, "tag": 5}
"""Number of corners of each frame."""


@dataclass(frozen=True)
class Style:
    """The style of one printing's signs.

    Attributes:
        ink: (3,) BGR.
        paper: (3,) BGR of the frame or halo.
        frame: name of the frame; "none" or "halo" for signs directly on the terrain.
        size: diameter of a sign, widths of the tile.
        strength: opacity, 0..1.
    """

    ink: np.ndarray
    paper: np.ndarray
    frame: str
    size: float
    strength: float


def random_style(rng: np.random.Generator, hand: Hand) -> Style:
    """Draw a style."""
    kind = rng.random()
    ink = np.full(3, rng.uniform(215, 255)) if kind < 0.4 else np.full(3, rng.uniform(0, 50))
    if kind > 0.75:
        ink = any_colour(rng)
    paper = any_colour(rng) if rng.random() < 0.6 else np.full(3, 255.0 if ink.mean() < 128 else 20.0)
    while abs(paper.mean() - ink.mean()) < _MIN_CONTRAST + 15:
        paper = np.full(3, rng.uniform(0, 255))
    frame = str(rng.choice(["none", "halo", str(rng.choice(hand.frames))], p=[0.4, 0.2, 0.4]))
    size = float(np.exp(rng.uniform(*np.log(_SIZES))))
    return Style(ink, paper, frame, size, float(rng.uniform(0.7, 1.0)))


def across(style: Style, kind: str) -> float:
    """Return the diameter of a sign of this kind, widths of the tile."""
    return style.size * (_ROW_SCALE if " " in kind else 1.0)


def put(
    rng: np.random.Generator, shown: np.ndarray, style: Style, stencil: np.ndarray, at: np.ndarray, wide: float
) -> None:
    """Print a sign onto a picture, in place, at a random rotation.

    Args:
        rng: the generator of random numbers.
        shown: (h, w, 3) uint8 BGR picture.
        style: the sign's style.
        stencil: (SIDE, SIDE) uint8 coverage, see ``signs.sign``.
        at: (2,) x, y of the sign's centre, pixels.
        wide: diameter of the sign, pixels.
    """
    reach = int(np.ceil(wide / ACROSS * SIDE * 0.75)) + 2
    x, y = (round(float(v)) for v in at)
    left, top = max(x - reach, 0), max(y - reach, 0)
    part = shown[top : y + reach, left : x + reach]
    if not part.size:
        return
    scale, angle = wide / ACROSS, rng.uniform(0, 2 * np.pi)
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    way = np.column_stack([turn, at - (left, top) - turn @ np.full(2, SIDE / 2 - 0.5)])
    ink = _visible(style, part)

    def over(coverage: np.ndarray, colour: np.ndarray, strength: float) -> None:
        soft = cv2.GaussianBlur(coverage, (0, 0), max(0.3, 0.4 / scale))
        alpha = cv2.warpAffine(soft, way, part.shape[1::-1], flags=cv2.INTER_LINEAR)
        blend(part, colour, cv2.convertScaleAbs(alpha, alpha=strength))

    if style.frame in _FRAME_CORNERS:
        over(_frame(style.frame), style.paper, style.strength)
    elif style.frame == "halo":
        over(cv2.dilate(stencil, np.ones((5, 5), np.uint8)), style.paper, style.strength)
    elif style.frame == "ring":
        over(cv2.subtract(_frame("disc"), cv2.erode(_frame("disc"), np.ones((9, 9), np.uint8))), ink, 1.0)
    over(stencil, ink, style.strength)


def _visible(style: Style, behind: np.ndarray) -> np.ndarray:
    """Return the ink, or a lighter or darker one if it would not contrast with the terrain."""
    if style.frame not in ("none", "ring"):
        return style.ink
    high, wide = (n // 3 for n in behind.shape[:2])
    middle = behind[high : 2 * high + 1, wide : 2 * wide + 1].reshape(-1, 3).mean(axis=0)
    if abs(style.ink.mean() - middle.mean()) >= _MIN_CONTRAST:
        return style.ink
    return np.full(3, 250.0 if middle.mean() < 128 else 10.0)


@lru_cache(maxsize=16)
def _frame(name: str) -> np.ndarray:
    sides = _FRAME_CORNERS[name]
    turns = (np.arange(sides) + (0.5 if name == "square" else 0.0)) / sides * 2 * np.pi
    reach = {"shield": 0.72, "tag": 0.52, "diamond": 0.6}.get(name, 0.48)
    ring = SIDE * (0.5 + reach * np.stack([np.sin(turns), np.cos(turns)], axis=1))
    shape = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillPoly(shape, [np.round(ring * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return shape
