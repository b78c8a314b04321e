"""The close-up network's outputs, averaged over several views of a cell, on synthetic pictures in held-out art."""

import numpy as np
import pytest

from training.closeup_net.samples import samples_of
from training.scenes.scene import SceneOptions, make_picture
from vision.networks import closeup_channels as channels
from vision.networks.models import Networks, load_networks
from vision.pieces.closeup_network import count_probabilities, infer_closeups

_OPTIONS = SceneOptions(
    tiles=(12, 18), tilt=(0, 25), pitch=(60, 80), pieces=0.6, empty=0.0, clutter=False, art="held-out"
)


@pytest.fixture(scope="module")
def networks() -> Networks:
    return load_networks()


@pytest.fixture(scope="module")
def closeups() -> np.ndarray:
    pictures = (make_picture(np.random.default_rng([37, seed]), 560, 560, _OPTIONS) for seed in range(3))
    return np.concatenate([samples_of(np.random.default_rng(37), picture).closeups for picture in pictures])


def test_a_doubtful_cell_is_judged_alike_in_a_mirror(networks: Networks, closeups: np.ndarray) -> None:
    seen, mirrored = (infer_closeups(networks, one) for one in (closeups, closeups[:, :, ::-1].copy()))
    certain = [count_probabilities(outputs.logits).max(axis=2).min(axis=1) for outputs in (seen, mirrored)]
    doubtful = np.maximum(*certain) < 0.65
    assert doubtful.any()
    averaged = slice(0, channels.TILE)
    assert seen.logits[doubtful, averaged] == pytest.approx(mirrored.logits[doubtful, averaged], abs=0.25)
    assert seen.features[doubtful] == pytest.approx(mirrored.features[doubtful], abs=0.25)


def test_each_cell_is_judged_by_itself(networks: Networks, closeups: np.ndarray) -> None:
    together, alone = infer_closeups(networks, closeups), infer_closeups(networks, closeups[5:6])
    assert together.logits[5] == pytest.approx(alone.logits[0], abs=0.02)
    assert together.maps[5] == pytest.approx(alone.maps[0], abs=0.02)
