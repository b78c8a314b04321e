"""The network of looks is taught from a folder of made tables, put into 8 bits, and runs with any number of pieces."""

import sys

import numpy as np
import pytest

from training.look_net.samples import MARGIN, NOTHING, make_tables
from vision.networks.models import load_networks
from vision.networks.runtime import load_network
from vision.pieces.looks import LOOK_COUNT, PLANES, SIDE

pytestmark = pytest.mark.training


@pytest.fixture(scope="module")
def tables():
    networks, rng = load_networks(), np.random.default_rng(4)
    return next(made for _ in range(9) if (made := make_tables(rng, networks)) is not None)


@pytest.fixture(scope="module")
def sets(tables, tmp_path_factory):
    folder = tmp_path_factory.mktemp("sets")
    np.savez(folder / "some.npz", **vars(tables))
    return folder


@pytest.fixture
def taught(sets, tmp_path, monkeypatch):
    """Return the file of a network after two steps."""
    pytest.importorskip("torch")
    from training.look_net.train import main

    onnx = tmp_path / "look.onnx"
    options = {"sets": sets, "steps": 2, "batch": 2, "threads": 1, "out": tmp_path / "l.pt", "onnx": onnx}
    monkeypatch.setattr(sys, "argv", ["train", *(str(x) for k, v in options.items() for x in (f"--{k}", v))])
    main()
    return onnx


def test_each_table_has_pieces_of_both_kinds(tables):
    assert tables.pieces.shape[1:] == (SIDE + 2 * MARGIN, SIDE + 2 * MARGIN, PLANES)
    assert tables.kinds.max() <= NOTHING
    for own in np.split(tables.kinds, np.cumsum(tables.sizes)[:-1]):
        assert min((own == 0).sum(), (own == 1).sum()) >= 2


def test_a_network_is_taught_and_written_for_any_number_of_pieces(taught):
    network = load_network(taught)
    for count in (8, 24):
        (told,) = network.infer(np.ones((count, PLANES, SIDE, SIDE), np.float32))
        assert told.shape == (count, LOOK_COUNT)
        assert np.isfinite(told).all()


def test_in_8_bits_the_network_answers_nearly_as_before(taught, sets, tables, tmp_path, monkeypatch):
    pytest.importorskip("nncf")
    from training.conversion.quantise_looks import main

    shipped = tmp_path / "shipped.onnx"
    monkeypatch.setattr(sys, "argv", ["quantise_looks", str(taught), str(shipped), "--sets", str(sets)])
    main()
    inner = slice(MARGIN, MARGIN + SIDE)
    pieces = tables.pieces[:16, inner, inner].transpose(0, 3, 1, 2).astype(np.float32) / 255
    before, after = (load_network(file).infer(pieces)[0] for file in (taught, shipped))
    assert np.abs(after - before).mean() < 0.2 * before.std(axis=0).mean()
