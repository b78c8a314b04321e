"""What tells ground in sight from pieces, and which ground it is, is learned from made boards."""

import numpy as np

from training.fit.sight import Judged, fit_sight, fit_terrain, judged_boards, sight_loss
from vision.networks.activations import sigmoid
from vision.networks.models import load_networks


def _judged(rng, weights, limits):
    """Return pixels whose ground is in sight as (4,) weights of features and level tell, within limits."""
    features = rng.normal(size=(len(limits), 3))
    shown = rng.random(len(limits)) < 1 - limits * sigmoid(-(features @ weights[:3] + weights[3]))
    terrain = rng.integers(3, size=len(limits))
    guessed = np.full((len(limits), 3), 1 / 3)
    named = 2.0 * (terrain[:, None] == np.arange(3)) + rng.gumbel(size=(len(limits), 3))
    return Judged(features, limits, named, guessed, terrain, shown)


def test_the_fit_finds_the_weights_that_pixels_were_drawn_with_within_limits():
    rng, weights = np.random.default_rng(3), np.array([0.9, 0.2, 0.5, 1.0])
    judged = _judged(rng, weights, rng.choice([0.1, 1.0], size=6000))
    found = fit_sight(judged)
    assert np.allclose(found, weights, atol=0.25)
    assert sight_loss(judged, found) <= sight_loss(judged, weights) + 1e-6


def test_the_fit_believes_what_names_the_terrain():
    judged = _judged(np.random.default_rng(4), np.array([1.0, 0.0, 0.0, 1.0]), np.ones(3000))
    network, named = fit_terrain(judged)
    assert 0.5 < named < 2 and np.isfinite(network)


def test_pixels_of_a_made_board_carry_their_truth():
    (judged,) = judged_boards("training", 5, 1, load_networks())
    count = len(judged.shown)
    assert judged.features.shape == judged.named.shape == judged.guessed.shape == (count, 3)
    assert judged.limits.min() >= 0 and judged.limits.max() <= 1
    assert set(judged.terrain) <= {0, 1, 2}
    # The scene network takes most of them for pieces, and is right about most.
    assert 0.05 < judged.shown.mean() < 0.9
    assert judged.features[judged.shown, 0].mean() > judged.features[~judged.shown, 0].mean()
