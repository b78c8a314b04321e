"""``python -m training.fit.colour_model --traced DIR``: fit the colour model of the pieces.

It is fitted to path-traced close-ups (``training.traced``), whose light and gloss are those of real tables. Each
picture has an illuminant of its own, which is estimated along with the colours.
Writes ``vision/pieces/colours/colour_model.json``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np

from training.closeup_net.samples import UNKNOWN
from vision.imaging.chromaticity import lit_shade
from vision.pieces.background import visible_art
from vision.pieces.closeups import SIZE
from vision.pieces.colours.colour_model import FILE, colour_features, lightest_art
from vision.vocabulary import COLOURS, PIECES

OUT = Path(str(files("vision.pieces.colours"))) / FILE
"""The shipped colour model."""
_MIN_PIXELS = 25
"""Fewest pixels of a piece in a close-up for it to be measured."""
_NOISE = 0.05
"""Standard deviation of measurement noise, added to all covariances."""
_ITERATIONS = 8
_INITIAL_LAMP_SPREAD = 0.2
"""Initial standard deviation of the illuminants."""
_GREY_BRIGHTNESS = -0.24
"""Brightness of grey under the light of a board's lightest art, in place of the fitted one: grey is rare in path-traced
pictures and there nearly as bright as white. Median of 86 teams on 229 rasterised boards of the wide family."""
_PIECE_WEIGHT = 0.5
"""Weight of a piece in the estimate of its picture's illuminant: errors of pieces of one colour are correlated."""


@dataclass(frozen=True, eq=False)
class _Measured:
    """Measured pieces: indices (n,) of their pictures and colours, and their features (n, 3)."""

    pictures: np.ndarray
    colours: np.ndarray
    features: np.ndarray


def main() -> None:
    """Parse the options, fit, and write the colour model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--traced", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    rows = [
        (n, *measured) for n, path in enumerate(sorted(options.traced.glob("*.npz"))) for measured in _measure(path)
    ]
    pictures, colours, features = (np.array(column) for column in zip(*rows, strict=True))
    measured = _Measured(np.unique(pictures, return_inverse=True)[1], colours, features)
    means, covariances, lamp_covariance = _fitted(measured)
    means[COLOURS.index("grey"), 2] = _GREY_BRIGHTNESS
    model = {
        name: {"mean": means[k].round(4).tolist(), "spread": covariances[k].round(5).tolist()}
        for k, name in enumerate(COLOURS)
    }
    print(f"{len(features)} pieces, standard deviation of illuminants {np.sqrt(np.diag(lamp_covariance)).round(3)}")
    options.out.write_text(json.dumps({"colours": model, "lamps": lamp_covariance.round(5).tolist()}, indent=1) + "\n")


def _fitted(measured: _Measured) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (11, 3) means and (11, 3, 3) covariances under white light, and the (2, 2) covariance of illuminants.

    Illuminants and colours are estimated alternately.
    """
    lamp_covariance, lamp_shifts = _INITIAL_LAMP_SPREAD**2 * np.eye(2), np.zeros((measured.pictures.max() + 1, 3))
    for _ in range(_ITERATIONS):
        means, covariances = _colour_statistics(measured, measured.features - lamp_shifts[measured.pictures])
        precisions = _PIECE_WEIGHT * np.linalg.inv(covariances[:, :2, :2])[measured.colours]
        deviations = (measured.features - means[measured.colours])[:, :2]
        for picture in range(len(lamp_shifts)):
            in_picture = measured.pictures == picture
            pull = np.einsum("nij,nj->i", precisions[in_picture], deviations[in_picture])
            lamp_shifts[picture, :2] = np.linalg.solve(
                np.linalg.inv(lamp_covariance) + precisions[in_picture].sum(axis=0), pull
            )
        lamp_covariance = np.cov(lamp_shifts[:, :2].T)
    return means, covariances, lamp_covariance


def _colour_statistics(measured: _Measured, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the (11, 3) medians and (11, 3, 3) covariances of the features of each colour."""
    by_colour = [features[measured.colours == k] for k in range(len(COLOURS))]
    covariances = [np.cov(some.T) + _NOISE**2 * np.eye(3) for some in by_colour]
    return np.array([np.median(some, axis=0) for some in by_colour]), np.array(covariances)


def _measure(path: Path) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the colour index and features (3,) of each viking and longhouse that stands alone on its cell."""
    with np.load(path) as samples:
        closeups, labels, masks = samples["closeups"], samples["labels"], samples["masks"]
    lightest = lightest_art(visible_art(zip(closeups, masks == 0, strict=True)))
    for kind in range(2):
        colours = labels[:, len(PIECES) + kind]
        for k in np.flatnonzero((labels[:, kind] == 1) & (colours != UNKNOWN)):
            shown = cv2.resize((masks[k] == 1 + kind).astype(np.uint8), (SIZE, SIZE), interpolation=cv2.INTER_NEAREST)
            inside = cv2.erode(shown, np.ones((3, 3), np.uint8)) > 0
            if lightest is not None and inside.sum() > _MIN_PIXELS:
                yield int(colours[k]), colour_features(lit_shade(closeups[k][inside][:, :3]), lightest)[0]


if __name__ == "__main__":
    main()
