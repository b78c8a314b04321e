"""Changes all colours of a picture alike, as if the same printing had other inks: turned hues, mixed or inverted."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

Rng = np.random.Generator


def recoloured(rng: Rng, pixels: np.ndarray) -> np.ndarray:
    """Return a picture (h, w, 3) uint8 BGR in other colours, in which what was apart mostly stays apart."""
    change = _CHANGES[int(rng.choice(len(_CHANGES), p=_SHARES))]
    changed = change(rng, pixels.astype(np.float32) / 255)
    return np.asarray(np.clip(255 * changed, 0, 255).astype(np.uint8))


def _turned(rng: Rng, colours: np.ndarray) -> np.ndarray:
    return _in_lab(colours, rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.3))


def _greyed(rng: Rng, colours: np.ndarray) -> np.ndarray:
    tint = rng.normal((0, 4), (6, 8))
    return _in_lab(colours, rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.3), tint=(float(tint[0]), float(tint[1])))


def _inverted(rng: Rng, colours: np.ndarray) -> np.ndarray:
    light = (rng.uniform(90, 100), -rng.uniform(0.7, 1))
    return _in_lab(colours, rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 1), light)


def _mixed(rng: Rng, colours: np.ndarray) -> np.ndarray:
    return np.asarray(colours @ rng.dirichlet([0.6, 0.6, 0.6], 3).astype(np.float32).T)


def _curved(rng: Rng, colours: np.ndarray) -> np.ndarray:
    return np.asarray(colours ** np.exp(rng.normal(0, 0.35, 3)).astype(np.float32))


def _in_lab(
    colours: np.ndarray,
    turn: float,
    chroma: float,
    light: tuple[float, float] = (0.0, 1.0),
    tint: tuple[float, float] = (0.0, 0.0),
) -> np.ndarray:
    """Return colours with turned hues (radians), scaled chroma, and lightness by its level and slope."""
    lab = cv2.cvtColor(colours, cv2.COLOR_BGR2LAB)
    a, b = lab[..., 1], lab[..., 2]
    level, slope = light
    changed = [
        np.clip(level + slope * lab[..., 0], 0, 100),
        chroma * (a * np.cos(turn) - b * np.sin(turn)) + tint[0],
        chroma * (a * np.sin(turn) + b * np.cos(turn)) + tint[1],
    ]
    return np.asarray(cv2.cvtColor(np.stack(changed, axis=-1).astype(np.float32), cv2.COLOR_LAB2BGR))


_CHANGES: tuple[Callable[[Rng, np.ndarray], np.ndarray], ...] = (_turned, _mixed, _greyed, _inverted, _curved)
_SHARES = (0.33, 0.27, 0.17, 0.1, 0.13)
