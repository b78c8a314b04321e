"""A disk of 64 kB for a process of its own; nothing of it is seen outside, and it is gone when the process ends."""

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
    # The packages are found from the folder of the tests, wherever these were started.
    packages = {"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8", env=packages).stdout
