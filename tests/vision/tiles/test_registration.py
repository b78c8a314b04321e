"""A print laid exactly over what is seen: small signs and a slight turn decide, what hides a tile does not."""

import cv2
import numpy as np
import pytest

from vision.geometry.lattice import CORNERS
from vision.terrain.edges import edge_number
from vision.tiles.descriptor import SIDE, SPAN
from vision.tiles.registration import print_logs, settle
from vision.tiles.rim_colours import fitting, rim_colours

SIGNS = ((0.15, -0.2), (-0.2, 0.1), (0.05, 0.25))
PLAINS, OCEAN = (60, 150, 90), (190, 130, 40)


def _tile(signs, colour=OCEAN, side=128):
    """Plain sea with a few small signs on it."""
    picture = np.full((side, side, 3), colour, np.uint8)
    for x, y in signs:
        at = tuple(int(v) for v in (np.array([x, y]) / SPAN + 0.5) * side)
        cv2.circle(picture, at, side // 28, (235, 240, 240), -1, cv2.LINE_AA)
    return picture


def _seen(picture, turn=0.0, move=(0.0, 0.0), light=0.6, seed=3):
    way = cv2.getRotationMatrix2D(((SIDE - 1) / 2,) * 2, -turn, 1.0)
    way[:, 2] += move
    patch = cv2.warpAffine(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), way, (SIDE, SIDE),
                           borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    slope = np.linspace(light, 1.3 * light, SIDE)[None, :, None]
    return patch * slope + np.random.default_rng(seed).normal(0, 3, patch.shape)


@pytest.mark.parametrize("turn", [0, 3])
def test_a_small_sign_tells_one_sea_from_another_in_a_light_that_slopes(turn):
    prints = [(print_logs(_tile([sign])), turn, np.zeros(2)) for sign in SIGNS]
    for k, sign in enumerate(SIGNS):
        told = settle(_seen(_tile([sign]), 60 * turn + 2, (0.8, -0.6)), np.ones((SIDE, SIDE)), 1.0, prints)
        assert int(told.argmax()) == k


def test_a_sign_that_is_taken_for_a_piece_still_speaks_for_the_print_that_has_it():
    prints = [(print_logs(_tile([sign])), 0, np.zeros(2)) for sign in SIGNS]
    clear = np.ones((SIDE, SIDE))
    x, y = ((np.array(SIGNS[1]) / SPAN + 0.5) * SIDE).astype(int)
    clear[y - 5 : y + 6, x - 5 : x + 6] = 0.3
    assert int(settle(_seen(_tile([SIGNS[1]])), clear, 1.0, prints).argmax()) == 1


def test_a_tile_of_which_nothing_is_clear_is_not_settled():
    prints = [(print_logs(_tile([sign])), 0, np.zeros(2)) for sign in SIGNS]
    assert not settle(_seen(_tile(SIGNS)), np.full((SIDE, SIDE), 0.12), 1.0, prints).any()


def test_colours_of_the_rims_tell_terrains_apart_and_a_copy_that_has_other_colours():
    """Four tiles of known edges teach two colours; a fifth is read by them, and a sixth fits none."""
    hexagon = ((CORNERS / SPAN + 0.5) * SIDE).astype(np.int32)

    def patch(colour, seed):
        picture = np.full((SIDE, SIDE, 3), 90.0)
        cv2.fillConvexPoly(picture, hexagon, colour)
        return picture * 0.8 + np.random.default_rng(seed).normal(0, 3, picture.shape)

    patches = [patch(c, n) for n, c in enumerate((PLAINS, PLAINS, OCEAN, OCEAN, PLAINS, (60, 60, 200)))]
    seen = rim_colours(patches, [np.ones((SIDE, SIDE))] * len(patches), 1.0)
    plains, ocean = np.full(6, edge_number("P")), np.full(6, edge_number("O"))
    fits = fitting(seen, [(0, plains), (1, plains), (2, ocean), (3, ocean)], np.array([plains, ocean]))
    assert fits[4, 0] > fits[4, 1] + 2
    assert (fits[5] < -2).all()
