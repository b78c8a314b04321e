"""``python -m training.hokkaido.square_net.samples --out DIR``: squares of random printings, not lit yet.

``training.hokkaido.square_net.train --squares DIR`` trains on them.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from training.hokkaido.photographed import photographed
from training.hokkaido.wide_art import make_wide_art
from vision.hokkaido.appearances import APPEARANCES

_FIRST = 10_000
"""Seed of the first printing; smaller seeds are for evaluation."""
_OF_A_FILE = 50
"""Printings in a file."""


def main() -> None:
    """Parse the options and paint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write the squares to")
    parser.add_argument("--printings", type=int, default=4000, help="%(default)s by default")
    parser.add_argument("--squares", type=int, default=8, help="squares of each kind in a printing")
    parser.add_argument("--first", type=int, default=_FIRST, help="seed of the first printing")
    parser.add_argument("--makers", type=int, default=2, help="processes that paint")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    starts = range(options.first, options.first + options.printings, _OF_A_FILE)
    # A forked child could deadlock on a lock that a thread of OpenBLAS holds.
    with ProcessPoolExecutor(options.makers, get_context("spawn")) as pool:
        painted = pool.map(partial(paint_printings, squares=options.squares), starts)
        for start, squares in zip(starts, painted, strict=True):
            np.save(options.out / f"printings_{start:06}.npy", squares)


def paint_printings(first: int, count: int = _OF_A_FILE, squares: int = 8) -> np.ndarray:
    """Return (count, K, squares, SIDE, SIDE, 3) uint8 BGR squares of consecutive printings, in even white light.

    Args:
        first: seed of the first printing.
        count: number of printings.
        squares: number of squares of each of the K classes in a printing.
    """
    cv2.setNumThreads(1)
    return np.array([_of_printing(seed, squares) for seed in range(first, first + count)])


def _of_printing(seed: int, squares: int) -> np.ndarray:
    rng = np.random.default_rng([78, seed])
    art = make_wide_art(seed)
    faces = [[photographed(look, art, rng) for _ in range(squares)] for look in APPEARANCES]
    return np.clip(faces, 0, 255).astype(np.uint8)


if __name__ == "__main__":
    main()
