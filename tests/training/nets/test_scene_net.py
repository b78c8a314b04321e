"""The scene network is trained for a time or a number of steps, and from a larger one."""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from training.common.stored import save_atomically
from training.scene_net.targets import MAPS, TrainingPicture
from vision.networks.channels import BOARD_COUNT
from vision.networks.compiled import CompileOptions
from vision.networks.models import shipped_weights
from vision.networks.runtime import load_network

torch = pytest.importorskip("torch")

from training.conversion.warm import main as warm  # noqa: E402
from training.scene_net import train  # noqa: E402
from training.scene_net.imitation import Teacher  # noqa: E402
from training.scene_net.model import SceneNet  # noqa: E402

pytestmark = pytest.mark.training

SAMPLES = Path(__file__).parents[3] / "sample_images"


def test_a_network_that_returns_what_its_teacher_does_has_nothing_to_learn():
    torch.manual_seed(1)
    model = SceneNet(reduced=False).eval()
    teacher = Teacher(model.state_dict(), "cpu")
    pictures = torch.rand(2, 3, 64, 64)
    with torch.no_grad():
        same = teacher.terms(pictures, *model.logits_and_features(pictures))
        for weights in model.parameters():
            weights.mul_(1.5)
        other = teacher.terms(pictures, *model.logits_and_features(pictures))
    assert {name: float(term) for name, term in same.items()} == pytest.approx(dict.fromkeys(same, 0.0), abs=1e-6)
    assert min(float(term) for term in other.values()) > 1e-5


def test_a_network_learns_from_a_larger_one(tmp_path, monkeypatch):
    torch.manual_seed(2)
    larger = SceneNet(reduced=False)
    torch.save(larger.state_dict(), tmp_path / "teacher.pt")
    written = {"out": tmp_path / "scene.pt", "onnx": tmp_path / "scene.onnx", "teacher": tmp_path / "teacher.pt"}
    given = {"steps": 2, "batch": 2, "crop": 64, "pool": 60, "traced": _traced(tmp_path)}
    words = (str(word) for k, v in {**given, **written}.items() for word in (f"--{k}", v))
    monkeypatch.setattr(sys, "argv", ["train", *words])
    train.main()
    assert written["onnx"].exists()
    assert torch.load(tmp_path / "scene.state")["step"] == 2


def test_a_training_goes_on_from_the_network_that_ships(tmp_path, monkeypatch):
    start = tmp_path / "start.pt"
    monkeypatch.setattr(sys, "argv", ["warm", str(shipped_weights() / "scene.onnx"), str(start)])
    warm()
    model = SceneNet().eval()
    model.load_state_dict(torch.load(start))
    picture = cv2.imread(str(SAMPLES / "table01.jpg"))[300:556, 400:720]
    (shipped, *_) = load_network(shipped_weights() / "scene.onnx", CompileOptions(pixels=True)).infer(picture[None])
    with torch.no_grad():
        restored = model(torch.from_numpy(picture).permute(2, 0, 1)[None].float() / 255)[:, :BOARD_COUNT].numpy()
    assert ((restored - shipped) ** 2).mean() < 0.02 * shipped.var()


def test_a_training_ends_after_the_time_that_was_given(tmp_path, monkeypatch):
    start = tmp_path / "start.pt"
    torch.save(SceneNet().state_dict(), start)
    given = {
        "start": start,
        "seconds": 2,
        "batch": 2,
        "crop": 64,
        "pool": 60,
        "traced": _traced(tmp_path),
    }
    written = {"out": tmp_path / "scene.pt", "onnx": tmp_path / "scene.onnx"}
    words = (str(word) for k, v in {**given, **written}.items() for word in (f"--{k}", v))
    monkeypatch.setattr(sys, "argv", ["train", *words])
    train.main()
    assert written["onnx"].exists()
    done = torch.load(tmp_path / "scene.state")
    assert done["seconds"] >= 2
    assert 0 < done["step"] < 10000


def _traced(folder):
    """Return a folder with one picture: rendering others takes longer than these trainings."""
    (folder / "traced").mkdir()
    picture = TrainingPicture(np.full((512, 512, 3), 90, np.uint8), np.zeros((MAPS, 256, 256), np.uint8))
    save_atomically(folder / "traced" / "one", picture)
    return folder / "traced"
