"""The size of painted fjords, and the paints of their six kinds of figures."""

from __future__ import annotations

import numpy as np

from training.hokkaido.painting import hsv

FINE = 64
"""Width and height of a square, pixels."""
ROWS, COLUMNS, HOME = 6, 5, 2
"""Rows (with that of the ships), painted columns, and columns of the home board."""
HUES = {
    "grey": (40, 0.05, 0.7), "black": (20, 0.1, 0.14), "red": (2, 0.78, 0.74), "green": (130, 0.6, 0.55),
    "yellow": (44, 0.8, 0.9), "blue": (215, 0.75, 0.7),
}  # fmt: skip
"""Usual hue in degrees, saturation and brightness, 0..1, of each kind's paint."""


def invented_paint(name: str, rng: np.random.Generator, spread: float) -> np.ndarray:
    """Return a (3,) BGR paint, 0..255, of a kind in some printing; ``spread`` is the deviation of its hue, degrees."""
    hue, rich, bright = HUES[name]
    return hsv(hue + rng.normal(0, spread), rich * rng.uniform(0.6, 1.2), min(0.97, bright * rng.uniform(0.75, 1.25)))
