"""Environments made up: rooms with walls, windows, lamps and ceiling panels, skies with a sun."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.light.sky import COLUMNS, ROWS, directions

Rng = np.random.Generator
_WARM, _COOL = np.array([0.45, 0.78, 1.0]), np.array([1.0, 0.85, 0.68])
"""Linear BGR of a dim filament lamp and of a clear sky, about 2700 K and 9000 K."""


def tint(rng: Rng, warm: float) -> np.ndarray:
    """Return a light's linear BGR colour (3,), from a clear sky (``warm`` = -1) by white to a filament lamp (1)."""
    goal = _WARM if warm > 0 else _COOL
    return 1 + abs(warm) * (goal - 1) + rng.normal(0, 0.03, 3)


def random_room(rng: Rng) -> tuple[str, np.ndarray]:
    """Return an environment (ROWS, COLUMNS, 3) and its name: dull walls and ceiling, one to three sources of light."""
    room, kinds = _walls(rng), []
    for _ in range(int(rng.choice([1, 2, 3], p=[0.5, 0.3, 0.2]))):
        kind = str(rng.choice(["window", "lamp", "panel", "sun", "overcast"], p=[0.3, 0.27, 0.13, 0.18, 0.12]))
        room = room + _source(rng, kind)
        kinds.append(kind)
    return "+".join(kinds), room


def _walls(rng: Rng) -> np.ndarray:
    """Return dull surroundings: tones that change slowly around and from floor to ceiling."""
    around = np.arange(COLUMNS) / COLUMNS * 2 * np.pi
    tone = np.ones(COLUMNS)
    for wave in (1, 2, 3):
        tone += rng.normal(0, 0.25) * np.cos(wave * around + rng.uniform(0, 6.3))
    height = np.linspace(1, -1, ROWS)
    rise = 1 + rng.uniform(-0.5, 0.9) * height
    walls = np.clip(tone, 0.15, None)[None] * np.clip(rise, 0.1, None)[:, None]
    return walls[..., None] * tint(rng, float(rng.uniform(-0.5, 0.7))) * rng.uniform(0.15, 1.0)


def _source(rng: Rng, kind: str) -> np.ndarray:
    """Return the radiance of one source; sources are ten to some thousand times as bright as walls."""
    ways = directions()
    if kind == "overcast":
        share = np.clip(ways[..., 2], 0, 1) ** rng.uniform(0.2, 2)
        return share[..., None] * tint(rng, float(rng.uniform(-0.6, 0))) * rng.uniform(0.5, 4)
    at, rise = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(18, 75))
    towards = np.array([np.cos(at) * np.cos(rise), np.sin(at) * np.cos(rise), np.sin(rise)])
    if kind == "window":
        return _window(rng, at)
    size, power, warm = {
        "lamp": (rng.uniform(3, 9), rng.uniform(2, 12), rng.uniform(0.2, 1)),
        "panel": (rng.uniform(12, 35), rng.uniform(1, 8), rng.uniform(-0.3, 0.4)),
        "sun": (rng.uniform(2, 4), rng.uniform(6, 40), rng.uniform(-0.1, 0.5)),
    }[kind]
    cap = np.exp(-np.clip(1 - ways @ towards, 0, None) / (1 - np.cos(np.deg2rad(size))))
    cap *= power / (cap.mean() * 4 * np.pi)
    glow = cap[..., None] * tint(rng, float(warm))
    if kind == "sun" and rng.random() < 0.7:
        sky = np.clip(ways[..., 2] + 0.1, 0, 1)[..., None] * tint(rng, float(rng.uniform(-1, -0.5)))
        glow = glow + sky * rng.uniform(0.3, 2)
    return np.asarray(glow)


def _window(rng: Rng, at: float) -> np.ndarray:
    """Return a window's radiance: a rectangle in direction and height, perhaps with bars."""
    low, high = np.deg2rad(rng.uniform(-5, 20)), np.deg2rad(rng.uniform(25, 65))
    half = np.deg2rad(rng.uniform(8, 40))
    mask = np.zeros((ROWS, COLUMNS), np.float32)
    rows = [round((0.5 - angle / np.pi) * ROWS) for angle in (high, low)]
    wide = max(2, round(half / np.pi * COLUMNS))
    mask[rows[0] : rows[1] + 1, :wide] = 1
    if rng.random() < 0.5:
        mask[:, wide // 2] *= rng.uniform(0, 0.4)
    mask = np.roll(cv2.GaussianBlur(mask, (3, 3), 0.5), round(at / (2 * np.pi) * COLUMNS), axis=1)
    return mask[..., None] * tint(rng, float(rng.uniform(-1, 0.1))) * rng.uniform(4, 60)
