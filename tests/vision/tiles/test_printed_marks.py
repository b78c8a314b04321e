"""Marks on tiles are read in synthetic pictures: with another font than in training, at any place and rotation."""

import cv2
import numpy as np
import pytest

from training.marks_net.samples import draw_sample, draw_tops
from vision.tiles.printed_marks import (
    FINDER_SIDE,
    FINDER_STRIDE,
    MARKS,
    READER_MARGIN,
    READER_SIDE,
    SIDE,
    SURE,
    decode_finder,
    mark_probabilities,
    reader_input,
)

KINDS = ("3", "4", "strength", "water", "friendship", "other")


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """Tiles of held-out art with or without a mark, and the probabilities read; the only font is the shipped one."""
    rng, fonts = np.random.default_rng(8), tmp_path_factory.mktemp("fonts")
    tops = draw_tops(rng, 20, "held-out")
    kinds = [[kind] for kind in KINDS * 12] + [[] for _ in range(40)]
    samples = [draw_sample(rng, tops[k % len(tops)], bears, "held-out", fonts) for k, bears in enumerate(kinds)]
    return samples, mark_probabilities([sample.picture for sample in samples])


@pytest.mark.long
def test_most_large_marks_are_filled_in_and_hardly_any_wrongly(read):
    samples, probabilities = read
    bears = np.array([[mark in sample.marks for mark in MARKS] for sample in samples])
    taken = probabilities >= SURE
    large = np.array([max((s.wide for s in sample.signs), default=0.0) > SIDE / 8 for sample in samples])
    assert (taken & bears)[large].sum() >= 0.8 * bears[large].sum() > 20
    assert (taken & ~bears).sum() <= 0.05 * taken.sum()


@pytest.mark.long
def test_a_tile_without_a_sign_gets_no_mark(read):
    samples, probabilities = read
    bare = np.array([not sample.signs for sample in samples])
    assert bare.sum() == 40 and not (probabilities[bare] >= SURE).any()


def test_no_tiles_give_no_rows_and_a_blank_tile_has_no_mark():
    assert mark_probabilities([]).shape == (0, len(MARKS))
    assert mark_probabilities([np.full((SIDE, SIDE, 3), 128, np.uint8)]).max() < SURE


def test_a_detection_beside_the_tile_is_left_out():
    maps = np.zeros((2, FINDER_SIDE // FINDER_STRIDE, FINDER_SIDE // FINDER_STRIDE), np.float32)
    maps[0] = -9
    maps[0, 16, 9] = 3  # on the tile
    maps[0, 2, 2] = 5  # in the picture's corner
    (candidate,) = decode_finder(maps)
    x, y = (candidate.centre + 0.5) / (FINDER_STRIDE * SIDE / FINDER_SIDE)
    assert abs(x - 9.5) < 0.1 and abs(y - 16.5) < 0.1


def test_the_readers_input_is_rotated_about_the_mark():
    picture = np.zeros((SIDE, SIDE, 3), np.uint8)
    cv2.line(picture, (100, 80), (140, 80), (255, 255, 255), 5)
    lying, standing = (reader_input(picture, np.array([120.0, 80.0]), 40.0, turn)[0] > 0 for turn in (0.0, np.pi / 2))
    assert abs(lying.any(axis=0).sum() - READER_SIDE / READER_MARGIN) < 8 and lying.any(axis=1).sum() < 12
    assert np.array_equal(standing, np.rot90(lying, -1))
