"""Fits a hexagonal lattice of tiles to detected tile centres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

import cv2
import numpy as np

from games import hexgrid
from vision.geometry.lens import Lens
from vision.geometry.plane import Plane, fit_affine, fit_plane, project

Cell = tuple[int, int]

CORNER_RADIUS = 1 / np.sqrt(3)
"""Distance from a tile's centre to its corners, in pitches (distances between neighbouring centres)."""
_MAX_OFFSET_GROWING = 0.22
"""Pitches between a point and the cell that it is matched with, as predicted from its neighbours during growth."""
_MAX_OFFSET = 0.14
"""The same once the plane is fitted to all tiles; tiles of the draft row lie farther off."""
_MAX_ANISOTROPY = 2.3
"""A hex lattice mistaken for another of its own bases is stretched 3 to 1; one tilted by 60 degrees is 2 to 1."""
_SEED_POINTS = 14
"""Number of points, most regular first, that seeds are made of."""
_MAX_POINTS_BENT = 8
"""Up to this number of points also bent rows of three are seeds: there may be no three tiles that meet."""
_CLEAR_SHARE, _CLEAR_ANISOTROPY = 0.8, 1.45
"""Growth stops at a lattice with more than this share of the points and less anisotropy: no other basis scores more."""


@dataclass(frozen=True)
class Lattice:
    """The positions of a board's tiles.

    Attributes:
        plane: table to photo; the ideal centre of cell ``c`` is ``position(c)``.
        centres: the (2,) measured table position of each cell's tile, which differs a little from the ideal one.
    """

    plane: Plane
    centres: Mapping[Cell, np.ndarray]

    def outline(self, cell: Cell) -> np.ndarray:
        """Return the tile's (6, 2) corners in photo pixels; edge ``i`` runs from corner ``i`` to ``i + 1``."""
        return self.plane.to_photo(self.centres[cell] + CORNERS)


def position(cell: Cell) -> np.ndarray:
    """Return a cell's (2,) ideal centre on the table, in pitches."""
    return np.array(hexgrid.centre(cell, CORNER_RADIUS))


CORNERS = np.array(hexgrid.corners((0, 0), CORNER_RADIUS))
"""(6, 2) corners of the tile at the origin, in pitches."""


def find_lattice(points: np.ndarray, size: tuple[int, int], lens: Lens | None = None) -> Lattice | None:
    """Find the largest hex lattice of touching tiles among detected tile centres.

    Lattices are grown from many seeds, each a tile with two of its neighbours, and the largest wins, as in RANSAC
    (Fischler and Bolles 1981). Anisotropy counts against a lattice, since a sheared one contains the same points.

    Args:
        points: (n, 2) tile centres, photo pixels.
        size: (width, height) of the photo.
        lens: the photo's lens, if known; it is undone for the growth and kept in the lattice's plane.

    Returns:
        The lattice, or None where fewer than three tiles fit together.
    """
    return next(iter(find_lattices(points, size, lens, 1)), None)


def find_lattices(points: np.ndarray, size: tuple[int, int], lens: Lens | None = None, limit: int = 8) -> list[Lattice]:
    """Find up to ``limit`` lattices of different subsets of the points, likeliest first; see `find_lattice`.

    A few points fit several lattices, above all with tiles beside the board; the caller decides among these by the
    picture between the points.
    """
    straight = points if lens is None else lens.undistort(points)
    grown = _growths(straight, stop_early=limit == 1)
    settled = (_settle(points, cells, size, lens) for cells in grown[:limit])
    return [lattice for lattice in settled if lattice is not None]


def _growths(points: np.ndarray, stop_early: bool) -> list[dict[Cell, int]]:
    """Return the lattices of three points or more that grow from the seeds, as point indices by cell, best first.

    With ``stop_early`` no more are grown after one that contains nearly all points with little anisotropy.
    """
    scores: dict[frozenset[int], float] = {}
    found: dict[frozenset[int], dict[Cell, int]] = {}
    for seed, east, south_east in _seeds(points):
        stretch = _anisotropy(east, south_east)
        grown = _grow(points, seed, east, south_east)
        score, taken = len(grown) / np.sqrt(stretch), frozenset(grown.values())
        if len(grown) >= 3 and score > scores.get(taken, 0.0):
            scores[taken], found[taken] = score, grown
        if stop_early and len(grown) > _CLEAR_SHARE * len(points) and stretch < _CLEAR_ANISOTROPY:
            break
    return [found[taken] for taken in sorted(found, key=lambda taken: -scores[taken])]


def _settle(points: np.ndarray, grown: dict[Cell, int], size: tuple[int, int], lens: Lens | None) -> Lattice | None:
    """Fit one plane to all tiles, and keep the largest connected group of those that lie on its lattice."""
    grown = _upright(points, grown)
    plane: Plane | None = None
    for _ in range(3):
        cells = list(grown)
        table = np.array([position(c) for c in cells])
        plane = fit_plane(table, points[[grown[c] for c in cells]], size, lens, plane)
        if not _is_invertible(plane):
            return None
        grown = _rematch(points, plane, cells)
        if len(grown) < 3:
            return None
    assert plane is not None
    centres = {c: plane.to_table(points[k]) for c, k in grown.items()}
    return Lattice(plane, centres)


def _is_invertible(plane: Plane) -> bool:
    """Return whether the homography is finite and invertible; that of duplicate centres may not be."""
    matrix = plane.homography
    return bool(np.isfinite(matrix).all()) and int(np.linalg.matrix_rank(matrix)) == len(matrix)


def _upright(points: np.ndarray, grown: dict[Cell, int]) -> dict[Cell, int]:
    """Rotate the cells by multiples of 60 degrees so that east points as nearly as possible to the photo's right."""
    table = np.array([position(c) for c in grown])
    east = fit_affine(table, points[list(grown.values())])[:2, 0]
    turns = round(float(np.arctan2(east[1], east[0])) / (np.pi / 3))
    return {hexgrid.turned(c, turns): k for c, k in grown.items()}


def _rematch(points: np.ndarray, plane: Plane, cells: list[Cell]) -> dict[Cell, int]:
    """Match every cell with the nearest point within ``_MAX_OFFSET``, and keep the largest connected group of cells."""
    table = plane.to_table(points)
    matched: dict[Cell, int] = {}
    away: dict[Cell, float] = {}
    for k in np.flatnonzero(np.isfinite(table).all(axis=1)).tolist():
        where = table[k]
        cell = nearest_cell(where)
        distance = float(np.linalg.norm(where - position(cell)))
        if distance < min(_MAX_OFFSET, away.get(cell, 1.0)):
            matched[cell], away[cell] = k, distance
    group = largest_group(set(matched))
    return {c: k for c, k in matched.items() if c in group}


def largest_group(cells: set[Cell]) -> set[Cell]:
    """Return the largest connected group of cells."""
    left, groups = set(cells), []
    while left:
        group: set[Cell] = set()
        edge = [left.pop()]
        while edge:
            cell = edge.pop()
            group.add(cell)
            near = set(hexgrid.neighbours(cell)) & left
            left -= near
            edge.extend(near)
        groups.append(group)
    return max(groups, key=len, default=set())


def nearest_cell(table: np.ndarray) -> Cell:
    """Return the cell that contains a (2,) table point."""
    return hexgrid.nearest((float(table[0]), float(table[1])), CORNER_RADIUS)


def _seeds(points: np.ndarray) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Yield a point's index and the pixel vectors to its east and south-east neighbours, most regular points first.

    With few points bent rows of three are seeds, too: on a small board no three tiles need to meet. The two neighbour
    vectors are then 120 degrees apart, and their sum lies halfway between them.
    """
    if len(points) < 3:
        return
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    near = np.argsort(apart, axis=1)[:, :7]
    order = sorted(range(len(points)), key=lambda k: -_regularity(points, k, near[k]))
    for bent in (False, True)[: 1 + (len(points) <= _MAX_POINTS_BENT)]:
        for k in order[:_SEED_POINTS]:
            vectors = points[near[k]] - points[k]
            for first, second in permutations(vectors, 2):
                between = first + second if bent else second
                turn = first[0] * between[1] - first[1] * between[0]
                if turn > 0 and _anisotropy(first, between) < _MAX_ANISOTROPY:
                    yield k, first, between


def _regularity(points: np.ndarray, k: int, near: np.ndarray) -> int:
    """Return the number of near points with another one opposite; inside a board all neighbours have one."""
    vectors = points[near] - points[k]
    sums = np.linalg.norm(vectors[:, None] + vectors[None], axis=2)
    lengths = np.linalg.norm(vectors, axis=1)
    return int((sums.min(axis=1) < 0.2 * lengths).sum())


def _anisotropy(east: np.ndarray, south_east: np.ndarray) -> float:
    """Return the ratio of the axes of the ellipse that a circle on the table becomes in the photo, 1 or more."""
    basis = np.column_stack([position((1, 0)), position((0, 1))])
    stretch = np.linalg.svd(np.column_stack([east, south_east]) @ np.linalg.inv(basis), compute_uv=False)
    return float(stretch[0] / max(stretch[1], 1e-9))


def _grow(points: np.ndarray, seed: int, east: np.ndarray, south_east: np.ndarray) -> dict[Cell, int]:
    """Return the point index of each cell of the lattice grown from a seed, ring by ring, refitting its homography."""
    homography = _seed_map(points[seed], east, south_east)
    grown: dict[Cell, int] = {(0, 0): seed}
    taken = np.zeros(len(points), bool)
    taken[seed] = True
    while True:
        added = _add_ring(points, grown, taken, homography)
        if not added:
            return grown
        homography = _refit(points, grown, homography)


def _seed_map(origin: np.ndarray, east: np.ndarray, south_east: np.ndarray) -> np.ndarray:
    basis = np.column_stack([position((1, 0)), position((0, 1))])
    homography = np.eye(3)
    homography[:2, :2] = np.column_stack([east, south_east]) @ np.linalg.inv(basis)
    homography[:2, 2] = origin
    return homography


def _add_ring(points: np.ndarray, grown: dict[Cell, int], taken: np.ndarray, homography: np.ndarray) -> int:
    ring = beside(grown)
    added = 0
    for cell in sorted(ring):
        where = position(cell)
        expected = project(homography, np.array([where, where + np.array([0.5, 0]), where + np.array([0, 0.5])]))
        pitch = 2 * np.sqrt(abs(np.linalg.det(expected[1:] - expected[0])))
        away = np.linalg.norm(points - expected[0], axis=1)
        away[taken] = np.inf
        k = int(np.argmin(away))
        if away[k] < _MAX_OFFSET_GROWING * pitch:
            grown[cell] = k
            taken[k] = True
            added += 1
    return added


def _refit(points: np.ndarray, grown: dict[Cell, int], before: np.ndarray) -> np.ndarray:
    table = np.array([position(c) for c in grown])
    photo = points[list(grown.values())]
    spread = np.linalg.svd(table - table.mean(axis=0), compute_uv=False)
    if len(grown) < 4 or spread[-1] < 0.5:
        return before
    if len(grown) < 9:
        return fit_affine(table, photo)
    homography, _ = cv2.findHomography(table, photo, 0)
    return before if homography is None else np.asarray(homography)


def beside(cells: Iterable[Cell]) -> set[Cell]:
    """Return the neighbours of ``cells`` that are not among them."""
    taken = set(cells)
    return {n for c in taken for n in hexgrid.neighbours(c)} - taken


def spaces_between(cells: Iterable[Cell]) -> list[Cell]:
    """Return the empty cells with at least two neighbours in ``cells``: where the rules allow a tile to be laid."""
    taken = set(cells)
    return [s for s in sorted(beside(taken)) if sum(n in taken for n in hexgrid.neighbours(s)) >= 2]
