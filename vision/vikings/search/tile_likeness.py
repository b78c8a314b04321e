"""Measures how much each part of a rectified picture looks like a tile: alike corners, something else in the middle."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

_CORNER, _CORNER_SIZE, _MIDDLE_SIZE = 0.13, 0.14, 0.4
"""Distance of a corner's patch from the edges, and sizes of the patches, squares."""
_UNEVEN, _CONTRAST_OFFSET = 2.0, 6.0
"""Weight of unequal corners, and the contrast of noise, L*a*b* units. All chosen by hand: on 80 synthetic fjords the
right grid is the best in 62 and among the best ten in 75; by straight edges in 74 at all."""


def tile_likeness(lab: np.ndarray, width: float, height: float) -> np.ndarray:
    """Return the (rows, columns) likeness, 0..1, of a tile of this size whose upper left corner lies at each pixel.

    Args:
        lab: (h, w, 3) float32 CIE L*a*b* of the picture.
        width: of a tile, pixels.
        height: of a tile, pixels.
    """
    rows, columns = places_of_tiles(lab.shape, width, height)
    return tile_likeness_at(lab, width, height, np.arange(columns), np.arange(rows))


def places_of_tiles(shape: tuple[int, ...], width: float, height: float) -> tuple[int, int]:
    """Return the number of rows and of columns in which a tile of this size may begin in a picture of a shape."""
    return max(0, int(shape[0] - height)), max(0, int(shape[1] - width))


def tile_likeness_at(lab: np.ndarray, width: float, height: float, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the (n, m) likeness, 0..1, of a tile of this size whose upper left corner lies at each of some pixels.

    Args:
        lab: (h, w, 3) float32 CIE L*a*b* of the picture.
        width: of a tile, pixels.
        height: of a tile, pixels.
        x: (m,) columns, whole numbers.
        y: (n,) rows.
    """
    if not len(x) or not len(y):
        return np.zeros((0, 0))
    corner = max(1, round(_CORNER_SIZE * (width + height) / 2))
    rims = cv2.blur(lab, (corner, corner))
    middles = cv2.blur(lab, (max(1, round(_MIDDLE_SIZE * width)), max(1, round(_MIDDLE_SIZE * height))))

    def at(picture: np.ndarray, right: float, down: float) -> np.ndarray:
        return picture.take(y + round(down * height), axis=0).take(x + round(right * width), axis=1)

    near, far = _CORNER, 1 - _CORNER
    rim = [at(rims, right, down) for right, down in ((near, near), (far, near), (far, far), (near, far))]
    least, most = _ends(rim)
    # One corner may be occluded by a figure: the extremes are left out.
    sea = (rim[0] + rim[1] + rim[2] + rim[3] - least - most) / 2
    one, two, three, four = (_length(colours - sea) for colours in rim)
    second = np.maximum(
        np.minimum(np.maximum(one, two), np.maximum(three, four)),
        np.maximum(np.minimum(one, two), np.minimum(three, four)),
    )
    contrast = _length(at(middles, 0.5, 0.5) - sea)
    return np.asarray(np.clip((contrast - _UNEVEN * second) / (contrast + _CONTRAST_OFFSET), 0, 1))


def _ends(colours: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    one, two, three, four = colours
    return np.minimum(np.minimum(one, two), np.minimum(three, four)), np.maximum(
        np.maximum(one, two), np.maximum(three, four)
    )


def _length(vectors: np.ndarray) -> np.ndarray:
    return np.asarray(np.sqrt(np.einsum("...k,...k->...", vectors, vectors)))
