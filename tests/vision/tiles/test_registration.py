"""Exact registration: small details and a slight rotation decide between prints, hidden pixels do not."""

import cv2
import numpy as np
import pytest

from vision.geometry.lattice import CORNERS
from vision.terrain.edges import edge_number
from vision.tiles.descriptor import SIDE, SPAN
from vision.tiles.registration import log_picture, registration_bonus
from vision.tiles.rim_colours import rim_log_odds, sample_rims

SIGNS = ((0.15, -0.2), (-0.2, 0.1), (0.05, 0.25))
PLAINS, OCEAN = (60, 150, 90), (190, 130, 40)


def _tile(signs, colour=OCEAN, side=128):
    """Return a picture of plain sea with a few small signs on it."""
    picture = np.full((side, side, 3), colour, np.uint8)
    for x, y in signs:
        at = tuple(int(v) for v in (np.array([x, y]) / SPAN + 0.5) * side)
        cv2.circle(picture, at, side // 28, (235, 240, 240), -1, cv2.LINE_AA)
    return picture


def _patch(picture, turn=0.0, move=(0.0, 0.0), light=0.6, seed=3):
    matrix = cv2.getRotationMatrix2D(((SIDE - 1) / 2,) * 2, -turn, 1.0)
    matrix[:, 2] += move
    patch = cv2.warpAffine(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), matrix, (SIDE, SIDE),
                           borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    slope = np.linspace(light, 1.3 * light, SIDE)[None, :, None]
    return patch * slope + np.random.default_rng(seed).normal(0, 3, patch.shape)


@pytest.mark.parametrize("turn", [0, 3])
def test_a_small_sign_decides_between_two_seas_under_uneven_light(turn):
    prints = [(log_picture(_tile([sign])), turn, np.zeros(2)) for sign in SIGNS]
    for k, sign in enumerate(SIGNS):
        bonus = registration_bonus(
            _patch(_tile([sign]), 60 * turn + 2, (0.8, -0.6)), np.ones((SIDE, SIDE)), 1.0, prints
        )
        assert int(bonus.argmax()) == k


def test_a_sign_that_is_taken_for_a_piece_is_still_evidence_for_its_print():
    prints = [(log_picture(_tile([sign])), 0, np.zeros(2)) for sign in SIGNS]
    visibility = np.ones((SIDE, SIDE))
    x, y = ((np.array(SIGNS[1]) / SPAN + 0.5) * SIDE).astype(int)
    visibility[y - 5 : y + 6, x - 5 : x + 6] = 0.3
    assert int(registration_bonus(_patch(_tile([SIGNS[1]])), visibility, 1.0, prints).argmax()) == 1


def test_a_hidden_tile_gives_no_bonus():
    prints = [(log_picture(_tile([sign])), 0, np.zeros(2)) for sign in SIGNS]
    assert not registration_bonus(_patch(_tile(SIGNS)), np.full((SIDE, SIDE), 0.12), 1.0, prints).any()


def test_rim_colours_distinguish_terrains_and_a_copy_in_other_colours():
    """Four tiles of known edges give two terrains' colours; a fifth matches one of them, a sixth none."""
    hexagon = ((CORNERS / SPAN + 0.5) * SIDE).astype(np.int32)

    def patch(colour, seed):
        picture = np.full((SIDE, SIDE, 3), 90.0)
        cv2.fillConvexPoly(picture, hexagon, colour)
        return picture * 0.8 + np.random.default_rng(seed).normal(0, 3, picture.shape)

    patches = [patch(c, n) for n, c in enumerate((PLAINS, PLAINS, OCEAN, OCEAN, PLAINS, (60, 60, 200)))]
    samples = sample_rims(patches, [np.ones((SIDE, SIDE))] * len(patches), 1.0)
    plains, ocean = np.full(6, edge_number("P")), np.full(6, edge_number("O"))
    odds = rim_log_odds(samples, [(0, plains), (1, plains), (2, ocean), (3, ocean)], np.array([plains, ocean]))
    assert odds[4, 0] > odds[4, 1] + 2
    assert (odds[5] < -2).all()
