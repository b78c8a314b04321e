"""Draws the signs of terrains: peaks and hachures, trees and fields, waves and ships."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.scenes.prints.grammar import Signs

Rng = np.random.Generator
Pen = tuple[np.ndarray, int]
"""A picture (H, W, 3) uint8 to draw on, and the width of lines in pixels."""
_SHIFT = 4
"""Fractional bits of the coordinates that OpenCV is given."""


def strew(rng: Rng, sheet: np.ndarray, signs: Signs, pitch: float) -> None:
    """Draw signs all over a printed surface (size, size, 3), of ``pitch`` pixels a tile, in place."""
    size = sheet.shape[0]
    count = int(min(signs.density * (size / pitch) ** 2, 900))
    height = max(signs.size * pitch, 3.0)
    pen = (sheet, max(1, round(signs.weight * height)))
    for at in _places(rng, count, size, signs.order):
        tones = [tuple(float(v) for v in tone) for tone in np.clip(signs.colours, 0, 255)]
        DRAWN[signs.kinds[int(rng.integers(len(signs.kinds)))]](rng, pen, at, height * rng.uniform(0.75, 1.25), tones)


def _places(rng: Rng, count: int, size: int, order: float) -> np.ndarray:
    """Return where signs stand (N, 2) pixels: in rows, moved the more the less ``order`` there is."""
    side = max(1, round(np.sqrt(count)))
    step = size / side
    x, y = np.meshgrid(np.arange(side), np.arange(side))
    grid = np.stack([x + 0.5 * (y % 2), y], axis=-1).reshape(-1, 2) * step
    return (grid + rng.uniform(-0.9, 0.9, grid.shape) * step * (1 - order)) % size


Tones = list[tuple[float, ...]]


def _line(pen: Pen, points: np.ndarray, tone: tuple[float, ...], closed: bool = False) -> None:
    cv2.polylines(pen[0], [np.round(points * 2**_SHIFT).astype(np.int32)], closed, tone, pen[1], cv2.LINE_AA, _SHIFT)


def _fill(pen: Pen, points: np.ndarray, tone: tuple[float, ...]) -> None:
    cv2.fillPoly(pen[0], [np.round(points * 2**_SHIFT).astype(np.int32)], tone, cv2.LINE_AA, _SHIFT)


def _spot(pen: Pen, at: np.ndarray, radius: float, tone: tuple[float, ...]) -> None:
    centre = (int(at[0] * 2**_SHIFT), int(at[1] * 2**_SHIFT))
    cv2.circle(pen[0], centre, max(1, int(radius * 2**_SHIFT)), tone, -1, cv2.LINE_AA, _SHIFT)


def _caret(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    wide = size * rng.uniform(0.35, 0.6)
    _line(pen, at + np.array([(-wide, 0.3 * size), (0, -0.6 * size), (wide, 0.3 * size)]), tones[0])


def _peak(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    """Draw a mountain with a bright and a dark side, often with snow."""
    wide = size * rng.uniform(0.4, 0.75)
    top, left, right = np.array([(0, -0.7 * size), (-wide, 0.3 * size), (wide, 0.3 * size)]) + at
    foot = at + np.array([rng.uniform(-0.3, 0.3) * wide, 0.3 * size])
    _fill(pen, np.array([top, left, foot]), tones[1])
    _fill(pen, np.array([top, foot, right]), tones[0])
    if rng.random() < 0.5:
        cap = rng.uniform(0.25, 0.5)
        snow = np.array([top, top + cap * (left - top), top + 0.6 * cap * (foot - top), top + cap * (right - top)])
        _fill(pen, snow, tones[2])


def _hachures(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    """Draw short lines down a slope, as old maps do."""
    for x in np.linspace(-0.6, 0.6, 5):
        slope = np.array([(0.6 * x, -0.4 + 0.5 * abs(x)), (1.2 * x, 0.4 + 0.2 * abs(x))])
        _line(pen, at + slope * size, tones[0])


def _hump(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    axes = (max(1, int(0.5 * size)), max(1, int(0.55 * size)))
    cv2.ellipse(pen[0], (int(at[0]), int(at[1])), axes, 0, 180, 360, tones[0], pen[1], cv2.LINE_AA)


def _crack(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    steps = rng.normal(0, 0.35, (4, 2)) + rng.normal(0, 0.4, 2)
    _line(pen, at + np.cumsum(steps, axis=0) * size, tones[0])


def _dot(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    _spot(pen, at, size * rng.uniform(0.1, 0.22), tones[0])


def _tuft(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    for lean in (-0.35, 0.0, 0.35):
        _line(pen, at + np.array([(0.2 * lean, 0.2), (lean, -0.3)]) * size, tones[0])


def _fir(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    for low in (0.25, 0.0):
        _fill(pen, at + np.array([(-0.32, low), (0.32, low), (0, low - 0.6)]) * size, tones[0])


def _bush(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    _spot(pen, at, 0.32 * size, tones[0])
    _spot(pen, at - 0.1 * size, 0.16 * size, tones[1])


def _field(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    """Draw a ploughed field: a slanting rectangle with furrows."""
    lean, wide = rng.uniform(-0.3, 0.3), rng.uniform(0.35, 0.6)
    corners = np.array([(-wide + lean, -0.3), (wide + lean, -0.3), (wide - lean, 0.3), (-wide - lean, 0.3)]) * size
    _fill(pen, at + corners, tones[1])
    for share in (0.25, 0.5, 0.75):
        ends = corners[[0, 3]] * (1 - share) + corners[[1, 2]] * share
        _line((pen[0], 1), at + ends, tones[0])


def _flock(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    for spot in rng.normal(0, 0.3, (int(rng.integers(1, 4)), 2)) * size:
        _spot(pen, at + spot, 0.14 * size, tones[2])
        _spot(pen, at + spot + 0.12 * size, 0.06 * size, tones[0])


def _wave(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    x = np.linspace(-0.7, 0.7, 9)
    for k in range(int(rng.integers(1, 3))):
        y = 0.16 * np.sin(x * rng.uniform(5, 9)) + 0.4 * k
        _line(pen, at + np.stack([x, y], axis=1) * size, tones[0])


def _crests(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    """Draw a row of little arcs."""
    for k in (-1, 0, 1):
        spot = (int(at[0] + 0.4 * k * size), int(at[1]))
        cv2.ellipse(pen[0], spot, (max(1, int(0.2 * size)),) * 2, 0, 200, 340, tones[0], pen[1], cv2.LINE_AA)


def _ship(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    _fill(pen, at + np.array([(-0.4, 0.15), (0.4, 0.15), (0.2, 0.35), (-0.2, 0.35)]) * size, tones[1])
    _fill(pen, at + np.array([(0, -0.5), (0.35, 0.1), (0, 0.1)]) * size, tones[2])


def _fish(rng: Rng, pen: Pen, at: np.ndarray, size: float, tones: Tones) -> None:
    body = np.array([(-0.4, 0), (-0.1, -0.18), (0.2, 0), (0.4, -0.15), (0.4, 0.15), (0.2, 0), (-0.1, 0.18)])
    _line(pen, at + body * size, tones[0], closed=True)


Drawing = Callable[[Rng, Pen, np.ndarray, float, Tones], None]
DRAWN: dict[str, Drawing] = {
    "caret": _caret,
    "peak": _peak,
    "hachures": _hachures,
    "hump": _hump,
    "crack": _crack,
    "dot": _dot,
    "tuft": _tuft,
    "fir": _fir,
    "bush": _bush,
    "field": _field,
    "flock": _flock,
    "wave": _wave,
    "crests": _crests,
    "ship": _ship,
    "fish": _fish,
}
OF_TERRAIN = (
    ("dot", "tuft", "fir", "bush", "field", "flock"),
    ("caret", "peak", "hachures", "hump", "crack"),
    ("wave", "crests", "ship", "fish"),
)
"""Signs of plains, mountain and ocean. None stands for two terrains: in strange colours they tell grounds apart."""
