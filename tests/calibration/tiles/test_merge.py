"""The same tile in two photos is one; two tiles that look much alike are two, and a person is asked."""

import cv2
import numpy as np
import pytest

from calibration.tiles.merge import match_tiles, similar_pairs
from vision.tiles.tile_set import ART_SIDE


def _art(seed, shared=0.0):
    """A print of coarse blots, of which so much is that of print 0."""
    blots = [
        cv2.GaussianBlur(np.random.default_rng(s).normal(0, 1, (ART_SIDE, ART_SIDE, 3)), (0, 0), 5) for s in (0, seed)
    ]
    both = shared * blots[0] + np.sqrt(1 - shared**2) * blots[1]
    return np.clip(128 + 40 * both / both.std(), 0, 255).astype(np.uint8)


def test_one_tile_in_two_lights_is_one():
    known = [_art(1), _art(2)]
    noise = np.random.default_rng(5).normal(0, 3, known[1].shape)
    dim = (known[1] * np.array([0.6, 0.7, 0.8]) + noise).astype(np.uint8)
    assert match_tiles(known, [dim]) == [(1, 0)]
    assert similar_pairs([*known, dim]) == [(1, 2)]


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_two_tiles_that_share_much_of_their_print_are_asked_about_and_not_merged(seed):
    arts = [_art(0), _art(seed, shared=0.7)]
    assert match_tiles(arts[:1], arts[1:]) == [None]
    assert similar_pairs(arts) == [(0, 1)]
