"""Finds a board of one to four tiles by the shape of its area: so few centres fix no lattice.

The area of terrain is compared with every arrangement of one to four adjacent tiles. The affine map that gives a group
the area's mean and covariance is unique but for a rotation, which is searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from games import hexgrid
from vision.geometry.lattice import (
    CORNERS,
    Cell,
    Lattice,
    beside,
    nearest_cell,
    position,
    positions,
    rightmost_direction,
)
from vision.geometry.plane import Plane, project
from vision.geometry.rotation import rotation
from vision.geometry.seeds import MAX_STRETCH
from vision.imaging.sampling import sample
from vision.networks.models import SceneMaps

_MAX_TILES = 4
"""Most tiles of a board that is found by its shape; more have enough centres to fix a lattice."""
_RASTER = 48
"""Pixels of the square in which shapes are compared."""
_REACH = 2.6
"""Half its side, standard deviations of the area: the corners of a row of four tiles lie 2.3 from its middle."""
_RASTER_SCALE = 2 * _REACH / _RASTER
"""Standard deviations to one of its pixels."""
_ANGLE = np.pi / 36
"""Step of the rotations that are tried, radians."""
_MIN_OVERLAP, _MIN_OVERLAP_BESIDE = 0.86, 0.75
"""Least intersection over union of an area and the best group of tiles, and that of others that may be a board, too."""
_CLEAR_OVERLAP = 0.9
"""Overlap from which groups of more tiles are not tried."""
_MIN_CENTRE = 0.2
"""Least probability of a tile's centre at the centres of the group."""
_MIN_PITCH = 9.0
"""Pixels of the maps to a pitch: the outline of a smaller tile is too coarse to be told from another shape."""
_MIN_AREA, _MAX_AREAS = 0.1, 8
"""Area, relative to that of the largest, from which an area of terrain is compared, and how many are."""
_MAX_OFFSET = 0.3
"""Largest distance of a tile's middle from that of its cell beside other tiles, pitches. All chosen by hand on 200
synthetic pictures of one to four tiles."""


@dataclass(frozen=True)
class SmallBoard:
    """One to four tiles.

    Attributes:
        to_maps: (3, 3) affine map of the table to pixels of the maps.
        cells: the tiles' cells, east being most nearly to the picture's right.
        overlap: 0..1, intersection over union of the terrain and the tiles.
    """

    to_maps: np.ndarray
    cells: tuple[Cell, ...]
    overlap: float

    @property
    def middle(self) -> np.ndarray:
        """(2,) mean of the tiles' centres, pixels of the maps."""
        return np.asarray(project(self.to_maps, positions(self.cells)).mean(axis=0))

    def lattice(self, to_photo: np.ndarray, size: tuple[int, int]) -> Lattice:
        """Return the board in a photo of this width and height, by the (3, 3) map of the maps' pixels to it."""
        middle, norm = np.array(size, float) / 2, float(np.hypot(*size)) / 2
        plane = Plane(to_photo @ self.to_maps, 0.0, middle, norm)
        return Lattice(plane, {cell: position(cell) for cell in self.cells})


class _Group(NamedTuple):
    """A group of tiles: their cells, the mean and covariance of their area, and the order of its rotations."""

    cells: tuple[Cell, ...]
    mean: np.ndarray
    covariance: np.ndarray
    symmetry: int


def find_small_boards(maps: SceneMaps) -> list[SmallBoard]:
    """Return the largest groups of one to four tiles in the maps; more than one where they have equally many tiles.

    Tiles that lie side by side with a gap are one group.
    """
    land = ((maps.terrain[..., 0] < 0.5) * 255).astype(np.uint8)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(land, cv2.MORPH_CLOSE, np.ones((3, 3))))
    areas = boxes[:, cv2.CC_STAT_AREA]
    areas[0] = 0  # the table
    largest = np.argsort(-areas)[: min(_MAX_AREAS, count - 1)]
    fits = (_best_fit(labels == k, maps) for k in largest if areas[k] > max(_MIN_AREA * areas.max(), _MIN_PITCH**2 / 2))
    groups = _joined([fit for fit in fits if fit is not None])
    most = max((len(group.cells) for group in groups if group.overlap >= _MIN_OVERLAP), default=0)
    return [group for group in groups if len(group.cells) == most]


def _joined(groups: list[SmallBoard]) -> list[SmallBoard]:
    """Return the groups, those of one tile that lie in cells beside another group being added to it."""
    joined: list[SmallBoard] = []
    for group in groups:
        middle = group.middle
        for k, other in enumerate(joined):
            spot = project(np.linalg.inv(other.to_maps), middle)
            cell = nearest_cell(spot)
            near = np.linalg.norm(spot - position(cell)) < _MAX_OFFSET
            if len(group.cells) == 1 and near and cell in beside(other.cells):
                joined[k] = replace(other, cells=(*other.cells, cell))
                break
        else:
            joined.append(group)
    return joined


def _best_fit(area: np.ndarray, maps: SceneMaps) -> SmallBoard | None:
    """Return the group of tiles that overlaps an (h, w) bool area best; None where none fits."""
    return max(_fits(area, maps), key=lambda found: found.overlap, default=None)


def _fits(area: np.ndarray, maps: SceneMaps) -> Iterator[SmallBoard]:
    """Yield the best rotation of each group that fits an (h, w) bool area, few tiles first, until one is clear."""
    contours = cv2.findContours(area.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    filled = cv2.drawContours(np.zeros(area.shape, np.uint8), contours, -1, 1, cv2.FILLED)
    if filled[[0, -1]].any() or filled[:, [0, -1]].any():
        return
    pixels = np.column_stack(np.nonzero(filled)[::-1]).astype(float)
    mean, spread = pixels.mean(axis=0), _root(np.cov(pixels.T))
    shape = _whitened(filled, mean, spread)
    for group in _groups():
        white = np.linalg.inv(_root(group.covariance))
        angle, overlap = _best_rotation(shape, group, white)
        linear = spread @ rotation(angle) @ white
        stretch = np.linalg.svd(linear, compute_uv=False)
        pitch = float(np.sqrt(np.linalg.det(linear)))
        if overlap < _MIN_OVERLAP_BESIDE or stretch[0] > MAX_STRETCH * stretch[1] or pitch < _MIN_PITCH:
            continue
        affine = np.vstack([np.column_stack([linear, mean - linear @ group.mean]), [0, 0, 1]])
        centres = project(affine, positions(group.cells))
        if _centre_heights(maps.centre, centres, pitch).min() >= _MIN_CENTRE:
            yield _upright(affine, group.cells, overlap)
            if overlap > _CLEAR_OVERLAP:
                return


def _whitened(filled: np.ndarray, mean: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Return an (h, w) uint8 area in units of its own standard deviations, as a (_RASTER, _RASTER) square.

    Args:
        filled: 1 in the area, else 0.
        mean: (2,) its mean, pixels.
        spread: (2, 2) the root of its covariance.
    """
    linear = np.linalg.inv(spread) / _RASTER_SCALE
    to_raster = np.column_stack([linear, np.full(2, (_RASTER - 1) / 2) - linear @ mean])
    return cv2.warpAffine(filled, to_raster, (_RASTER, _RASTER), flags=cv2.INTER_NEAREST)


def _best_rotation(shape: np.ndarray, group: _Group, white: np.ndarray) -> tuple[float, float]:
    """Return the rotation, radians, at which a group of tiles overlaps a shape best, and this overlap.

    Args:
        shape: (_RASTER, _RASTER) uint8, see `_whitened`.
        group: the tiles.
        white: (2, 2) map of the table to standard deviations of the group's area.
    """
    outlines = (positions(group.cells)[:, None] + CORNERS - group.mean) @ white.T
    best, most = 0.0, 0.0
    for angle in np.arange(0, 2 * np.pi / group.symmetry, _ANGLE):
        drawn = np.zeros_like(shape)
        for outline in outlines @ rotation(angle).T / _RASTER_SCALE + (_RASTER - 1) / 2:
            cv2.fillConvexPoly(drawn, np.round(outline * 16).astype(np.int32), 1, shift=4)
        overlap = float((drawn & shape).sum() / (drawn | shape).sum())
        if overlap > most:
            best, most = float(angle), overlap
    return best, most


def _centre_heights(centre: np.ndarray, spots: np.ndarray, pitch: float) -> np.ndarray:
    """Return the (n,) highest probabilities of a tile's centre at and an eighth of a pitch beside (n, 2) spots."""
    near = np.array([[x, y] for x in (-1, 0, 1) for y in (-1, 0, 1)]) * pitch / 8
    return np.asarray(sample(centre, spots[:, None] + near).max(axis=1))


def _upright(affine: np.ndarray, cells: tuple[Cell, ...], overlap: float) -> SmallBoard:
    """Return the board with its cells turned by sixths so that east is most nearly to the picture's right."""
    turns = rightmost_direction(affine[:2, :2])
    back = np.eye(3)
    back[:2, :2] = rotation(turns * np.pi / 3)
    return SmallBoard(affine @ back, tuple(hexgrid.turned(cell, -turns) for cell in cells), overlap)


def _root(covariance: np.ndarray) -> np.ndarray:
    """Return the symmetric root of a (2, 2) covariance."""
    values, axes = np.linalg.eigh(covariance)
    root: np.ndarray = axes @ np.diag(np.sqrt(np.maximum(values, 1e-12))) @ axes.T
    return root


@lru_cache(maxsize=1)
def _groups() -> tuple[_Group, ...]:
    """Return each group of one to four adjacent tiles, but for rotations."""
    sizes: list[set[frozenset[Cell]]] = [{frozenset({(0, 0)})}]
    for _ in range(_MAX_TILES - 1):
        grown = {group | {n} for group in sizes[-1] for c in group for n in hexgrid.neighbours(c) if n not in group}
        sizes.append({_standard(group) for group in grown})
    return tuple(_group(tuple(sorted(group))) for size in sizes for group in sorted(size, key=sorted))


def _standard(group: frozenset[Cell]) -> frozenset[Cell]:
    """Return the same group of cells for all its rotations and translations."""
    return frozenset(min(_moved(tuple(group), turn) for turn in range(6)))


def _moved(cells: tuple[Cell, ...], turn: int) -> tuple[Cell, ...]:
    """Return the cells turned by sixths, in order, the first of them being the origin."""
    turned = sorted(hexgrid.turned(cell, turn) for cell in cells)
    return tuple((q - turned[0][0], r - turned[0][1]) for q, r in turned)


def _group(cells: tuple[Cell, ...]) -> _Group:
    """Return the group of tiles in these cells, with the moments of their area in pitches."""
    centres = positions(cells)
    # A regular hexagon of pitch 1 has the variance 5/72 along any line through its middle.
    away = centres - centres.mean(axis=0)
    covariance = away.T @ away / len(cells) + np.eye(2) * 5 / 72
    same = sum(_moved(cells, turn) == _moved(cells, 0) for turn in range(6))
    return _Group(cells, centres.mean(axis=0), covariance, same)
