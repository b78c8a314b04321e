"""The rectified squares of a grid."""

import numpy as np

from vision.geometry.plane import Plane
from vision.hokkaido.cells import SIDE, Box, cut_cells


def test_of_a_grid_that_reaches_to_its_horizon_the_squares_in_the_photo_are_cut():
    # A grid that was fitted wrongly: 40 squares up from the photo's middle one square is some 4000 pixels wide.
    tilted = np.array([[60, 0, 320], [0, 60, 240], [0, 0.022, 1.0]])
    plane = Plane(tilted, 0.0, np.array([320, 240]), 400.0)
    photo = np.random.default_rng(3).integers(0, 255, (480, 640, 3), np.uint8)

    cells = cut_cells(photo, plane, Box(-5, -45, 5, 62))

    assert (cells.left, cells.top) == (-5, -12)
    assert cells.pixels.shape == (40 * SIDE, 10 * SIDE, 3)
    assert cells.inside.any()


def test_a_square_of_which_the_picture_cuts_off_only_the_border_is_inside():
    view = np.array([[60, 0, -7], [0, 60, -12], [0, 0, 1.0]])
    photo = np.zeros((300, 300, 3), np.uint8)
    inside = cut_cells(photo, Plane(view, 0.0, np.array([150, 150]), 212.0), Box(0, 0, 4, 4)).inside
    assert inside[1:, :].all() and not inside[0, :].any()
