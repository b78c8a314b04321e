"""``python -m training.marks_net.validation``: accuracy of reading signs in held-out styles.

Fonts, figures, strokes, frames and the art of the tiles are not used in training; see ``hands.HANDS`` and
``scenes.stage.ARTS``. With ``--photo`` the signs are printed onto the tiles of a photo instead.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from training.marks_net.hands import FONTS, HANDS
from training.marks_net.samples import Sample, draw_sample, draw_tops, kinds_as_printed
from training.marks_net.signs import KINDS, OTHER
from vision.imaging.photo import decode_photo
from vision.loose_tiles.spread import find_spread
from vision.networks.models import load_networks
from vision.tiles.crop import tile_picture
from vision.tiles.printed_marks import DOUBTFUL, MARKS, SIDE, SURE, mark_probabilities

_TOPS = 120
"""Tile tops on which the signs are printed."""
_ACROSS = (0, 10, 14, 20, 30, 1000)
"""Bounds of the table's classes of signs by diameter in the photo, pixels."""


@dataclass(frozen=True)
class Read:
    """Tiles, and the probabilities (n, len(MARKS)) of each mark on them."""

    samples: list[Sample]
    said: np.ndarray


def main() -> None:
    """Parse the options, render tiles, read their marks, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="tiles")
    parser.add_argument("--seed", type=int, default=5, help="of the tiles")
    parser.add_argument("--hand", choices=tuple(HANDS), default="held-out", help="who drew the signs")
    parser.add_argument(
        "--fonts", type=Path, default=FONTS, help="folder of the fonts named in training.marks_net.hands"
    )
    parser.add_argument("--photo", type=Path, help="of tiles without signs, spread out")
    parser.add_argument(
        "--levels", type=float, nargs="*", default=[SURE], help="probabilities from which a mark counts as read"
    )
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(options.seed)
    if options.photo:
        tops = _tiles_of(options.photo)
        bare = mark_probabilities(tops)
        given, doubtful = bare.max(axis=1) >= SURE, (bare.max(axis=1) >= DOUBTFUL) & (bare.max(axis=1) < SURE)
        print(f"{len(tops)} tiles without signs: {given.sum()} are given one, {doubtful.sum()} asked about")
    else:
        tops = draw_tops(rng, _TOPS, "training" if options.hand == "training" else "held-out")
    samples = []
    for _ in range(options.count):
        top = tops[int(rng.integers(len(tops)))]
        samples.append(draw_sample(rng, top, kinds_as_printed(rng), options.hand, options.fonts))
    read = Read(samples, mark_probabilities([s.picture for s in samples]))
    for level in options.levels:
        for line in table(read, level):
            print(line)


def table(read: Read, sure: float = SURE) -> list[str]:
    """Return the lines of a table: for each mark the rates of correct, doubtful and false readings."""
    true = np.array([[mark in s.marks for mark in MARKS] for s in read.samples])
    taken, asked = read.said >= sure, (read.said >= DOUBTFUL) & (read.said < sure)
    bare = ~true.any(axis=1)
    lines = [
        f"sure from {sure}: {len(true)} tiles, {int(bare.sum())} of them without a mark:"
        f" {taken[bare].any(axis=1).mean():.2%} are given one, {asked[bare].any(axis=1).mean():.2%} asked about"
    ]
    for mark in (*MARKS, "all"):
        which = [MARKS.index(mark)] if mark in MARKS else list(range(len(MARKS)))
        t, s, a = true[:, which], taken[:, which], asked[:, which]
        printed, hits, tiles = max(int(t.sum()), 1), int((s & t).sum()), len(true)
        lines.append(
            f"{mark:12} {printed:5} printed: read {hits / printed:6.1%}, asked {(a & t).sum() / printed:6.1%};"
            f" made up {(s & ~t).sum() / tiles:6.2%} of tiles, asked for nothing {(a & ~t).sum() / tiles:6.2%};"
            f" of those read {hits / max(int(s.sum()), 1):6.1%} right"
        )
    lines += [_share(read, sure, kind, lambda sign, _, k=kind: sign.kind == k) for kind in KINDS[:-1]]
    for low, high in pairwise(_ACROSS):
        lines.append(_share(read, sure, f"{low}-{high} px", lambda _, wide, a=low, b=high: a <= wide < b))
    return lines


def _share(read: Read, sure: float, name: str, which: Callable[..., bool]) -> str:
    """Return a line on the signs for which ``which``, given a sign and its width in the photo in pixels, holds."""
    likely = [
        said[MARKS.index(sign.kind.split()[0])]
        for sample, said in zip(read.samples, read.said, strict=True)
        for sign in sample.signs
        if sign.kind != OTHER and which(sign, sign.wide * min(1.0, sample.fineness / (SIDE / 1.2)))
    ]
    found = np.array(likely)
    if not len(found):
        return f"  {name:12} none"
    return (f"  {name:12} {len(found):5} printed: read {(found >= sure).mean():6.1%},"
            f" asked {((found >= DOUBTFUL) & (found < sure)).mean():6.1%}")  # fmt: skip


def _tiles_of(photo: Path) -> list[np.ndarray]:
    seen = decode_photo(photo.read_bytes())
    spread = find_spread(seen.pixels, load_networks(), None)
    assert spread is not None, "no tiles in the photo"
    return [tile_picture(seen.pixels, spread.plane, pose, SIDE) for pose in spread.tiles]


if __name__ == "__main__":
    main()
