"""Runs code in a process with a disk of 64 kB, which no other process sees and which ends with it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_MOUNTED = 'mount -t tmpfs -o size=64k tmpfs "$0" && cd "$0" && exec "$@"'
_APART = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]


def run_on_small_disk(folder: Path, code: str) -> str:
    """Run Python code in this folder, on which a disk of 64 kB is mounted, and return what it prints.

    The test is skipped where this user may not mount anything.
    """
    if shutil.which("unshare") is None or subprocess.run([*_APART, _MOUNTED, str(folder), "true"]).returncode != 0:
        pytest.skip("no disk can be mounted here")
    command = [*_APART, _MOUNTED, str(folder), sys.executable, "-c", code]
    # The project is found from this file, whatever folder the tests were started in.
    packages = {"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8", env=packages).stdout
