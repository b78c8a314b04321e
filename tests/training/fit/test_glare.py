"""Made glare lights the tiles of a picture, and what it hides is learned from measures of the pixels."""

import numpy as np

from tests.vision.made_boards import plain_board
from training.fit.glare import fit, with_glare
from vision.imaging.chromaticity import GAMMA
from vision.networks.activations import sigmoid


def test_glare_brightens_the_tiles_where_light_is_mirrored_and_nothing_else(stored):
    picture = stored(plain_board, 1, 480, 360)
    glared = with_glare(np.random.default_rng(1), picture)
    assert glared.mirrored.shape == glared.printed.shape == picture.image.shape[:2]
    assert glared.mirrored.max() > 0.1
    before, after = ((p.image / 255) ** GAMMA for p in (picture, glared.picture))
    lit = glared.mirrored > 0.1
    assert (after[lit].mean() - before[lit].mean()) > 0.05
    assert (glared.mirrored[::2, ::2][picture.terrain == 0] < 0.1 * glared.mirrored.max()).mean() > 0.97


def test_the_regression_finds_what_tells_hidden_from_seen():
    rng = np.random.default_rng(2)
    features = rng.normal(size=(4000, 5))
    hidden = rng.random(4000) < sigmoid(3 * features[:, 0] - 2 * features[:, 4] - 1)
    weights, level = fit([(features[:2000], hidden[:2000]), (features[2000:], hidden[2000:])])
    found = features @ weights + level > 0
    assert (found == hidden).mean() > 0.8
    assert weights[0] > 1 and weights[4] < -1
