"""Held-out table tops: rings, boards, marble, twill, gingham, terrazzo, cork, oilcloth, lacquer."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.held_out.prints import paint
from training.scenes.prints.noise import NoisePool

KINDS = ("rings", "rings", "boards", "lacquer", "lacquer", "twill", "gingham", "marble", "terrazzo", "cork", "oilcloth")


def table_top(
    rng: np.random.Generator, pool: NoisePool, like: np.ndarray, height: int, width: int, pitch: float
) -> tuple[np.ndarray, str]:
    """Return a table top (height, width, 3) uint8 and its kind, ``pitch`` pixels a tile."""
    kind = str(rng.choice(KINDS))
    h, w = -(-height // 2), -(-width // 2)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32) * (2 / pitch)
    first, second = _colours(rng, kind, like)
    level = np.clip(_level(rng, kind, x, y), 0, 1)
    level += rng.normal(0, rng.uniform(0.005, 0.05), level.shape)
    picture = first + (second - first) * np.clip(level, 0, 1)[..., None]
    picture = cv2.resize(np.clip(picture, 0, 255).astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR)
    if kind in ("terrazzo", "oilcloth", "cork"):
        _chips(rng, picture, kind, like, pitch)
    return picture, kind


def _colours(rng: np.random.Generator, kind: str, like: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if kind in ("rings", "boards", "cork"):
        hue, light = rng.uniform(50, 80), rng.uniform(18, 80)
        return paint(hue, rng.uniform(8, 40), light), paint(hue - 8, rng.uniform(8, 40), light * rng.uniform(0.55, 0.9))
    if rng.random() < 0.25:
        first = np.clip(like[int(rng.integers(3))] * rng.uniform(0.7, 1.1), 0, 255)
    else:
        first = paint(rng.uniform(0, 360), rng.uniform(0, 45), rng.uniform(8, 92))
    strength = rng.uniform(0.03, 0.2) if kind in ("lacquer", "twill") else rng.uniform(0.2, 0.8)
    other = paint(rng.uniform(0, 360), rng.uniform(0, 40), rng.uniform(10, 95))
    return first, first + (other - first) * strength


def _level(rng: np.random.Generator, kind: str, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return how far (H, W) each place is from the first colour to the second."""
    way = rng.uniform(0, 2 * np.pi)
    u, v = x * np.cos(way) + y * np.sin(way), y * np.cos(way) - x * np.sin(way)
    wave = np.sin(0.9 * u + 1.3 * np.sin(0.7 * v)) + 0.5 * np.sin(2.3 * v + 1.1 * u)
    if kind in ("rings", "boards"):
        plank = np.floor(v / rng.uniform(0.8, 3)) if kind == "boards" else np.zeros_like(v)
        r = np.hypot(u * 0.12 + 1.7 * np.sin(plank * 7.3), v + 9 * np.sin(plank * 3.1) + rng.uniform(0, 6))
        return (r * rng.uniform(2, 6) + 0.3 * wave) % 1 * 0.8 + 0.2 * (np.sin(plank * 12.9) > 0)
    if kind == "gingham":
        step = rng.uniform(0.2, 1.2)
        return ((u / step % 1 < 0.5) * 0.5 + (v / step % 1 < 0.5) * 0.5).astype(np.float32)
    if kind == "twill":
        return 0.5 + 0.5 * np.sin((u + v) * rng.uniform(25, 60))
    if kind == "marble":
        return np.exp(-np.abs(np.sin(0.8 * u + 1.6 * wave)) * rng.uniform(2, 8))
    return 0.5 + 0.25 * wave


def _chips(rng: np.random.Generator, picture: np.ndarray, kind: str, like: np.ndarray, pitch: float) -> None:
    """Strew chips, crumbs or fruit over the table, in place."""
    h, w = picture.shape[:2]
    small, big = {"terrazzo": (0.03, 0.15), "cork": (0.01, 0.05), "oilcloth": (0.1, 0.3)}[kind]
    inks = [paint(rng.uniform(0, 360), rng.uniform(0, 50), rng.uniform(15, 90)) for _ in range(3)]
    if kind == "cork":
        inks = [picture[0, 0] * s for s in (0.6, 0.8, 1.15)]
    if rng.random() < 0.3:
        inks[0] = like[int(rng.integers(3))]
    count = int(min(3000, rng.uniform(0.1, 0.4) * w * h / (np.pi * (0.5 * (small + big) * pitch) ** 2)))
    for _ in range(count):
        at, r = rng.uniform(0, 1, 2) * (w, h), pitch * rng.uniform(small, big)
        colour = tuple(float(v) for v in np.clip(inks[int(rng.integers(3))], 0, 255))
        if kind == "oilcloth":
            cv2.circle(picture, tuple(map(int, at)), max(1, int(r)), colour, -1, cv2.LINE_AA)
        else:
            angle = np.sort(rng.uniform(0, 6.3, 5))
            points = at + r * np.stack([np.cos(angle), np.sin(angle)], 1)
            cv2.fillConvexPoly(picture, points.astype(np.int32), colour, cv2.LINE_AA)
