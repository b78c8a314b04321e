"""Close-ups of made pictures carry the truth of what stands on their cell, and of nothing else."""

import numpy as np
import pytest

from training.closeup_net.samples import GRID, LABELS, UNKNOWN, samples_of
from training.scenes.scene import SceneOptions, make_picture
from vision.networks.closeup_channels import STRIDE
from vision.pieces.closeups import MIDDLE, SIZE
from vision.vocabulary import PIECES

_OPTIONS = SceneOptions(tiles=(12, 30), tilt=(0, 45), pitch=(60, 110), empty=0.0, clutter=False)


def _pictures(count):
    return [make_picture(np.random.default_rng(k), 512, 512, _OPTIONS) for k in range(count)]


@pytest.fixture(scope="module")
def samples(stored):
    found = [samples_of(np.random.default_rng([9, k]), picture) for k, picture in enumerate(stored(_pictures, 6))]
    return [s for s in found if s is not None]


def test_every_cell_has_a_closeup_with_truth_of_the_right_form(samples):
    for one in samples:
        count = len(one.labels)
        assert one.closeups.shape == (count, SIZE, SIZE, 4)
        assert one.labels.shape == (count, LABELS)
        assert one.masks.shape == one.feet.shape == (count, GRID, GRID)


def test_the_mask_shows_the_kinds_that_are_counted_and_no_others(samples):
    for one in samples:
        for labels, mask in zip(one.labels, one.masks, strict=True):
            for k in range(len(PIECES)):
                if labels[k] == 0 and labels[-2] == 1:
                    assert (mask == k + 1).sum() < 12
                if labels[k] in (1, 2):
                    assert (mask == k + 1).any()


def test_feet_of_counted_pieces_stand_on_the_cell(samples):
    for one in samples:
        for labels, feet, closeup in zip(one.labels, one.feet, one.closeups, strict=True):
            if labels[:3].max() in (1, 2) and UNKNOWN not in labels[:3]:
                assert feet.max() > 100
                y, x = np.unravel_index(feet.argmax(), feet.shape)
                spot = np.array([x, y]) * STRIDE + (STRIDE - 1) / 2
                assert closeup[int(spot[1]), int(spot[0]), 3] > 95
                assert np.linalg.norm(spot - MIDDLE) < 0.6 * SIZE


def test_cells_with_and_without_pieces_and_beside_the_board_are_all_among_them(samples):
    labels = np.concatenate([one.labels for one in samples])
    assert {0, 1} <= set(labels[:, 0].tolist())
    assert {0, 1} <= set(labels[:, -2].tolist())
