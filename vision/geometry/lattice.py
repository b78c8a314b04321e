"""Fits a hexagonal lattice of tiles to detected tile centres."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from games import hexgrid
from games.connected import components
from vision.geometry.lattice_search import GrownLattice, search_lattices
from vision.geometry.lens import Lens
from vision.geometry.plane import Plane, fit_affine, fit_plane
from vision.geometry.seeds import BASIS, CORNER_RADIUS

Cell = hexgrid.Cell

_MAX_OFFSET = 0.14
"""Pitches between a point and the cell that it is matched with, by the plane that is fitted to all tiles; tiles of the
draft row lie farther off."""
_MAX_FITS = 3
"""Most fits of the plane; fewer are enough where all tiles stay in their cells."""


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
        return np.asarray(self.outlines([cell])[0])

    def outlines(self, cells: Iterable[Cell]) -> np.ndarray:
        """Return the (n, 6, 2) corners of n tiles as `outline` does."""
        return self.plane.to_photo(np.array([self.centres[c] for c in cells]).reshape(-1, 1, 2) + CORNERS)


def position(cell: Cell) -> np.ndarray:
    """Return a cell's (2,) ideal centre on the table, in pitches."""
    return np.array(hexgrid.centre(cell, CORNER_RADIUS))


def positions(cells: Iterable[Cell]) -> np.ndarray:
    """Return the (n, 2) ideal centres of cells on the table, in pitches: `position` of each, all at once."""
    q, r = np.array(list(cells), float).reshape(-1, 2).T
    return np.column_stack([CORNER_RADIUS * np.sqrt(3) * (q + r / 2), CORNER_RADIUS * 1.5 * r])


CORNERS = np.array(hexgrid.corners((0, 0), CORNER_RADIUS))
"""(6, 2) corners of the tile at the origin, in pitches."""


TILE_WIDTH = 0.97
"""Width of a tile in pitches; the rest is the gap between two tiles."""


def find_lattice(points: np.ndarray, size: tuple[int, int], lens: Lens | None = None) -> Lattice | None:
    """Find the largest hex lattice of touching tiles among detected tile centres.

    Lattices are grown from many seeds, each a tile with two of its neighbours, and the largest wins, as in RANSAC
    (Fischler and Bolles 1981); see `lattice_search`.

    Args:
        points: (n, 2) tile centres, photo pixels.
        size: (width, height) of the photo.
        lens: the photo's lens, if known; it is undone for the growth and kept in the lattice's plane.

    Returns:
        The lattice, or None where fewer than three tiles fit together.
    """
    return next(iter(find_lattices(points, size, lens, 1)), None)


def find_lattices(
    points: np.ndarray,
    size: tuple[int, int],
    lens: Lens | None = None,
    limit: int = 8,
    helper: Executor | None = None,
) -> list[Lattice]:
    """Find up to ``limit`` lattices of different subsets of the points, likeliest first; see `find_lattice`.

    A few points fit several lattices, above all with tiles beside the board; the caller decides among these by the
    picture between the points. The helper is that of `plane.fit_plane`.
    """
    straight = points if lens is None else lens.undistort(points)
    grown = search_lattices(straight, only_best=limit == 1)
    settled = (_settle(points, _upright(points, one), size, lens, helper) for one in grown[:limit])
    return [lattice for lattice in settled if lattice is not None]


def in_other_cells(
    lattice: Lattice, cells: Mapping[Cell, Cell], size: tuple[int, int], lens: Lens | None, helper: Executor | None
) -> Lattice:
    """Return the lattice with its tiles in other cells, turned so that east points most nearly to the photo's right.

    Args:
        lattice: the lattice.
        cells: the new cell of each of its cells.
        size: (width, height) of the photo.
        lens: the photo's lens, if known.
        helper: see `find_lattices`.
    """
    shown = lattice.plane.to_photo(np.array([lattice.centres[cell] for cell in cells]))
    east = rightmost_direction(fit_affine(positions(cells.values()), shown)[:2, :2])
    turned = [hexgrid.turned(cell, -east) for cell in cells.values()]
    plane = fit_plane(positions(turned), shown, size, lens, None, helper)
    return Lattice(plane, dict(zip(turned, plane.to_table(shown), strict=True)))


def _settle(
    points: np.ndarray, grown: dict[Cell, int], size: tuple[int, int], lens: Lens | None, helper: Executor | None
) -> Lattice | None:
    """Fit one plane to all tiles, and keep the largest connected group of those that lie on its lattice."""
    plane: Plane | None = None
    for _ in range(_MAX_FITS):
        cells = list(grown)
        table = positions(cells)
        plane = fit_plane(table, points[[grown[c] for c in cells]], size, lens, plane, helper)
        if not _is_invertible(plane):
            return None
        grown = _rematch(points, plane)
        if len(grown) < 3:
            return None
        if list(grown) == cells:
            break
    assert plane is not None
    return Lattice(plane, dict(zip(grown, plane.to_table(points[list(grown.values())]), strict=True)))


def _is_invertible(plane: Plane) -> bool:
    """Return whether the homography is finite and invertible; that of duplicate centres may not be."""
    matrix = plane.homography
    return bool(np.isfinite(matrix).all()) and int(np.linalg.matrix_rank(matrix)) == len(matrix)


def _upright(points: np.ndarray, grown: GrownLattice) -> dict[Cell, int]:
    """Return the point in each cell, turned by sixths so that east points most nearly to the photo's right."""
    east = rightmost_direction(fit_affine(grown.cells @ BASIS, points[grown.points])[:2, :2])
    cells = ((q, r) for q, r in grown.cells.tolist())
    return {hexgrid.turned(c, -east): k for c, k in zip(cells, grown.points.tolist(), strict=True)}


def rightmost_direction(to_photo: np.ndarray) -> int:
    """Return the direction, 0 to 5, that a (2, 2) map of table offsets to pixels brings nearest to the right."""
    directions = to_photo @ (np.array(hexgrid.DIRECTIONS) @ BASIS).T
    # A tilted camera sees the six directions at unequal angles.
    return int((directions[0] / np.linalg.norm(directions, axis=0)).argmax())


def _rematch(points: np.ndarray, plane: Plane) -> dict[Cell, int]:
    """Match every cell with the nearest point within ``_MAX_OFFSET``, and keep the largest connected group of cells."""
    table = plane.to_table(points)
    seen = np.flatnonzero(np.isfinite(table).all(axis=1))
    matched = {cell: int(seen[k]) for cell, k in nearest_points(table[seen], _MAX_OFFSET).items()}
    group = largest_group(set(matched))
    return {c: k for c, k in matched.items() if c in group}


def nearest_points(table: np.ndarray, reach: float) -> dict[Cell, int]:
    """Return for each cell the index of the point nearest to its centre, if one is within reach.

    Args:
        table: (n, 2) table points.
        reach: pitches from the centre, less than half.
    """
    cells = nearest_cells(table)
    away = np.linalg.norm(table - cells @ BASIS, axis=1)
    found: dict[Cell, int] = {}
    for k in np.flatnonzero(away < reach).tolist():
        q, r = cells[k].tolist()
        if (q, r) not in found or away[k] < away[found[q, r]]:
            found[q, r] = k
    return found


def largest_group(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return the largest connected group of cells."""
    groups = components({cell: hexgrid.neighbours(cell) for cell in sorted(cells)})
    return max(groups, key=len, default=frozenset())


def nearest_cell(table: np.ndarray) -> Cell:
    """Return the cell that contains a (2,) table point."""
    return hexgrid.nearest((float(table[0]), float(table[1])), CORNER_RADIUS)


def nearest_cells(table: np.ndarray) -> np.ndarray:
    """Return the (n, 2) cells that contain (n, 2) table points, as `nearest_cell` does."""
    q, r = np.linalg.solve(BASIS.T, table.T)
    cubes = np.stack([q, r, -q - r], axis=1)
    whole = np.round(cubes).astype(int)
    worst = np.abs(whole - cubes).argmax(axis=1)
    whole[np.arange(len(whole)), worst] -= whole.sum(axis=1)
    return whole[:, :2]


def beside(cells: Iterable[Cell]) -> set[Cell]:
    """Return the neighbours of ``cells`` that are not among them."""
    taken = set(cells)
    return {n for c in taken for n in hexgrid.neighbours(c)} - taken


def spaces_between(cells: Iterable[Cell]) -> list[Cell]:
    """Return the empty cells with at least two neighbours in ``cells``: where the rules allow a tile to be laid."""
    taken = set(cells)
    return [s for s in sorted(beside(taken)) if sum(n in taken for n in hexgrid.neighbours(s)) >= 2]
