"""The prints of tiles laid over what is seen of one: first roughly over all of them, then finely over the likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.tiles.descriptor import COARSE, likeness, shown

_ROUGH = COARSE // 2
_ASTRAY = 0.01
"""What being so many features off takes from a likeness, times their square: most tiles are off by one at most."""


@dataclass(frozen=True, eq=False)
class _Moves:
    """Ways in which a patch may lie a little off.

    Attributes:
        reach: features by which it is padded.
        steps: (k, 2) features, down and across, by which it lies off.
        used: (p,) numbers of those of its places that are compared.
        found: (k, p) where these are in a padded patch that is moved in the kth way.
        costs: (k, 1) what each way takes from a likeness.
    """

    reach: int
    steps: np.ndarray
    used: np.ndarray
    found: np.ndarray
    costs: np.ndarray

    def made(self, grid: np.ndarray) -> np.ndarray:
        """(k, p * c) of an (n, n, c) patch, moved in all ways."""
        padded = np.zeros((grid.shape[0] + 2 * self.reach,) * 2 + grid.shape[2:], np.float32)
        padded[self.reach : -self.reach, self.reach : -self.reach] = grid
        return padded.reshape(-1, grid.shape[2]).take(self.found, axis=0).reshape(len(self.found), -1)


def _moves(along: int, steps: np.ndarray) -> _Moves:
    reach = int(abs(steps).max())
    used = np.flatnonzero(shown(along) > 0.5)
    y, x = np.divmod(used, along)
    dy, dx = steps.T
    found = (y + dy[:, None] + reach) * (along + 2 * reach) + x + dx[:, None] + reach
    costs = _ASTRAY * ((dy**2 + dx**2) * (COARSE / along) ** 2)[:, None]
    return _Moves(reach, steps, used, found, costs)


_NEAR = np.array([(dy, dx) for dy in range(-2, 3) for dx in range(-2, 3) if dy * dy + dx * dx <= 4])
"""Ways in which a patch may lie off by two features at most."""
_NEXT = _NEAR[(_NEAR**2).sum(axis=1) <= 2]
_ROUGHLY = _moves(_ROUGH, _NEXT)
_FINELY = [_moves(COARSE, 2 * step + _NEAR) for step in _NEXT]
"""Nine ways, two fine features to a rough one, and around each of them finer ones."""


@dataclass(frozen=True, eq=False)
class Placed:
    """What is seen of one tile, in k places in which it may lie: the arguments of ``art.likeness``.

    Attributes:
        moves: these ways.
        counted: (k, 3p) features times how much each counts.
        own: (k,) the sums of their squares times that.
        counts: (k, p) how much each place counts.
    """

    moves: _Moves
    counted: np.ndarray
    own: np.ndarray
    counts: np.ndarray


def roughly(features: np.ndarray, counts: np.ndarray) -> Placed:
    """Place what ``art.describe`` says of a tile in 9 ways that are far apart, features joined by fours."""
    grid, weights = features.reshape(COARSE, COARSE, 3), counts.reshape(COARSE, COARSE, 3)[..., :1]
    small = _halved(weights)
    return _placed(_ROUGHLY, _halved(grid * weights) / np.maximum(small, np.float32(1e-3)), small)


def finely(features: np.ndarray, counts: np.ndarray, way: int) -> Placed:
    """Place it in 9 ways that are close together, about one of those in which `roughly` places it."""
    grid, weights = features.reshape(COARSE, COARSE, 3), counts.reshape(COARSE, COARSE, 3)[..., :1]
    return _placed(_FINELY[way], grid, weights)


def _placed(moves: _Moves, grid: np.ndarray, weights: np.ndarray) -> Placed:
    counted = grid * weights
    own = (grid * counted).sum(axis=2, keepdims=True)
    return Placed(moves, moves.made(counted), moves.made(own).sum(axis=1), moves.made(weights))


@dataclass(frozen=True, eq=False)
class Prints:
    """What n tiles in turns look like, ready to be compared.

    Attributes:
        rough: (n, 3q) features, joined by fours, and (n, q) sums of their squares.
        fine: (n, 3p) features and (n, p) sums of their squares.
    """

    rough: tuple[np.ndarray, np.ndarray]
    fine: tuple[np.ndarray, np.ndarray]

    @classmethod
    def of(cls, features: np.ndarray) -> Prints:
        """Prepare (n, d) features of whole patches; see ``art.all_turns``."""
        grids = features.reshape(-1, COARSE, COARSE, 3)
        return cls(_compared(_ROUGHLY, np.array([_halved(g) for g in grids])), _compared(_FINELY[0], grids))

    @classmethod
    def joined(cls, parts: Sequence[Prints]) -> Prints:
        """Put prints together."""
        rough, fine = zip(*((p.rough, p.fine) for p in parts), strict=True)
        return cls(_stacked(rough), _stacked(fine))

    def roughly_like(self, seen: Placed) -> np.ndarray:
        """(9, n) likeness of each with what is roughly seen, in each place."""
        return np.asarray(likeness(seen.counted, seen.own, seen.counts, *self.rough) - seen.moves.costs)

    def like(self, seen: Placed, some: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(k,) likeness of (k,) some of them with what is finely seen, where it fits best, and (k, 2) where it does.

        Where is said in features, down and across, by which the tile lies off its place.
        """
        known, squares = self.fine
        alike = likeness(seen.counted, seen.own, seen.counts, known[some], squares[some]) - seen.moves.costs
        best = alike.argmax(axis=0)
        return alike[best, np.arange(len(some))], seen.moves.steps[best]


def _compared(moves: _Moves, grids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    used = grids.reshape(len(grids), -1, 3)[:, moves.used].astype(np.float32)
    return used.reshape(len(grids), -1), (used * used).sum(axis=2)


def _stacked(parts: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    return np.concatenate([known for known, _ in parts]), np.concatenate([squares for _, squares in parts])


def _halved(grid: np.ndarray) -> np.ndarray:
    """(n / 2, n / 2, c) means of an (n, n, c) patch."""
    return np.asarray((grid[::2, ::2] + grid[::2, 1::2] + grid[1::2, ::2] + grid[1::2, 1::2]) * np.float32(0.25))
