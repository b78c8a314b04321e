"""The coarse layout of a tile's colours, with the light cancelled; complements the contrast of `descriptor`."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.tiles.descriptor import SIDE, rotated_patches, tile_crop, tile_mask
from vision.tiles.log_colours import log_colours

_GRID = 8
"""Cells along a patch."""
_CELL_WEIGHTS = cv2.resize(tile_mask(SIDE, 0.8), (_GRID, _GRID), interpolation=cv2.INTER_AREA).ravel()

_MIN_VISIBILITY = 0.3
"""Mean visibility of a cell up to which it has no weight."""
_MAX_RESIDUAL = 0.25
"""Cap of a cell's squared residual of log colours: larger ones are glints, shadows or undetected pieces. Both of these
were chosen by hand."""


@dataclass(frozen=True, eq=False)
class ColourGrid:
    """The visible colours of one tile.

    Attributes:
        logs: (p, 3) logarithms of blue, green and red in each cell.
        weights: (p,) 0..1 weights of the cells by their visibility.
    """

    logs: np.ndarray
    weights: np.ndarray


def colour_grid(patch: np.ndarray, free: np.ndarray, size: float = 1.0) -> ColourGrid:
    """Return the coarse colours of a patch; the arguments are those of `descriptor.describe`."""
    crop = tile_crop(size)
    visibility = np.asarray(free[crop], np.float32)
    logs = log_colours(patch[crop]) * visibility[..., None]
    shape = (_GRID, _GRID)
    share = cv2.resize(visibility, shape, interpolation=cv2.INTER_AREA).ravel()
    coarse = cv2.resize(logs, shape, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    weights = np.clip((share - _MIN_VISIBILITY) / (1 - _MIN_VISIBILITY), 0, 1) * _CELL_WEIGHTS
    return ColourGrid(coarse / np.maximum(share, 1e-3)[:, None], weights)


def rotated_colour_grids(picture: np.ndarray) -> np.ndarray:
    """Return (6, p, 3) log colours of a whole (n, n, 3) picture turned clockwise by 0..5 sixths."""
    everywhere = np.ones((SIDE, SIDE), np.float32)
    return np.array([colour_grid(patch, everywhere).logs for patch in rotated_patches(picture)])


def colour_residuals(grid: ColourGrid, known: np.ndarray) -> np.ndarray:
    """Return (m,) mean squared residuals between a tile and (m, p, 3) known ones after the best common offset.

    The offset of the log colours is the change of the light.
    """
    weights = grid.weights / (grid.weights.sum() + 1e-6)
    differences = grid.logs - known
    residuals = differences - np.einsum("p,mpc->mc", weights, differences)[:, None]
    return np.asarray(np.minimum(residuals * residuals, _MAX_RESIDUAL).sum(axis=2) @ weights)
