"""Signs on tiles are read from made pictures: another font than training's, at any place and turn."""

import cv2
import numpy as np
import pytest

from training.marks_net.samples import draw_sample, draw_tops
from vision.tiles.printed_marks import AROUND, CELL, FOUND_SIDE, MARKS, READ_SIDE, SIDE, SURE, cut, likelihoods, peaks

KINDS = ("3", "4", "strength", "water", "friendship", "other")


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """Tiles of held-out art with a sign or without, and what is said of them; the only font is the shipped one."""
    rng, fonts = np.random.default_rng(8), tmp_path_factory.mktemp("fonts")
    tops = draw_tops(rng, 20, "held-out")
    kinds = [[kind] for kind in KINDS * 12] + [[] for _ in range(40)]
    samples = [draw_sample(rng, tops[k % len(tops)], bears, "held-out", fonts) for k, bears in enumerate(kinds)]
    return samples, likelihoods([sample.picture for sample in samples])


def test_most_signs_are_named_and_hardly_any_is_named_wrong(read):
    samples, said = read
    bears = np.array([[mark in sample.marks for mark in MARKS] for sample in samples])
    taken = said >= SURE
    large = np.array([max((s.wide for s in sample.signs), default=0.0) > SIDE / 8 for sample in samples])
    assert (taken & bears)[large].sum() >= 0.8 * bears[large].sum() > 20
    assert (taken & ~bears).sum() <= 0.05 * taken.sum()


def test_a_tile_without_a_sign_is_given_none(read):
    samples, said = read
    bare = np.array([not sample.signs for sample in samples])
    assert bare.sum() == 40 and not (said[bare] >= SURE).any()


def test_nothing_is_said_of_no_tile_and_of_a_blank_one():
    assert likelihoods([]).shape == (0, len(MARKS))
    assert likelihoods([np.full((SIDE, SIDE, 3), 128, np.uint8)]).max() < SURE


def test_what_lies_beside_the_tile_is_not_its_own():
    maps = np.zeros((2, FOUND_SIDE // CELL, FOUND_SIDE // CELL), np.float32)
    maps[0] = -9
    maps[0, 16, 9] = 3  # on the tile
    maps[0, 2, 2] = 5  # in the picture's corner
    (found,) = peaks(maps)
    x, y = (found.at + 0.5) / (CELL * SIDE / FOUND_SIDE)
    assert abs(x - 9.5) < 0.1 and abs(y - 16.5) < 0.1


def test_a_sign_is_cut_out_upright_after_its_turn():
    picture = np.zeros((SIDE, SIDE, 3), np.uint8)
    cv2.line(picture, (100, 80), (140, 80), (255, 255, 255), 5)
    lying, standing = (cut(picture, np.array([120.0, 80.0]), 40.0, turn)[0] > 0 for turn in (0.0, np.pi / 2))
    assert abs(lying.any(axis=0).sum() - READ_SIDE / AROUND) < 8 and lying.any(axis=1).sum() < 12
    assert np.array_equal(standing, np.rot90(lying, -1))
