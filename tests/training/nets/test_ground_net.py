"""The network that compares grounds is taught from groups of made boards whose true terrains are known."""

import sys
from pathlib import Path

import numpy as np
import pytest

from training.common.stored import joined
from training.ground_net.recolouring import recoloured
from training.ground_net.samples import make_boards
from vision.networks.models import load_networks
from vision.networks.runtime import load_network
from vision.terrain.ground.mixture import GROUPS
from vision.terrain.ground.name_network import FEATURES, infer_names

pytestmark = pytest.mark.training


@pytest.fixture(scope="module")
def boards():
    networks, rng = load_networks(), np.random.default_rng(7)
    return joined([made for _ in range(6) if (made := make_boards(rng, networks)) is not None])


def test_the_groups_of_made_boards_are_mostly_of_one_terrain_each(boards):
    assert boards.features.shape[1:] == (GROUPS, FEATURES)
    assert np.allclose(boards.shares.sum(axis=1), 1, atol=1e-4)
    assert boards.counts.max(axis=2).sum() > 0.8 * boards.counts.sum()


def test_recoloured_pictures_differ_and_keep_their_edges():
    picture = np.zeros((20, 20, 3), np.uint8)
    picture[:, 10:] = (40, 160, 90)
    for seed in range(10):
        changed = recoloured(np.random.default_rng(seed), picture)
        assert changed.shape == picture.shape
        assert changed.dtype == np.uint8
        assert np.ptp(changed[:, :10].reshape(-1, 3), axis=0).max() <= 1
        assert np.abs(changed[0, 0].astype(int) - changed[0, 10]).max() > 5


def test_a_network_is_taught_and_written_as_it_is_loaded(boards, tmp_path: Path, monkeypatch):
    pytest.importorskip("torch")
    from training.ground_net.train import main

    (tmp_path / "boards").mkdir()
    np.savez(tmp_path / "boards" / "some.npz", **vars(boards))
    onnx = tmp_path / "ground.onnx"
    options = {"boards": tmp_path / "boards", "steps": 2, "batch": 4, "threads": 1, "out": tmp_path / "w.pt"}
    words = [str(x) for k, v in {**options, "onnx": onnx}.items() for x in (f"--{k}", v)]
    monkeypatch.setattr(sys, "argv", ["train", *words])
    main()
    inputs = (boards.features[0], boards.looks[0], boards.measured[0], boards.shares[0])
    assert infer_names(load_network(onnx), *inputs).shape == (GROUPS, 3)
