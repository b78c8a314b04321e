"""Paints production squares and factories."""

from __future__ import annotations

import numpy as np

from training.hokkaido.brush import Brush
from training.hokkaido.painting import write


def production(brush: Brush) -> None:
    """Paint a production square: a frame and a spot of its colour."""
    out, thick, size = 0.25 + 0.1 * brush.form[0], 3 + 4 * brush.form[1], 0.11 + 0.08 * brush.form[2]
    ring = [(0.5 - out, 0.5 - out), (0.5 + out, 0.5 - out), (0.5 + out, 0.5 + out), (0.5 - out, 0.5 + out)]
    if brush.style in (1, 5):
        sides = 40 if brush.style == 1 else 6
        angle = np.linspace(0, 2 * np.pi, sides + 1)
        ring = np.stack([0.5 + out * np.cos(angle), 0.5 + out * np.sin(angle)], 1).tolist()
    if brush.style == 2:
        ring = [(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)]
    if brush.style == 3:
        for k in range(4):
            corner = np.array([(-1, -0.5), (-1, -1), (-0.5, -1)]) @ _quarter(k).T * out + 0.5
            brush.line(corner, brush.ink, thick)
    elif brush.style != 4:
        brush.line([*ring, ring[0]], brush.ink, thick)
    if brush.form[3] < 0.6:
        brush.disc(0.5, 0.5, size, brush.ink)
    elif brush.form[3] < 0.75:
        brush.fill([(0.5, 0.5 - 1.2 * size), (0.5 + 1.2 * size, 0.5), (0.5, 0.5 + 1.2 * size), (0.5 - 1.2 * size, 0.5)],
                   brush.ink)  # fmt: skip
    else:
        box = [(0.5 - size, 0.5 - size), (0.5 + size, 0.5 - size), (0.5 + size, 0.5 + size), (0.5 - size, 0.5 + size)]
        brush.fill(box, brush.ink)


def factory(brush: Brush) -> None:
    """Paint a factory, with the points that it earns."""
    out = 0.28 + 0.1 * brush.form[0]
    angle = np.linspace(0, 2 * np.pi, 160)
    if brush.style in (0, 3):
        teeth = 6 + round(6 * brush.form[1])
        radius = out + (0.05 * np.sign(np.sin(angle * teeth)) if brush.style == 0 else 0)
        brush.fill(np.stack([0.5 + radius * np.cos(angle), 0.5 + radius * np.sin(angle)], 1), brush.ink)
    elif brush.style == 1:
        brush.fill([(0.12, 0.88), (0.12, 0.3), (0.35, 0.5), (0.35, 0.3), (0.6, 0.5), (0.6, 0.12), (0.85, 0.12),
                    (0.85, 0.88)], brush.ink)  # fmt: skip
    elif brush.style == 5:
        brush.fill([(0.2, 0.12), (0.8, 0.12), (0.8, 0.55), (0.5, 0.9), (0.2, 0.55)], brush.ink)
    elif brush.style == 6:
        brush.fill(
            np.stack([0.5 + 1.1 * out * np.cos(angle[::32]), 0.5 + 1.1 * out * np.sin(angle[::32])], 1), brush.ink
        )
    else:
        side = 0.4 if brush.style == 2 else out
        box = [(0.5 - side, 0.5 - side), (0.5 + side, 0.5 - side), (0.5 + side, 0.5 + side), (0.5 - side, 0.5 + side)]
        brush.fill(box, brush.ink)
    if brush.form[2] < 0.7:
        brush.disc(0.5, 0.5, 0.13 + 0.06 * brush.form[3], (235, 238, 240))
        write(brush.face, "4", (0.5, 0.5), 0.8)
    else:
        write(brush.face, "4", (0.5, 0.5), 1.2, (240, 240, 240))


def _quarter(turns: int) -> np.ndarray:
    c, s = np.cos(turns * np.pi / 2), np.sin(turns * np.pi / 2)
    return np.array([[c, -s], [s, c]])
