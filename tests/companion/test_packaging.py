"""What a clone and a wheel need: every dependency pinned, every file that is not Python packed."""

import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from setuptools import find_packages

from vision.networks.compiled import COMPILED

SHIPPED = ("games", "vision", "calibration", "companion", "longhouse")
ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def needed():
    """All distributions that running and testing need, by name."""
    project = PROJECT["project"]
    waiting = [Requirement(r) for r in project["dependencies"] + project["optional-dependencies"]["test"]]
    found = set()
    while waiting:
        requirement = waiting.pop()
        name = plain(requirement.name)
        if name in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        try:
            waiting += [Requirement(r) for r in requires(name) or ()]
        except PackageNotFoundError:
            continue
    return found


def test_every_dependency_is_pinned():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {plain(line.split("==")[0]) for line in lines if line and not line.startswith("#")}
    assert all("==" in line for line in lines if line and not line.startswith("#"))
    assert needed() | {"setuptools"} <= pinned
    assert not pinned & {"torch", "onnx"}


def test_what_runs_is_packed_and_what_measures_is_not():
    find = PROJECT["tool"]["setuptools"]["packages"]["find"]
    packed = {name.split(".")[0] for name in find_packages(str(ROOT), include=find["include"])}
    assert packed == set(SHIPPED)


def test_python_runs_the_command_line_under_the_projects_name():
    words = [sys.executable, "-m", "longhouse", "--help"]
    said = subprocess.run(words, capture_output=True, encoding="utf-8", check=True, cwd=ROOT).stdout
    assert ": longhouse " in said.splitlines()[0]
    assert "serve" in said


def test_every_file_is_packed_but_what_was_compiled_for_this_processor():
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    left = [
        path
        for package in SHIPPED
        for path in (ROOT / package).rglob("*")
        if path.is_file()
        and COMPILED not in path.parents
        and path.suffix not in (".py", ".pyc")
        and not any(fnmatch(path.name, p) for p in patterns)
    ]
    assert not left


@pytest.mark.long
def test_a_wheel_has_nothing_of_a_game_that_was_deleted_since_the_last_one(tmp_path):
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for made in (".venv/bin/python", ".venv/.run", "games/__init__.py", "games/hex/__init__.py"):
        (tmp_path / made).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / made).touch()
    assert "games/hex/__init__.py" in packed_in(tmp_path)
    shutil.rmtree(tmp_path / "games/hex")
    assert [name for name in packed_in(tmp_path) if name.startswith("games")] == ["games/__init__.py"]


def packed_in(folder):
    """The files in the wheel that `make wheel` builds in a folder, with the programs of this environment."""
    words = ["make", "wheel", f"BIN={Path(sys.executable).parent}"]
    subprocess.run(words, cwd=folder, check=True, capture_output=True)
    (wheel,) = (folder / "dist").iterdir()
    with ZipFile(wheel) as packed:
        return packed.namelist()


def test_the_samples_are_small_enough_to_ship():
    assert sum(path.stat().st_size for path in (ROOT / "sample_images").rglob("*")) < 15_000_000
