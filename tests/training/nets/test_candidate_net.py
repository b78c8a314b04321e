"""The candidate network is taught from a folder of made tables, and runs with any number of candidates."""

import sys

import numpy as np
import pytest

from training.candidate_net.samples import TableCandidates, cut_off, make_table
from training.common.judged_samples import PictureOptions
from training.common.stored import read_stored
from training.scenes.scene import SceneOptions, make_picture
from vision.networks.models import load_networks
from vision.networks.runtime import load_network
from vision.pieces.evidence.candidate_network import ANSWERS, INPUT_COUNT, OUTPUT_COUNT


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(2)
    sizes = rng.integers(1, 30, 40)
    n = int(sizes.sum())
    inputs = rng.normal(0, 1, (n, INPUT_COUNT)).astype(np.float32)
    inputs[:, 0], inputs[:, ANSWERS] = 1, 0
    kinds = rng.integers(0, 4, n).astype(np.int8)
    colours = np.where(np.isin(kinds, [1, 2]), rng.integers(0, 11, n), -1).astype(np.int8)
    (tmp_path / "candidates").mkdir()
    np.savez(tmp_path / "candidates" / "some.npz", **vars(TableCandidates(inputs, kinds, colours, sizes)))
    return tmp_path


def test_a_folder_without_tables_says_how_to_make_some(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"training\.candidate_net\.samples"):
        read_stored(TableCandidates, tmp_path, "training.candidate_net.samples")


def test_pieces_of_a_picture_that_is_cut_off_move_with_it_and_are_in_sight_by_their_share_that_is_left():
    options = SceneOptions(tiles=(12, 12), pieces=0.9, empty=0.0, whole=True)
    whole = make_picture(np.random.default_rng(4), 384, 288, options)
    part = cut_off(np.random.default_rng(5), whole)
    height, width = part.image.shape[:2]
    moved = np.array([p.foot for p in whole.pieces]) - [p.foot for p in part.pieces]
    assert (moved == moved[0]).all()
    left, top = moved[0].astype(int)
    np.testing.assert_array_equal(part.image, whole.image[top : top + height, left : left + width])
    before, after = (np.array([p.visible for p in picture.pieces]) for picture in (whole, part))
    x, y = np.array([p.foot for p in part.pieces]).T
    inside = (x > 40) & (x < width - 40) & (y > 40) & (y < height - 40)
    np.testing.assert_allclose(after[inside], before[inside])
    assert (after[(x < -40) | (y < -40) | (x > width + 40) | (y > height + 40)] == 0).all()
    assert (after <= before).all() and (after < before).any()


@pytest.mark.training
def test_a_made_board_is_read_and_most_of_its_candidates_are_its_pieces():
    networks, rng = load_networks(), np.random.default_rng(4)
    tables = [made for _ in range(3) if (made := make_table(rng, networks, PictureOptions("compact"))) is not None]
    kinds = np.concatenate([made.kinds for made in tables])
    assert (kinds > 0).mean() > 0.5
    for made in tables:
        assert made.inputs.shape == (len(made.kinds), INPUT_COUNT) and made.sizes.tolist() == [len(made.kinds)]
        assert np.isfinite(made.inputs).all() and (made.inputs[:, 0] == 1).all()
        assert ((made.colours >= 0) == np.isin(made.kinds, [1, 2])).all()


def test_a_network_is_taught_and_written_for_any_number_of_candidates(folder, monkeypatch):
    pytest.importorskip("torch")
    from training.candidate_net.train import main

    onnx = folder / "candidate.onnx"
    options = {"candidates": folder / "candidates", "steps": 3, "threads": 1, "out": folder / "c.pt", "onnx": onnx}
    monkeypatch.setattr(sys, "argv", ["train", *(str(x) for k, v in options.items() for x in (f"--{k}", v))])
    main()
    network = load_network(onnx)
    for count in (16, 48):
        (logits,) = network.infer(np.ones((1, count, INPUT_COUNT), np.float32))
        assert logits.shape == (1, count, OUTPUT_COUNT)
        assert np.isfinite(logits).all()
