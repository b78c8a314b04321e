"""``python -m vision.training.usual_looks --traced DIR``: measure what pieces of each colour usually look like.

Path-traced close-ups (``vision.training.traced``) are measured, since their light and gloss are those of real tables.
Writes ``vision/usual_looks.json``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.channels import COLOURS, PIECES
from vision.closeups import SIZE
from vision.shades import lit_shade
from vision.training.closeup_samples import UNKNOWN
from vision.usual_looks import FILE, lightest_of, look_of

_FEWEST = 25
"""Pixels of a close-up that show a piece."""
_UNSURE = 0.05
"""Standard deviation by which all looks are blurred."""


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--traced", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("vision") / FILE)
    options = parser.parse_args()
    seen = [item for path in sorted(options.traced.glob("*.npz")) for item in _seen(path)]
    held = {}
    for number, name in enumerate(COLOURS):
        looks = np.array([look for colour, look in seen if colour == number])
        spread = np.cov(looks.T) + _UNSURE**2 * np.eye(3)
        print(f"{name}: {len(looks)} pieces")
        held[name] = {"mean": np.median(looks, axis=0).round(4).tolist(), "spread": spread.round(5).tolist()}
    options.out.write_text(json.dumps(held, indent=1) + "\n")


def _seen(path: Path) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the number and the (3,) look of the colour of each viking and longhouse that stands alone on its cell."""
    with np.load(path) as held:
        closeups, labels, masks = held["closeups"], held["labels"], held["masks"]
    lightest = lightest_of(zip(closeups, masks == 0, strict=True))
    for kind in range(2):
        colours = labels[:, len(PIECES) + kind]
        for k in np.flatnonzero((labels[:, kind] == 1) & (colours != UNKNOWN)):
            shown = cv2.resize((masks[k] == 1 + kind).astype(np.uint8), (SIZE, SIZE), interpolation=cv2.INTER_NEAREST)
            inside = cv2.erode(shown, np.ones((3, 3), np.uint8)) > 0
            if lightest is not None and inside.sum() > _FEWEST:
                yield int(colours[k]), look_of(lit_shade(closeups[k][inside][:, :3]), lightest)[0]


if __name__ == "__main__":
    main()
