"""Small solids as stacks of rings: meeples, discs, cubes, pawns, houses, stones, cups, boxes. Units of the pitch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from training.scenes.pieces.random_pieces import any_section
from training.scenes.prints.signs.icons import RUNES, STROKES

_ROUND = 22
"""Flat faces around a round body."""


@dataclass(frozen=True)
class Mesh:
    """A solid standing on h = 0 about the origin.

    Attributes:
        rings: (K, N, 3) points; neighbouring rings are joined by quads, the first and last are capped.
        strokes: polylines (M, 3) drawn on it.
        smooth: True for round bodies, whose faces are not set off from each other.
        parts: further bodies of the same piece, such as a head or horns; they have no parts of their own.
    """

    rings: np.ndarray
    strokes: tuple[np.ndarray, ...] = ()
    smooth: bool = False
    parts: tuple[Mesh, ...] = ()

    @property
    def bodies(self) -> tuple[Mesh, ...]:
        """The solid itself, then its parts."""
        return (self, *self.parts)

    def at(self, x: float, y: float, h: float, turn: float) -> Mesh:
        """Return the solid turned about the vertical and moved."""
        c, s = np.cos(turn), np.sin(turn)
        move = np.array([x, y, h])
        matrix = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        return self.moved(matrix, move)

    def moved(self, matrix: np.ndarray, move: np.ndarray) -> Mesh:
        """Return the solid, its points multiplied by ``matrix`` (3, 3) from the right, then moved by ``move`` (3,)."""
        strokes = tuple(p @ matrix + move for p in self.strokes)
        parts = tuple(part.moved(matrix, move) for part in self.parts)
        return Mesh(self.rings @ matrix + move, strokes, self.smooth, parts)

    def extent(self) -> np.ndarray:
        """Return how long, wide and high the solid with its parts is, (3,)."""
        return np.ptp(np.concatenate([body.rings.reshape(-1, 3) for body in self.bodies]), axis=0)

    def toppled(self, rng: np.random.Generator) -> Mesh:
        """Return the solid lying on one of its sides, on h = 0."""
        side = rng.uniform(0, 2 * np.pi) if self.smooth else np.pi / 2 * rng.integers(4)
        c, s = np.cos(side), np.sin(side)
        over = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) @ np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
        laid = self.moved(over, np.zeros(3))
        points = np.concatenate([body.rings.reshape(-1, 3) for body in laid.bodies])
        middle = (points.min(0) + points.max(0)) / 2
        return laid.moved(np.eye(3), np.array([-middle[0], -middle[1], -points[:, 2].min()]))


MEEPLES = {  # right halves of silhouettes, from the foot's middle up to the head, unit height
    "classic": [
        (0.0, 0.0),
        (0.08, 0.0),
        (0.12, 0.22),
        (0.2, 0.0),
        (0.42, 0.0),
        (0.34, 0.3),
        (0.48, 0.42),
        (0.48, 0.55),
        (0.22, 0.62),
        (0.2, 0.85),
        (0.1, 1.0),
    ],
    "solid": [(0.4, 0.0), (0.36, 0.3), (0.44, 0.45), (0.4, 0.6), (0.2, 0.64), (0.22, 0.85), (0.12, 1.0)],
    "horned": [
        (0.0, 0.06),
        (0.1, 0.0),
        (0.36, 0.0),
        (0.34, 0.3),
        (0.42, 0.5),
        (0.3, 0.62),
        (0.2, 0.66),
        (0.22, 0.78),
        (0.36, 0.82),
        (0.4, 1.0),
        (0.26, 0.92),
        (0.1, 0.95),
    ],
    "shield": [
        (0.0, 0.12),
        (0.1, 0.0),
        (0.32, 0.0),
        (0.3, 0.22),
        (0.5, 0.3),
        (0.52, 0.52),
        (0.36, 0.6),
        (0.2, 0.62),
        (0.2, 0.8),
        (0.28, 0.98),
        (0.12, 0.9),
    ],
    "round": [(0.3, 0.0), (0.34, 0.1), (0.24, 0.4), (0.3, 0.52), (0.18, 0.6), (0.22, 0.74), (0.2, 0.9), (0.08, 1.0)],
    "star": [
        (0.0, 0.16),
        (0.28, 0.0),
        (0.36, 0.06),
        (0.22, 0.36),
        (0.5, 0.52),
        (0.48, 0.64),
        (0.18, 0.68),
        (0.08, 1.0),
    ],
}


def silhouette(rng: np.random.Generator, name: str) -> np.ndarray:
    """Return the closed outline (N, 2) of a known figure, of unit height, x and height, with a random width."""
    half = np.array(MEEPLES[name]) * (rng.uniform(0.85, 1.15), 1.0)
    if half[0, 0] == 0:
        left = half[1:][::-1] * (-1, 1)
        return np.concatenate([half, left])
    return np.concatenate([half, half[::-1] * (-1, 1)])


def prism(outline: np.ndarray, depth: float, bevel: float = 0.0) -> np.ndarray:
    """Return rings (K, N, 3) of an outline (N, 2) in the x-h plane drawn out along y, its rims bevelled."""
    middle = outline.mean(0)

    def ring(y: float, shrink: float) -> np.ndarray:
        flat = middle + (outline - middle) * (1 - shrink)
        return np.column_stack([flat[:, 0], np.full(len(flat), y), flat[:, 1]])

    if bevel <= 0:
        return np.stack([ring(-depth / 2, 0), ring(depth / 2, 0)])
    inner = depth / 2 - bevel
    shrink = bevel / max(np.ptp(outline[:, 0]) / 2, 1e-3)
    return np.stack([ring(-depth / 2, shrink), ring(-inner, 0), ring(inner, 0), ring(depth / 2, shrink)])


def turned(profile: list[tuple[float, float]], count: int = 20) -> np.ndarray:
    """Return rings of a body of revolution from its profile of (radius, height)."""
    angle = 2 * np.pi * np.arange(count) / count
    return np.stack([np.column_stack([r * np.cos(angle), r * np.sin(angle), np.full(count, h)]) for r, h in profile])


def lay_down(rings: np.ndarray, face: int) -> np.ndarray:
    """Return an upright prism laid on its broad side (face 0) or on its narrow side (face 1), on h = 0."""
    x, y, h = np.moveaxis(rings, -1, 0)
    laid = np.stack([x, -(h - h.max() / 2), y], -1) if face == 0 else np.stack([h - h.max() / 2, y, -x], -1)
    laid[..., 2] -= laid[..., 2].min()
    return laid


def viking(rng: np.random.Generator, form: str, size: float, shape: np.ndarray, depth: float) -> Mesh:
    """Return a viking of height ``size``.

    ``form`` is ``upright`` or ``lying``, whose ``shape`` is an outline (N, 2), ``disc`` or ``pawn``, turned from the
    profile ``shape`` (K, 2), the same with flat sides (``pawn6``: six), or ``cube``, which has no shape of its own.
    """
    if form in ("upright", "lying"):
        outline = shape * (rng.uniform(0.96, 1.04), 1.0) * size
        rings = prism(outline, depth * size, 0.05 * size if rng.random() < 0.5 else 0.0)
        return Mesh(rings if form == "upright" else lay_down(rings, int(rng.random() < 0.06)))
    if form == "cube":
        a = size * 0.38
        square = np.array([(-a, 0), (a, 0), (a, 2 * a), (-a, 2 * a)])
        return Mesh(prism(square, 2 * a, rng.choice([0.0, 0.08]) * a))
    sides = int(form.removeprefix("pawn") or _ROUND) if form.startswith("pawn") else _ROUND
    return Mesh(turned([(r * size, h * size) for r, h in shape], sides), smooth=sides == _ROUND)


def longhouse(rng: np.random.Generator, form: str, size: float) -> Mesh:
    """A house of length ``size``: ``pitched``, ``rounded``, ``tapered``, ``boat``, ``small``, ``flat`` or ``any``."""
    width = size * rng.uniform(0.38, 0.55) if form != "small" else size * rng.uniform(0.7, 1.0)
    wall, ridge = width * rng.uniform(0.25, 0.6), width * rng.uniform(0.6, 0.95)
    w = width / 2
    eaves = w * (1 + rng.choice([0.0, 0.12]))
    if form == "rounded":
        arc = [(w * np.cos(a), wall * 0.6 + (ridge - wall * 0.6) * np.sin(a)) for a in np.linspace(0, np.pi, 9)]
        section = [(w, 0.0), *arc, (-w, 0.0)]
    elif form == "flat":
        section = [(w, 0), (w, wall), (0.8 * w, wall * 1.15), (-0.8 * w, wall * 1.15), (-w, wall), (-w, 0)]
    else:
        section = [(w, 0), (eaves, wall), (0.0, ridge), (-eaves, wall), (-w, 0)]
    outline = np.array(section) if form != "any" else any_section(rng, width, wall, ridge)
    ends = {"tapered": rng.uniform(0.55, 0.85), "boat": rng.uniform(0.4, 0.7)}.get(form, 1.0)
    count = 7 if form == "boat" else 3
    rings = []
    for t in np.linspace(-1, 1, count):
        share = 1 - (1 - ends) * abs(t) ** (2 if form == "boat" else 1)
        rise = 1 + (0.25 * t * t if form == "boat" else (share - 1) * 0.5)
        rings.append(
            np.column_stack([outline[:, 0] * share, np.full(len(outline), t * size / 2), outline[:, 1] * rise])
        )
    return Mesh(np.stack(rings), smooth=form == "boat")


Glyph = Callable[[np.random.Generator], list[np.ndarray]]


def rune(rng: np.random.Generator) -> list[np.ndarray]:
    """Return the lines (N, 2) of a rune in a unit square, y down."""
    return [np.array(line) for line in STROKES[str(rng.choice(RUNES))]]


def any_glyph(rng: np.random.Generator) -> list[np.ndarray]:
    """Return the lines (N, 2) of a rune, of another sign or of scratches in a unit square."""
    kind = rng.random()
    if kind < 0.6:
        return rune(rng)
    if kind < 0.8:
        return [np.array(line) for line in STROKES[str(rng.choice(list(STROKES)))]]
    return [rng.uniform(0.05, 0.95, (int(rng.integers(2, 5)), 2)) for _ in range(int(rng.integers(1, 4)))]


def stone(rng: np.random.Generator, form: str, size: float, glyph: Glyph = rune) -> Mesh:
    """Return a rune stone of width ``size``: ``disc``, ``pebble``, ``hexagon`` or ``square``, with a glyph on top."""
    r, h = size / 2, size * rng.uniform(0.1, 0.32)
    count = {"hexagon": 6, "square": 4}.get(form, 22)
    e = rng.uniform(0.03, 0.25) * h if count < 10 or form == "disc" else 0.4 * h
    rings = turned([(r - e, 0), (r, e), (r, h - e), (r - e, h)], count)
    if form == "pebble":
        angle = np.arctan2(rings[..., 1], rings[..., 0])
        bulge = (
            1 + rng.uniform(0, 0.12) * np.cos(2 * angle + rng.uniform(0, 6)) + rng.uniform(0, 0.06) * np.cos(3 * angle)
        )
        rings = rings * np.stack([bulge, bulge * rng.uniform(0.75, 1), np.ones_like(bulge)], -1)
    strokes = []
    if rng.random() < 0.97:
        scale = r * rng.uniform(0.8, 1.15)
        for line in glyph(rng):
            flat = (line - 0.5) * scale * 1.1
            strokes.append(np.column_stack([flat, np.full(len(flat), h)]))
        if rng.random() < 0.3:
            ring = rings[-1] * (0.85, 0.85, 1)
            strokes.append(np.concatenate([ring, ring[:1]]))
    return Mesh(rings, tuple(strokes), smooth=count > 10)


def box(length: float, width: float, height: float) -> Mesh:
    """Return a plain box."""
    a, b = length / 2, width / 2
    return Mesh(prism(np.array([(-a, 0), (a, 0), (a, height), (-a, height)]), 2 * b))
