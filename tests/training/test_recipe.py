"""One command makes all networks again: in an order that works, and from where it was stopped."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from training.__main__ import install, make
from training.recipe import Means, Step, recipe
from vision.networks.models import WEIGHT_FILES, load_networks


@pytest.fixture
def means(tmp_path):
    return Means(tmp_path, share=0.001)


def _cells(means, name="cells"):
    made = {"out": means.out / name, "pictures": 1, "networks": means.networks}
    return Step(name, "pair_net.samples", tuple(str(word) for k, v in made.items() for word in (f"--{k}", v)))


@pytest.mark.parametrize("traced", [False, True])
def test_all_networks_are_made_and_each_step_needs_only_what_was_made_before(means, traced):
    steps = recipe(Means(means.out, traced=traced))
    made = set()
    for step in steps:
        words = list(step.arguments)
        outputs = {words[k + 1] for k, word in enumerate(words) if word in ("--out", "--onnx")}
        outputs |= (
            {words[-1]} if step.module == "common.warm" else {words[1]} if step.module == "common.quantise" else set()
        )
        needed = {word for word in words if word.startswith(str(means.out))} - outputs - {str(means.networks)}
        assert needed <= made, step
        made |= outputs
    assert {str(means.networks / name) for name in WEIGHT_FILES} <= made
    assert len({step.name for step in steps}) == len(steps)
    assert any(step.module == "traced" for step in steps) == traced


@pytest.mark.training
def test_a_step_that_is_done_is_not_done_again_and_the_networks_are_complete_at_any_time(means, capfd):
    make(means, [_cells(means)])
    assert sorted(file.name for file in means.networks.iterdir()) == sorted(WEIGHT_FILES)
    load_networks(means.networks)
    (samples,) = (means.out / "cells").glob("*.npz")
    samples.unlink()
    make(means, [_cells(means)])
    assert not samples.exists()
    assert "1 of 1: cells, done before" in capfd.readouterr().out


@pytest.mark.training
def test_a_step_that_fails_is_told_with_its_log_and_tried_again_later(means):
    wrong = Step("cells", "pair_net.samples", ("--out", str(means.out / "cells"), "--pictures", "few"))
    with pytest.raises(SystemExit, match=r"cells could not be made; the end of .*cells\.log says why"):
        make(means, [wrong])
    assert "invalid int value: 'few'" in (means.out / "cells.log").read_text()
    make(means, [_cells(means)])
    assert list((means.out / "cells").glob("*.npz"))


def test_networks_take_the_place_of_others_only_when_asked(means, tmp_path):
    make(means, [])
    (means.networks / "pair.onnx").write_bytes(b"another")
    place = tmp_path / "shipped"
    place.mkdir()
    install(means.networks, place)
    assert (place / "pair.onnx").read_bytes() == b"another"
    assert sorted(file.name for file in place.iterdir()) == sorted(WEIGHT_FILES)


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is there")
def test_without_torch_a_sentence_says_what_to_install(tmp_path):
    command = [sys.executable, "-m", "training", "--out", str(tmp_path / "out")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "pip install 'longhouse[train]'" in ended.stderr
    assert "Traceback" not in ended.stderr
