"""Harder surroundings of synthetic photos: patterned tables and gloss, for development and for measuring."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import cv2
import numpy as np

from benchmarks.made.tables import FAMILIAR, HELD_OUT
from benchmarks.made.view import View

SomeView = TypeVar("SomeView", bound=View)
_GLOSSY = 0.5
"""Share of the photos with gloss."""


def surrounded(scene: SomeView, seed: int, held_out: bool) -> SomeView:
    """Return a scene with another table, and maybe with gloss: a lamp's, or if held out a window's and its bars'."""
    rng = np.random.default_rng([29, seed, held_out])
    gloss = ("window" if held_out else "lamp") if rng.random() < _GLOSSY else ""
    tables = HELD_OUT if held_out else FAMILIAR
    return replace(scene, table=tables[seed % len(tables)], gloss=gloss)


def with_gloss(lit: np.ndarray, scene: View, rng: np.random.Generator) -> np.ndarray:
    """Return a picture (h, w, 3) with the light that the board's varnish reflects, 0..255."""
    return lit if not scene.gloss else lit + _VEILS[scene.gloss](lit.shape[:2], rng)[..., None]


def _lamp(shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """Return one or two round, soft veils."""
    height, width = shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    found = np.zeros(shape, np.float32)
    for _ in range(int(rng.integers(1, 3))):
        at, reach = rng.uniform(0.2, 0.8, 2) * (width, height), rng.uniform(0.08, 0.3) * width
        found += rng.uniform(30, 100) * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * reach**2))
    return found


def _window(shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """Return a slanting pane of light with a cross of bars, blurred by the varnish."""
    height, width = shape
    middle = rng.uniform(0.25, 0.75, 2) * (width, height)
    half = rng.uniform(0.08, 0.25, 2) * width
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + rng.normal(0, 0.15, (4, 2)) * half
    pane = np.zeros(shape, np.float32)
    cv2.fillConvexPoly(pane, np.round(corners + middle).astype(np.int32), 1.0)
    for one, other in ((0, 2), (1, 3)):
        ends = [(corners[k] + corners[(k + 1) % 4]) / 2 + middle for k in (one, other)]
        cv2.line(pane, *(tuple(np.round(end).astype(int).tolist()) for end in ends), 0.0, int(0.015 * width))
    return rng.uniform(30, 95) * cv2.GaussianBlur(pane, (0, 0), rng.uniform(0.01, 0.03) * width)


_VEILS = {"lamp": _lamp, "window": _window}
