"""What tells pieces from printed art is found by what stands on made boards."""

import numpy as np
import pytest

from training.fit.evidence.samples import labelled_scene
from training.fit.presence import Candidates, candidates_of, fitted
from training.validation import photo_of_a_game
from vision.networks.activations import sigmoid
from vision.networks.models import load_networks

pytestmark = pytest.mark.training


@pytest.fixture(scope="module")
def seen():
    board = labelled_scene(photo_of_a_game([3, 1], 960, 720, "training"), load_networks())
    assert board is not None
    return candidates_of(board)


def test_weights_that_rule_what_is_true_are_found_again():
    rng, weights = np.random.default_rng(5), np.array([-1.0, 0.5, 0.8])
    odds, colours = rng.normal(0, 2, 4000), rng.uniform(-4, 4, (4000, 3))
    true = rng.random(4000) < sigmoid(odds + colours @ weights)
    assert fitted(Candidates(odds, colours, true)) == pytest.approx(weights, abs=0.15)


def test_where_everything_stands_for_sure_the_weights_stay_finite():
    assert np.isfinite(fitted(Candidates(np.ones(5), np.ones((5, 3)), np.ones(5, bool)))).all()


def test_what_stands_on_a_made_board_is_known(seen):
    sure = seen.odds > 3
    assert sure.sum() > 3 and seen.true[sure].mean() > 0.9
