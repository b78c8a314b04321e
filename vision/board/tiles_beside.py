"""Tiles that lie beside the board, such as those of another board in the same photo."""

from __future__ import annotations

import numpy as np

from vision.board.coarse_search import CENTRE_BLUR, CENTRE_RADIUS, Overview
from vision.geometry.lattice import Lattice, positions
from vision.imaging.peaks import find_peaks

_MIN_CENTRE = 0.3
"""Probability of a tile's centre from which peaks count, as for those of the board; chosen by hand."""
_MIN_DISTANCE = 0.9
"""Pitches from the board's tiles beyond which a centre belongs to another tile; chosen by hand."""


def count_tiles_beside(overview: Overview, lattice: Lattice) -> int:
    """Return how many centres of tiles the overview shows that belong to none of the board's.

    Args:
        overview: the result of the coarse search.
        lattice: the board.
    """
    peaks, _ = find_peaks(overview.maps.centre, _MIN_CENTRE, CENTRE_RADIUS, CENTRE_BLUR)
    if not len(peaks):
        return 0
    at = lattice.plane.to_table(overview.from_maps(peaks))
    away = np.linalg.norm(at[:, None] - positions(list(lattice.centres)), axis=2).min(axis=1)
    return int((away > _MIN_DISTANCE).sum())
