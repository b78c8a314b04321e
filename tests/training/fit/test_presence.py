"""By what tiles are told from table and other things is learned from made boards."""

import numpy as np

from training.fit.presence import Cells, fit_presence, surveyed_cells
from vision.networks.activations import sigmoid
from vision.networks.models import load_networks


def test_the_fit_finds_the_weights_that_cells_were_drawn_with():
    rng, weights = np.random.default_rng(3), np.array([2.0, 3.0, 1.0, -1.0, -2.0])
    features = np.column_stack([rng.uniform(0, 1, (20000, 3)), rng.uniform(-4, 4, 20000)])
    tiles = rng.random(20000) < sigmoid(features @ weights[:-1] + weights[-1])
    np.testing.assert_allclose(fit_presence(Cells(features, tiles)), weights, atol=0.3)


def test_cells_of_a_made_board_carry_their_truth():
    (cells,) = surveyed_cells("training", 5, 1, load_networks())
    assert cells.features.shape == (len(cells.tiles), 4)
    assert cells.tiles.mean() > 0.5
    assert cells.features[cells.tiles, 0].mean() > 0.9
