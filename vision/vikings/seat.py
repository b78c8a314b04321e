"""Where in a grid of squares the fjord lies: which way its rows run, and where its home board and its ships are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.plane import Plane
from vision.squares.grid import Grid
from vision.vikings.camera import unsquare
from vision.vikings.cells import SIDE, Faces, Flat, faces_of, flatten
from vision.vikings.colours import USUAL
from vision.vikings.placing import ROWS, places

MARGIN = 3
_MOST = 26
"""Squares along a stretch of table that is looked at."""
WIDTHS = (2.0, 1.5, 2.5, 1.0, 3.0)
"""How wide home boards may be, in squares; the first is the usual one."""
_USUAL = 0.15
_WEIGHT = np.array([0.6, 1.0, 1.0])
_HOME = 3.0
_MARKS = 6.0
_STEP = 0.2
_MIDDLE = np.array([2.5, 3.0])
_AWAY = 0.3
"""Squares by which a fjord lies elsewhere."""
_LOOKS = 3
_TRIED = 12
_MARKED, _PLAIN = 0.85, 0.7
"""How well marks, and everything by the tiles that are seen, fit together where the fjord is found for sure."""
_SLANT = (0.01, 0.1)
"""How far from squares cells may be that are seen exactly, and by how much more they are believed half as much."""


@dataclass(frozen=True)
class Rival:
    """Where else a fjord may lie: its ``plane``, and its worth as a ``share`` of the best one's, 0..1."""

    plane: Plane
    share: float


@dataclass(frozen=True)
class Seat:
    """A fjord in the photo.

    Attributes:
        plane: maps the fjord's coordinates to photo pixels: x is 0 where column 0 begins, y where the ships do.
        worth: how well everything fits together.
        home: how wide the home board is, in squares.
        marks: how much what is printed beside column 0 is coloured as the rows' marks should be, -1..1.
        flat: the fjord from straight above, with some table around.
        faces: what its squares show.
        rival: the likeliest other place for it, if there is one.
    """

    plane: Plane
    worth: float
    home: float
    marks: float
    flat: Flat
    faces: Faces
    rival: Rival | None = None

    @property
    def plain(self) -> bool:
        """Whether marks and tiles fit so well that no other place need be looked for."""
        return self.marks > _MARKED and self._fits

    @property
    def loose(self) -> bool:
        """Whether neither marks nor tiles fit well, so that the fjord may lie anywhere."""
        return self.marks <= _MARKED and not self._fits

    @property
    def _fits(self) -> bool:
        rows, columns = self.flat.shape
        y, x = np.mgrid[:rows, :columns]
        y, x = y + self.flat.top, x + self.flat.left
        tiles = float(self.faces.tile[(y >= 0) & (y < ROWS) & (x >= 0)].sum())
        return self.worth > _PLAIN * tiles


def find_seat(pixels: np.ndarray, grids: Sequence[Grid]) -> tuple[Seat, Grid] | None:
    """Return the fjord that fits best into one of the grids, and that grid; ``None`` where no tile is seen in any."""
    looks = [(grid, look := _look(pixels, grid), faces_of(look)) for grid in _distinct(grids)]
    looks = sorted(looks, key=lambda look: -float(look[2].tile.sum()))[:_LOOKS]
    seats = [
        (seat.worth * np.sqrt(grid.support), seat, grid)
        for grid, flat, faces in looks
        for seat in _seats(pixels, grid, flat, faces)
    ]
    if not seats:
        return None
    worth, best, grid = max(seats, key=lambda found: found[0])
    others = [(value, seat.plane) for value, seat, _ in seats if value > 0 and _elsewhere(seat.plane, best.plane)]
    if worth <= 0 or not others:
        return best, grid
    value, plane = max(others, key=lambda other: other[0])
    return replace(best, rival=Rival(plane, float(value / worth))), grid


def _elsewhere(one: Plane, other: Plane) -> bool:
    """Return whether a fjord's tiles lie in other places in one plane than in the other."""
    return bool(np.abs(other.to_table(one.to_photo(_MIDDLE)) - _MIDDLE).max() > _AWAY)


def seat_in(pixels: np.ndarray, grid: Grid) -> Seat | None:
    """Return the fjord as it fits best into a grid; ``None`` where no tile is seen."""
    flat = _look(pixels, grid)
    return max(_seats(pixels, grid, flat, faces_of(flat)), key=lambda seat: seat.worth, default=None)


def _distinct(grids: Sequence[Grid]) -> list[Grid]:
    """Return the grids without those that are like one before."""
    kept: list[Grid] = []
    for grid in grids:
        middle = np.array([(grid.left + grid.right) / 2, (grid.top + grid.bottom) / 2])
        here, side = grid.plane.to_photo(middle), grid.plane.pitch_at(middle)
        for other in kept:
            there = other.plane.to_table(here)
            near = np.abs(other.plane.to_photo(np.round(there - middle) + middle) - here).max() < 0.05 * side
            if near and abs(other.plane.pitch_at(there) / side - 1) < 0.02:
                break
        else:
            kept.append(grid)
    return kept


def _look(pixels: np.ndarray, grid: Grid) -> Flat:
    rows, columns = (
        min(_MOST, high - low + 2 * MARGIN) for low, high in ((grid.top, grid.bottom), (grid.left, grid.right))
    )
    return flatten(pixels, grid.plane, (grid.left - MARGIN, grid.top - MARGIN), (rows, columns))


def moved(plane: Plane, matrix: np.ndarray) -> Plane:
    """Return the plane for other table coordinates: ``matrix`` (3, 3) maps the new ones to the old."""
    return replace(plane, homography=plane.homography @ matrix)


def _turn(turn: int) -> np.ndarray:
    """Return the matrix that maps the coordinates of a table turned by quarters to those that it had before."""
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn]
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _seats(pixels: np.ndarray, grid: Grid, flat: Flat, faces: Faces) -> list[Seat]:
    """Return the likeliest places of the fjord in a grid, whichever way it is turned."""
    kinds = faces.kinds()
    found = ((*place, turn) for kind in kinds for turn in range(4) for place in places(kind.turned(turn)))
    placed = sorted(set(found), reverse=True)[: _TRIED * len(kinds)]
    turned = {turn: _turned(flat, turn) for turn in {place[-1] for place in placed}}
    squares, seats = _square(pixels, grid), []
    for layout, top, first, turn in placed:
        look = replace(turned[turn], left=-first, top=-top)
        value, width, marks = _home(look)
        worth = layout + value
        worth *= squares if worth > 0 else 1
        corner = np.array([[1, 0, turned[turn].left + first], [0, 1, turned[turn].top + top], [0, 0, 1.0]])
        plane = moved(grid.plane, _turn(turn) @ corner)
        seats.append(Seat(plane, worth, width, marks, look, faces.turned(turn)))
    return seats


def _square(pixels: np.ndarray, grid: Grid) -> float:
    """Return how far it is to be believed that a grid's cells are squares, 0..1."""
    exact, half = _SLANT
    return 1 / (1 + (max(0.0, unsquare(grid.plane, (pixels.shape[1], pixels.shape[0])) - exact) / half) ** 2)


def _turned(flat: Flat, turn: int) -> Flat:
    """Return a stretch of table whose axes are turned by quarters, as it would be seen with them."""
    rows, columns = flat.shape
    left, top = flat.left, flat.top
    for _ in range(turn):
        left, top, rows, columns = top, -(left + columns), columns, rows
    lab, seen = (np.ascontiguousarray(np.rot90(part, turn)) for part in (flat.lab, flat.seen))
    return replace(flat, lab=lab, seen=seen, left=left, top=top)


def _home(flat: Flat) -> tuple[float, float, float]:
    """Return how well the table left of column 0 is a home board, how wide it is, and how well its marks fit."""
    rims = [(_rim(flat, width) - _USUAL * (k > 0), width) for k, width in enumerate(WIDTHS)]
    rim, width = max(rims, key=lambda r: r[0])
    marks = _marks(flat)
    return _HOME * rim + _MARKS * marks, width, marks


def _rim(flat: Flat, width: float) -> float:
    """Return the share of a home board's rim at which it is told from the table, less that inside of it."""
    steps = [
        *_steps(flat, (0.1 - width, -0.1), 0), *_steps(flat, (0.1 - width, -0.1), ROWS),
        *_steps(flat, (0.1, ROWS - 0.1), -width, upright=True),
    ]  # fmt: skip
    inner = [step for row in range(1, ROWS) for step in _steps(flat, (0.1 - width, -0.4), row)]
    if not steps or not inner:
        return 0.0
    plain = np.percentile(inner, 60)
    seen, missing = np.array(steps), 1 - len(steps) / ((2 * width + ROWS - 0.6) / _STEP)
    return float((seen > 1.5 * plain + 3).mean() - max(0.0, missing))


def _steps(flat: Flat, along: tuple[float, float], at: float, upright: bool = False) -> list[float]:
    """Return how far the looks on both sides of a line are apart, step by step along it, where it is in sight."""
    lab, across, lengthwise = (
        (flat.lab.swapaxes(0, 1), flat.left, flat.top) if upright else (flat.lab, flat.top, flat.left)
    )
    starts = np.arange(along[0], along[1], _STEP)
    spans = np.clip(
        np.round((np.stack([starts, starts + _STEP]) - lengthwise) * flat.side).astype(int), 0, lab.shape[1]
    )
    bands = (np.array([[-0.2, -0.08], [0.08, 0.2]]) + at - across) * flat.side
    one, other = (_middle_looks(lab[low:high], spans) for low, high in np.maximum(0, np.round(bands).astype(int)))
    apart = np.linalg.norm(one - other, axis=1)
    return list(apart[~np.isnan(apart)])


def _middle_looks(strip: np.ndarray, spans: np.ndarray) -> np.ndarray:
    """(n, 3) typical looks of the stretches between (2, n) columns of an (h, w, 3) strip; NaN for empty ones."""
    lengths = spans[1] - spans[0]
    looks = np.full((len(lengths), 3), np.nan)
    if not len(strip):
        return looks
    for length in set(lengths.tolist()) - {0}:
        which = np.flatnonzero(lengths == length)
        parts = strip[:, spans[0, which, None] + np.arange(length)].swapaxes(0, 1).reshape(len(which), -1, 3)
        # The upper of the two middle values: NumPy's median takes many times as long for so few pixels.
        looks[which] = np.sort(parts, axis=1)[:, parts.shape[1] // 2]
    return looks


def _marks(flat: Flat) -> float:
    """Return (-1..1) how much the rows' marks beside column 0 are coloured as they should, one by the other."""
    seen = mark_looks(flat)
    if seen is None:
        return 0.0
    seen, meant = ((looks - looks.mean(axis=0)) * _WEIGHT for looks in (seen, USUAL))
    return float((seen * meant).sum() / (np.linalg.norm(seen) * np.linalg.norm(meant) + 20))


def mark_looks(flat: Flat) -> np.ndarray | None:
    """Return the (6, 3) looks of what is printed in the rows next to column 0; ``None`` where they are out of sight."""
    looks = []
    for row in range(ROWS):
        strip = flat.part((-0.36, -0.02), (row + 0.15, row + 0.85)).reshape(-1, 3)
        plain = flat.part((-1.2, -0.5), (row + 0.1, row + 0.9)).reshape(-1, 3)
        if len(strip) < SIDE or len(plain) < SIDE:
            return None
        away = np.linalg.norm((strip - np.median(plain, axis=0)) * _WEIGHT, axis=1)
        looks.append(np.median(strip[away >= np.percentile(away, 82)], axis=0))
    return np.array(looks)
