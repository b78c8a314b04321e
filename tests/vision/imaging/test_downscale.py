"""A shrunk picture shows the same things in the same places, and each pixel is a mean."""

import numpy as np
import pytest

from vision.imaging.downscale import halved, shrunk


@pytest.mark.parametrize("factor", [0.9, 0.6, 0.5, 0.45, 0.3, 0.25, 0.16])
def test_every_place_keeps_its_place(factor):
    across = np.tile(np.linspace(0, 250, 640).round().astype(np.uint8)[:, None], (480, 1, 3))
    small = shrunk(across, factor)
    assert small.shape[:2] == (round(480 * factor), round(640 * factor))
    came_from = (np.arange(small.shape[1]) + 0.5) / factor - 0.5
    assert np.abs(small[0, 2:-2, 0] - came_from[2:-2] * 250 / 639).max() < 1.5


@pytest.mark.parametrize("factor", [0.5, 0.25, 0.125])
def test_detail_that_is_too_fine_turns_grey_and_not_into_noise(factor):
    lines = np.zeros((320, 320, 3), np.uint8)
    lines[:, ::2] = 200
    small = shrunk(lines, factor)
    assert np.abs(small[:, 1:-1].astype(int) - 100).max() <= 2


@pytest.mark.parametrize(("factor", "by"), [(1.4, 1.0), (0.61, 1.0), (0.59, 0.5), (0.31, 0.5), (0.29, 0.25)])
def test_a_picture_is_halved_until_it_is_less_than_twice_as_fine_as_it_is_sampled(factor, by):
    pixels = np.tile(np.linspace(0, 250, 640).round().astype(np.uint8)[:, None], (480, 1, 3))
    small, shrank = halved(pixels, factor)
    assert shrank == by
    assert small.shape == (480 * by, 640 * by, 3)
    assert np.abs(small[0, 2:-2, 0] - ((np.arange(small.shape[1]) + 0.5) / by - 0.5)[2:-2] * 250 / 639).max() < 1.5


@pytest.mark.parametrize("scale", [lambda pixels: shrunk(pixels, 0.01), lambda pixels: halved(pixels, 0.01)[0]])
def test_a_very_long_picture_keeps_a_row_of_pixels(scale):
    small = scale(np.full((8, 6000, 3), 90, np.uint8))
    assert small.shape[0] == 1
    assert small.shape[1] < 120
    assert (small == 90).all()
