"""``python -m training``: train the networks of the Fjords reader, but for those of printed marks, from scratch.

The networks are written to ``out/recipe/networks``; ``--install`` copies them over the shipped ones. A full run takes
seven hours on four fast cores. An interrupted run continues where it stopped when the same command is repeated. The log
of each step is written beside its output.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from training.recipe import Setup, Step, recipe
from vision.networks.models import WEIGHT_FILES, shipped_weights


def main() -> None:
    """Parse the options and run the recipe."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/recipe"), help="folder of all outputs")
    parser.add_argument(
        "--share", type=float, default=1.0, help="fraction of all steps and pictures; 0.1 reads well, too"
    )
    parser.add_argument(
        "--threads", type=int, default=2, help="training threads, beside one process that renders pictures"
    )
    parser.add_argument("--half", action="store_true", help="train in bfloat16: faster on processors that support it")
    parser.add_argument("--install", action="store_true", help="replace the shipped networks")
    options = parser.parse_args()
    missing = [name for name in ("torch", "onnx", "nncf") if find_spec(name) is None]
    if missing:
        sys.exit(f"The training needs {', '.join(missing)}: pip install 'longhouse[train]'")
    setup = Setup(options.out, options.share, options.threads, options.half, find_spec("bpy") is not None)
    if not setup.traced:
        print("Without path-traced close-ups pieces are read worse: pip install --no-deps bpy==5.0.1 (Python 3.11)")
    make(setup, recipe(setup))
    if options.install:
        install(setup.networks, Path(str(shipped_weights())))


def make(setup: Setup, steps: Sequence[Step]) -> None:
    """Run the steps that are not done yet.

    Args:
        setup: the folders and resources.
        steps: the steps in order.

    Raises:
        SystemExit: a step failed; the message names its log.
    """
    setup.networks.mkdir(parents=True, exist_ok=True)
    for name in WEIGHT_FILES:
        # Networks not trained yet are copies of the shipped ones, so that the set can be loaded at any time.
        if not (setup.networks / name).exists():
            shutil.copyfile(str(shipped_weights() / name), setup.networks / name)
    for number, step in enumerate(steps, 1):
        done = setup.out / f"{step.name}.done"
        print(f"{number} of {len(steps)}: {step.name}{', done before' if done.exists() else ''}", flush=True)
        if not done.exists():
            _run(step, setup.out)
            done.touch()


def _run(step: Step, out: Path) -> None:
    begun = ["--resume"] if (out / f"{step.name}.state").exists() else []
    log = out / f"{step.name}.log"
    with log.open("a", encoding="utf-8") as lines:
        command = [sys.executable, "-m", f"training.{step.module}", *step.arguments, *begun]
        ended = subprocess.run(command, stdout=lines, stderr=subprocess.STDOUT, check=False)
    if ended.returncode != 0:
        sys.exit(f"{step.name} could not be made; the end of {log} says why. The same command goes on from there.")


def install(networks: Path, place: Path) -> None:
    """Copy the networks of a folder to the folder ``place``."""
    for name in WEIGHT_FILES:
        shutil.copyfile(networks / name, place / name)


if __name__ == "__main__":
    main()
