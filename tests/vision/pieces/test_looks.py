"""A piece is cut out upright and described so that pieces of one kind are alike, in whatever paint and place."""

import cv2
import numpy as np
import pytest

from vision.networks.models import load_networks
from vision.pieces.closeups import CHANNELS, SIZE
from vision.pieces.looks import LOOK_COUNT, PLANES, SIDE, cut_pieces, describe_looks

_GROUND, _PAINTS = (60, 140, 70), ((40, 40, 200), (200, 90, 30), (220, 225, 230))


def _closeup(paint, wide, high, at=(48, 54)):
    """Return a close-up of a box with a lit top on a tile seen from above, and the probabilities of a piece."""
    picture = np.full((SIZE, SIZE, CHANNELS), (*_GROUND, 150), np.uint8)
    left, top = at[0] - wide // 2, at[1] - high // 2
    picture[top : top + high, left : left + wide, :3] = np.array(paint) * 0.7
    picture[top : top + high // 3, left : left + wide, :3] = paint
    shown = np.zeros((SIZE, SIZE), np.float32)
    shown[top : top + high, left : left + wide] = 0.95
    return picture, cv2.resize(shown, (SIZE // 4, SIZE // 4), interpolation=cv2.INTER_AREA)


def _described(*pieces):
    closeups, probabilities = zip(*pieces, strict=True)
    return describe_looks(load_networks().look, np.array(closeups), np.array(probabilities))


@pytest.mark.parametrize("at", [(48, 54), (30, 70), (80, 30)])
def test_a_piece_is_cut_out_wherever_it_stands_in_its_cell(at):
    picture, shown = _closeup(_PAINTS[0], 12, 20, at)
    (cut,) = cut_pieces(picture[None], shown[None])
    assert cut.shape == (SIDE, SIDE, PLANES)
    assert (cut[..., -1] > 200).sum() > 100
    assert (np.abs(cut[..., :3].astype(int) - _GROUND).max(axis=2) > 20).sum() == 12 * 20


def test_pieces_of_one_form_are_alike_in_any_paint_and_those_of_another_are_not():
    rng = np.random.default_rng(2)
    places = [(48 + int(x), 54 + int(y)) for x, y in rng.integers(-8, 9, (6, 2))]
    tall = _described(*(_closeup(_PAINTS[k % 3], 13, 30, at) for k, at in enumerate(places)))
    long = _described(*(_closeup(_PAINTS[k % 3], 32, 15, at) for k, at in enumerate(places)))
    between = np.linalg.norm(tall.mean(axis=0) - long.mean(axis=0))
    for own in (tall, long):
        assert np.linalg.norm(own - own.mean(axis=0), axis=1).mean() < between / 2


def test_no_pieces_have_no_descriptions():
    empty = np.empty((0, SIZE, SIZE, CHANNELS), np.uint8)
    assert describe_looks(load_networks().look, empty, np.empty((0, 24, 24))).shape == (0, LOOK_COUNT)
