"""What tests let the processes of a pool do; a module of its own, since each process imports it and all it imports."""

from __future__ import annotations

import os
import time
from pathlib import Path


def named(file: str) -> dict[str, str]:
    time.sleep(0.3 if file == "slow" else 0)
    return {"name": file}


def noted(folder: Path, file: str) -> dict[str, str]:
    (folder / file).touch()
    return {}


def ended(file: str) -> dict[str, str]:
    if file == "bad":
        os._exit(1)
    return {}
