"""Samples the terrain along the edges of tiles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.geometry.hexagon import points_along_sides
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.networks.models import SceneMaps

SAMPLES = 12
"""Samples along an edge; divisible by two and three, the numbers of parts of an edge."""
RADII = np.array([0.8, 0.83, 0.87, 0.9, 0.93, 0.96, 1.0])
"""Their distances from the tile's centre, 1 being the rim."""
NEAR_RIM = slice(1, 5)
"""The radii inside of a printed border, a gap and a small rotation.

Edges match only on the rim: farther in, a border between terrains already bends to one side.
"""


@dataclass(frozen=True, eq=False)
class EdgeSamples:
    """The terrain along the edges of n tiles, at ``SAMPLES`` places clockwise and at ``RADII``.

    Attributes:
        terrain: (n, 6, 12, 7, 3) probabilities of plains, mountain and ocean; they sum to 1 less that of no tile.
        clear: (n, 6, 12, 7) probability 0..1 that no piece hides the tile there.
    """

    terrain: np.ndarray
    clear: np.ndarray


def sample_edges(maps: SceneMaps, view: View, outlines: np.ndarray, clear: np.ndarray | None = None) -> EdgeSamples:
    """Sample the terrain along tiles' edges.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view of the tiles.
        outlines: (n, 6, 2) the tiles' corners on the table; edge ``i`` runs from corner ``i`` to ``i + 1``.
        clear: (h, w) 0..1, probability that no piece hides a pixel of the maps; the scene network's if None.
    """
    places = view.to_maps(places_along_edges(outlines))
    shown = sample(maps.piece[..., 0] if clear is None else clear, places)
    return EdgeSamples(sample(maps.terrain, places)[..., 1:], shown)


def places_along_edges(outlines: np.ndarray, radii: np.ndarray = RADII) -> np.ndarray:
    """Return (n, 6, 12, r, 2) points along the (n, 6, 2) outlines' edges, at r distances from the tiles' centres."""
    along = (np.arange(SAMPLES) + 0.5) / SAMPLES
    middles = outlines.mean(axis=1)[:, None, None]
    rim = points_along_sides(along, outlines)
    return np.asarray(middles[..., None, :] + (rim - middles)[..., None, :] * radii[:, None])
