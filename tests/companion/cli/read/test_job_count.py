"""Many photos are read in several processes without being asked to, few in one."""

import os

from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import longhouse
from companion.cli.read import parallel
from companion.cli.read.job_count import usual_jobs

_REAL_POOL = parallel.ProcessPoolExecutor
_ENOUGH = {"SC_PHYS_PAGES": 4_000_000, "SC_PAGE_SIZE": 4096}
"""Memory of 16 GB, as ``os.sysconf`` tells it."""


@given(st.integers(0, 10_000))
def test_there_are_no_more_processes_than_cores_and_photos_for_each_and_at_least_one(photos):
    jobs = usual_jobs(photos)
    assert 1 <= jobs <= max(1, min(os.cpu_count() or 1, photos))
    assert jobs <= usual_jobs(photos + 1)


def test_few_photos_are_not_worth_the_start_of_another_process():
    assert usual_jobs(1) == usual_jobs(5) == 1


def test_cores_are_shared_by_many_photos_unless_they_have_too_little_memory(monkeypatch):
    memory = dict(_ENOUGH)
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    monkeypatch.setattr(os, "sysconf", memory.__getitem__, raising=False)
    assert usual_jobs(100) == 4
    memory["SC_PHYS_PAGES"] = 1_000_000
    assert usual_jobs(100) == 2
    memory["SC_PHYS_PAGES"] = 100_000
    assert usual_jobs(100) == 1


def test_two_processes_read_many_photos_where_the_system_does_not_tell_its_memory(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 16)
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert usual_jobs(100) == 2


def test_a_folder_of_many_photos_is_read_in_processes_and_each_is_told_of_in_its_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "sysconf", lambda name: _ENOUGH.get(name, -1), raising=False)  # -1: no limit
    begun = []
    monkeypatch.setattr(parallel, "ProcessPoolExecutor", lambda *args: begun.append(args[0]) or _REAL_POOL(*args))
    for number in range(12):
        (tmp_path / f"{number:02}.jpg").touch()
    told = CliRunner().invoke(longhouse, ["read", str(tmp_path), "--lang", "en"])
    assert begun == [2]
    assert told.exit_code == 1
    lines = [line for line in told.stderr.splitlines() if ".jpg" in line]
    assert [f"{number:02}.jpg" in line for number, line in enumerate(lines)] == [True] * 12
