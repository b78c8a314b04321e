"""Every command of the training starts, and says what each of its options is for."""

import importlib

import pytest

from tests.support.commands import commands_in, explained_options

NEEDED = ("torch", "onnx", "nncf")
"""Distributions without which most of the commands cannot start; `python -m training` says so."""


def imported(command):
    try:
        return importlib.import_module(command)
    except ModuleNotFoundError as missing:
        if missing.name not in NEEDED:
            raise
        pytest.skip(f"{missing.name} is not installed")


@pytest.mark.training
@pytest.mark.parametrize("command", commands_in("training"))
def test_a_command_starts_without_a_renderer_and_explains_itself_and_each_of_its_options(command, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [command, "--help"])
    with pytest.raises(SystemExit, match="0"):
        imported(command).main()
    options = explained_options(capsys.readouterr().out)
    assert len(options) > 1 or command == "training.common.interpolate"
    assert all(options.values()), options
