"""Functions that tests run in the processes of a pool; each process imports this module, so it imports little."""

from __future__ import annotations

import os
import time
from pathlib import Path


def return_name(file: str) -> dict[str, str]:
    time.sleep(0.3 if file == "slow" else 0)
    return {"name": file}


def touch_file(folder: Path, file: str) -> dict[str, str]:
    (folder / file).touch()
    return {}


def exit_if_bad(file: str) -> dict[str, str]:
    if file == "bad":
        os._exit(1)
    return {}
