"""Pictures of single squares as a camera from nearly above sees them, before they are lit."""

from __future__ import annotations

import cv2
import numpy as np

from training.hokkaido.art import Art
from training.hokkaido.painting import FINE, fill, write
from training.hokkaido.squares import square
from vision.hokkaido.appearances import Appearance
from vision.hokkaido.cells import SIDE

_OFFSET = 0.05
"""Standard deviation of a card's offset from the grid, squares."""


def photographed(look: Appearance, art: Art, rng: np.random.Generator) -> np.ndarray:
    """Return a square (SIDE, SIDE, 3) as photographed from nearly above: displaced, blurred, with random neighbours."""
    face = square(look.square, art, rng)
    if art.seam:
        dark = face.mean(axis=(0, 1)) * (1 - art.seam)
        cv2.rectangle(face, (0, 0), (FINE - 1, FINE - 1), dark.tolist(), int(rng.integers(1, 4)))
    if look.colour is None and rng.random() < 0.12:
        cv2.rectangle(face, (0, 0), (FINE - 1, FINE - 1), (225, 228, 230), int(2 * rng.uniform(0.03, 0.13) * FINE))
    elif rng.random() < 0.16:
        at = float(rng.uniform(0.1, 0.16))
        cv2.circle(face, (int(at * FINE),) * 2, int(0.1 * FINE), (225, 230, 230), -1, cv2.LINE_AA)
        write(face, str(rng.integers(1, 60)), (at, at), 0.4)
    if look.cube:
        _put_cube(face, art.wood[look.colour or "grey"], rng)
    face = np.rot90(face, int(rng.integers(4))).copy()
    _crowd(face, rng)
    way = cv2.getRotationMatrix2D((FINE / 2, FINE / 2), rng.normal(0, 1.5), SIDE / FINE * rng.uniform(0.96, 1.06))
    way[0] *= rng.uniform(0.95, 1.05)  # surfaces above the plane of the grid appear larger
    way[:, 2] += SIDE / 2 - way[:, :2] @ (FINE / 2, FINE / 2) - way[:, 2] + rng.normal(0, _OFFSET * SIDE, 2)
    face = cv2.GaussianBlur(face, (0, 0), max(0.5, 0.5 * FINE / rng.uniform(45, 120) * rng.uniform(0.7, 2.0)))
    beside = tuple(float(v) for v in rng.uniform(0, 230, 3))
    return cv2.warpAffine(face, way, (SIDE, SIDE), flags=cv2.INTER_AREA, borderValue=beside)


def _crowd(face: np.ndarray, rng: np.random.Generator) -> None:
    """Cover a margin of the square by overlapping neighbours or their shadow."""
    for _ in range(int(rng.choice([0, 1, 2], p=[0.55, 0.3, 0.15]))):
        wide = int(rng.uniform(0.02, 0.1) * FINE)
        face[:] = np.rot90(face, int(rng.integers(4))).copy()
        face[:wide] *= rng.uniform(0.15, 1.0)
        if rng.random() < 0.4:
            face[: wide // 2] = rng.uniform(20, 230, 3)


def _put_cube(face: np.ndarray, wood: np.ndarray, rng: np.random.Generator) -> None:
    side, middle, turn = rng.uniform(0.18, 0.37), 0.5 + rng.normal(0, 0.07, 2), rng.uniform(0, np.pi / 2)
    angles = turn + np.pi / 2 * np.arange(4)
    foot = middle + side / np.sqrt(2) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    lean, towards, sun = rng.uniform(0, 0.75), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    up = side * lean * np.array([np.cos(towards), np.sin(towards)])
    away = np.array([np.cos(sun), np.sin(sun)])
    shadow = np.zeros(face.shape[:2], np.float32)
    cast = np.concatenate([foot, foot + away * side * rng.uniform(0.3, 1.3)])
    cv2.fillConvexPoly(shadow, cv2.convexHull(np.round(cast * FINE).astype(np.int32)), 1.0)
    face *= 1 - rng.uniform(0.1, 0.6) * cv2.GaussianBlur(shadow, (0, 0), rng.uniform(1, 7))[..., None]
    top = middle + (foot - middle) * (1 + 0.15 * lean) + up
    for k in range(4):
        one, other = foot[k], foot[(k + 1) % 4]
        outward = (one + other) / 2 - middle
        if outward @ up < 0:  # a side is visible if the top is displaced away from it
            lit = 0.62 - 0.25 * float(outward @ away) / float(np.linalg.norm(outward))
            fill(face, [one, other, top[(k + 1) % 4], top[k]], np.clip(wood * lit, 0, 255))
    fill(face, top, np.clip(wood * rng.uniform(0.95, 1.2), 0, 255))
