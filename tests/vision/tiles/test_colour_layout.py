"""The layout of colours distinguishes tiles in any light, and hidden pixels make no difference."""

import cv2
import numpy as np
import pytest

from vision.tiles.colour_layout import colour_grid, colour_residuals, rotated_colour_grids
from vision.tiles.descriptor import SIDE

EVERYWHERE = np.ones((SIDE, SIDE), np.float32)


def picture(*corner):
    """Return a meadow with a lake at one corner of the patch, blurred as a photo is."""
    drawn = np.full((SIDE, SIDE, 3), (60, 160, 90), np.uint8)
    cv2.circle(drawn, corner or (48, 32), 14, (170, 90, 40), -1)
    return cv2.GaussianBlur(drawn, (0, 0), 1.0)


def lit(drawn, *gains):
    return np.clip(drawn * np.array(gains), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("gains", [(0.4, 0.4, 0.4), (0.3, 0.7, 1.0), (1.3, 1.2, 1.1)])
def test_a_tile_matches_itself_in_another_light_and_another_tile_does_not(gains):
    known = rotated_colour_grids(picture())
    grid = colour_grid(lit(picture(), *gains), EVERYWHERE)
    own = colour_residuals(grid, known)
    assert own.argmin() == 0 and own[0] < 0.01
    other = colour_residuals(colour_grid(lit(picture(16, 32), *gains), EVERYWHERE), known)
    assert other[0] > 10 * own[0]


@pytest.mark.parametrize("turn", range(6))
def test_a_turned_tile_matches_in_that_turn(turn):
    rotation = cv2.getRotationMatrix2D(((SIDE - 1) / 2,) * 2, -60.0 * turn, 1.0)
    rotated = cv2.warpAffine(picture(), rotation, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    assert colour_residuals(colour_grid(rotated, EVERYWHERE), rotated_colour_grids(picture())).argmin() == turn


def test_hidden_pixels_make_no_difference():
    hidden, free = picture(), EVERYWHERE.copy()
    hidden[24:40, 10:34], free[24:40, 10:34] = (20, 20, 220), 0
    known = rotated_colour_grids(picture())
    assert (
        colour_residuals(colour_grid(hidden, free), known)[0]
        < colour_residuals(colour_grid(hidden, EVERYWHERE), known)[0] / 10
    )


def test_a_wholly_hidden_tile_has_no_residual():
    assert colour_residuals(colour_grid(picture(), 0 * EVERYWHERE), rotated_colour_grids(picture())) == pytest.approx(0)
