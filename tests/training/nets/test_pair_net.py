"""The network that tells pairs is taught from a folder of made cells, and runs with any number of cells."""

import sys

import numpy as np
import pytest

from training.common.stored import joined
from training.pair_net.samples import make_cells
from vision.networks.models import load_networks
from vision.networks.runtime import load_network
from vision.pieces.pair_network import CELL_INPUTS, GRID, PAIRS, PLANES

pytestmark = pytest.mark.training


@pytest.fixture(scope="module")
def cells():
    networks, rng = load_networks(), np.random.default_rng(4)
    return joined([made for _ in range(3) if (made := make_cells(rng, networks)) is not None])


def test_many_of_the_cells_hold_two_things_and_none_more(cells):
    counts = cells.counts.sum(axis=1)
    assert counts.max() == 2
    assert (counts == 2).sum() > 0.1 * len(counts)


def test_a_network_is_taught_and_written_for_any_number_of_cells(cells, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    from training.pair_net.train import main

    (tmp_path / "cells").mkdir()
    np.savez(tmp_path / "cells" / "some.npz", **vars(cells))
    out, onnx = tmp_path / "weights.pt", tmp_path / "pairs.onnx"
    options = {"cells": tmp_path / "cells", "steps": 3, "threads": 1, "out": out, "onnx": onnx}
    monkeypatch.setattr(sys, "argv", ["train", *(str(x) for k, v in options.items() for x in (f"--{k}", v))])
    main()
    network = load_network(onnx)
    for count in (8, 24):
        shown = np.ones((count, PLANES, GRID, GRID), np.float32), np.ones((count, CELL_INPUTS), np.float32)
        (told,) = network.infer(*shown)
        assert told.shape == (count, 1 + len(PAIRS))
        assert np.isfinite(told).all()
