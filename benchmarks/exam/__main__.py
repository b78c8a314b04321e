"""``python -m benchmarks.exam --seed N``: read fresh synthetic boards of the family that training never meets.

Prints edges, regions, pieces, tallies, whole boards, questions and lost tiles, for all boards and by style and
difficulty, and what is wrong with the pieces that were read wrongly. ``--page docs/exam.md`` writes the same as a page,
with the commit that was measured. Use a seed only once to judge a change: what is tuned to a seed is not measured by
it.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import track

from benchmarks.exam.boards import SIZE, Board, exam_boards, tilted, traced_boards
from benchmarks.exam.report import Measured, page, terminal_mistakes, terminal_table
from benchmarks.exam.results import examine
from training.scenes.scene import make_picture
from vision.networks.models import load_networks

_ROOT = Path(__file__).parents[2]


def main() -> None:
    """Draw and read the boards, print the figures, and write the page."""
    options = _options()
    cv2.setNumThreads(1)
    networks, commit = load_networks(), current_commit()
    boards = track(_boards(options), total=options.boards, transient=True, console=Console(stderr=True))
    results = [examine(photo, truth, networks) for photo, truth in boards]
    measured = Measured(commit, _words(options), results)
    Console(width=140).print(terminal_table(measured), terminal_mistakes(measured))
    if options.page:
        options.page.write_text(page(measured), encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True, help="of the boards; a fresh one judges a change")
    parser.add_argument("--boards", type=int, default=200, help="how many are read")
    parser.add_argument("--traced", type=int, default=0, help="path-traced boards among them; need Blender's bpy")
    parser.add_argument(
        "--size", type=int, nargs=2, default=SIZE, metavar=("WIDTH", "HEIGHT"), help="of photos, pixels"
    )
    parser.add_argument(
        "--tilt",
        type=float,
        nargs=2,
        metavar=("LEAST", "MOST"),
        help="degrees of the cameras from overhead, if unusual",
    )
    parser.add_argument("--page", type=Path, help="Markdown file to write")
    options = parser.parse_args()
    if not 0 <= options.traced <= options.boards or not options.boards:
        parser.error("--boards: at least one board, and as many as --traced, are needed")
    if options.tilt and options.traced:
        parser.error("--tilt: path-traced boards are only made at the usual tilts; leave out --traced")
    if options.traced and find_spec("bpy") is None:
        parser.error("--traced: install the renderer first, for Python 3.11: pip install --no-deps bpy==5.0.1")
    return options


def _boards(options: argparse.Namespace) -> Iterator[Board]:
    size = tuple(options.size)
    make = tilted(tuple(options.tilt)) if options.tilt else make_picture
    yield from exam_boards(options.seed, options.boards - options.traced, size, make)
    if options.traced:
        yield from traced_boards(options.seed, options.traced, size)


def _words(options: argparse.Namespace) -> str:
    """Return the options that give the same boards again."""
    words = f"--seed {options.seed} --boards {options.boards}"
    words += f" --traced {options.traced}" if options.traced else ""
    words += f" --tilt {options.tilt[0]:g} {options.tilt[1]:g}" if options.tilt else ""
    return words if tuple(options.size) == SIZE else f"{words} --size {options.size[0]} {options.size[1]}"


def current_commit() -> str:
    """Return the commit of this checkout, and whether files differ from it; ``unknown`` outside of a repository."""
    try:
        commit = _git("rev-parse", "--short", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no", "--", "vision", "training", "benchmarks")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{commit} with changes" if changed else commit


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=_ROOT, check=True, capture_output=True, encoding="utf-8").stdout.strip()


if __name__ == "__main__":
    main()
