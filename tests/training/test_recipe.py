"""One command makes all networks again: in an order that works, and from where it was stopped."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from training.__main__ import install, make
from training.recipe import Setup, Step, recipe
from vision.networks.models import WEIGHT_FILES, load_networks


@pytest.fixture
def setup(tmp_path):
    return Setup(tmp_path, share=0.001)


def _cells(setup, name="cells"):
    made = {"out": setup.out / name, "pictures": 1, "networks": setup.networks}
    return Step(name, "pair_net.samples", tuple(str(word) for k, v in made.items() for word in (f"--{k}", v)))


@pytest.mark.parametrize("traced", [False, True])
def test_all_networks_are_made_and_each_step_needs_only_what_was_made_before(setup, traced):
    steps = recipe(Setup(setup.out, traced=traced))
    made = set()
    for step in steps:
        words = list(step.arguments)
        outputs = {words[k + 1] for k, word in enumerate(words) if word in ("--out", "--onnx")}
        if step.module == "conversion.warm":
            outputs.add(words[-1])
        elif step.module.startswith("conversion.quantise"):
            outputs.add(words[1])
        needed = {word for word in words if word.startswith(str(setup.out))} - outputs - {str(setup.networks)}
        assert needed <= made, step
        made |= outputs
    assert {str(setup.networks / name) for name in WEIGHT_FILES} <= made
    assert len({step.name for step in steps}) == len(steps)
    assert any(step.module == "traced" for step in steps) == traced


@pytest.mark.training
def test_a_step_that_is_done_is_not_done_again_and_the_networks_are_complete_at_any_time(setup, capfd):
    make(setup, [_cells(setup)])
    assert sorted(file.name for file in setup.networks.iterdir()) == sorted(WEIGHT_FILES)
    load_networks(setup.networks)
    (samples,) = (setup.out / "cells").glob("*.npz")
    samples.unlink()
    make(setup, [_cells(setup)])
    assert not samples.exists()
    assert "1 of 1: cells, done before" in capfd.readouterr().out


@pytest.mark.training
def test_a_step_that_fails_is_reported_with_its_log_and_tried_again_later(setup):
    wrong = Step("cells", "pair_net.samples", ("--out", str(setup.out / "cells"), "--pictures", "few"))
    with pytest.raises(SystemExit, match=r"cells could not be made; the end of .*cells\.log says why"):
        make(setup, [wrong])
    assert "invalid int value: 'few'" in (setup.out / "cells.log").read_text(encoding="utf-8")
    make(setup, [_cells(setup)])
    assert list((setup.out / "cells").glob("*.npz"))


def test_networks_take_the_place_of_others_only_when_asked(setup, tmp_path):
    make(setup, [])
    (setup.networks / "pair.onnx").write_bytes(b"another")
    place = tmp_path / "shipped"
    place.mkdir()
    install(setup.networks, place)
    assert (place / "pair.onnx").read_bytes() == b"another"
    assert sorted(file.name for file in place.iterdir()) == sorted(WEIGHT_FILES)


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is there")
def test_without_torch_a_sentence_says_what_to_install(tmp_path):
    command = [sys.executable, "-m", "training", "--out", str(tmp_path / "out")]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert ended.returncode == 1
    assert "pip install 'longhouse[train]'" in ended.stderr
    assert "Traceback" not in ended.stderr
