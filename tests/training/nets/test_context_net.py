"""The network that compares cells is taught from a folder of made tables, and runs with any number of cells."""

import sys

import numpy as np
import pytest

from training.context_net.samples import TableCells, read_tables
from vision.networks.closeup_channels import FEATURE_COUNT, LOGIT_COUNT
from vision.networks.runtime import load_network

pytest.importorskip("torch")


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(2)
    sizes = rng.integers(1, 30, 40)
    n = int(sizes.sum())
    logits, features = rng.normal(0, 3, (n, LOGIT_COUNT)), rng.random((n, FEATURE_COUNT))
    made = TableCells(
        logits.astype(np.float32), features.astype(np.float16), rng.integers(0, 3, (n, 3), np.uint8), sizes
    )
    (tmp_path / "tables").mkdir()
    np.savez(tmp_path / "tables" / "some.npz", **vars(made))
    return tmp_path


def test_a_folder_without_tables_says_how_to_make_some(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"training\.context_net\.samples"):
        read_tables(tmp_path)


def test_a_network_is_taught_and_written_for_any_number_of_cells(folder, monkeypatch):
    from training.context_net.train import main

    out, onnx = folder / "weights.pt", folder / "together.onnx"
    options = {"tables": folder / "tables", "steps": 3, "threads": 1, "out": out, "onnx": onnx}
    monkeypatch.setattr(sys, "argv", ["train", *(str(x) for k, v in options.items() for x in (f"--{k}", v))])
    main()
    network = load_network(onnx)
    for count in (16, 48):
        (counts,) = network.infer(np.ones((1, count, 1 + LOGIT_COUNT + FEATURE_COUNT), np.float32))
        assert counts.shape == (1, count, 9)
        assert np.isfinite(counts).all()
