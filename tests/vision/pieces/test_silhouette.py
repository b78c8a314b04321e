"""A piece's silhouette follows its colour where the network's coarse mask takes art in, and is described as a shape."""

import cv2
import numpy as np
import pytest

from vision.imaging.chromaticity import linear
from vision.pieces.silhouette import silhouette
from vision.pieces.silhouette_shape import SHAPE_COUNT, silhouette_shape

_SIDE = 96
_RED, _STRIPE, _GROUND = (40, 40, 200), (235, 235, 235), (60, 140, 70)
_UPRIGHT = 3, 4
"""Places of the logs of a silhouette's height and width, which change when it is turned."""


def _picture(angle=0.0, length=24, stripe=True):
    """Return a close-up of a red block beside a white stripe, and the (h, w) bool pixels of the block."""
    picture = np.full((_SIDE, _SIDE, 3), _GROUND, np.uint8)
    if stripe:
        picture[:, 56:66] = _STRIPE
    corners = cv2.boxPoints(((47.5, 47.5), (length, 14), angle)).astype(np.int32)
    block = cv2.fillPoly(np.zeros((_SIDE, _SIDE), np.uint8), [corners], 1) > 0
    picture[block] = _RED
    return picture, block


def _probabilities(pixels):
    """Return what a network that sees four pixels as one says of these (h, w) bool pixels."""
    coarse = cv2.resize(pixels.astype(np.float32), (_SIDE // 4, _SIDE // 4), interpolation=cv2.INTER_AREA)
    return cv2.resize(0.02 + 0.9 * coarse, (_SIDE, _SIDE), interpolation=cv2.INTER_LINEAR)


def _overlap(found, true):
    return (found & true).sum() / (found | true).sum()


def test_a_stripe_of_art_in_the_mask_is_left_out():
    picture, block = _picture()
    mask = block.copy()
    mask[34:62, 56:66] = True
    shade = linear(np.array(_RED, np.uint8))
    assert _overlap(mask, block) < 0.75
    assert _overlap(silhouette(picture, _probabilities(mask), shade), block) > 0.9


def test_a_piece_is_found_where_the_network_sees_but_a_part_of_it():
    picture, block = _picture(length=30)
    mask = block.copy()
    mask[:, :40] = False
    found = silhouette(picture, np.maximum(_probabilities(mask), 0.1 * block), linear(np.array(_RED, np.uint8)))
    assert _overlap(found, block) > 0.9


@pytest.mark.parametrize("probability", [0.0, 0.02, 0.5, 1.0])
def test_a_mask_that_says_nothing_still_gives_a_shape(probability):
    picture, _ = _picture()
    found = silhouette(picture, np.full((_SIDE, _SIDE), probability), linear(np.array(_GROUND, np.uint8)))
    assert found.any()
    assert np.isfinite(silhouette_shape(found, picture)).all()


def test_a_turned_shape_is_described_alike_and_a_longer_one_is_not():
    turned = [silhouette_shape(_picture(angle, stripe=False)[1], _picture(angle, stripe=False)[0]) for angle in (0, 50)]
    picture, block = _picture(length=34, stripe=False)
    longer = silhouette_shape(block, picture)
    kept = np.setdiff1d(np.arange(SHAPE_COUNT), _UPRIGHT)
    assert np.linalg.norm((turned[0] - turned[1])[kept]) < 0.5 * np.linalg.norm((turned[0] - longer)[kept])


def test_one_pixel_has_a_shape():
    pixels = np.zeros((_SIDE, _SIDE), bool)
    pixels[0, -1] = True
    described = silhouette_shape(pixels, np.zeros((_SIDE, _SIDE, 3), np.uint8))
    assert described.shape == (SHAPE_COUNT,)
    assert np.isfinite(described).all()
