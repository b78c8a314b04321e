"""Aligns a fjord's squares with the tiles themselves.

Where straight edges are few, as in a small picture, a grid fitted to them may be a quarter of a square off in places,
since coasts and a table's own lines run along tiles, too. Each square that looks like a tile tells how far it is off.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.geometry.plane import Plane
from vision.squares.novelty import Novelty
from vision.vikings.cells import rectify_squares, unlike_table
from vision.vikings.layout import ROWS
from vision.vikings.search.tile_likeness import tile_likeness

_SIDE = 20
"""Pixels along a square of the picture in which tiles are moved."""
_REACHES = (0.25, 0.25, 0.2, 0.2, 0.15, 0.15)
"""How far, squares, a tile is moved from where it is expected in each round."""
_MIN_LIKENESS = 0.25
"""Likeness from which a square is taken for a tile."""
_ROOM, _MAX_COLUMNS = 2, 16
"""Columns beyond the last tile that was seen in which there may be more, and the most columns."""
_MIN_TILES = 6
"""Smallest number of tiles by which squares are aligned."""
_PRIORS = np.array([1e-3, 1e-2, 1e-2, 1e-3, 1e-2, 1e-2, 0.4, 0.4])
"""Weights of the prior that nothing changes, relative to the tiles: shifts and scales hardly, perspective more."""
_CORNER, _SURE_SHARE = 0.13, 0.05
"""Distance of a corner from the edges, squares, and share of the places, most like tiles, that give the colours."""
_GAP_REACH, _BAND = 0.4, (0.35, 0.65)
"""How far from an edge, squares, land has to begin on both sides, and the part of a tile's height that is looked at."""
_MIN_LAND, _GAP_WEIGHT = 0.65, 8.0
"""Likeness of land from which there is land, and weight of the sea between two islands, in tiles. All chosen by hand.
"""


def aligned(pixels: np.ndarray, plane: Plane, columns: int, novelty: Novelty) -> Plane:
    """Return the plane whose squares lie on the tiles; unchanged if there are too few.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        plane: nearly that of the fjord; x starts at column 0, y at the row of ships.
        columns: in which tiles are looked for.
        novelty: how unlike the table the parts of the photo are.
    """
    columns = min(columns + _ROOM, _MAX_COLUMNS)
    view = rectify_squares(pixels, plane, (-1, -1), (ROWS + 2, columns + 2), _SIDE)
    likeness = tile_likeness(np.ascontiguousarray(view.lab), _SIDE, _SIDE)
    unlike = unlike_table(novelty.of_squares(plane, (0, 0), (ROWS, columns)))
    land = _land(view.lab, likeness)
    places = np.stack(np.meshgrid(np.arange(columns), np.arange(ROWS)), axis=-1).reshape(-1, 2).astype(float)
    middle = places.mean(axis=0)
    basis = _basis(places - middle)
    terms = np.zeros(len(_PRIORS))
    for reach in _REACHES:
        offsets = basis @ terms
        found, certain = _nearest_tiles(likeness, places + 1 + offsets, reach)
        certain *= unlike.reshape(-1, 1)
        if (certain.max(axis=1) > 0).sum() < _MIN_TILES:
            return plane
        gaps, is_gap = _nearest_gaps(land, places[:, 0], places + 1 + offsets)
        found[:, 0] = (certain[:, 0] * found[:, 0] + is_gap * gaps) / np.maximum(certain[:, 0] + is_gap, 1e-9)
        certain[:, 0] += is_gap
        weighed = basis * certain[..., None]
        equations = np.einsum("nkt,nku->tu", weighed, basis) + np.diag(_PRIORS) * certain.sum()
        terms = np.linalg.solve(equations, np.einsum("nkt,nk->t", weighed, offsets + found))
    return replace(plane, homography=plane.homography @ _change(terms, middle + 0.5))


def _change(terms: np.ndarray, middle: np.ndarray) -> np.ndarray:
    """Return the (3, 3) change of perspective with these effects around a place."""
    right, wider, slanted, down, leaning, higher, across, along = terms
    change = np.array([[1 + wider, slanted, right], [leaning, 1 + higher, down], [-across, -along, 1]])
    there = np.array([[1, 0, middle[0]], [0, 1, middle[1]], [0, 0, 1.0]])
    return np.asarray(there @ change @ np.linalg.inv(there))


def _basis(away: np.ndarray) -> np.ndarray:
    """Return the (n, 2, 8) effect of each term of a change of perspective on (n, 2) places."""
    x, y = away.T
    zero, one = np.zeros_like(x), np.ones_like(x)
    across = np.stack([one, x, y, zero, zero, zero, x * x, x * y], axis=1)
    return np.stack([across, np.stack([zero, zero, zero, one, x, y, x * y, y * y], axis=1)], axis=1)


def _nearest_tiles(likeness: np.ndarray, corners: np.ndarray, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the (n, 2) offsets, squares, of what looks most like tiles, and how certain each coordinate is.

    Args:
        likeness: of a tile with its upper left corner at each pixel.
        corners: (n, 2) where these are expected, squares.
        reach: how far around, squares.
    """
    steps = np.arange(-round(reach * _SIDE), round(reach * _SIDE) + 1)
    at = np.round(corners * _SIDE).astype(int)
    rows, columns = likeness.shape
    x = np.clip(at[:, :1] + steps, 0, columns - 1)
    y = np.clip(at[:, 1:] + steps, 0, rows - 1)
    near = likeness[y[:, :, None], x[:, None, :]] ** 2
    total = near.sum(axis=(1, 2)) + 1e-9
    # A tile in the middle of an island looks alike wherever along the island it is: such a coordinate says nothing.
    usual = (steps**2).mean()
    found, certain = [], []
    for axis in (1, 2):
        along = near.sum(axis=axis) / total[:, None]
        mean = along @ steps
        variance = along @ (steps**2) - mean**2
        found.append(mean + (at[:, axis - 1] - corners[:, axis - 1] * _SIDE))
        certain.append(np.maximum(usual / (variance + 1.0) - 1, 0))
    is_tile = near.max(axis=(1, 2)) > _MIN_LIKENESS**2
    return np.stack(found, axis=1) / _SIDE, np.stack(certain, axis=1) * is_tile[:, None]


def _land(lab: np.ndarray, likeness: np.ndarray) -> np.ndarray:
    """Return (h, w) how much pixels look like the middle of tiles rather than like their corners, 0..1.

    Args:
        lab: (h, w, 3) CIE L*a*b*.
        likeness: of a tile with its upper left corner at each pixel.
    """
    y, x = np.nonzero(likeness >= np.quantile(likeness, 1 - _SURE_SHARE))
    near, half = round(_CORNER * _SIDE), _SIDE // 2
    sea = np.median([lab[y + dy, x + dx] for dy in (near, _SIDE - near) for dx in (near, _SIDE - near)], axis=(0, 1))
    apart = np.median(lab[y + half, x + half], axis=0) - sea
    return np.asarray(np.clip((lab - sea) @ apart / max(float(apart @ apart), 1.0), 0, 1))


def _nearest_gaps(land: np.ndarray, columns: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (n,) offsets, squares, of the sea between two islands from the left edge of tiles, and its weight or 0.

    Both islands end as far from the edge, so that the middle of the sea between them lies on it.

    Args:
        land: (h, w) likeness of land, 0..1.
        columns: (n,) of the tiles.
        corners: (n, 2) where their upper left corners are expected, squares.
    """
    steps = np.arange(-round(_GAP_REACH * _SIDE), round(_GAP_REACH * _SIDE) + 1)
    at = np.round(corners * _SIDE).astype(int)
    band = at[:, 1:] + np.arange(round(_BAND[0] * _SIDE), round(_BAND[1] * _SIDE))
    x = np.clip(at[:, :1] + steps, 0, land.shape[1] - 1)
    along = np.median(land[np.clip(band, 0, land.shape[0] - 1)[:, :, None], x[:, None, :]], axis=1)
    sea = 1 - along
    middle = sea @ steps / np.maximum(sea.sum(axis=1), 1e-9)
    is_gap = (along[:, :2].mean(axis=1) > _MIN_LAND) & (along[:, -2:].mean(axis=1) > _MIN_LAND) & (columns > 0)
    is_gap &= along.min(axis=1) < 1 - _MIN_LAND
    return (middle + at[:, 0] - corners[:, 0] * _SIDE) / _SIDE, _GAP_WEIGHT * is_gap
