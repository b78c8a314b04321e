"""Colours of three grounds in any palette: a landscape's, muted, in one tint, of turned hues, or anything."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.prints.palettes import lab, terrain_colours

_APART = 17.0
"""Least distance in CIE Lab between two grounds: a person still tells them apart."""
_TRIES = 40
_KINDS = ("landscape", "muted", "one tint", "turned", "anything", "mixed")
_SHARES = (0.34, 0.2, 0.14, 0.12, 0.1, 0.1)


def any_palette(rng: np.random.Generator) -> np.ndarray:
    """Return colours (3, 3) BGR 0..255 of plains, mountain and ocean that a person tells apart."""
    kind = str(rng.choice(_KINDS, p=_SHARES))
    found, widest = np.zeros((3, 3)), -1.0
    for _ in range(_TRIES):
        start = terrain_colours(rng, bool(rng.random() < 0.6))
        tried = start if kind == "landscape" else _bgr(_changed(rng, kind, np.stack([lab(c) for c in start])))
        apart = separation(tried)
        if apart > widest:
            found, widest = tried, apart
        if apart > _APART:
            break
    return found


def separation(colours: np.ndarray) -> float:
    """Return the least distance in CIE Lab between two of three colours (3, 3) BGR."""
    a, b, c = (lab(colour) for colour in colours)
    return float(min(np.linalg.norm(a - b), np.linalg.norm(b - c), np.linalg.norm(a - c)))


def _changed(rng: np.random.Generator, kind: str, colours: np.ndarray) -> np.ndarray:
    """Return CIE Lab colours (3, 3), changed from those of a landscape."""
    light, chroma = colours[:, 0], colours[:, 1:]
    if kind == "muted":
        light = 50 + (light - 50) * rng.uniform(0.4, 1.0) + rng.uniform(-10, 22) + rng.normal(0, 6, 3)
        return np.column_stack([np.clip(light, 18, 94), chroma * rng.uniform(0.15, 0.55) + rng.normal(0, 4, 2)])
    if kind == "one tint":
        way = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(1.2, 0.25)
        tint = rng.uniform(4, 32) * np.array([np.cos(way), np.sin(way)])
        return np.column_stack([rng.permutation(_steps(rng)), chroma * rng.uniform(0, 0.3) + tint])
    if kind == "turned":
        turn = rng.normal(0, 0.9, 3) if rng.random() < 0.6 else np.full(3, rng.uniform(0, 2 * np.pi))
        a = np.cos(turn) * chroma[:, 0] - np.sin(turn) * chroma[:, 1]
        b = np.sin(turn) * chroma[:, 0] + np.cos(turn) * chroma[:, 1]
        return np.column_stack([np.clip(light + rng.normal(0, 12, 3), 12, 94), a, b])
    if kind == "mixed":  # as if the channels were mixed by other inks
        return _mixed(rng, colours)
    return np.column_stack([rng.uniform(12, 94, 3), rng.normal(0, 24, (3, 2))])


def _steps(rng: np.random.Generator) -> np.ndarray:
    """Return three lightnesses at least 17 apart."""
    low = rng.uniform(15, 55)
    steps = low + np.cumsum([0, *rng.uniform(17, 30, 2)])
    return np.minimum(steps, 95)


def _mixed(rng: np.random.Generator, colours: np.ndarray) -> np.ndarray:
    matrix = np.eye(3) * rng.uniform(0.3, 0.8) + rng.dirichlet([1.0, 1.0, 1.0], 3) * rng.uniform(0.3, 0.8)
    mixed = np.clip(_bgr(colours) @ matrix.T, 2, 253)
    return np.stack([lab(colour) for colour in mixed])


def _bgr(colours: np.ndarray) -> np.ndarray:
    found = cv2.cvtColor(colours.reshape(1, 3, 3).astype(np.float32), cv2.COLOR_LAB2BGR)[0]
    return np.clip(found, 0, 1).astype(np.float64) * 255
