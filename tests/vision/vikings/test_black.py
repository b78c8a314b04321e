"""The colour of black figures, which is measured on the islands of their row."""

from __future__ import annotations

import numpy as np
import pytest

from vision.vikings.cells import SIDE, RectifiedView
from vision.vikings.figures.black import BLACK, black_figures

_LAND, _SEA, _SHADOW = np.array([62, -22, 40.0]), np.array([45, -5, -25.0]), np.array([32, -14, 22.0])
_TILES = [(row, column) for row in range(1, 6) for column in range(4)]


@pytest.mark.parametrize("colour", [(14, -10, 8), (21, 19, 6), (9, 1, -6)])
def test_the_hue_that_the_light_gives_to_black_is_measured_on_the_islands_of_its_row(
    colour: tuple[int, int, int],
) -> None:
    lab = _islands(
        {(row, 2): _SHADOW for row in range(1, 6)} | {(BLACK, at): np.array(colour, float) for at in (0, 1, 3)}
    )
    found = black_figures(_view(lab), lab, _TILES)
    assert found is not None
    assert np.abs(found - colour).max() < 4


def test_shadows_that_lie_in_all_rows_are_no_black_figures() -> None:
    lab = _islands({(row, row % 4): _SHADOW for row in range(1, 6)})
    assert black_figures(_view(lab), lab, _TILES) is None


def test_other_colours_in_the_row_are_no_black_figures() -> None:
    lab = _islands({(BLACK, 1): np.array([72, 10, 60.0])})
    assert black_figures(_view(lab), lab, _TILES) is None


def test_black_is_not_guessed_where_only_its_row_or_none_of_it_is_seen() -> None:
    lab = _islands({(BLACK, 1): np.array([14, 0, 0.0])})
    assert black_figures(_view(lab), lab, [tile for tile in _TILES if tile[0] == BLACK]) is None
    assert black_figures(_view(lab), lab, [tile for tile in _TILES if tile[0] != BLACK]) is None


def _islands(spots: dict[tuple[int, int], np.ndarray]) -> np.ndarray:
    """Return islands in five rows with a spot of these colours on some tiles."""
    rng = np.random.default_rng(5)
    lab = np.empty((6 * SIDE, 4 * SIDE, 3))
    lab[:] = _SEA
    for row in range(1, 6):
        lab[row * SIDE + 12 : row * SIDE + 36] = _LAND
    for (row, column), colour in spots.items():
        y, x = row * SIDE + 20, column * SIDE + 18
        lab[y : y + 9, x : x + 13] = colour
    return (lab + rng.normal(0, 1.5, lab.shape)).astype(np.float32)


def _view(lab: np.ndarray) -> RectifiedView:
    return RectifiedView(lab, np.ones(lab.shape[:2], bool), 0, 0)
