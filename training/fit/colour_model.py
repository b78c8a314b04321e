"""``python -m training.fit.colour_model --traced DIR``: measure what pieces of each colour usually look like.

Path-traced close-ups (``training.traced``) are measured, since their light and gloss are those of real tables.
Each picture has a lamp of its own, whose colour is found together with the looks.
Writes ``vision/pieces/colours/colour_model.json``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.closeup_net.samples import UNKNOWN
from vision.imaging.chromaticity import lit_shade
from vision.pieces.background import visible_art
from vision.pieces.closeups import SIZE
from vision.pieces.colours.colour_model import FILE, colour_features, lightest_art
from vision.vocabulary import COLOURS, PIECES

_FEWEST = 25
"""Pixels of a close-up that show a piece."""
_UNSURE = 0.05
"""Standard deviation by which all looks are blurred."""
_ROUNDS = 8
_FIRST = 0.2
"""Standard deviation at first taken for that of the lamps."""
_WITNESS = 0.5
"""How much each piece tells of the lamp: pieces of one colour say much the same."""


@dataclass(frozen=True, eq=False)
class _Seen:
    """(n,) numbers of the pictures and of the colours, and (n, 3) looks, of n pieces."""

    pictures: np.ndarray
    colours: np.ndarray
    looks: np.ndarray


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--traced", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("vision") / FILE)
    options = parser.parse_args()
    rows = [(n, *seen) for n, path in enumerate(sorted(options.traced.glob("*.npz"))) for seen in _seen(path)]
    pictures, colours, looks = (np.array(column) for column in zip(*rows, strict=True))
    seen = _Seen(np.unique(pictures, return_inverse=True)[1], colours, looks)
    means, spreads, lamps = _fitted(seen)
    held = {
        name: {"mean": means[k].round(4).tolist(), "spread": spreads[k].round(5).tolist()}
        for k, name in enumerate(COLOURS)
    }
    print(f"{len(looks)} pieces, lamps vary by {np.sqrt(np.diag(lamps)).round(3)}")
    options.out.write_text(json.dumps({"colours": held, "lamps": lamps.round(5).tolist()}, indent=1) + "\n")


def _fitted(seen: _Seen) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (11, 3) means and (11, 3, 3) covariances by white light, and the lamps' (2, 2) covariance.

    The lamps and what is left of the looks without them are found in turns.
    """
    lamps, moves = _FIRST**2 * np.eye(2), np.zeros((seen.pictures.max() + 1, 3))
    for _ in range(_ROUNDS):
        means, spreads = _by_white_light(seen, seen.looks - moves[seen.pictures])
        sharp = _WITNESS * np.linalg.inv(spreads[:, :2, :2])[seen.colours]
        off = (seen.looks - means[seen.colours])[:, :2]
        for picture in range(len(moves)):
            own = seen.pictures == picture
            told = np.einsum("nij,nj->i", sharp[own], off[own])
            moves[picture, :2] = np.linalg.solve(np.linalg.inv(lamps) + sharp[own].sum(axis=0), told)
        lamps = np.cov(moves[:, :2].T)
    return means, spreads, lamps


def _by_white_light(seen: _Seen, looks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the (11, 3) medians and (11, 3, 3) covariances of the colours' looks."""
    by_colour = [looks[seen.colours == k] for k in range(len(COLOURS))]
    spreads = [np.cov(some.T) + _UNSURE**2 * np.eye(3) for some in by_colour]
    return np.array([np.median(some, axis=0) for some in by_colour]), np.array(spreads)


def _seen(path: Path) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the number and the (3,) look of the colour of each viking and longhouse that stands alone on its cell."""
    with np.load(path) as held:
        closeups, labels, masks = held["closeups"], held["labels"], held["masks"]
    lightest = lightest_art(visible_art(zip(closeups, masks == 0, strict=True)))
    for kind in range(2):
        colours = labels[:, len(PIECES) + kind]
        for k in np.flatnonzero((labels[:, kind] == 1) & (colours != UNKNOWN)):
            shown = cv2.resize((masks[k] == 1 + kind).astype(np.uint8), (SIZE, SIZE), interpolation=cv2.INTER_NEAREST)
            inside = cv2.erode(shown, np.ones((3, 3), np.uint8)) > 0
            if lightest is not None and inside.sum() > _FEWEST:
                yield int(colours[k]), colour_features(lit_shade(closeups[k][inside][:, :3]), lightest)[0]


if __name__ == "__main__":
    main()
