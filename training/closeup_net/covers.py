"""Synthetic occluders (cups, boxes, cards, fingers) painted over close-ups."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.prints.palettes import any_colour
from vision.pieces.closeups import MIDDLE, SCALE, SIZE

MIN_HIDDEN, MAX_VISIBLE = 0.7, 0.25
"""Occluded share of a cell from which it counts as hidden, and up to which as visible. Chosen by hand."""
_SKIN = np.array([(120, 150, 205), (150, 180, 230), (60, 85, 130), (40, 55, 85)])
"""Skin colours, BGR 0..255."""
_SHADOW = 0.55
"""Share of the light that an occluder's shadow takes. Chosen by hand."""


def occlude(rng: np.random.Generator, closeup: np.ndarray) -> tuple[np.ndarray, float, float]:
    """Paint a random occluder over a (SIZE, SIZE, 4) close-up.

    Returns:
        the close-up, the occluded share of the cell, and the occluded share of the whole close-up.
    """
    paint = (_cup, _cup, _box, _fingers)[int(rng.integers(4))]
    at = MIDDLE + np.clip(rng.normal(0, 0.3, 2), -0.9, 0.9) * SCALE
    mask, colours = paint(rng, at)
    seen = closeup[..., :3].astype(np.float32)
    away = rng.uniform(-0.15, 0.15, 2) * SCALE
    shade = cv2.warpAffine(mask, np.array([[1, 0, away[0]], [0, 1, away[1]]]), (SIZE, SIZE))
    seen *= 1 - _SHADOW * cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(1, 5)))[..., None]
    soft = cv2.GaussianBlur(mask, (0, 0), 0.7)[..., None]
    light = float(seen.mean()) / 110
    painted = seen * (1 - soft) + colours * np.clip(light, 0.4, 1.3) * soft
    covered = np.concatenate([np.clip(painted, 0, 255).astype(np.uint8), closeup[..., 3:]], axis=-1)
    cell = closeup[..., 3] >= 128
    return covered, float(mask[cell].mean()) if cell.any() else 0.0, float(mask.mean())


def _cup(rng: np.random.Generator, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return mask and colours of a cup, glass, lid or bowl: its rim is an ellipse above its foot."""
    radius = float(rng.uniform(0.4, 1.0)) * SCALE
    flat = float(rng.uniform(0.6, 1.0))
    height = float(rng.uniform(0, 1.2)) * SCALE * float(np.sqrt(1 - flat * flat))
    wall, inside, rim = any_colour(rng), any_colour(rng), any_colour(rng)
    mask, colours = _blank()
    foot, top = tuple(np.round(at).astype(int)), tuple(np.round(at - (0, height)).astype(int))
    outer, inner = _axes(radius, flat), _axes(radius * float(rng.uniform(0.75, 0.95)), flat)
    sides = cv2.convexHull(np.concatenate([cv2.ellipse2Poly(p, outer, 0, 0, 360, 10) for p in (foot, top)]))
    cv2.fillConvexPoly(mask, sides, 1.0)
    cv2.fillConvexPoly(colours, sides, wall.tolist())
    cv2.ellipse(colours, top, outer, 0, 0, 360, rim.tolist(), -1)
    if rng.random() < 0.75:
        cv2.ellipse(colours, top, inner, 0, 0, 360, inside.tolist(), -1)
    return mask, _shaded(rng, colours)


def _box(rng: np.random.Generator, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return mask and colours of a card, phone, book or box seen from above."""
    size = rng.uniform(0.8, 2.6, 2) * SCALE
    corners = cv2.boxPoints((tuple(map(float, at)), tuple(map(float, size)), float(rng.uniform(0, 180))))
    mask, colours = _blank()
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1.0)
    colours[:] = any_colour(rng)
    for _ in range(int(rng.integers(0, 6))):
        ends = at + rng.normal(0, 0.4, (2, 2)) * SCALE
        first, last = (tuple(map(int, end)) for end in ends)
        cv2.line(colours, first, last, any_colour(rng).tolist(), int(rng.integers(1, 9)))
    return mask, _shaded(rng, colours)


def _fingers(rng: np.random.Generator, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return mask and colours of fingers from one side, or of a flat hand."""
    skin = _SKIN[int(rng.integers(len(_SKIN)))] * rng.uniform(0.85, 1.15)
    way = rng.uniform(0, 2 * np.pi)
    along, across = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
    mask, colours = _blank()
    colours[:] = skin
    for n in range(int(rng.integers(1, 5))):
        tip = at + across * (n - 1.5) * 0.24 * SCALE + along * rng.normal(0, 0.15) * SCALE
        far = tip + along * 2.5 * SCALE
        ends = [tuple(map(int, end)) for end in (tip, far)]
        cv2.line(mask, ends[0], ends[1], 1.0, int(rng.uniform(0.2, 0.34) * SCALE))
        cv2.line(colours, ends[0], ends[1], (skin * rng.uniform(0.8, 1.05)).tolist(), int(0.12 * SCALE))
    return mask, _shaded(rng, colours)


def _blank() -> tuple[np.ndarray, np.ndarray]:
    return np.zeros((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE, 3), np.float32)


def _axes(radius: float, flat: float) -> tuple[int, int]:
    return round(radius), round(radius * flat)


def _shaded(rng: np.random.Generator, colours: np.ndarray) -> np.ndarray:
    """Return (SIZE, SIZE, 3) colours with a gradient of light across them, blurred as by a camera."""
    ys, xs = np.mgrid[-1 : 1 : SIZE * 1j, -1 : 1 : SIZE * 1j]
    way = rng.uniform(0, 2 * np.pi)
    slope = 1 + rng.uniform(0, 0.35) * (xs * np.cos(way) + ys * np.sin(way))
    shaded: np.ndarray = cv2.GaussianBlur(colours * slope[..., None].astype(np.float32), (0, 0), 0.8)
    return shaded
