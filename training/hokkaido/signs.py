"""Strews small shapes over a terrain's ground."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from training.hokkaido.art import Art, Sign
from training.hokkaido.brush import Brush

INKS: dict[str, Callable[[Art, float], tuple[np.ndarray, np.ndarray]]] = {
    "mountain": lambda art, form: (art.paint["mountain"] * (0.35 + 0.35 * form), np.array([235.0, 235, 232])),
    "forest": lambda art, form: (art.paint["forest"] * (0.5 + 0.9 * form), art.paint["forest"] * 0.7),
    "desert": lambda art, form: (art.paint["desert"] * (0.7 + 0.4 * form), art.paint["desert"] * 0.8),
    "lake": lambda art, form: (art.paint["lake"] * 0.4 + 90 + 60 * form, art.paint["lake"] * 0.8),
    "district": lambda art, form: (art.paint["roof"], art.paint["wall"]),
}
"""Terrains that may be drawn with signs, and the two inks of each."""


def strew(brush: Brush, sign: Sign, inks: tuple[np.ndarray, np.ndarray]) -> None:
    """Draw a terrain's signs all over the square, in the first ink, and within them in the second."""
    across = int(np.ceil(np.sqrt(sign.count)))
    for n in range(sign.count):
        x, y = brush.rng.uniform(0.08, 0.92, 2)
        if sign.rows:
            x, y = ((np.array([n % across, n // across]) + 0.5) / across + brush.rng.normal(0, 0.01, 2)).tolist()
        shade = brush.rng.uniform(0.85, 1.15)
        for size, ink in ((sign.size, inks[0]), (sign.size * sign.inner, inks[1])):
            if size:
                _sign(brush, sign, (x, y), size, np.clip(ink * shade, 0, 250))
        if sign.above:
            roof = replace(sign, shape=sign.above)
            _sign(brush, roof, (x, y - 1.4 * sign.size), sign.size, np.clip(inks[1] * shade, 0, 250))


def _sign(brush: Brush, sign: Sign, at: tuple[float, float], size: float, paint: np.ndarray) -> None:
    corners = {"disc": 24, "box": 4, "triangle": 3, "hexagon": 6}.get(sign.shape)
    middle = np.array(at)
    if corners:
        angle = np.arange(corners + 1) * 2 * np.pi / corners + np.pi / corners - np.pi / 2
        outline = middle + size * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        if sign.thick:
            brush.line(outline, paint, sign.thick)
        else:
            brush.fill(outline, paint)
        return
    along = np.linspace(-1, 1, 9)
    if sign.shape == "arc":
        brush.line(middle + size * np.stack([along, along**2 - 0.5], axis=1), paint, 1 + sign.thick)
        return
    brush.line(middle + size * np.stack([along, 0 * along], axis=1), paint, 1 + sign.thick)
    if sign.shape == "cross":
        brush.line(middle + size * np.stack([0 * along, along], axis=1), paint, 1 + sign.thick)
