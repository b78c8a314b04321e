"""Faces for the reader of runes are drawn as its input is cut, in every class, and the network learns from them."""

import sys
from collections import Counter

import numpy as np
import pytest

from training.rune_net.faces import HANDS, draw_face
from training.rune_net.shapes import OTHERS, RUNES
from vision.imaging.standardise import standardised
from vision.networks.runtime import load_network
from vision.stones.signs import SIDE
from vision.vocabulary import OTHER_SIGN, SIGNS

_GROUNDS = [np.full((512, 512, 3), colour, np.uint8) for colour in ((60, 130, 100), (160, 120, 60))]


def test_every_rune_is_drawn_and_some_faces_bear_none():
    rng = np.random.default_rng(3)
    drawn = [draw_face(rng, HANDS["training"], _GROUNDS) for _ in range(120)]
    counted = Counter(kind for _, kind in drawn)
    assert set(counted) == set(range(len(SIGNS)))
    assert 20 <= counted[SIGNS.index(OTHER_SIGN)] <= 55
    assert all(face.shape == (SIDE, SIDE, 3) and face.dtype == np.uint8 for face, _ in drawn)


def test_each_rune_of_the_game_has_forms_that_no_other_sign_has():
    assert set(RUNES) == set(SIGNS) - {OTHER_SIGN}
    forms = [str(form) for forms in (*RUNES.values(), OTHERS) for form in forms]
    assert len(set(forms)) == len(forms)


def test_the_held_out_hand_has_strokes_that_training_never_draws():
    assert set(HANDS["held-out"].ends) - set(HANDS["training"].ends) == {"carved"}


def test_a_normalised_face_has_no_mean_colour_and_no_brightness():
    face, _ = draw_face(np.random.default_rng(1), HANDS["training"], _GROUNDS)
    assert standardised(face).mean(axis=(1, 2)) == pytest.approx(0, abs=1e-4)
    brighter = standardised(face.astype(np.float32) + 40)
    np.testing.assert_allclose(brighter, standardised(face), atol=1e-4)


@pytest.mark.training
def test_a_short_training_writes_a_network_that_ships(tmp_path, monkeypatch):
    pytest.importorskip("torch")
    from training.rune_net import train

    monkeypatch.setattr(train, "_HELD_OUT", 40)
    files = ["--out", str(tmp_path / "w.pt"), "--onnx", str(tmp_path / "rune.onnx")]
    monkeypatch.setattr(sys, "argv", ["train", "--steps", "2", "--batch", "16", "--threads", "1", *files])
    train.main()
    (logits,) = load_network(tmp_path / "rune.onnx").infer(np.zeros((3, 3, SIDE, SIDE), np.float32))
    assert logits.shape == (3, len(SIGNS))
