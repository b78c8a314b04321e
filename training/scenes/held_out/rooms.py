"""Held-out environments: a skylight, a fire with a dark room around, a row of spots, a veranda, a screen's glow."""

from __future__ import annotations

import numpy as np

from training.scenes.light.sky import COLUMNS, ROWS, directions

_KINDS = ("skylight", "fire", "spots", "veranda", "screen")


def room(rng: np.random.Generator) -> tuple[str, np.ndarray]:
    """Return the kind of an environment, and its (ROWS, COLUMNS, 3) linear BGR radiance."""
    kind = str(rng.choice(_KINDS))
    return kind, _environment(rng, kind)


def _environment(rng: np.random.Generator, kind: str) -> np.ndarray:
    around, height = _angles()
    tone = 0.4 + 0.25 * np.sin(around * 2 + rng.uniform(0, 6)) * np.cos(height) + 0.2 * np.sin(height)
    walls = tone[..., None] * rng.uniform(0.7, 1.0, 3) * rng.uniform(0.1, 0.7)
    at = rng.uniform(-np.pi, np.pi)
    off = np.abs((around - at + np.pi) % (2 * np.pi) - np.pi)
    if kind == "skylight":
        lit = (height > np.deg2rad(rng.uniform(50, 70))) & (off < rng.uniform(0.5, 2))
        return walls + lit[..., None] * np.array([1.15, 1.0, 0.9]) * rng.uniform(5, 25)
    if kind == "fire":
        glow = np.exp(-((off / 0.35) ** 2) - ((height - rng.uniform(0.25, 0.6)) / 0.3) ** 2)
        return 0.4 * walls + glow[..., None] * np.array([0.25, 0.6, 1.0]) * rng.uniform(4, 14)
    if kind == "spots":
        return walls + _spots(rng, at)[..., None] * np.array([0.8, 0.92, 1.0])
    if kind == "veranda":
        open_side = (off < 1.7) & (height > 0) & (height < np.deg2rad(rng.uniform(35, 60)))
        return walls + open_side[..., None] * np.array([1.1, 1.05, 0.9]) * rng.uniform(2, 9)
    glow = np.exp(-((off / 0.4) ** 4) - ((height - 0.3) / 0.25) ** 4)
    return 0.6 * walls + glow[..., None] * rng.uniform([0.9, 0.6, 0.5], [1.3, 1.0, 0.9]) * rng.uniform(2, 8)


def _angles() -> tuple[np.ndarray, np.ndarray]:
    """Return each place's angle around the vertical and its elevation, radians, both (ROWS, COLUMNS)."""
    around = np.arange(COLUMNS) / COLUMNS * 2 * np.pi - np.pi
    height = np.pi / 2 - (np.arange(ROWS) + 0.5) / ROWS * np.pi
    wide, high = np.meshgrid(around, height)
    return wide, high


def _spots(rng: np.random.Generator, at: float) -> np.ndarray:
    """Return the radiance of a row of small lamps under the ceiling."""
    total = np.zeros((ROWS, COLUMNS))
    for k in range(int(rng.integers(2, 6))):
        place = np.array([np.cos(at), np.sin(at), 0]) * (k - 1.5) * rng.uniform(0.3, 0.7) + np.array([0, 0, 1.0])
        towards = place / np.linalg.norm(place)
        total += np.exp((directions() @ towards - 1) * 400) * rng.uniform(50, 300)
    return total
