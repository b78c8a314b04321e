"""A trained close-up network is taught close-ups of a new family, and a context network goes on from what ships."""

import sys
from importlib.resources import files

import numpy as np
import pytest

from training.closeup_net.samples import Samples
from training.closeup_net.store import main as store
from training.common.stored import read_stored
from vision.networks.closeup_channels import FEATURE_COUNT, LOGIT_COUNT, MAP_COUNT
from vision.networks.runtime import load_network
from vision.pieces.closeups import CHANNELS, SIZE

WEIGHTS = files("vision.networks") / "weights"


def _call(main, monkeypatch, *words, **options):
    given = [*map(str, words), *(str(x) for k, v in options.items() for x in (f"--{k}", v))]
    monkeypatch.setattr(sys, "argv", [main.__module__, *given])
    main()


@pytest.mark.parametrize("family", ["wide", "usual"])
def test_close_ups_of_a_family_are_stored_and_read_again(tmp_path, monkeypatch, family):
    _call(store, monkeypatch, out=tmp_path, family=family, pictures=2, seed=3)
    kept = read_stored(Samples, tmp_path, "training.closeup_net.store")
    assert kept.closeups.shape == (len(kept.labels), SIZE, SIZE, CHANNELS)
    assert len(kept.labels) > 3
    assert (kept.labels[:, :3] == 1).any(), "no piece in two pictures"


@pytest.mark.training
def test_a_network_learns_stored_close_ups_but_in_its_fixed_layers(tmp_path, monkeypatch):
    torch = pytest.importorskip("torch")
    from training.closeup_net.fine_tune import main as fine_tune
    from training.conversion.warm import main as warm

    start, out, onnx = (tmp_path / name for name in ("start.pt", "tuned.pt", "tuned.onnx"))
    _call(warm, monkeypatch, "--closeups", WEIGHTS / "closeup.onnx", start)
    folders = {family: tmp_path / family for family in ("wide", "usual")}
    for family, folder in folders.items():
        _call(store, monkeypatch, out=folder, family=family, pictures=1, seed=4)
    told = {"start": start, "new": folders["wide"], "known": folders["usual"], "out": out, "onnx": onnx}
    words = ("--frozen", "--fixed", "enter", "down.0")
    _call(fine_tune, monkeypatch, *words, **told, steps=3, batch=8, threads=1, rate=1e-4)
    before, after = (torch.load(path) for path in (start, out))
    assert all(torch.equal(before[name], after[name]) for name in before if name.startswith(("enter", "down.0")))
    assert not torch.equal(before["up.0.0.weight"], after["up.0.0.weight"])
    closeups = read_stored(Samples, folders["usual"], "").closeups[:4].transpose(0, 3, 1, 2)
    words, maps, features = load_network(onnx).infer(closeups.astype(np.float32) / 255)
    assert words.shape == (4, LOGIT_COUNT)
    assert maps.shape[:2] == (4, MAP_COUNT)
    assert features.shape == (4, FEATURE_COUNT)


@pytest.mark.training
def test_the_shipped_context_network_is_restored_as_it_is():
    torch = pytest.importorskip("torch")
    import onnx

    from training.conversion.warm import restored_context

    model = restored_context(onnx.load(str(WEIGHTS / "context.onnx"))).eval()
    cells = np.random.default_rng(5).normal(0, 2, (1, 16, 1 + LOGIT_COUNT + FEATURE_COUNT)).astype(np.float32)
    cells[..., 0] = 1
    with torch.no_grad():
        restored = model(torch.from_numpy(cells)).numpy()
    (shipped,) = load_network(WEIGHTS / "context.onnx").infer(cells)
    assert restored == pytest.approx(shipped, abs=1e-3)


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
