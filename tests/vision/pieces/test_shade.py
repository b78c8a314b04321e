"""The shade of a piece is its own, though its mask takes in the art beside it."""

import numpy as np
import pytest

from vision.imaging.chromaticity import linear
from vision.pieces.background import art_colours
from vision.pieces.shade import piece_shades

_SNOW, _PURPLE, _SHADE_OF_SNOW = (214, 208, 210), (130, 40, 96), (84, 80, 82)


def _pixels(colour, count, seed=0):
    noise = np.random.default_rng(seed).normal(0, 4, (count, 3))
    return np.clip(np.array(colour) + noise, 0, 255).astype(np.uint8)


_ART = np.concatenate([_pixels(_SNOW, 900, 1), _pixels((60, 160, 90), 2000, 2)])


def _shade(mask, art=_ART):
    return piece_shades([mask], [mask], art_colours(art))[0]


@pytest.mark.parametrize("of_art", [40, 120, 300])
def test_art_in_the_mask_of_a_piece_does_not_change_its_shade(of_art):
    mask = np.concatenate([_pixels(_SNOW, of_art, 3), _pixels(_PURPLE, 150, 4)])
    assert np.allclose(_shade(mask), linear(np.array(_PURPLE, np.uint8)), atol=0.03)


def test_a_piece_in_the_colour_of_the_art_has_that_of_its_lit_faces():
    mask = np.concatenate([_pixels(_SNOW, 150, 3), _pixels(_SHADE_OF_SNOW, 90, 4)])
    art = np.concatenate([_ART, _pixels(_SHADE_OF_SNOW, 100, 5)])
    assert np.allclose(_shade(mask, art), linear(np.array(_SNOW, np.uint8)), atol=0.05)


@pytest.mark.parametrize("spots", [3, 20])
def test_a_few_pixels_of_another_colour_are_not_the_piece(spots):
    mask = np.concatenate([_pixels(_SNOW, 300, 3), _pixels(_PURPLE, spots, 4)])
    assert np.allclose(_shade(mask), linear(np.array(_SNOW, np.uint8)), atol=0.05)


def test_without_art_the_brighter_half_of_the_likeliest_pixels_counts():
    mask = np.concatenate([_pixels(_SNOW, 150, 3), _pixels(_PURPLE, 150, 4)])
    assert np.allclose(_shade(mask, np.empty((0, 3), np.uint8)), linear(np.array(_SNOW, np.uint8)), atol=0.05)


def test_each_of_several_pieces_keeps_the_shade_that_it_has_alone():
    masks = [np.concatenate([_pixels(_SNOW, 90, k), _pixels(_PURPLE, 20 + 40 * k, 4 + k)]) for k in range(4)]
    together = piece_shades(masks, masks, art_colours(_ART))
    assert np.allclose(together, [_shade(mask) for mask in masks])
