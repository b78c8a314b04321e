"""The benchmark of accuracy says where it found nothing to measure."""

import sys

import pytest

from benchmarks.accuracy import main


@pytest.mark.parametrize("folder", ["empty", "missing"])
def test_a_folder_without_photos_and_truth_is_named_instead_of_a_table_of_zeros(tmp_path, monkeypatch, capsys, folder):
    (tmp_path / "empty").mkdir()
    monkeypatch.setattr(sys, "argv", ["accuracy", str(tmp_path / folder)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert f"in {tmp_path / folder} matches" in capsys.readouterr().err
