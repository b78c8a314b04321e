"""Hex arithmetic: axial cells, directions, turns and pixel geometry of a pointy-top grid.

Coordinates are axial ``(q, r)``, seen from above with x to the right and y down. Direction ``i`` runs
0 E, 1 SE, 2 SW, 3 W, 4 NW, 5 NE, which is clockwise on the screen. Edge ``i`` of a cell faces direction
``i``. All other modules take neighbours and directions from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin, sqrt

Cell = tuple[int, int]
Point = tuple[float, float]

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SIDES = range(6)


def neighbour(cell: Cell, direction: int) -> Cell:
    """Return the cell next to `cell` in `direction` (taken modulo six).

    >>> neighbour((0, 0), 1)
    (0, 1)
    """
    dq, dr = DIRECTIONS[direction % 6]
    return cell[0] + dq, cell[1] + dr


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells around `cell`, clockwise from the east."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def opposite(direction: int) -> int:
    """Return the direction that looks back: edge `i` meets its neighbour's edge ``opposite(i)``."""
    return (direction + 3) % 6


def turned(cell: Cell, turns: int, about: Cell = (0, 0)) -> Cell:
    """Return `cell` turned clockwise by `turns` sixths about the cell `about`.

    >>> turned((1, 0), 1)
    (0, 1)
    """
    q, r = cell[0] - about[0], cell[1] - about[1]
    for _ in range(turns % 6):
        q, r = -r, q + r
    return q + about[0], r + about[1]


def shifted(cell: Cell, by: Cell) -> Cell:
    """Return `cell` moved by the vector `by`."""
    return cell[0] + by[0], cell[1] + by[1]


def distance(one: Cell, other: Cell) -> int:
    """Return the number of steps from one cell to the other.

    >>> distance((0, 0), (2, -1))
    2
    """
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def disc(centre_cell: Cell, radius: int) -> Iterator[Cell]:
    """Yield every cell at most `radius` steps from `centre_cell`."""
    for dq in range(-radius, radius + 1):
        for dr in range(max(-radius, -radius - dq), min(radius, radius - dq) + 1):
            yield centre_cell[0] + dq, centre_cell[1] + dr


def empty_neighbours(cells: Iterable[Cell]) -> dict[Cell, list[int]]:
    """Return each empty cell beside `cells`, with the directions in which its taken neighbours lie."""
    taken = set(cells)
    found: dict[Cell, list[int]] = {}
    for q, r in taken:
        for direction, (dq, dr) in enumerate(DIRECTIONS):
            empty = (q + dq, r + dr)
            if empty not in taken:
                found.setdefault(empty, []).append((direction + 3) % 6)
    return found


def centre(cell: Cell, size: float = 1.0) -> Point:
    """Return the centre of `cell` in the plane, y down; `size` is the distance from centre to corner."""
    q, r = cell
    return size * sqrt(3) * (q + r / 2), size * 1.5 * r


def corners(cell: Cell, size: float = 1.0) -> tuple[Point, ...]:
    """Return the six corners of `cell`, clockwise; corners ``i`` and ``i + 1`` bound edge ``i``."""
    x, y = centre(cell, size)
    return tuple((x + size * cos(a), y + size * sin(a)) for a in (pi / 3 * i - pi / 6 for i in SIDES))


def nearest(point: Point, size: float = 1.0) -> Cell:
    """Return the cell that a point of the plane lies in (cube rounding, as Red Blob Games explains it).

    >>> nearest(centre((3, -2)))
    (3, -2)
    """
    r = point[1] / (1.5 * size)
    q = point[0] / (sqrt(3) * size) - r / 2
    whole_q, whole_r, whole_s = round(q), round(r), round(-q - r)
    away_q, away_r, away_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s + q + r)
    # The coordinate that was rounded most is computed from the other two: the three add up to 0.
    if away_q >= away_r and away_q >= away_s:
        whole_q = -whole_r - whole_s
    elif away_r >= away_s:
        whole_r = -whole_q - whole_s
    return whole_q, whole_r
