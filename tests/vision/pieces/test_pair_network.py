"""The network that tells whether two things stand on one cell, on made pictures in art that it was not taught with."""

import numpy as np
import pytest

from training.closeup_net.samples import UNKNOWN, samples_of
from training.scenes.scene import SceneOptions, make_picture
from vision.networks.models import load_networks
from vision.pieces.closeup_network import counts_of, judge
from vision.pieces.pair_network import CONTENTS, paired

_OPTIONS = SceneOptions(
    tiles=(12, 24), tilt=(0, 25), pitch=(80, 100), pieces=0.6, pairs=0.4, empty=0.0, clutter=False, art="held-out"
)


@pytest.fixture(scope="module")
def told() -> tuple[np.ndarray, np.ndarray]:
    """How likely cells hold each of two things, and what they hold."""
    networks, said, truth = load_networks(), [], []
    for seed in range(6):
        rng = np.random.default_rng([31, seed])
        samples = samples_of(rng, make_picture(rng, 640, 640, _OPTIONS))
        known = (samples.labels[:, :3] != UNKNOWN).all(axis=1)
        judged = judge(networks, samples.closeups[known])
        counts = [counts_of(word) for word in judged.words]
        said.append(paired(networks.pair, samples.closeups[known], judged.maps, counts))
        truth.append(samples.labels[known, :3])
    return np.concatenate(said), np.concatenate(truth)


def test_cells_with_two_pieces_stand_out_from_those_with_one(told) -> None:
    said, truth = told
    several = said.sum(axis=1)
    two, one = several[truth.sum(axis=1) == 2], several[truth.sum(axis=1) == 1]
    assert len(two) > 20 and len(one) > 20
    assert np.mean(two[:, None] > one) > 0.85
    assert np.mean(one > 0.98) < 0.05


def test_which_two_they_are_is_told(told) -> None:
    said, truth = told
    sure = said.sum(axis=1) > 0.9
    right = [CONTENTS[k] == tuple(counts) for k, counts in zip(said[sure].argmax(axis=1), truth[sure], strict=True)]
    assert np.mean(right) > 0.6


def test_nothing_is_told_of_no_cells() -> None:
    assert paired(load_networks().pair, [], [], []).shape == (0, len(CONTENTS))
