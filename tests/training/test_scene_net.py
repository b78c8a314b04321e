"""The scene network is trained for a time or a number of steps, and what other networks take can be held."""

import sys

import numpy as np
import pytest

from training.common.stored import save_atomically
from training.scene_net.targets import MAPS, TrainingPicture

torch = pytest.importorskip("torch")

from training.scene_net import train  # noqa: E402
from training.scene_net.anchor import Anchor  # noqa: E402
from training.scene_net.model import SceneNet  # noqa: E402

pytestmark = pytest.mark.training


def test_the_features_that_other_networks_take_are_compared_with_those_of_the_start():
    torch.manual_seed(1)
    model = SceneNet().eval()
    anchor = Anchor(model, model.state_dict(), weight=2.0)
    pictures = torch.rand(2, 3, 64, 64)
    with torch.no_grad():
        model(pictures)
        same = float(anchor.term(pictures))
        model.up[1][0].weight.mul_(1.5)
        model(pictures)
    assert same == pytest.approx(0.0, abs=1e-9)
    assert float(anchor.term(pictures)) > 1e-3


def test_a_training_ends_after_the_time_that_was_given(tmp_path, monkeypatch):
    picture = TrainingPicture(np.full((512, 512, 3), 90, np.uint8), np.zeros((MAPS, 256, 256), np.uint8))
    (tmp_path / "traced").mkdir()
    save_atomically(tmp_path / "traced" / "one", picture)
    start = tmp_path / "start.pt"
    torch.save(SceneNet().state_dict(), start)
    given = {
        "start": start,
        "seconds": 2,
        "hold": 0.3,
        "batch": 2,
        "crop": 64,
        "pool": 60,
        "traced": tmp_path / "traced",
    }
    written = {"out": tmp_path / "scene.pt", "onnx": tmp_path / "scene.onnx"}
    words = (str(word) for k, v in {**given, **written}.items() for word in (f"--{k}", v))
    monkeypatch.setattr(sys, "argv", ["train", *words])
    train.main()
    assert written["onnx"].exists()
    done = torch.load(tmp_path / "scene.state")
    assert done["seconds"] >= 2
    assert 0 < done["step"] < 10000


def test_what_is_to_be_held_must_be_given(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["train", "--hold", "0.3", "--out", str(tmp_path / "scene.pt")])
    with pytest.raises(SystemExit):
        train.main()
    assert "--hold needs --start" in capsys.readouterr().err
