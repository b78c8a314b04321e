"""The pair network on synthetic pictures in art that it was not trained with."""

import numpy as np
import pytest

from training.closeup_net.samples import UNKNOWN, samples_of
from training.scenes.scene import SceneOptions, make_picture
from vision.networks.models import load_networks
from vision.pieces.closeup_network import count_probabilities, infer_closeups
from vision.pieces.pair_network import PAIRS, pair_probabilities

_OPTIONS = SceneOptions(
    tiles=(12, 24), tilt=(0, 25), pitch=(80, 100), pieces=0.6, pairs=0.4, empty=0.0, clutter=False, art="held-out"
)


@pytest.fixture(scope="module")
def read() -> tuple[np.ndarray, np.ndarray]:
    """The probabilities of pairs on cells, and their true contents."""
    networks, probabilities, truth = load_networks(), [], []
    for seed in range(6):
        rng = np.random.default_rng([31, seed])
        samples = samples_of(rng, make_picture(rng, 640, 640, _OPTIONS))
        known = (samples.labels[:, :3] != UNKNOWN).all(axis=1)
        outputs = infer_closeups(networks, samples.closeups[known])
        counts = [count_probabilities(word) for word in outputs.logits]
        probabilities.append(pair_probabilities(networks.pair, samples.closeups[known], outputs.maps, counts))
        truth.append(samples.labels[known, :3])
    return np.concatenate(probabilities), np.concatenate(truth)


@pytest.mark.long
def test_cells_with_two_pieces_stand_out_from_those_with_one(read) -> None:
    probabilities, truth = read
    several = probabilities.sum(axis=1)
    two, one = several[truth.sum(axis=1) == 2], several[truth.sum(axis=1) == 1]
    assert len(two) > 20 and len(one) > 20
    assert np.mean(two[:, None] > one) > 0.85
    assert np.mean(one > 0.98) < 0.05


@pytest.mark.long
def test_the_kinds_of_a_pair_are_mostly_right(read) -> None:
    probabilities, truth = read
    sure = probabilities.sum(axis=1) > 0.9
    right = [
        PAIRS[k] == tuple(counts) for k, counts in zip(probabilities[sure].argmax(axis=1), truth[sure], strict=True)
    ]
    assert np.mean(right) > 0.6


def test_no_cells_give_no_rows() -> None:
    assert pair_probabilities(load_networks().pair, [], [], []).shape == (0, len(PAIRS))
