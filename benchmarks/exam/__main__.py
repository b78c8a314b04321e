"""``python -m benchmarks.exam --seed N``: read fresh made boards of the family that training never meets.

Prints edges, regions, pieces, tallies, whole boards, questions and lost tiles, for all boards and by style and
difficulty. ``--page docs/exam.md`` writes the same as a page, with the commit that was measured. Use a seed only once
to judge a change: what is tuned to a seed is not measured by it.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import track

from benchmarks.exam.boards import exam_boards
from benchmarks.exam.report import Measured, page, terminal_table
from benchmarks.exam.results import examine
from vision.networks.models import load_networks

_ROOT = Path(__file__).parents[2]


def main() -> None:
    """Draw and read the boards, print the figures, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--size", type=int, nargs=2, default=(1280, 960), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--page", type=Path, help="Markdown file to write")
    options = parser.parse_args()
    if options.boards < 1:
        parser.error("--boards: at least one board is needed")
    cv2.setNumThreads(1)
    networks, commit = load_networks(), current_commit()
    boards = track(exam_boards(options.seed, options.boards, tuple(options.size)), total=options.boards, transient=True)
    measured = Measured(commit, options.seed, [examine(photo, truth, networks) for photo, truth in boards])
    Console(width=140).print(terminal_table(measured))
    if options.page:
        options.page.write_text(page(measured), encoding="utf-8")


def current_commit() -> str:
    """Return the commit of this checkout, and whether files differ from it; ``unknown`` outside of a repository."""
    try:
        commit = _git("rev-parse", "--short", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no", "--", "vision", "training", "benchmarks")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{commit} with changes" if changed else commit


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=_ROOT, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main()
