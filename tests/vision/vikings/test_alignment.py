"""Squares that lie beside the tiles are moved onto them, by the tiles themselves."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.made.fjords import make_scene
from benchmarks.made.view import camera_over
from vision.geometry.plane import Plane
from vision.squares.novelty import table_novelty
from vision.vikings.camera import squareness_error, with_square_cells
from vision.vikings.cells import SquareGridView
from vision.vikings.home_board import home_board
from vision.vikings.search.alignment import aligned

_SIDE, _LEFT, _TOP, _COLUMNS = 60, 240, 120, 6
_TABLE, _SEA, _LAND, _HOME = (70, 110, 150), (150, 90, 40), (60, 150, 90), (120, 170, 200)
_SIZE = (800, 640)


@pytest.fixture(scope="module")
def pixels() -> np.ndarray:
    """Islands of two or three tiles in rows 1 to 5, beside a home board."""
    photo = np.full((_SIZE[1], _SIZE[0], 3), _TABLE, np.uint8)
    photo[_TOP : _TOP + 6 * _SIDE, _LEFT - 2 * _SIDE : _LEFT] = _HOME
    for row in range(1, 6):
        top = _TOP + row * _SIDE
        photo[top : top + _SIDE, _LEFT : _LEFT + _COLUMNS * _SIDE] = _SEA
        for first, end in ((0, 2), (2, 4), (4, 6)) if row % 2 else ((0, 3), (3, 6)):
            x0, x1 = (_LEFT + round((at + inset) * _SIDE) for at, inset in ((first, 0.18), (end, -0.18)))
            photo[top + 16 : top + 44, x0:x1] = _LAND
    noise = np.random.default_rng(1).normal(0, 2, photo.shape)
    return np.clip(cv2.GaussianBlur(photo.astype(np.float32), (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    "off",
    [
        [[1, 0, 0.12], [0, 1, -0.15], [0, 0, 1]],
        [[1.03, 0, 0], [0, 1.04, -0.1], [0, 0, 1]],
        [[1, 0.03, -0.1], [-0.03, 1, 0.15], [0, 0, 1]],
        [[1, 0, 0], [0, 1, 0], [0.006, -0.004, 1]],
    ],
    ids=["beside", "too large", "turned", "too steep"],
)
def test_squares_beside_the_tiles_are_moved_onto_them(pixels: np.ndarray, off: list[list[float]]) -> None:
    true = _plane(np.array([[_SIDE, 0, _LEFT], [0, _SIDE, _TOP], [0, 0, 1.0]]))
    wrong = replace(true, homography=true.homography @ np.array(off, float))
    places = np.array([[0.5, 1.5], [5.5, 1.5], [0.5, 5.5], [5.5, 5.5], [3.0, 3.0]])
    assert np.abs(wrong.to_table(true.to_photo(places)) - places).max() > 0.1
    found = aligned(pixels, wrong, _COLUMNS, table_novelty(pixels, 1))
    assert np.abs(found.to_table(true.to_photo(places)) - places).max() < 0.09


def test_squares_stay_where_they_are_if_there_are_no_tiles() -> None:
    plane = _plane(np.array([[_SIDE, 0, _LEFT], [0, _SIDE, _TOP], [0, 0, 1.0]]))
    bare = np.full((_SIZE[1], _SIZE[0], 3), _TABLE, np.uint8)
    assert aligned(bare, plane, _COLUMNS, table_novelty(bare, 1)) is plane


@pytest.mark.parametrize("factor", [0.8, 1.25])
def test_columns_that_are_too_narrow_or_wide_are_made_as_wide_as_rows_are_high(factor: float) -> None:
    scene = replace(make_scene(1), radial=0.0)
    view = camera_over(np.array([0.0, 0.0]), np.array([8.0, 6.0]), scene).matrix[:, [0, 1, 3]]
    stretched = _plane(view @ np.diag([factor, 1.0, 1.0]), scene.size)
    found = with_square_cells(stretched, scene.size)
    assert squareness_error(found, scene.size) < 0.02 < squareness_error(stretched, scene.size)
    assert found.to_table(_plane(view, scene.size).to_photo(np.array([4.0, 2.0]))) == pytest.approx([4, 2], abs=0.15)


@pytest.mark.parametrize("width", [1.0, 2.0, 3.0])
def test_a_home_board_without_a_visible_rim_ends_where_the_table_begins(width: float) -> None:
    side = 48
    lab = np.full((8 * side, 8 * side, 3), 60.0, np.float32)
    view = SquareGridView(lab, np.ones(lab.shape[:2], bool), -5, -1)
    unlike = (np.arange(-8, 0) >= -2 * width).astype(float)
    assert home_board(view, unlike).width == width


def _plane(homography: np.ndarray, size: tuple[int, int] = _SIZE) -> Plane:
    return Plane(homography / homography[2, 2], 0.0, np.array(size) / 2, float(np.hypot(*size)) / 2)
