"""Every command of the training starts, and says what each of its options is for."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "training").rglob("*.py"))
    if re.search(r"^if __name__ ==", path.read_text(encoding="utf-8"), re.MULTILINE)
]
NEEDED = ("torch", "onnx", "nncf")
"""Distributions without which most of the commands cannot start; `python -m training` says so."""


def imported(command):
    try:
        return importlib.import_module(command)
    except ModuleNotFoundError as missing:
        if missing.name not in NEEDED:
            raise
        pytest.skip(f"{missing.name} is not installed")


def explained(text):
    """Return for each option in a help text whether anything is said about it, in its line or below it."""
    options = re.split(r"\n(?=  \S)", text.partition("\noptions:\n")[2])
    return {entry.split()[0]: bool(re.search(r"\S {2,}\S|\n {10,}\S", entry)) for entry in options}


@pytest.mark.training
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_starts_without_a_renderer_and_explains_itself_and_each_of_its_options(command, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [command, "--help"])
    with pytest.raises(SystemExit, match="0"):
        imported(command).main()
    options = explained(capsys.readouterr().out)
    assert len(options) > 1 or command == "training.common.interpolate"
    assert all(options.values()), options
