"""Files written whole or not at all: what is on the disk when the writing comes back, and who may read it."""

import os
import stat

import pytest

from calibration.files import write_whole
from calibration.problems import CalibrationError
from calibration.profile.folder import load_profile, rename


@pytest.fixture
def done(monkeypatch):
    """What is synchronised and renamed, in its order; all of it is really done."""
    steps = []
    fsync, replace = os.fsync, os.replace

    def synced(number):
        fsync(number)
        steps.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "file")

    def renamed(*paths):
        replace(*paths)
        steps.append("rename")

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    return steps


def test_a_profile_is_on_the_disk_before_it_stands_in_its_place(done, tmp_path):
    rename(tmp_path / "kitchen", "Kitchen")
    assert done == ["file", "rename", "folder"]
    assert load_profile(tmp_path / "kitchen").name == "Kitchen"
    assert [path.name for path in (tmp_path / "kitchen").iterdir()] == ["profile.json"]


def test_a_failed_write_leaves_the_old_file_and_nothing_beside_it(tmp_path, monkeypatch):
    rename(tmp_path / "kitchen", "Kitchen")

    def fail(_number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(CalibrationError):
        rename(tmp_path / "kitchen", "Living room")
    assert load_profile(tmp_path / "kitchen").name == "Kitchen"
    assert [path.name for path in (tmp_path / "kitchen").iterdir()] == ["profile.json"]


@pytest.mark.parametrize(("private", "mode"), [(True, 0o600), (False, 0o644)])
def test_a_secret_is_its_owners_alone_and_other_files_go_by_the_umask(tmp_path, private, mode):
    before = os.umask(0o022)
    try:
        write_whole(tmp_path / "file", b"words", private=private)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode
    assert (tmp_path / "file").read_bytes() == b"words"
