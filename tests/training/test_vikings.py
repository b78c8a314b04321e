"""Painted fjords of Vikings tell where their figures are seen, and the network that is taught by them runs anywhere."""

import numpy as np
import pytest

from training.vikings.art import paint_fjord
from training.vikings.layout import COLUMNS, FINE, HOME, ROWS

torch = pytest.importorskip("torch")


@pytest.fixture(scope="module")
def fjords():
    return [paint_fjord(seed) for seed in range(4)]


def test_a_fjord_is_painted_alike_again(fjords):
    assert np.array_equal(paint_fjord(2).pixels, fjords[2].pixels)


def test_figures_are_in_the_picture_and_those_on_islands_are_of_their_rows_colour(fjords):
    for fjord in fjords:
        assert fjord.pixels.shape == (ROWS * FINE, (HOME + COLUMNS) * FINE, 3)
        kinds, x, y = fjord.middles.T
        assert len(kinds) > 3
        islands = x > 0.5
        assert (np.abs(y[islands] - kinds[islands] - 0.5) < 1).all()


def test_a_figure_is_painted_where_its_middle_is_said_to_be(fjords):
    """What is painted there differs from what is seen on the whole, as the sides of its square do not."""
    from training.vikings.train import make_sample

    sample = make_sample(1)
    assert sample is not None
    away = [np.abs(sample.wooden[int(kind)] - _at(sample.lab, x, y)).sum() for kind, x, y in sample.middles]
    beside = [np.abs(sample.wooden[int(kind)] - _at(sample.lab, x + 24, y + 24)).sum() for kind, x, y in sample.middles]
    assert np.median(away) < 0.5 * np.median(beside)


def test_a_network_is_taught_and_written_for_any_size(tmp_path):
    from training.vikings.train import FigureNet, export, initial_weights, make_sample, train
    from vision.networks.runtime import load_network
    from vision.vikings.figures.network import STRIDE, FigureNetwork

    sample = make_sample(1)
    taught = train(FigureNet(), [sample], steps=2, batch=2, rate=1e-3)
    export(taught, tmp_path / "eye.onnx")
    again = initial_weights(tmp_path / "eye.onnx").state_dict()
    assert all(torch.equal(value, again[name]) for name, value in taught.state_dict().items())
    eye = FigureNetwork(load_network(tmp_path / "eye.onnx"))
    for shape in ((48, 96), (96, 144)):
        lab = sample.lab[: shape[0], : shape[1]].astype(np.float32)
        heat = eye.infer(lab, sample.marked[:2])
        assert heat.shape == (2, shape[0] // STRIDE, shape[1] // STRIDE)
        assert (heat >= 0).all() and (heat <= 1).all()


def _at(lab, x, y):
    row, column = (int(np.clip(v, 0, size - 1)) for v, size in zip((y, x), lab.shape[:2], strict=True))
    return lab[row, column].astype(float)
