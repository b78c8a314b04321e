"""The weights by which a tile's regions are chosen are learned from boards with truth."""

import json

import cv2
import numpy as np
import pytest
from scipy.special import softmax

from training.fit.connectivity import DividedTile, divided_tiles, fit_weights, nats, rightly_read
from training.validation import photo_of_a_game
from vision.networks.models import load_networks
from vision.terrain.connectivity import WEIGHTS


def _tiles(rng, weights, count):
    """Return tiles of four candidates each, the right ones drawn with the probabilities that these weights give."""
    features = rng.normal(size=(count, 4, 5))
    return [DividedTile(own, int(rng.choice(4, p=softmax(own @ weights)))) for own in features]


def test_the_fit_finds_the_weights_that_right_candidates_were_drawn_with():
    weights = np.array([0.3, -0.5, 0.2, 0.0, 1.4])
    tiles = _tiles(np.random.default_rng(3), weights, 3000)
    found = fit_weights(tiles)
    assert np.allclose(found, weights, atol=0.15)
    assert nats(tiles, found) <= nats(tiles, weights) + 1e-6


@pytest.mark.training
def test_tiles_of_boards_carry_the_candidate_that_is_right(tmp_path):
    for number in range(2):
        picture = photo_of_a_game([5, number], 1280, 960, "training", game=True, played=True)
        cv2.imwrite(str(tmp_path / f"{number}.jpg"), picture.image)
        (tmp_path / f"{number}.json").write_text(json.dumps(picture.document()), encoding="utf-8")
    tiles = list(divided_tiles(tmp_path, load_networks()))
    assert tiles
    for tile in tiles:
        assert tile.features.shape[1] == 5
        assert 0 <= tile.right < len(tile.features)
    # Most of what a reading chooses is right.
    chosen = [int((tile.features @ np.array(WEIGHTS)).argmax()) for tile in tiles]
    assert np.mean([k == tile.right for k, tile in zip(chosen, tiles, strict=True)]) > 0.5


def test_true_regions_are_turned_as_the_reading_counts_edges():
    edges = ["P", "O", "M", "O", "O", "PO"]
    regions = [{"terrain": "P", "ports": [[0, 0], [5, 0]]}, {"terrain": "M", "ports": [[2, 0]]}]
    true = [{"q": 0, "r": 0, "px": [50, 50], "edges": edges, "regions": regions}]
    read = [{"q": 2, "r": -1, "px": [51, 49], "edges": [edges[k - 2] for k in range(6)]}]
    found = rightly_read(read, true)
    assert found == {(2, -1): (tuple(read[0]["edges"]), [("M", [(4, 0)]), ("P", [(1, 0), (2, 0)])])}
    assert rightly_read([read[0] | {"edges": ["P"] * 6}], true) == {}
