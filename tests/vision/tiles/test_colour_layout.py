"""A tile's colours at large tell tiles apart in any one light, and what is hidden says nothing."""

import cv2
import numpy as np
import pytest

from vision.tiles.colour_layout import misfit, tints, tints_in_all_turns
from vision.tiles.descriptor import SIDE

EVERYWHERE = np.ones((SIDE, SIDE), np.float32)


def picture(*corner):
    """A meadow with a lake at one corner of the patch, blurred as a photo is."""
    drawn = np.full((SIDE, SIDE, 3), (60, 160, 90), np.uint8)
    cv2.circle(drawn, corner or (48, 32), 14, (170, 90, 40), -1)
    return cv2.GaussianBlur(drawn, (0, 0), 1.0)


def lit(drawn, *gains):
    return np.clip(drawn * np.array(gains), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("gains", [(0.4, 0.4, 0.4), (0.3, 0.7, 1.0), (1.3, 1.2, 1.1)])
def test_a_tile_fits_itself_in_another_light_and_another_tile_does_not(gains):
    known = tints_in_all_turns(picture())
    seen = tints(lit(picture(), *gains), EVERYWHERE)
    left = misfit(seen, known)
    assert left.argmin() == 0 and left[0] < 0.01
    other = misfit(tints(lit(picture(16, 32), *gains), EVERYWHERE), known)
    assert other[0] > 10 * left[0]


@pytest.mark.parametrize("turn", range(6))
def test_a_tile_that_lies_turned_fits_in_that_turn(turn):
    swing = cv2.getRotationMatrix2D(((SIDE - 1) / 2,) * 2, -60.0 * turn, 1.0)
    swung = cv2.warpAffine(picture(), swing, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    assert misfit(tints(swung, EVERYWHERE), tints_in_all_turns(picture())).argmin() == turn


def test_what_a_piece_hides_says_nothing():
    hidden, free = picture(), EVERYWHERE.copy()
    hidden[24:40, 10:34], free[24:40, 10:34] = (20, 20, 220), 0
    known = tints_in_all_turns(picture())
    assert misfit(tints(hidden, free), known)[0] < misfit(tints(hidden, EVERYWHERE), known)[0] / 10


def test_where_nothing_can_be_seen_everything_fits():
    assert misfit(tints(picture(), 0 * EVERYWHERE), tints_in_all_turns(picture())) == pytest.approx(0)
