"""Paints works with a random emblem instead of in a style."""

from __future__ import annotations

import numpy as np

from training.hokkaido.art import Emblem, Outline
from training.hokkaido.brush import Brush
from training.hokkaido.painting import write

_WHITE = (236.0, 238.0, 240.0)


def paint_emblem(brush: Brush, emblem: Emblem) -> None:
    """Paint a production square or a factory."""
    for outline in emblem.outlines:
        corners = _corners(outline)
        if outline.thick:
            brush.line([*corners, corners[0]], brush.ink, outline.thick)
        else:
            brush.fill(corners, brush.ink)
    if emblem.plate:
        brush.disc(0.5, 0.5, emblem.plate, _WHITE)
    if emblem.digit:
        write(brush.face, emblem.digit, (0.5, 0.5), 0.8, (20.0, 20.0, 20.0) if emblem.plate else _WHITE)


def _corners(outline: Outline) -> np.ndarray:
    """Return the (n, 2) corners of an outline, squares."""
    angle = outline.turn + np.linspace(0, 2 * np.pi, len(outline.radii), endpoint=False)
    return np.asarray(0.5 + outline.radii[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1))
