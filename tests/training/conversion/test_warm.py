"""Trainings go on from the networks that ship."""

import sys
from importlib.resources import files

import numpy as np
import pytest

from vision.networks.closeup_channels import FEATURE_COUNT, LOGIT_COUNT, MAP_COUNT
from vision.networks.runtime import load_network
from vision.pieces.closeups import CHANNELS, SIZE
from vision.pieces.evidence.candidate_network import INPUT_COUNT
from vision.terrain.ground.mixture import GROUPS
from vision.terrain.ground.name_network import FEATURES
from vision.terrain.ground.naming import COLOUR_TEXTURE_COUNT

WEIGHTS = files("vision.networks") / "weights"


def _call(main, monkeypatch, *words, **options):
    given = [*map(str, words), *(str(x) for k, v in options.items() for x in (f"--{k}", v))]
    monkeypatch.setattr(sys, "argv", [main.__module__, *given])
    main()


@pytest.mark.training
def test_the_shipped_close_up_network_is_trained_on_and_exported(tmp_path, monkeypatch):
    torch = pytest.importorskip("torch")
    from training.closeup_net.train import main as train
    from training.conversion.warm import main as warm

    start, out, onnx = (tmp_path / name for name in ("start.pt", "tuned.pt", "tuned.onnx"))
    _call(warm, monkeypatch, "--closeups", WEIGHTS / "closeup.onnx", start)
    _call(train, monkeypatch, "--half", start=start, out=out, onnx=onnx, steps=3, batch=8, threads=1, rate=1e-4)
    before, after = (torch.load(path) for path in (start, out))
    assert not torch.equal(before["up.0.0.weight"], after["up.0.0.weight"])
    closeups = np.random.default_rng(3).random((4, CHANNELS, SIZE, SIZE), np.float32)
    words, maps, features = load_network(onnx).infer(closeups)
    assert words.shape == (4, LOGIT_COUNT)
    assert maps.shape[:2] == (4, MAP_COUNT)
    assert features.shape == (4, FEATURE_COUNT)


@pytest.mark.training
@pytest.mark.parametrize(
    ("name", "shapes"),
    [
        ("context", [(1, 16, 1 + LOGIT_COUNT + FEATURE_COUNT)]),
        ("candidate", [(1, 16, INPUT_COUNT)]),
        ("ground", [(2, GROUPS, size) for size in (FEATURES, COLOUR_TEXTURE_COUNT, COLOUR_TEXTURE_COUNT, 1)]),
    ],
)
def test_a_shipped_network_without_normalisations_is_restored_as_it_is(name, shapes, tmp_path, monkeypatch):
    torch = pytest.importorskip("torch")
    from training.conversion.warm import PLAIN_NETWORKS
    from training.conversion.warm import main as warm

    shipped, start = WEIGHTS / f"{name}.onnx", tmp_path / "start.pt"
    _call(warm, monkeypatch, "--network", name, shipped, start)
    model = PLAIN_NETWORKS[name]().eval()
    model.load_state_dict(torch.load(start))
    rng = np.random.default_rng(5)
    inputs = [np.abs(rng.normal(0, 1, shape)).astype(np.float32) for shape in shapes]
    inputs[0][..., 0] = 1
    with torch.no_grad():
        restored = model(*map(torch.from_numpy, inputs)).numpy()
    assert restored == pytest.approx(load_network(shipped).infer(*inputs)[0], abs=1e-2)


def test_weights_part_of_the_way_lie_between_those_of_the_start_and_the_tuned_ones(tmp_path, monkeypatch):
    torch = pytest.importorskip("torch")
    from training.common.interpolate import main as interpolate

    start, tuned, out = (tmp_path / f"{name}.pt" for name in ("start", "tuned", "out"))
    torch.save({"weight": torch.tensor([0.0, 2.0]), "counter": torch.tensor(3)}, start)
    torch.save({"weight": torch.tensor([4.0, -2.0]), "counter": torch.tensor(7)}, tuned)
    _call(interpolate, monkeypatch, start, tuned, 0.25, out)
    mixed = torch.load(out)
    assert mixed["weight"].tolist() == [1.0, 1.0]
    assert mixed["counter"] == 7
