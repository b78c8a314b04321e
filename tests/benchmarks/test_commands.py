"""Every benchmark starts, and says what each of its options is for."""

import importlib

import pytest

from tests.support.commands import commands_in, explained_options


@pytest.mark.long
@pytest.mark.parametrize("command", commands_in("benchmarks"))
def test_a_benchmark_starts_and_explains_itself_and_each_of_its_options(command, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [command, "--help"])
    with pytest.raises(SystemExit, match="0"):
        importlib.import_module(command).main()
    options = explained_options(capsys.readouterr().out)
    assert all(options.values()), options
