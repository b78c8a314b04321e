"""The network of edges is taught from made boards whose edges are known, both sides of a seam together."""

import sys
from pathlib import Path

import numpy as np
import pytest

from training.common.stored import joined
from training.edge_net.samples import make_board
from vision.networks.models import load_networks
from vision.networks.runtime import load_network
from vision.terrain.edge_samples import EdgeSamples
from vision.terrain.edges import EDGES, REVERSED, edge_log_likelihoods

pytestmark = pytest.mark.training


@pytest.fixture(scope="module")
def boards():
    networks = load_networks()
    return joined([made for k in range(4) if (made := make_board([5, k], networks, "held-out")) is not None])


def test_both_sides_of_a_seam_show_the_same(boards):
    ends = np.cumsum(boards.sizes)
    for end, size in zip(ends, boards.sizes, strict=True):
        true, beside = boards.true[end - size : end], boards.beside[end - size : end]
        tile, side = np.nonzero((beside >= 0) & (true >= 0))
        opposite = true[beside[tile, side], (side + 3) % 6]
        known = opposite >= 0  # a loose tile may be taken for one of the board, and has no true edges
        assert known.mean() > 0.9
        assert (opposite[known] == REVERSED[true[tile, side]][known]).all()


def test_the_samples_of_made_boards_mostly_show_their_edges(boards):
    samples = EdgeSamples(boards.land.astype(np.float32), boards.clear.astype(np.float32))
    assert (edge_log_likelihoods(samples).argmax(axis=2) == boards.true)[boards.true >= 0].mean() > 0.85


def test_boards_are_mirrored_and_exchanged_with_their_edges(boards):
    pytest.importorskip("torch")
    from training.edge_net.train import batch_of, changed, split

    rng, (board, *_) = np.random.default_rng(2), split(boards)
    right = (batch_of([board])[1].argmax(dim=1) == batch_of([board])[3]).float().mean()
    for _ in range(12):
        _, likelihoods, across, true = batch_of([changed(rng, board)])
        assert (likelihoods.argmax(dim=1) == true).float().mean() > right - 0.1
        told = across >= 0
        assert (true[across[told]] == np.array(REVERSED)[true[told]]).all()


def test_a_network_is_taught_and_written_for_any_number_of_edges(boards, tmp_path: Path, monkeypatch):
    pytest.importorskip("torch")
    from training.edge_net.model import EdgeNet
    from training.edge_net.train import main

    (tmp_path / "edges").mkdir()
    np.savez(tmp_path / "edges" / "some.npz", **vars(boards))
    onnx = tmp_path / "edge.onnx"
    options = {
        "edges": tmp_path / "edges",
        "steps": 2,
        "batch": 2,
        "threads": 1,
        "out": tmp_path / "e.pt",
        "onnx": onnx,
    }
    monkeypatch.setattr(sys, "argv", ["train", *(str(x) for k, v in options.items() for x in (f"--{k}", v))])
    main()
    network, form = load_network(onnx), EdgeNet().onnx_form()
    for count in (6, 18):
        blobs = [np.zeros((count, *example.shape[1:]), np.float32) for example in form.example]
        assert network.infer(*blobs)[0].shape == (count, len(EDGES))
