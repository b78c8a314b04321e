"""Made squares of Hokkaido are painted alike again, and a network taught by them compares any number of them."""

import numpy as np
import pytest

from training.hokkaido.square_net.samples import paint_printings
from training.hokkaido.wide_art import make_wide_art
from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.cells import SIDE

torch = pytest.importorskip("torch")


@pytest.fixture(scope="module")
def printings():
    return paint_printings(10_000, 3, 2)


@pytest.fixture
def batch(printings):
    from training.hokkaido.square_net.boards import Painted, batches

    return next(batches(np.random.default_rng(2), Painted([printings]), 4))


def test_a_printing_is_painted_alike_again(printings):
    assert printings.shape == (3, len(APPEARANCES), 2, SIDE, SIDE, 3)
    assert np.array_equal(paint_printings(10_001, 1, 2)[0], printings[1])
    assert not np.array_equal(printings[0], printings[1])


def test_printings_are_drawn_in_styles_with_signs_and_with_emblems():
    arts = [make_wide_art(seed) for seed in range(10_000, 10_040)]
    assert 0 < sum(bool(art.signs) for art in arts) < len(arts)
    assert {name for art in arts for name in art.emblems} == {"production", "factory"}


def test_a_board_is_padded_by_squares_of_no_place_and_no_class(batch):
    from training.hokkaido.square_net.boards import UNKNOWN

    squares, places, classes = batch
    assert squares.shape == (*classes.shape, 3, SIDE, SIDE)
    assert torch.equal(classes != UNKNOWN, places[..., 2] == 1)
    assert (places[..., :2].abs() <= 1).all()
    assert squares.min() >= 0 and squares.max() <= 255


def test_squares_that_were_never_painted_are_asked_for(tmp_path):
    from training.hokkaido.square_net.boards import read_painted

    with pytest.raises(FileNotFoundError, match=r"square_net\.samples"):
        read_painted(tmp_path)


def test_neither_the_order_of_squares_nor_padding_changes_what_they_are_named(batch):
    from training.hokkaido.square_net.model import SquareNet

    torch.manual_seed(1)
    net, (squares, places, _) = SquareNet().eval(), batch
    order = torch.randperm(squares.shape[1])
    squares[:, order[0]], places[:, order[0]] = 0, 0
    with torch.no_grad():
        whole, turned = net(squares, places), net(squares[:, order], places[:, order])
        short = net(squares[:, order[1:]], places[:, order[1:]])
    there = places[:, order, 2] == 1
    assert torch.allclose(turned[there], whole[:, order][there], atol=1e-3)
    assert torch.allclose(short[there[:, 1:]], turned[:, 1:][there[:, 1:]], atol=1e-3)


@pytest.mark.training
def test_a_network_is_taught_and_written_for_any_number_of_squares(tmp_path, monkeypatch):
    from training.hokkaido.square_net import samples, train
    from vision.networks.runtime import load_network

    for module, options in (
        (samples, ["--printings", "2", "--squares", "1", "--makers", "1"]),
        (train, ["--squares", str(tmp_path), "--steps", "2", "--batch", "2", "--onnx", str(tmp_path / "net.onnx")]),
    ):
        out = tmp_path if module is samples else tmp_path / "net.pt"
        monkeypatch.setattr("sys.argv", ["module", *options, "--out", str(out)])
        module.main()
    network = load_network(tmp_path / "net.onnx")
    for number in (5, 21):
        squares, places = np.full((1, number, 3, SIDE, SIDE), 90, np.float32), np.ones((1, number, 3), np.float32)
        (logits,) = network.infer(squares, places, multiple=16, axis=1)
        assert logits.shape == (1, number, len(APPEARANCES))
