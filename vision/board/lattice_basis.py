"""Tells the basis of a lattice by the outlines of its tiles.

The centres of tiles lie on sheared lattices, too, whose rows are those of the true one in two of its three directions.
A camera above the table stretches the true lattice least; seen from low down, or near to it, a sheared one may be
stretched as little. Only in the true one do the outlines between neighbouring centres lie where the picture shows them.
"""

from __future__ import annotations

import numpy as np

from games import hexgrid
from vision.geometry.lattice import CORNERS, Lattice, positions
from vision.imaging.sampling import sample

_ALONG = 8
"""Points at which each edge of an outline is compared."""
_MIN_GAIN = 1.25
"""Factor by which the outlines of a sheared lattice must agree better with the picture, so that it is the true one. On
299 photos and synthetic boards, 80 of them seen at 44 to 65 degrees from overhead, 26 lattices gain 1.4 and more by a
shear; eleven others up to 1.21, ten of these of three to eight tiles in places without a board."""


def _shears() -> list[np.ndarray]:
    """Return the (2, 2) maps of cells to those of the lattices that share two of the three directions of rows."""
    turn = np.array([hexgrid.turned(cell, 1) for cell in ((1, 0), (0, 1))]).T
    back = np.round(np.linalg.inv(turn)).astype(int)
    shears = [np.array([[1, -1], [0, 1]])]
    for _ in range(2):
        shears.append(turn @ shears[-1] @ back)
    return shears


_SHEARS = _shears()


def true_cells(lattice: Lattice, rims: np.ndarray, stride: float) -> dict[tuple[int, int], tuple[int, int]]:
    """Return each cell of a lattice with its cell in the basis whose outlines agree clearly best with the picture.

    Args:
        lattice: in pixels of the picture.
        rims: (h, w) probability, 0..1, that a pixel shows the outline of a tile.
        stride: pixels of the picture to one of `rims`.
    """
    cells = np.array(list(lattice.centres))
    unsheared = np.eye(2, dtype=int)
    agreements = [_agreement(lattice, shear, rims, stride) for shear in _SHEARS]
    clearest = int(np.argmax(agreements))
    is_clear = agreements[clearest] > _MIN_GAIN * _agreement(lattice, unsheared, rims, stride)
    found = cells @ (_SHEARS[clearest] if is_clear else unsheared).T
    return {(int(q), int(r)): (int(a), int(b)) for (q, r), (a, b) in zip(cells, found, strict=True)}


def _agreement(lattice: Lattice, shear: np.ndarray, rims: np.ndarray, stride: float) -> float:
    """Return the mean of `rims` along the outlines of the tiles in the basis after a shear of the cells."""
    # A shear of the cells is a linear map of the table; in the unsheared table it shears the outlines back.
    basis = positions([(1, 0), (0, 1)])
    corners = CORNERS @ np.linalg.inv(basis) @ np.linalg.inv(shear).T @ basis
    share = np.arange(_ALONG)[:, None, None] / _ALONG
    edges = (corners + share * (np.roll(corners, -1, axis=0) - corners)).reshape(-1, 2)
    centres = np.array(list(lattice.centres.values())).reshape(-1, 1, 2)
    shown = (lattice.plane.to_photo(centres + edges).reshape(-1, 2) + 0.5) / stride - 0.5
    height, width = rims.shape
    inside = ((shown >= 0) & (shown <= (width - 1, height - 1))).all(axis=1)
    return float(sample(rims[..., None], shown[inside])[..., 0].mean()) if inside.any() else 0.0
