"""The shipped networks are small, and several threads may use one at the same time."""

from concurrent.futures import ThreadPoolExecutor
from importlib import resources

import numpy as np
import pytest

from vision.networks import channels
from vision.networks.models import infer_scene, load_networks, shipped_weights
from vision.networks.runtime import load_network
from vision.terrain.hidden_terrain import PLANE_COUNT
from vision.terrain.regions import INSIDE


def test_all_networks_together_take_no_more_than_ten_megabytes():
    files = [f for package in ("vision.networks.weights", "vision.vikings") for f in resources.files(package).iterdir()]
    assert 0 < sum(len(f.read_bytes()) for f in files if f.name.endswith(".onnx")) <= 10e6


def test_concurrent_inferences_each_return_the_outputs_of_their_own_picture():
    network = load_network(shipped_weights() / "scene.onnx")
    rng = np.random.default_rng(3)
    pictures = [rng.random((1, 3, 64, 32 * (n + 1)), np.float32) for n in range(6)]
    alone = [network.infer(picture)[0] for picture in pictures]
    with ThreadPoolExecutor(6) as threads:
        together = list(threads.map(lambda picture: network.infer(picture)[0], pictures * 3))
    for n, maps in enumerate(together):
        np.testing.assert_allclose(maps, alone[n % 6], atol=1e-4)


def test_maps_cover_a_picture_whose_size_is_no_multiple_of_the_networks():
    maps = infer_scene(load_networks(), np.full((70, 101, 3), 90, np.uint8))
    assert maps.logits.shape == (channels.BOARD_COUNT, 35, 51)
    assert maps.inner.shape == (64, 12, 16)  # of 96 x 128 pixels


@pytest.mark.parametrize("sizes", [{"batch": 8}, {"batch": 2}, {"multiple": 8}])
def test_neither_batches_nor_padding_change_any_output(sizes):
    network = load_network(shipped_weights() / "hidden_terrain.onnx")
    shown = np.random.default_rng(3).random((5, PLANE_COUNT, *INSIDE.shape), np.float32)
    for filled, alone in zip(network.infer(shown, **sizes), network.infer(shown), strict=True):
        assert len(filled) == 5
        assert np.allclose(filled, alone, atol=1e-4)


@pytest.mark.parametrize("sizes", [{"batch": 8}, {"multiple": 8}])
def test_no_items_give_no_outputs_in_the_shapes_of_others(sizes):
    network = load_network(shipped_weights() / "hidden_terrain.onnx")
    shown = np.zeros((0, PLANE_COUNT, *INSIDE.shape), np.float32)
    one = network.infer(np.zeros((1, *shown.shape[1:]), np.float32), **sizes)
    assert [out.shape for out in network.infer(shown, **sizes)] == [(0, *out.shape[1:]) for out in one]
