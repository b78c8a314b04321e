"""The network of hidden land is taught from a folder of made tiles, which are seen and known as they lie."""

import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from training.common.stored import joined
from training.hidden_terrain_net.connectivity import UNKNOWN, drawing_probabilities
from training.hidden_terrain_net.samples import make_tiles, read_tiles, rim_terrain_of_sixths
from vision.networks.models import load_networks
from vision.networks.runtime import load_network
from vision.terrain.hidden_terrain import PLANE_COUNT
from vision.terrain.regions import INSIDE, PLACES

pytestmark = pytest.mark.training

_SIDE = len(INSIDE)


@pytest.fixture(scope="module")
def tiles():
    networks, rng = load_networks(), np.random.default_rng(7)
    return joined([made for _ in range(3) if (made := make_tiles(rng, networks)) is not None])


@pytest.fixture
def folder(tmp_path, tiles):
    (tmp_path / "tiles").mkdir()
    np.savez(tmp_path / "tiles" / "some.npz", **vars(tiles))
    return tmp_path


def test_a_folder_without_tiles_says_how_to_make_some(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"hidden_terrain_net\.samples"):
        read_tiles(tmp_path)


def test_what_is_seen_of_most_made_tiles_lies_where_their_truth_does(tiles):
    clear = (tiles.clear > 250) & INSIDE
    right = (tiles.land.argmax(axis=-1) == tiles.truth) & clear
    assert np.median(right.sum(axis=(1, 2)) / clear.sum(axis=(1, 2))) > 0.9


def test_the_edges_of_made_tiles_are_those_that_their_land_shows(tiles):
    rims = np.array([rim_terrain_of_sixths(rim) for rim in tiles.rims])
    outermost = INSIDE & (abs(PLACES[..., 0]) > 0.44)  # the edges that face left and right
    assert (rims == tiles.truth)[:, outermost].mean() > 0.85


def test_tiles_are_drawn_so_that_half_of_the_pairs_in_question_are_connected():
    rng = np.random.default_rng(5)
    connected = np.where(rng.random((500, 18, 18)) < rng.uniform(0.2, 1.0, (500, 1, 1)), 1, 0)
    connected[:100] = UNKNOWN
    probabilities = drawing_probabilities(connected)
    assert np.isclose(probabilities.sum(), 1)
    assert np.allclose(probabilities[:100], 1 / 500)
    shares = (connected[100:] == 1).mean(axis=(1, 2))
    assert shares.mean() > 0.55
    assert np.isclose(np.average(shares, weights=probabilities[100:]), 0.5, atol=1e-3)


@pytest.mark.parametrize("answer", [UNKNOWN, 0, 1])
def test_tiles_that_are_all_alike_are_drawn_evenly(answer):
    assert np.allclose(drawing_probabilities(np.full((20, 18, 18), answer)), 1 / 20)


def test_turns_and_mirrors_bring_a_tile_and_its_edges_along_together():
    pytest.importorskip("torch")
    from training.hidden_terrain_net.train import symmetry
    from vision.terrain.regions import rim_third_indices

    # Numbered all around, so that wherever a spot comes to lie, its place says which one it was.
    for number in range(12):
        places, spots = symmetry(number)
        where = np.arange(_SIDE * _SIDE)[places][rim_third_indices()]
        rows, columns = np.unravel_index(where, (_SIDE, _SIDE))
        true_rows, true_columns = np.unravel_index(rim_third_indices()[spots], (_SIDE, _SIDE))
        assert np.hypot(rows - true_rows, columns - true_columns).max() <= 3


def test_a_network_is_taught_and_written_for_any_number_of_tiles(folder: Path, monkeypatch):
    pytest.importorskip("torch")
    from training.hidden_terrain_net.train import main

    onnx = folder / "inland.onnx"
    options = {"tiles": folder / "tiles", "steps": 2, "batch": 4, "threads": 1, "out": folder / "w.pt", "onnx": onnx}
    monkeypatch.setattr(sys, "argv", ["train", *(str(x) for k, v in options.items() for x in (f"--{k}", v))])
    main()
    network = load_network(onnx)
    for count in (1, 8):
        land, odds = network.infer(np.zeros((count, PLANE_COUNT, _SIDE, _SIDE), np.float32))
        assert land.shape == (count, 3, _SIDE, _SIDE)
        assert odds.shape == (count, 18, 18)
        assert np.allclose(np.exp(land).sum(axis=1), 1, atol=1e-3)


def test_the_shipped_network_is_restored_so_that_its_training_can_go_on(folder: Path, monkeypatch):
    torch = pytest.importorskip("torch")
    from training.conversion.warm_tiles import main
    from training.hidden_terrain_net.model import HiddenTerrainNet

    shipped, start = files("vision.networks") / "weights" / "hidden_terrain.onnx", folder / "start.pt"
    monkeypatch.setattr(sys, "argv", ["warm_tiles", str(shipped), str(start), "--tiles", str(folder / "tiles")])
    main()
    model = HiddenTerrainNet().eval()
    model.load_state_dict(torch.load(start))
    tiles = read_tiles(folder / "tiles")
    planes = tiles.planes(np.arange(8))
    with torch.no_grad():
        restored = [part.numpy() for part in model(torch.from_numpy(planes))]
    for ours, theirs in zip(restored, load_network(shipped).infer(planes), strict=True):
        # It ships in 8 bits.
        assert ((ours - theirs) ** 2).mean() < 0.01 * theirs.var()
