"""Tile centres to the hex lattice that they lie on."""

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

SIZE = 1 / np.sqrt(3)
"""From a tile's centre to its corner, in pitches (distances of neighbouring centres)."""
_MATCH = 0.22
"""How far, in pitches, a tile may lie from where its neighbours say it should while the lattice grows."""
_ON_LATTICE = 0.14
"""The same once the whole lattice is known; a tile of the draft row never comes this near on all counts."""
_ANISOTROPY = 2.3
"""A hex lattice seen sheared into another of its own bases is stretched 3 to 1; tilted by 60 degrees it is 2 to 1."""
_SEEDS = 14
_FEW = 8
"""Up to so many points a bent row of three may be all there is of a board."""
_NEARLY_ALL = 0.8
_UPRIGHT = 1.45
"""A growth that takes in so many of the points, this little stretched, cannot be beaten by another basis."""


@dataclass(frozen=True)
class Lattice:
    """Where the board's tiles lie.

    Attributes:
        plane: table to photo; a tile of the cell ``c`` is centred on ``position(c)``.
        centres: cell to (2,) table position, the tile's real one, which differs a little from the lattice's.
    """

    plane: Plane
    centres: Mapping[Cell, np.ndarray]

    def outline(self, cell: Cell) -> np.ndarray:
        """Return the tile's (6, 2) corners in photo pixels; edge ``i`` runs from corner ``i`` to ``i + 1``."""
        return self.plane.to_photo(self.centres[cell] + CORNERS)


def position(cell: Cell) -> np.ndarray:
    """Return a cell's centre on the table, with neighbours at distance 1."""
    return np.array(hexgrid.centre(cell, SIZE))


CORNERS = np.array(hexgrid.corners((0, 0), SIZE))
"""(6, 2) corners of the tile at the origin, in pitches."""


def find_lattice(points: np.ndarray, size: tuple[int, int], lens: Lens | None = None) -> Lattice | None:
    """Find the largest hex lattice of touching tiles among (n, 2) tile centres of a (width, height) photo.

    A known lens of that photo is undone for the growth and kept in the lattice's plane.

    The lattice is grown from many seeds, a pair of neighbours of one tile each, and the largest growth wins
    (RANSAC's idea, Fischler and Bolles 1981). Being stretched counts against a growth, since a sheared lattice
    has the same points. Returns None where fewer than three tiles fit together.
    """
    return next(iter(find_lattices(points, size, lens, 1)), None)


def find_lattices(points: np.ndarray, size: tuple[int, int], lens: Lens | None = None, most: int = 8) -> list[Lattice]:
    """Find up to so many lattices that take in different points, likeliest first; else as `find_lattice`.

    Few points lie on more lattices than one, the more so with tiles beside the board: what the picture shows between
    the points has to decide.
    """
    straight = points if lens is None else lens.undistort(points)
    grown = _growths(straight, clear=most == 1)
    settled = (_settle(points, cells, size, lens) for cells in grown[:most])
    return [lattice for lattice in settled if lattice is not None]


def _growths(points: np.ndarray, clear: bool) -> list[dict[Cell, int]]:
    """Return what grows from the seeds, three points or more, the best first; no more once one is ``clear``."""
    worths: dict[frozenset[int], float] = {}
    found: dict[frozenset[int], dict[Cell, int]] = {}
    for seed, east, south_east in _seeds(points):
        stretch = _anisotropy(east, south_east)
        grown = _grow(points, seed, east, south_east)
        worth, taken = len(grown) / np.sqrt(stretch), frozenset(grown.values())
        if len(grown) >= 3 and worth > worths.get(taken, 0.0):
            worths[taken], found[taken] = worth, grown
        if clear and len(grown) > _NEARLY_ALL * len(points) and stretch < _UPRIGHT:
            break
    return [found[taken] for taken in sorted(found, key=lambda taken: -worths[taken])]


def _settle(points: np.ndarray, grown: dict[Cell, int], size: tuple[int, int], lens: Lens | None) -> Lattice | None:
    """Fit one plane to all tiles and keep those that lie where it says, as far as they hang together."""
    grown = _upright(points, grown)
    plane: Plane | None = None
    for _ in range(3):
        cells = list(grown)
        table = np.array([position(c) for c in cells])
        plane = fit_plane(table, points[[grown[c] for c in cells]], size, lens, plane)
        if not _is_seen_from_above(plane):
            return None
        grown = _rematch(points, plane, cells)
        if len(grown) < 3:
            return None
    assert plane is not None
    centres = {c: plane.to_table(points[k]) for c, k in grown.items()}
    return Lattice(plane, centres)


def _is_seen_from_above(plane: Plane) -> bool:
    """Say whether a plane is more than a line or a point in the photo, as that of centres found twice may be."""
    matrix = plane.homography
    return bool(np.isfinite(matrix).all()) and int(np.linalg.matrix_rank(matrix)) == len(matrix)


def _upright(points: np.ndarray, grown: dict[Cell, int]) -> dict[Cell, int]:
    """Turn the cells by sixths so that east lies as near the photo's right as can be, as a person would draw it."""
    table = np.array([position(c) for c in grown])
    east = fit_affine(table, points[list(grown.values())])[:2, 0]
    turns = round(float(np.arctan2(east[1], east[0])) / (np.pi / 3))
    return {hexgrid.turned(c, turns): k for c, k in grown.items()}


def _rematch(points: np.ndarray, plane: Plane, cells: list[Cell]) -> dict[Cell, int]:
    """Give every point to the cell it lies on, and keep the largest group of neighbouring cells."""
    table = plane.to_table(points)
    matched: dict[Cell, int] = {}
    away: dict[Cell, float] = {}
    for k in np.flatnonzero(np.isfinite(table).all(axis=1)).tolist():
        where = table[k]
        cell = nearest_cell(where)
        distance = float(np.linalg.norm(where - position(cell)))
        if distance < min(_ON_LATTICE, away.get(cell, 1.0)):
            matched[cell], away[cell] = k, distance
    group = largest_group(set(matched))
    return {c: k for c, k in matched.items() if c in group}


def largest_group(cells: set[Cell]) -> set[Cell]:
    """Return the largest set of cells that hang together side by side."""
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
    """Return the cell that a (2,) table point lies in."""
    return hexgrid.nearest((float(table[0]), float(table[1])), SIZE)


def _seeds(points: np.ndarray) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Yield a point's index with two neighbour vectors a sixth of a turn apart, most regular points first.

    On a small board no three tiles need to meet: there a bent row of three is a seed, too, since its two neighbour
    vectors are a third of a turn apart and their sum lies between them.
    """
    if len(points) < 3:
        return
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    near = np.argsort(apart, axis=1)[:, :7]
    order = sorted(range(len(points)), key=lambda k: -_regularity(points, k, near[k]))
    for bent in (False, True)[: 1 + (len(points) <= _FEW)]:
        for k in order[:_SEEDS]:
            vectors = points[near[k]] - points[k]
            for first, second in permutations(vectors, 2):
                between = first + second if bent else second
                turn = first[0] * between[1] - first[1] * between[0]
                if turn > 0 and _anisotropy(first, between) < _ANISOTROPY:
                    yield k, first, between


def _regularity(points: np.ndarray, k: int, near: np.ndarray) -> int:
    """Count the neighbours that have another opposite to them, as all have inside a board."""
    vectors = points[near] - points[k]
    sums = np.linalg.norm(vectors[:, None] + vectors[None], axis=2)
    lengths = np.linalg.norm(vectors, axis=1)
    return int((sums.min(axis=1) < 0.2 * lengths).sum())


def _anisotropy(east: np.ndarray, south_east: np.ndarray) -> float:
    """Return how much longer a circle on the table is one way than the other in the photo."""
    basis = np.column_stack([position((1, 0)), position((0, 1))])
    stretch = np.linalg.svd(np.column_stack([east, south_east]) @ np.linalg.inv(basis), compute_uv=False)
    return float(stretch[0] / max(stretch[1], 1e-9))


def _grow(points: np.ndarray, seed: int, east: np.ndarray, south_east: np.ndarray) -> dict[Cell, int]:
    """Add neighbour after neighbour, each where the map fitted to those before says it should be."""
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
        if away[k] < _MATCH * pitch:
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
    """Return the empty cells next to some cells."""
    taken = set(cells)
    return {n for c in taken for n in hexgrid.neighbours(c)} - taken


def spaces_between(cells: Iterable[Cell]) -> list[Cell]:
    """Return the empty cells that two cells at least meet: where the rules of exploration allow a tile."""
    taken = set(cells)
    return [s for s in sorted(beside(taken)) if sum(n in taken for n in hexgrid.neighbours(s)) >= 2]
