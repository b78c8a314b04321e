"""Grids of squares in a picture: by all of its edges, then in a coarser one, then by colours alone."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.geometry.lens import Lens
from vision.squares.grid import Grid, find_grids
from vision.squares.segments import find_segments

_COARSER = 0.45


def search_grids(pixels: np.ndarray, lens: Lens | None) -> Iterator[tuple[list[Grid], np.ndarray]]:
    """Yield grids, the likeliest first, with the (n, 4) edges that they were found by.

    Where a table has lines of its own they hide those of cards: they are fewer in a coarser picture, and wood has none
    that differ in colour alone. Each look is taken when it is asked for.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        lens: its lens, if it is known.
    """
    size = pixels.shape[1], pixels.shape[0]
    for look in (find_segments, _coarse, _coloured):
        segments = look(pixels)
        yield find_grids(segments, size, lens), segments


def _coarse(pixels: np.ndarray) -> np.ndarray:
    small = cv2.resize(pixels, None, fx=_COARSER, fy=_COARSER, interpolation=cv2.INTER_AREA)
    return (find_segments(cv2.medianBlur(small, 5)) + 0.5) / _COARSER - 0.5


def _coloured(pixels: np.ndarray) -> np.ndarray:
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)
    lab[..., 0] = 128
    return find_segments(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR))
