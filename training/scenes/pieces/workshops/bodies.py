"""Bodies that pieces are put together from: balls, horns, carved stacks. Units of the pitch."""

from __future__ import annotations

import numpy as np

from training.scenes.pieces.meshes import Mesh


def place(*at: float) -> np.ndarray:
    """Return a point (3,)."""
    return np.array(at, float)


def ball(centre: np.ndarray, radius: float, flat: float = 1.0, count: int = 12) -> Mesh:
    """Return a ball about ``centre`` (3,), its height times ``flat``."""
    rise = np.linspace(-1.35, 1.35, 6)
    angle = 2 * np.pi * np.arange(count) / count
    rings = [
        np.column_stack([r * np.cos(angle), r * np.sin(angle), np.full(count, radius * flat * np.sin(a))])
        for a in rise
        for r in [radius * np.cos(a)]
    ]
    return Mesh(np.stack(rings) + centre, smooth=True)


def horn(root: np.ndarray, along: np.ndarray, bend: np.ndarray, length: float, thick: float) -> Mesh:
    """Return a horn: a cone from ``root`` (3,) along a direction (3,), bent towards another (3,) at its tip."""
    rings = []
    for share in (0.0, 0.45, 0.8, 1.0):
        middle = root + length * share * (along + share * bend)
        way = along + 2 * share * bend
        rings.append(_circle(middle, way, thick * (1 - 0.85 * share), 6))
    return Mesh(np.stack(rings), smooth=True)


def bar(start: np.ndarray, end: np.ndarray, thick: float, count: int = 6) -> Mesh:
    """Return a rod with ``count`` sides between two points (3,)."""
    return Mesh(np.stack([_circle(p, end - start, thick, count) for p in (start, end)]), smooth=count > 5)


def carved(levels: np.ndarray, wide: np.ndarray, deep: np.ndarray, square: float, count: int = 14) -> Mesh:
    """Return a stack of rounded rectangles.

    Args:
        levels: (K,) heights.
        wide: (K,) half widths along x.
        deep: (K,) half depths along y.
        square: 0 for ellipses .. 1 for rectangles.
        count: points of a ring.
    """
    angle = 2 * np.pi * (np.arange(count) + 0.5) / count
    c, s = np.cos(angle), np.sin(angle)
    power = 1 - 0.75 * square  # of a superellipse
    x, y = np.sign(c) * np.abs(c) ** power, np.sign(s) * np.abs(s) ** power
    rings = [np.column_stack([w * x, d * y, np.full(count, h)]) for h, w, d in zip(levels, wide, deep, strict=True)]
    return Mesh(np.stack(rings), smooth=square < 0.6)


def loft(plan: np.ndarray, levels: list[tuple[float, float, float]], smooth: bool = False) -> Mesh:
    """Return a body of one ground plan (N, 2) at several levels.

    Args:
        plan: its corners in order, x and y.
        levels: height, and what x and y are multiplied by there, from the lowest up.
        smooth: whether its faces are not set off from each other.
    """
    rings = [np.column_stack([plan * (wide, deep), np.full(len(plan), h)]) for h, wide, deep in levels]
    return Mesh(np.stack(rings), smooth=smooth)


def block(wide: float, deep: float, low: float, high: float, taper: float = 1.0) -> Mesh:
    """Return a box of half widths ``wide`` and ``deep`` between two heights, its top ``taper`` times as large."""
    return loft(
        np.array([(wide, deep), (-wide, deep), (-wide, -deep), (wide, -deep)]), [(low, 1, 1), (high, taper, taper)]
    )


def rounds(count: int, wide: float = 1.0, deep: float = 1.0, turn: float = 0.0) -> np.ndarray:
    """Return ``count`` corners (N, 2) of an ellipse of these half widths, the first turned by ``turn`` radians."""
    angle = 2 * np.pi * np.arange(count) / count + turn
    return np.column_stack([wide * np.cos(angle), deep * np.sin(angle)])


def joined(bodies: list[Mesh]) -> Mesh:
    """Return bodies as one piece: the first with the others, and their parts, as its parts."""
    first, *others = (body for whole in bodies for body in whole.bodies)
    return Mesh(first.rings, first.strokes, first.smooth, tuple(Mesh(o.rings, o.strokes, o.smooth) for o in others))


def _circle(middle: np.ndarray, way: np.ndarray, radius: float, count: int) -> np.ndarray:
    way = way / (np.linalg.norm(way) + 1e-9)
    side = np.cross(way, [0.0, 0.0, 1.0] if abs(way[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    other = np.cross(way, side)
    angle = 2 * np.pi * np.arange(count) / count
    return middle + radius * (np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * other)
