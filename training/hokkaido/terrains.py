"""Paints the terrains without a colour: mountains, forests, deserts, lakes and districts."""

from __future__ import annotations

import cv2
import numpy as np

from training.hokkaido.brush import Brush
from training.hokkaido.painting import FINE, clouds


def mountain(brush: Brush) -> None:
    """Paint mountains."""
    rng, dark = brush.rng, brush.art.paint["mountain"] * (0.35 + 0.35 * brush.form[0])
    snow = np.array([235.0, 235, 232])
    if brush.style == 4:
        relief = clouds(rng, (FINE, FINE), 9)[..., None]
        brush.face[:] *= 1 + 0.4 * np.clip(relief, -1.5, 1.5)
        return
    for _ in range(2 if brush.style == 2 else brush.many(3, 5)):
        x, y, w = rng.uniform(0.2, 0.8), rng.uniform(0.55, 0.92), (0.1 + 0.1 * brush.form[1]) * rng.uniform(0.8, 1.3)
        w *= 1.7 if brush.style == 2 else 1
        top = y - (1.5 + brush.form[2]) * w
        if brush.style == 3:
            brush.line([(x - w, y), (x, top), (x + w, y)], dark, 2 + 3 * brush.form[3])
        elif brush.style == 6:
            for k in (1.0, 0.7, 0.4):
                brush.fill([(x, y - w * k), (x + w * k, y), (x, y + w * k), (x - w * k, y)], dark * (1.9 - 0.9 * k))
        else:
            brush.fill([(x, top), (x - w, y), (x + w, y)], dark)
            if brush.style in (1, 5):
                brush.fill([(x, top), (x + 0.1 * w, y), (x + w, y)], dark * 1.6)
            if brush.style in (0, 2):
                brush.fill([(x, top), (x - w * 0.35, top + 0.66 * w), (x + w * 0.35, top + 0.66 * w)], snow)


def forest(brush: Brush) -> None:
    """Paint the trees of a forest."""
    rng, green = brush.rng, brush.art.paint["forest"]
    if brush.style == 4:
        return
    for _ in range(brush.many(25, 40) if brush.style in (0, 3) else brush.many(8, 16)):
        x, y = rng.uniform(0.05, 0.95, 2)
        paint, w = green * rng.uniform(0.5, 1.4), (0.03 + 0.05 * brush.form[0]) * rng.uniform(0.8, 1.3)
        if brush.style in (0, 3):
            brush.disc(x, y, w, paint)
            if brush.style == 3:
                brush.disc(x - 0.3 * w, y - 0.3 * w, 0.5 * w, paint * 1.3)
        elif brush.style == 5:
            brush.line([(x - w, y - w), (x, y), (x + w, y - w)], paint, 2)
        elif brush.style == 6:
            brush.line([(x, y), (x, y + 1.5 * w)], (30, 45, 70), 2)
            brush.disc(x, y, w, green * 0.6)
        else:
            for k in range(brush.style):
                brush.fill([(x, y - 2.2 * w + k * w), (x - w, y + k * w), (x + w, y + k * w)], paint)


def desert(brush: Brush) -> None:
    """Paint the dunes or stones of a desert."""
    rng, dark = brush.rng, brush.art.paint["desert"] * (0.72 + 0.16 * brush.form[0])
    x = np.linspace(0.02, 0.98, 24)
    if brush.style == 3:
        return
    for y in np.arange(0.08, 0.95, 0.07 + 0.1 * brush.form[1]):
        if brush.style in (1, 6):
            for _ in range(5):
                at = rng.uniform(0.05, 0.95), y + rng.uniform(-0.04, 0.04)
                brush.disc(*at, 0.02 if brush.style == 1 else 0.035, dark if brush.style == 1 else dark * 1.25)
        elif brush.style == 5:
            middle = rng.uniform(0.2, 0.8)
            arc = np.linspace(-1, 1, 9)
            brush.line(np.stack([middle + 0.15 * arc, y + 0.07 * arc**2], 1), dark, 3)
        elif brush.style == 4:
            brush.line(np.stack([x, y + 0.05 * rng.normal(0, 1, 24)], 1), dark, 1)
        else:
            wave = y + 0.03 * np.sin(x * (6 + 6 * brush.form[2]) + rng.uniform(0, 6))
            brush.line(np.stack([x, wave], 1), dark, 1 + (brush.style == 2) * 2)


def lake(brush: Brush) -> None:
    """Paint the waves of a lake."""
    rng, light = brush.rng, brush.art.paint["lake"] * 0.4 + 90 + 60 * brush.form[0]
    along, thick = np.linspace(-1, 1, 12), 1 + 2 * brush.form[1]
    if brush.style == 3:
        return
    for _ in range(brush.many(5, 10)):
        x, y, w = rng.uniform(0.12, 0.88), rng.uniform(0.1, 0.9), (0.06 + 0.1 * brush.form[2])
        if brush.style == 4:
            whole = np.linspace(0, 1, 30)
            brush.line(np.stack([whole, y + 0.02 * np.sin(whole * 25)], 1), light, thick)
        elif brush.style in (2, 6):
            centre, size = (
                (int(x * FINE), int(y * FINE)),
                (int(w * FINE), int(w * FINE * (0.4 + 0.6 * (brush.style == 6)))),
            )
            cv2.ellipse(brush.face, centre, size, 0, 0, 360, light.tolist(), max(1, round(thick)), cv2.LINE_AA)
        elif brush.style == 5:
            brush.line([(x - w, y), (x - w / 3, y - 0.03), (x + w / 3, y + 0.03), (x + w, y)], light, thick)
        else:
            bend = -0.05 * (1 - along**2) if brush.style == 0 else 0.025 * np.sin(along * 6)
            brush.line(np.stack([x + w * along, y + bend], 1), light, thick)


def district(brush: Brush) -> None:
    """Paint the houses of a district."""
    rng, roof, wall = brush.rng, brush.art.paint["roof"], brush.art.paint["wall"]
    for _ in range(brush.many(4, 6) if brush.style < 3 else brush.many(6, 12)):
        x, y, w = (
            rng.uniform(0.13, 0.87),
            rng.uniform(0.18, 0.87),
            (0.06 + 0.06 * brush.form[0]) * rng.uniform(0.8, 1.2),
        )
        box = [(x - w, y - w), (x + w, y - w), (x + w, y + w), (x - w, y + w)]
        if brush.style == 2:
            brush.fill(box, roof)
            brush.fill([box[0], box[1], (x, y)], roof * 1.25)
        elif brush.style == 3:
            x, y = (np.floor(v * 5) / 5 + 0.1 for v in (x, y))
            brush.fill([(x - 0.08, y - 0.08), (x + 0.08, y - 0.08), (x + 0.08, y + 0.08), (x - 0.08, y + 0.08)],
                       roof if rng.random() < 0.6 else wall)  # fmt: skip
        elif brush.style == 5:
            brush.disc(x, y, w, roof)
            brush.disc(x, y, 0.4 * w, wall)
        elif brush.style == 6:
            brush.fill([(x - w, y + w), (x - w, y - 2 * w), (x, y - 3 * w), (x + w, y - 2 * w), (x + w, y + w)], wall)
            brush.fill([(x - w, y - 2 * w), (x, y - 3 * w), (x + w, y - 2 * w)], roof)
        else:
            high = 1 if brush.style < 2 else rng.uniform(1, 3)
            brush.fill([(x - w, y + w - high * w), (x + w, y + w - high * w), (x + w, y + w), (x - w, y + w)], wall)
            low, narrow = y + w - high * w, 0.0 if brush.style == 0 else 0.7
            brush.fill(
                [(x - w * 1.1, low), (x + w * 1.1, low), (x + w * narrow, low - w), (x - w * narrow, low - w)], roof
            )
