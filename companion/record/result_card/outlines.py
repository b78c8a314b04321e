"""Conversion of SVG paths to polylines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from math import atan2, cos, hypot, pi, sin

from games.hexgrid import Point

_TOKEN = re.compile(r"[MLHVQCAZ]|-?(?:\d+\.?\d*|\.\d+)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7}
_SEGMENTS = 12
"""Line segments of a curve."""


def lines_of(path: str) -> list[list[Point]]:
    """Return each subpath as a polyline.

    Args:
        path: absolute commands M, L, H, V, Q, C, Z, and A for half circles; M may be followed by more points.
    """
    lines: list[list[Point]] = []
    for command, values in _commands(path):
        if command == "M":
            lines.append([(values[0], values[1])])
        elif command == "Z":
            lines[-1].append(lines[-1][0])
        else:
            lines[-1].extend(_TO_POINTS[command](lines[-1][-1], values))
    return lines


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    tokens, command = _TOKEN.findall(path), ""
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        if command == "Z":
            yield "Z", []
            continue
        count = _ARGUMENTS[command]
        yield command, [float(token) for token in tokens[:count]]
        del tokens[:count]
        command = "L" if command == "M" else command


def _bent(start: Point, values: list[float]) -> Iterator[Point]:
    """Yield points of a Bézier curve of any degree, by de Casteljau's algorithm."""
    handles = [start, *zip(values[::2], values[1::2], strict=True)]
    for step in range(1, _SEGMENTS + 1):
        share, points = step / _SEGMENTS, handles
        while len(points) > 1:
            points = [
                (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in itertools.pairwise(points)
            ]
        yield points[0]


def _half_circle(start: Point, values: list[float]) -> Iterator[Point]:
    clockwise, end = bool(values[4]), (values[5], values[6])
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    radius, begin = hypot(start[0] - x, start[1] - y), atan2(start[1] - y, start[0] - x)
    for step in range(1, _SEGMENTS + 1):
        angle = begin + (pi if clockwise else -pi) * step / _SEGMENTS
        yield x + radius * cos(angle), y + radius * sin(angle)


_TO_POINTS: dict[str, Callable[[Point, list[float]], Iterator[Point]]] = {
    "L": lambda _, v: iter([(v[0], v[1])]),
    "H": lambda at, v: iter([(v[0], at[1])]),
    "V": lambda at, v: iter([(at[0], v[0])]),
    "Q": _bent,
    "C": _bent,
    "A": _half_circle,
}
