"""Figures of invented printings: stacks of blocks, seen by a camera above a point of the table, with their shadows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from training.vikings.layout import FINE, HOME, HUES, ROWS, invented_paint

_ROUND = np.stack([np.cos(np.arange(12) * np.pi / 6), np.sin(np.arange(12) * np.pi / 6)], axis=-1)
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
_TRIES = 40


@dataclass(frozen=True)
class Block:
    """A part of a figure: clockwise ``outline`` (n, 2) about its centre, from height ``low`` to ``high``; squares."""

    outline: np.ndarray
    low: float
    high: float


@dataclass(frozen=True)
class Figure:
    """A figure: its ``kind`` 0..5, grey first, its place (squares) and rotation (radians)."""

    kind: int
    place: np.ndarray
    turn: float


@dataclass(frozen=True)
class Wood:
    """Look of one printing's figures: paints, blocks, brightness of upper faces relative to sides, and gloss."""

    paints: np.ndarray
    blocks: tuple[Block, ...]
    upper: float
    gloss: float


@dataclass(frozen=True)
class View:
    """The camera and the light.

    Attributes:
        foot: (2,) place on the table above which the camera is, squares.
        height: of the camera, squares.
        sun: (2,) offset of shadows, squares, per unit of height.
        dark: share of the light, 0..1, that shadows lack.
        soft: blur of shadows, pixels.
    """

    foot: np.ndarray
    height: float
    sun: np.ndarray
    dark: float
    soft: float

    def seen(self, places: np.ndarray, height: float) -> np.ndarray:
        """Return the projections (..., 2) onto the table of points at a height above places (..., 2)."""
        return np.asarray(places + (places - self.foot) * height / (self.height - height))


def make_wood(rng: np.random.Generator) -> Wood:
    """Return the look of an invented printing's figures."""
    pale = rng.uniform(0, 0.3) if rng.random() < 0.5 else 0.0
    paints = np.array([invented_paint(name, rng, 12) * (1 - pale) + 255 * pale * (name != "black") for name in HUES])
    high, wide, deep = rng.uniform(0.12, 0.45), rng.uniform(0.09, 0.19), rng.uniform(0.06, 0.13)
    form = _ROUND if rng.random() < 0.2 else _SQUARE
    levels = np.concatenate([[0], np.sort(rng.uniform(0.15, 0.9, rng.integers(0, 4))), [1]]) * high
    blocks = []
    for low, top in pairwise(levels):
        share = rng.uniform(0.4, 1.0, 2) if len(levels) > 2 else np.ones(2)
        off = rng.normal(0, 0.015, 2)
        blocks.append(Block(form * share * (wide, deep) + off, float(low), float(top)))
    return Wood(paints, tuple(blocks), rng.uniform(0.95, 1.45), rng.uniform(0, 0.35))


def make_view(rng: np.random.Generator) -> View:
    """Return a random camera and light."""
    height, tilt = rng.uniform(6, 14), np.radians(rng.uniform(0, 42))
    way, sun = rng.uniform(0, 2 * np.pi, 2)
    foot = np.array([2.5, 3.0]) + height * np.tan(tilt) * np.array([np.cos(way), np.sin(way)])
    length = rng.uniform(0.2, 2.0)
    return View(foot, height, length * np.array([np.cos(sun), np.sin(sun)]), rng.uniform(0.1, 0.65),
                 rng.uniform(0.5, 6))  # fmt: skip


def place_figures(laid: np.ndarray, rng: np.random.Generator) -> Iterator[Figure]:
    """Yield figures: on tiles those of the row's colour, on the home board any, in their rows or anywhere."""
    for row, column in np.argwhere(laid):
        if rng.random() < 0.5:
            off = rng.uniform(-0.24, 0.24, 2)
            yield Figure(int(row), np.array([column + 0.5, row + 0.5]) + off, rng.uniform(0, np.pi))
    together, apart = rng.random() < 0.4, rng.uniform(0.26, 0.45)
    taken: list[np.ndarray] = []
    for kind in range(len(HUES)):
        for _ in range(int(rng.choice([0, 1, 2, 3]))):
            for _try in range(_TRIES):
                rows = (0.2, ROWS - 0.2) if together else (kind + 0.2, kind + 0.8)
                place = np.array([rng.uniform(-1.85, -0.45), rng.uniform(*rows)])
                if all(np.hypot(*(place - other)) > apart for other in taken):
                    taken.append(place)
                    yield Figure(kind, place, rng.uniform(0, np.pi))
                    break


def _outline(figure: Figure, block: Block) -> np.ndarray:
    c, s = np.cos(figure.turn), np.sin(figure.turn)
    return np.asarray(block.outline @ np.array([[c, s], [-s, c]]) + figure.place)


def with_shadows(fjord: np.ndarray, figures: list[Figure], wood: Wood, view: View) -> np.ndarray:
    """Return the (h, w, 3) picture of the fjord with the shadows that the figures cast."""
    dark = np.zeros(fjord.shape[:2], np.float32)
    for figure in figures:
        for block in wood.blocks:
            outline = _outline(figure, block)
            cast = np.concatenate([outline + view.sun * block.low, outline + view.sun * block.high])
            cv2.fillConvexPoly(dark, cv2.convexHull(_pixels(cast)), 1.0, cv2.LINE_AA, 4)
    return np.asarray(fjord * (1 - view.dark * cv2.GaussianBlur(dark, (0, 0), view.soft))[..., None])


def _pixels(points: np.ndarray) -> np.ndarray:
    return np.asarray(np.round((points + np.array([HOME, 0])) * FINE * 16).astype(np.int32))


def draw_figure(fjord: np.ndarray, figure: Figure, wood: Wood, view: View, rng: np.random.Generator) -> None:
    """Draw a figure onto the picture of the fjord; those farther from the camera come first."""
    paint = wood.paints[figure.kind] * rng.uniform(0.93, 1.07)
    light = -view.sun / max(float(np.hypot(*view.sun)), 1e-6)
    gloss = wood.gloss + (rng.uniform(0.1, 0.6) if rng.random() < 0.15 else 0)
    for block in wood.blocks:
        outline = _outline(figure, block)
        for here, there in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            out = np.array([there[1] - here[1], here[0] - there[0]])
            out /= np.hypot(*out)
            if out @ (view.foot - (here + there) / 2) > 0:
                ends = np.array([here, there])
                face = np.concatenate([view.seen(ends, block.low), view.seen(ends[::-1], block.high)])
                cv2.fillConvexPoly(fjord, _pixels(face), (paint * (0.6 + 0.3 * float(out @ light))).tolist(),
                                   cv2.LINE_AA, 4)  # fmt: skip
        top = np.clip(paint * wood.upper, 0, 255) * (1 - gloss) + 255 * gloss * 0.9
        top = paint * 0.8 if rng.random() < 0.1 else top
        cv2.fillConvexPoly(fjord, _pixels(view.seen(outline, block.high)), top.tolist(), cv2.LINE_AA, 4)
