"""Palettes unlike a landscape's for held-out printings: sepia, pale, dark, or of turned hues.

A copy may be printed in one tint, engraved, or faded. Its grounds still differ, but their colours do not tell which is
which.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from training.scenes.prints.palettes import lab
from training.scenes.prints.printing import Printing

_APART = 18.0
"""Least distance in CIE Lab between two terrains: a person still tells them apart."""
_TRIES = 50


def recoloured(rng: np.random.Generator, printing: Printing) -> Printing:
    """Return the printing in a palette unlike a landscape's."""
    before = np.array([lab(ink.colour) for ink in printing.inks])
    for _ in range(_TRIES):
        palette = _NAMES[int(rng.integers(3))]
        colours = _COLOURS[palette](rng, before)
        if min(np.linalg.norm(colours[a] - colours[b]) for a, b in ((0, 1), (1, 2), (0, 2))) > _APART:
            break
    shades = [_bgr(colour) for colour in colours]
    inks = tuple(
        replace(ink, colour=shade, mark_colour=shade, tint=np.minimum(shade * 1.5 + 30, 255))
        for ink, shade in zip(printing.inks, shades, strict=True)
    )
    return replace(printing, inks=(inks[0], inks[1], inks[2]), palette=palette)


def _sepia(rng: np.random.Generator, colours: np.ndarray) -> np.ndarray:
    """Return (3, 3) CIE Lab colours with little of their own hue, one common tint, and any lightness."""
    hue = rng.uniform(0, 2)
    tint = rng.uniform(5, 28) * np.array([np.cos(hue), np.sin(hue)])
    chroma = colours[:, 1:] * rng.uniform(0.05, 0.45) + tint
    return np.column_stack([rng.uniform(25, 88, 3), chroma])


def _faded(rng: np.random.Generator, colours: np.ndarray) -> np.ndarray:
    """Return (3, 3) CIE Lab colours, weaker, lighter or darker."""
    light = np.clip(colours[:, 0] + rng.uniform(-25, 25, 3), 15, 92)
    return np.column_stack([light, colours[:, 1:] * rng.uniform(0.2, 0.6)])


def _turned(rng: np.random.Generator, colours: np.ndarray) -> np.ndarray:
    """Return (3, 3) CIE Lab colours of hues up to a radian away."""
    turn = rng.normal(0, 0.5, 3)
    a = np.cos(turn) * colours[:, 1] - np.sin(turn) * colours[:, 2]
    b = np.sin(turn) * colours[:, 1] + np.cos(turn) * colours[:, 2]
    return np.column_stack([rng.uniform(20, 88, 3), rng.uniform(0.4, 1.2) * np.stack([a, b], axis=1)])


_COLOURS = {"sepia": _sepia, "faded": _faded, "turned hues": _turned}
_NAMES = tuple(_COLOURS)


def _bgr(colour: np.ndarray) -> np.ndarray:
    light = cv2.cvtColor(colour.reshape(1, 1, 3).astype(np.float32), cv2.COLOR_LAB2BGR).ravel()
    return np.clip(light, 0, 1).astype(np.float64) * 255
