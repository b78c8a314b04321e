"""Similarity of a tile's descriptor with those of known tiles under small displacements, coarse to fine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.tiles.descriptor import GRID, tile_mask, weighted_similarity

_COARSE_GRID = GRID // 2
_SHIFT_COST = 0.01
"""Similarity subtracted for a displacement of one cell, growing with its square: most tiles are off by one at most.
Chosen by hand."""


@dataclass(frozen=True, eq=False)
class _Shifts:
    """Displacements of a descriptor.

    Attributes:
        padding: cells by which a grid is padded.
        steps: (k, 2) displacements in cells, down and across.
        used: (p,) flat indices of the cells that are compared.
        gathered: (k, p) flat indices of these cells in the padded grid, for each displacement.
        costs: (k, 1) similarity subtracted for each displacement.
    """

    padding: int
    steps: np.ndarray
    used: np.ndarray
    gathered: np.ndarray
    costs: np.ndarray

    def applied(self, grid: np.ndarray) -> np.ndarray:
        """Return (k, p * c) compared cells of an (n, n, c) grid under each displacement."""
        padded = np.zeros((grid.shape[0] + 2 * self.padding,) * 2 + grid.shape[2:], np.float32)
        padded[self.padding : -self.padding, self.padding : -self.padding] = grid
        return padded.reshape(-1, grid.shape[2]).take(self.gathered, axis=0).reshape(len(self.gathered), -1)


def _shifts(side: int, steps: np.ndarray) -> _Shifts:
    padding = int(abs(steps).max())
    used = np.flatnonzero(tile_mask(side) > 0.5)
    y, x = np.divmod(used, side)
    dy, dx = steps.T
    gathered = (y + dy[:, None] + padding) * (side + 2 * padding) + x + dx[:, None] + padding
    costs = _SHIFT_COST * ((dy**2 + dx**2) * (GRID / side) ** 2)[:, None]
    return _Shifts(padding, steps, used, gathered, costs)


_STEPS = np.array([(dy, dx) for dy in range(-2, 3) for dx in range(-2, 3) if dy * dy + dx * dx <= 4])
"""Displacements by at most two cells."""
_NEIGHBOURS = _STEPS[(_STEPS**2).sum(axis=1) <= 2]
_COARSE_SHIFTS = _shifts(_COARSE_GRID, _NEIGHBOURS)
_FINE_SHIFTS = [_shifts(GRID, 2 * step + _STEPS) for step in _NEIGHBOURS]
"""For each of the nine coarse displacements, of two fine cells each, the fine ones around it."""


@dataclass(frozen=True, eq=False)
class ShiftedDescriptor:
    """The descriptor of one tile under k displacements: arguments of `descriptor.weighted_similarity`.

    Attributes:
        shifts: the displacements.
        weighted: (k, 3p) features times their weights.
        energy: (k,) weighted sums of their squares.
        weights: (k, p) weights of the cells.
    """

    shifts: _Shifts
    weighted: np.ndarray
    energy: np.ndarray
    weights: np.ndarray


def coarse_shifts(features: np.ndarray, weights: np.ndarray) -> ShiftedDescriptor:
    """Return the descriptors of a tile (see `descriptor.describe`), 2 x 2 cells averaged, under 9 displacements."""
    grid, cell_weights = features.reshape(GRID, GRID, 3), weights.reshape(GRID, GRID, 3)[..., :1]
    small = _halved(cell_weights)
    return _shifted(_COARSE_SHIFTS, _halved(grid * cell_weights) / np.maximum(small, np.float32(1e-3)), small)


def fine_shifts(features: np.ndarray, weights: np.ndarray, coarse: int) -> ShiftedDescriptor:
    """Return it under 13 fine displacements around one of the coarse ones, given by its number."""
    grid, cell_weights = features.reshape(GRID, GRID, 3), weights.reshape(GRID, GRID, 3)[..., :1]
    return _shifted(_FINE_SHIFTS[coarse], grid, cell_weights)


def _shifted(shifts: _Shifts, grid: np.ndarray, weights: np.ndarray) -> ShiftedDescriptor:
    weighted = grid * weights
    energy = (grid * weighted).sum(axis=2, keepdims=True)
    return ShiftedDescriptor(
        shifts, shifts.applied(weighted), shifts.applied(energy).sum(axis=1), shifts.applied(weights)
    )


@dataclass(frozen=True, eq=False)
class DescriptorTable:
    """Descriptors of n known tiles in their turns, prepared for comparison.

    Attributes:
        coarse: (n, 3q) features, 2 x 2 cells averaged, and (n, q) sums of their squares.
        fine: (n, 3p) features and (n, p) sums of their squares.
    """

    coarse: tuple[np.ndarray, np.ndarray]
    fine: tuple[np.ndarray, np.ndarray]

    @classmethod
    def of(cls, features: np.ndarray) -> DescriptorTable:
        """Prepare (n, d) features of whole patches; see `descriptor.rotated_descriptors`."""
        grids = features.reshape(-1, GRID, GRID, 3)
        return cls(_compared(_COARSE_SHIFTS, np.array([_halved(g) for g in grids])), _compared(_FINE_SHIFTS[0], grids))

    @classmethod
    def joined(cls, parts: Sequence[DescriptorTable]) -> DescriptorTable:
        """Concatenate tables."""
        coarse, fine = zip(*((p.coarse, p.fine) for p in parts), strict=True)
        return cls(_stacked(coarse), _stacked(fine))

    def coarse_similarity(self, query: ShiftedDescriptor) -> np.ndarray:
        """Return (9, n) similarities with a coarse query, for each displacement."""
        similarities = weighted_similarity(query.weighted, query.energy, query.weights, *self.coarse)
        return np.asarray(similarities - query.shifts.costs)

    def fine_similarity(self, query: ShiftedDescriptor, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the (k,) similarities of (k,) rows with a fine query at the best displacement, and these (k, 2).

        Displacements are in cells, down and across.
        """
        known, squares = self.fine
        similarities = weighted_similarity(query.weighted, query.energy, query.weights, known[rows], squares[rows])
        similarities = similarities - query.shifts.costs
        best = similarities.argmax(axis=0)
        return similarities[best, np.arange(len(rows))], query.shifts.steps[best]


def _compared(shifts: _Shifts, grids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    used = grids.reshape(len(grids), -1, 3)[:, shifts.used].astype(np.float32)
    return used.reshape(len(grids), -1), (used * used).sum(axis=2)


def _stacked(parts: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    return np.concatenate([known for known, _ in parts]), np.concatenate([squares for _, squares in parts])


def _halved(grid: np.ndarray) -> np.ndarray:
    """Return (n / 2, n / 2, c) means of 2 x 2 cells of an (n, n, c) grid."""
    return np.asarray((grid[::2, ::2] + grid[::2, 1::2] + grid[1::2, ::2] + grid[1::2, 1::2]) * np.float32(0.25))
