"""Networks that were compiled when Longhouse was installed are used where they fit, and never missed."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.networks.compiled import CompileOptions, compiled_file
from vision.networks.models import shipped_weights
from vision.networks.prepare import prepare
from vision.networks.runtime import load_network

_OPTIONS = CompileOptions()
_CELLS = np.random.default_rng(3).random((1, 16, 194), np.float32)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("prepared") / "compiled"
    prepare(folder)
    return folder


@pytest.fixture
def context() -> Path:
    return shipped_weights() / "context.onnx"


def inferred(file: Path, compiled: Path) -> np.ndarray:
    return load_network(file, _OPTIONS, compiled=compiled).infer(_CELLS)[0]


@pytest.mark.long
def test_a_compiled_network_answers_as_its_onnx_file_does(context, prepared, tmp_path):
    assert compiled_file(prepared, context.read_bytes(), _OPTIONS).is_file()
    np.testing.assert_allclose(inferred(context, prepared), inferred(context, tmp_path), atol=1e-5)


def test_a_compiled_network_is_not_compiled_again(context, prepared, tmp_path):
    unreadable = tmp_path / "unreadable.onnx"
    unreadable.write_bytes(b"no network")
    compiled = compiled_file(prepared, context.read_bytes(), _OPTIONS)
    compiled_file(tmp_path, unreadable.read_bytes(), _OPTIONS).write_bytes(compiled.read_bytes())
    np.testing.assert_array_equal(inferred(unreadable, tmp_path), inferred(context, prepared))


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: data.replace(b"isa=", b"isa=Z")])
def test_one_that_is_damaged_or_was_compiled_for_another_processor_is_left_aside(context, prepared, tmp_path, damage):
    compiled = compiled_file(prepared, context.read_bytes(), _OPTIONS)
    (tmp_path / compiled.name).write_bytes(damage(compiled.read_bytes()))
    np.testing.assert_allclose(inferred(context, tmp_path), inferred(context, prepared), atol=1e-5)


def test_what_was_compiled_of_other_weights_or_with_other_options_is_another_file(tmp_path):
    files = {
        compiled_file(tmp_path, data, options)
        for data in (b"a", b"b")
        for options in (CompileOptions(), CompileOptions(batch=2))
    }
    assert len(files) == 4


def test_preparing_again_removes_what_belongs_to_no_network(tmp_path, context, monkeypatch):
    """Also what belonged to a network that is not shipped any more."""
    shipped, folder = tmp_path / "weights", tmp_path / "compiled"
    shipped.mkdir()
    for name in ("context.onnx", "rune.onnx"):
        shutil.copy(context.with_name(name), shipped)
    monkeypatch.setattr("vision.networks.prepare.shipped_weights", lambda: shipped)
    prepare(folder)
    assert len(list(folder.iterdir())) == 2
    (folder / "0123.blob").write_bytes(b"of an earlier version")
    (shipped / "rune.onnx").unlink()
    prepare(folder)
    assert list(folder.iterdir()) == [compiled_file(folder, context.read_bytes(), _OPTIONS)]
