"""The ground along the tiles' rims: which group each sample of an edge belongs to, and how groups meet at seams."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from games import hexgrid
from vision.geometry.lattice import CORNERS, Cell
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.terrain.edge_samples import NEAR_RIM, RADII, places_along_edges
from vision.terrain.ground.ground_features import FEATURE_COUNT, GroundFeatures
from vision.terrain.ground.mixture import Mixture

_MIN_SEEN = 0.3
"""Share of a sample's points that must be visible; chosen by hand."""


@dataclass(frozen=True, eq=False)
class Rims:
    """The groups along the edges of n tiles.

    Attributes:
        cells: the tiles' cells.
        groups: (n, 6, 12, 9) probabilities of the groups at each sample, clockwise; 0 where it is not visible.
        places: (n, 6, 12, 2) the samples' table points.
    """

    cells: tuple[Cell, ...]
    groups: np.ndarray
    places: np.ndarray

    def seams(self) -> np.ndarray:
        """Return (9, 9) how often two groups lie on both sides of a seam, both ways round."""
        index = {cell: k for k, cell in enumerate(self.cells)}
        met = np.zeros((self.groups.shape[-1],) * 2)
        for cell, k in index.items():
            for i in range(3):
                other = index.get(hexgrid.neighbour(cell, i))
                if other is not None:
                    # The samples at corners are left out: a third tile begins there.
                    met += self.groups[k, i, 1:-1].T @ self.groups[other, i + 3, -2:0:-1]
        return np.asarray(met + met.T)

    def shares_on(self, cells: Collection[Cell]) -> np.ndarray:
        """Return (t, 9) shares of the groups on the rims of the tiles in ``cells``, without those of no visible rim."""
        sums = self.groups[[k for k, cell in enumerate(self.cells) if cell in cells]].sum(axis=(1, 2))
        totals = sums.sum(axis=1, keepdims=True)
        seen = totals[:, 0] > 0
        return np.asarray(sums[seen] / totals[seen])


def groups_along_rims(looks: GroundFeatures, mixture: Mixture, view: View, centres: Mapping[Cell, np.ndarray]) -> Rims:
    """Return the groups along the edges of tiles with these (2,) table positions."""
    places = places_along_edges(np.array(list(centres.values()))[:, None] + CORNERS, RADII[NEAR_RIM])
    values, seen = sample_features(looks, view, places)
    weight = seen.sum(axis=3)
    mean = (values * seen[..., None]).sum(axis=3) / np.maximum(weight, 1e-3)[..., None]
    middles = places.mean(axis=3)
    shares = mixture.responsibilities(mean.reshape(-1, FEATURE_COUNT).T, middles.reshape(-1, 2).T).T.reshape(
        *mean.shape[:-1], -1
    )
    groups = shares * (weight > _MIN_SEEN * places.shape[3])[..., None]
    return Rims(tuple(centres), groups, middles)


def sample_features(looks: GroundFeatures, view: View, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (..., 7) looks at (..., 2) table points, and (...) 0 or 1, whether they are visible."""
    at = view.to_maps(places)
    parts = (cv2.merge(list(looks.values[chosen])) for chosen in (slice(0, 4), slice(4, 7)))
    values = np.concatenate([sample(part, at) for part in parts], axis=-1)
    return values, (sample(looks.seen.astype(np.float32), at) > 0.5).astype(np.float32)
