"""The benchmark of the neighbours' photos says of which games there are none."""

import sys

import pytest

from benchmarks.neighbours.__main__ import main


def run(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["neighbours", *map(str, words)])
    main()


def test_of_a_game_without_photos_it_is_said_that_there_are_none_instead_of_a_share_of_nothing(
    tmp_path, monkeypatch, capsys
):
    (tmp_path / "vikings_1.jpg").write_bytes(b"a photo whose truth nobody has written down")
    run(monkeypatch, "--photos", tmp_path, "--games", "nusfjord", "vikings")
    said = capsys.readouterr().out
    for game in ("nusfjord", "vikings"):
        assert f"no photo with its truth ({game}_*.jpg beside {game}_*.json) in {tmp_path}" in said
    assert "%" not in said


def test_a_folder_that_does_not_exist_is_named(tmp_path, monkeypatch, capsys):
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, "--photos", tmp_path / "missing")
    assert ended.value.code == 2
    assert f"there is no folder {tmp_path / 'missing'}" in capsys.readouterr().err
