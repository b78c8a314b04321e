"""Searches grids of squares by all edges, then by the edges of a smaller picture, then by edges of colour alone."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.geometry.lens import Lens
from vision.squares.grid import Grid, find_grids
from vision.squares.segments import find_segments

_SMALL_SCALE = 0.45
"""Scale of the smaller picture."""


def search_grids(pixels: np.ndarray, lens: Lens | None) -> Iterator[tuple[list[Grid], np.ndarray]]:
    """Yield grids, best first, with the (n, 4) edges they were found by; each step runs only when it is needed.

    A table's own lines may dominate those of cards: a smaller picture has fewer of them, and wood has none of colour
    alone.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        lens: its lens, if known.
    """
    size = pixels.shape[1], pixels.shape[0]
    for detect in (find_segments, _coarse, _coloured):
        segments = detect(pixels)
        yield find_grids(segments, size, lens), segments


def _coarse(pixels: np.ndarray) -> np.ndarray:
    small = cv2.resize(pixels, None, fx=_SMALL_SCALE, fy=_SMALL_SCALE, interpolation=cv2.INTER_AREA)
    return (find_segments(cv2.medianBlur(small, 5)) + 0.5) / _SMALL_SCALE - 0.5


def _coloured(pixels: np.ndarray) -> np.ndarray:
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)
    lab[..., 0] = 128
    return find_segments(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR))
