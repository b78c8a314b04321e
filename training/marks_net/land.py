"""Distractors: hatching, shards, lines and dots on a tile's terrain that look a little like signs."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.prints.palettes import any_colour
from training.scenes.prints.textures import blend

Rng = np.random.Generator


def with_distractors(rng: Rng, top: np.ndarray) -> np.ndarray:
    """Return a copy of a tile's top (n, n, 3) uint8 with one to three kinds of distractors."""
    shown = top.copy()
    for _ in range(int(rng.integers(1, 4))):
        (_hatched, _shards, _lines, _dotted)[int(rng.integers(4))](rng, shown)
    return shown


def _hatched(rng: Rng, shown: np.ndarray) -> None:
    """Draw parallel lines over a part of the tile."""
    side = shown.shape[0]
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    turn, period = rng.uniform(0, np.pi), rng.uniform(7, 30)
    across = columns * np.cos(turn) + rows * np.sin(turn) + rng.uniform(0, 6) * np.sin(rows / rng.uniform(8, 40))
    lines = (across % period < period * rng.uniform(0.25, 0.6)).astype(np.uint8) * 255
    blend(shown, _near(rng, shown), cv2.convertScaleAbs(lines & _patch(rng, side), alpha=rng.uniform(0.4, 1)))


def _shards(rng: Rng, shown: np.ndarray) -> None:
    """Draw adjacent triangles and quadrangles, light and dark."""
    side = shown.shape[0]
    middle = rng.uniform(0.2, 0.8, 2) * side
    for _ in range(int(rng.integers(3, 12))):
        at = middle + rng.normal(0, 0.12 * side, 2)
        points = at + rng.normal(0, rng.uniform(6, 30), (int(rng.integers(3, 5)), 2))
        cv2.fillPoly(shown, [_fixed(points)], _near(rng, shown).tolist(), cv2.LINE_AA, 4)


def _lines(rng: Rng, shown: np.ndarray) -> None:
    """Draw coasts, roads and cracks: bent lines that branch off each other."""
    side = shown.shape[0]
    colour, width = _near(rng, shown).tolist(), int(rng.integers(2, 8))
    start = rng.uniform(0.1, 0.9, 2) * side
    for _ in range(int(rng.integers(1, 5))):
        turn = rng.uniform(0, 2 * np.pi)
        turns = turn + np.cumsum(rng.normal(0, rng.choice([0.1, 0.6]), 12))
        steps = rng.uniform(5, 16) * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        line = start + np.concatenate([[[0, 0]], np.cumsum(steps, axis=0)])
        cv2.polylines(shown, [_fixed(line)], False, colour, width, cv2.LINE_AA, 4)
        start = line[int(rng.integers(len(line)))]


def _dotted(rng: Rng, shown: np.ndarray) -> None:
    """Draw many spots of similar size over a part of the tile."""
    side, colour, size = shown.shape[0], _near(rng, shown).tolist(), rng.uniform(2, 8)
    patch = _patch(rng, side)
    for _ in range(int(rng.integers(10, 90))):
        x, y = rng.integers(0, side, 2)
        if patch[y, x]:
            radius = max(1.0, size * (1 + rng.normal(0, 0.2)))
            axes = (round(radius), round(radius * rng.uniform(0.6, 1)))
            cv2.ellipse(shown, (int(x), int(y)), axes, rng.uniform(0, 180), 0, 360, colour, -1, cv2.LINE_AA)


def _patch(rng: Rng, side: int) -> np.ndarray:
    """Return a random part of the picture as a mask (side, side) of 0 and 255."""
    patch = np.zeros((side, side), np.uint8)
    turns = np.sort(rng.uniform(0, 2 * np.pi, 9))
    reach = side * rng.uniform(0.15, 0.5, (9, 1))
    ring = rng.uniform(0.2, 0.8, 2) * side + reach * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    cv2.fillPoly(patch, [_fixed(ring)], 255, cv2.LINE_8, 4)
    return patch


def _near(rng: Rng, shown: np.ndarray) -> np.ndarray:
    """Return a colour (3,) BGR: one of the picture's, lighter or darker, or any."""
    if rng.random() < 0.3:
        return any_colour(rng)
    y, x = rng.integers(0, shown.shape[0], 2)
    return np.asarray(np.clip(shown[y, x].astype(float) * rng.uniform(0.5, 1.6) + rng.normal(0, 15), 0, 255))


def _fixed(points: np.ndarray) -> np.ndarray:
    return np.round(points * 16).astype(np.int32)
