"""The true lattice through the centres of tiles is told from sheared ones by the outlines of the tiles."""

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from games import hexgrid
from tests.vision.cameras import SIZE, camera_plane, disc
from vision.board.lattice_basis import true_cells
from vision.geometry.lattice import CORNERS, Lattice, in_other_cells, position

STRIDE = 4
SHEARS = [np.array(rows) for rows in ([[1, 1], [0, 1]], [[1, -1], [0, 1]], [[1, 0], [1, 1]], [[1, 0], [-1, 1]])]
"""Maps of cells to those of sheared lattices, each with two of the three directions of rows."""


def _outlines(lattice: Lattice) -> np.ndarray:
    """Return a map of the outlines of a lattice's tiles, as the scene network sees them."""
    drawn = np.zeros((SIZE[1] // STRIDE, SIZE[0] // STRIDE), np.float32)
    for outline in lattice.outlines(lattice.centres):
        cv2.polylines(drawn, [np.round((outline + 0.5) / STRIDE - 0.5).astype(np.int32)], True, 1.0, 1)
    return cv2.GaussianBlur(drawn, (3, 3), 0)


def _lattice(tilt: float, roll: float) -> Lattice:
    return Lattice(camera_plane(tilt, roll, 0.0, 80.0), {cell: position(cell) for cell in disc(2)})


def _neighbours(cells: list[tuple[int, int]]) -> set[frozenset[int]]:
    """Return the pairs of places in the list whose cells are neighbours."""
    return {
        frozenset((k, m))
        for k, one in enumerate(cells)
        for m, other in enumerate(cells)
        if hexgrid.distance(one, other) == 1
    }


@settings(max_examples=40, deadline=None)
@given(tilt=st.floats(0, 62), roll=st.floats(0, 360), shear=st.sampled_from(SHEARS))
def test_a_sheared_lattice_is_set_right_by_the_outlines(tilt, roll, shear):
    true = _lattice(tilt, roll)
    cells = list(true.centres)
    sheared = {c: (int(a), int(b)) for c, (a, b) in zip(cells, np.array(cells) @ shear.T, strict=True)}
    wrong = in_other_cells(true, sheared, SIZE, None, None)
    found = true_cells(wrong, _outlines(true), STRIDE)
    assert _neighbours([found[cell] for cell in wrong.centres]) == _neighbours(cells)


@settings(max_examples=20, deadline=None)
@given(tilt=st.floats(0, 62), roll=st.floats(0, 360))
def test_the_true_lattice_stays(tilt, roll):
    lattice = _lattice(tilt, roll)
    assert all(cell == found for cell, found in true_cells(lattice, _outlines(lattice), STRIDE).items())


def test_tiles_in_other_cells_lie_where_they_lay():
    lattice = _lattice(40, 20)
    moved = {cell: (cell[0] + 3, cell[1] - 1) for cell in lattice.centres}
    found = in_other_cells(lattice, moved, SIZE, None, None)
    before, after = (np.array([one.plane.to_photo(spot) for spot in one.centres.values()]) for one in (lattice, found))
    assert np.abs(before - after).max() < 0.01
    middle = found.plane.to_photo(next(iter(found.centres.values())) + CORNERS)
    assert np.isfinite(middle).all()
