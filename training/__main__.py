"""``python -m training``: make the networks that read a table again, all of them, from nothing.

They come to lie in ``out/recipe/networks``; with ``--install`` they take the place of those that ship. It takes seven
hours on four good cores. What was stopped goes on where it was when the same command is given again; each step's log
lies beside what it made.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from training.recipe import Means, Step, recipe
from vision.networks.models import WEIGHT_FILES, shipped_weights


def main() -> None:
    """Read the options and go through the recipe."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/recipe"), help="folder for all that is made")
    parser.add_argument("--share", type=float, default=1.0, help="of all steps and pictures; a tenth reads well, too")
    parser.add_argument("--threads", type=int, default=2, help="beside one process that makes pictures")
    parser.add_argument("--half", action="store_true", help="bfloat16: quicker where the processor knows it")
    parser.add_argument("--install", action="store_true", help="put the networks in the place of those that ship")
    options = parser.parse_args()
    missing = [name for name in ("torch", "onnx", "nncf") if find_spec(name) is None]
    if missing:
        sys.exit(f"The training needs {', '.join(missing)}: pip install 'longhouse[train]'")
    means = Means(options.out, options.share, options.threads, options.half, find_spec("bpy") is not None)
    if not means.traced:
        print("Without path-traced close-ups pieces are read worse: pip install 'longhouse[trace]' (Python 3.11)")
    make(means, recipe(means))
    if options.install:
        install(means.networks, Path(str(shipped_weights())))


def make(means: Means, steps: Sequence[Step]) -> None:
    """Go through steps, but for those that are done; raises ``SystemExit``, naming the log, where one fails."""
    means.networks.mkdir(parents=True, exist_ok=True)
    for name in WEIGHT_FILES:
        # What has not been made yet is the shipped one: a set of networks is complete at any time.
        if not (means.networks / name).exists():
            shutil.copyfile(str(shipped_weights() / name), means.networks / name)
    for number, step in enumerate(steps, 1):
        done = means.out / f"{step.name}.done"
        print(f"{number} of {len(steps)}: {step.name}{', done before' if done.exists() else ''}", flush=True)
        if not done.exists():
            _run(step, means.out)
            done.touch()


def _run(step: Step, out: Path) -> None:
    begun = ["--resume"] if (out / f"{step.name}.state").exists() else []
    log = out / f"{step.name}.log"
    with log.open("a") as lines:
        command = [sys.executable, "-m", f"training.{step.module}", *step.arguments, *begun]
        ended = subprocess.run(command, stdout=lines, stderr=subprocess.STDOUT, check=False)
    if ended.returncode != 0:
        sys.exit(f"{step.name} could not be made; the end of {log} says why. The same command goes on from there.")


def install(networks: Path, place: Path) -> None:
    """Copy a folder's networks to ``place``."""
    for name in WEIGHT_FILES:
        shutil.copyfile(networks / name, place / name)


if __name__ == "__main__":
    main()
