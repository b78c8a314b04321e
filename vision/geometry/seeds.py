"""Seeds of hex lattices: a point with two of its neighbours, in the order of their promise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games import hexgrid

CORNER_RADIUS = 1 / np.sqrt(3)
"""Distance from a tile's centre to its corners, in pitches (distances between neighbouring centres)."""
BASIS = np.array([hexgrid.centre(cell, CORNER_RADIUS) for cell in ((1, 0), (0, 1))])
"""(2, 2) rows: the table positions of the cells (1, 0) and (0, 1)."""
MAX_STRETCH = 2.3
"""Largest ratio of the axes of the ellipse that a circle on the table becomes. A hex lattice mistaken for another of
its own bases is stretched 3 to 1; one tilted by 60 degrees is 2 to 1."""
_POINTS, _NEIGHBOURS = 14, 7
"""Number of points, most regular first, that seeds are made of, and of the nearest points to each; chosen by hand."""
_MAX_POINTS_BENT = 12
"""Up to this number of points also bent rows of three are seeds: there may be no three tiles that meet. With 8 a chain
of seven tiles beside two loose ones was not found; 126 synthetic boards of up to 16 tiles and 75 photos, 19 of them
without a board, are read alike with both."""
_OPPOSITE = 0.2
"""Distance, relative to that of a neighbour, from the point opposite to it within which there is another one; chosen by
hand."""


@dataclass(frozen=True, eq=False)
class Seeds:
    """Beginnings of s lattices.

    Attributes:
        points: (s, 3) indices of a point, of its neighbour in the east, and of that in the south-east, or for a bent
            seed in the south-west.
        east: (s, 2) pixels from the point to its neighbour in the east.
        south_east: (s, 2) the same for the south-east, where a bent seed has no point.
        stretch: (s,) ratio of the axes of the ellipse that a circle on the table becomes in the photo, 1 or more.
        bent: (s,) bool.
    """

    points: np.ndarray
    east: np.ndarray
    south_east: np.ndarray
    stretch: np.ndarray
    bent: np.ndarray

    def __len__(self) -> int:
        """Return the number of seeds."""
        return len(self.points)

    def chosen(self, which: np.ndarray | slice) -> Seeds:
        """Return some of the seeds, by a mask, their indices or a slice."""
        return Seeds(
            self.points[which], self.east[which], self.south_east[which], self.stretch[which], self.bent[which]
        )

    def linear_maps(self) -> np.ndarray:
        """Return the (s, 2, 2) maps of table offsets to pixels."""
        return _linear_maps(self.east, self.south_east)


def find_seeds(points: np.ndarray) -> Seeds:
    """Return the seeds among (n, 2) points, those of greatest promise first; see `Seeds`.

    Inside a board all neighbours of a tile have another one opposite, so that the most regular points come first, each
    with its least and least stretched triangle, then each with its next one. With few points bent rows of three are
    seeds, too: on a small board no three tiles need to meet. The two neighbours are then 120 degrees apart, and their
    sum lies halfway between them.
    """
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    near = np.argsort(apart, axis=1, kind="stable")[:, : min(_NEIGHBOURS, len(points) - 1)]
    order = np.argsort(-_regularities(points, near), kind="stable")[:_POINTS]
    straight = _seeds_of(points, order, near[order], bent=False)
    if len(points) > _MAX_POINTS_BENT:
        return straight
    return _joined(straight, _seeds_of(points, order, near[order], bent=True))


def _joined(one: Seeds, other: Seeds) -> Seeds:
    """Return the seeds of both, in this order."""
    return Seeds(
        np.concatenate([one.points, other.points]),
        np.concatenate([one.east, other.east]),
        np.concatenate([one.south_east, other.south_east]),
        np.concatenate([one.stretch, other.stretch]),
        np.concatenate([one.bent, other.bent]),
    )


def _regularities(points: np.ndarray, near: np.ndarray) -> np.ndarray:
    """Return for each point the (n,) number of its (n, k) nearest points that have another one opposite."""
    vectors = points[near] - points[:, None]
    sums = np.linalg.norm(vectors[:, :, None] + vectors[:, None], axis=3).min(axis=2)
    regular: np.ndarray = (sums < _OPPOSITE * np.linalg.norm(vectors, axis=2)).sum(axis=1)
    return regular


def _seeds_of(points: np.ndarray, order: np.ndarray, near: np.ndarray, bent: bool) -> Seeds:
    """Return the straight or the bent seeds of the chosen points, by rank and promise."""
    ones, others = np.nonzero(~np.eye(near.shape[1], dtype=bool))
    triples = np.stack([np.broadcast_to(order[:, None], (len(order), len(ones))), near[:, ones], near[:, others]], -1)
    east, second = (points[triples[..., k]] - points[triples[..., 0]] for k in (1, 2))
    south_east = east + second if bent else second
    area = east[..., 0] * south_east[..., 1] - east[..., 1] * south_east[..., 0]
    stretch = _stretches(east.reshape(-1, 2), south_east.reshape(-1, 2)).reshape(area.shape)
    fitting = (area > 0) & (stretch < MAX_STRETCH)
    cost = np.where(fitting, area * stretch, np.inf)
    turn = np.argsort(np.argsort(cost, axis=1, kind="stable"), axis=1)
    ranked = np.lexsort((np.broadcast_to(np.arange(len(order))[:, None], turn.shape).ravel(), turn.ravel()))
    ranked = ranked[fitting.ravel()[ranked]]
    return Seeds(
        triples.reshape(-1, 3)[ranked],
        east.reshape(-1, 2)[ranked],
        south_east.reshape(-1, 2)[ranked],
        stretch.ravel()[ranked],
        np.full(len(ranked), bent),
    )


def _linear_maps(east: np.ndarray, south_east: np.ndarray) -> np.ndarray:
    """Return the (s, 2, 2) maps of table offsets to pixels for (s, 2) vectors to neighbours."""
    maps: np.ndarray = np.stack([east, south_east], axis=-1) @ np.linalg.inv(BASIS.T)
    return maps


def _stretches(east: np.ndarray, south_east: np.ndarray) -> np.ndarray:
    """Return the (s,) `Seeds.stretch` of (s, 2) vectors to neighbours; huge where they are parallel."""
    singular = np.linalg.svd(_linear_maps(east, south_east), compute_uv=False)
    return np.asarray(singular[:, 0] / np.maximum(singular[:, 1], 1e-9))
