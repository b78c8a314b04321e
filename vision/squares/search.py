"""Searches grids of squares by the edges unlike the table, by all, by coarse and by coloured edges."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import cv2
import numpy as np

from vision.geometry.lens import Lens
from vision.squares.candidates import find_grids
from vision.squares.fit import off_axis_edges
from vision.squares.grid import Grid
from vision.squares.novelty import Novelty
from vision.squares.segments import find_segments

_SMALL_SCALE = 0.45
"""Scale of the smaller picture."""
MIN_NOVELTY = 2.0
"""Novelty from which an edge is not the table's. Of the squares of five synthetic boards on checks, carpets and wood
nine of ten have 3.8 or more; of the table's, nine of ten have 1.9 or less."""
_MIN_NOVEL_SHARE = 0.95
"""Share of novel edges from which only one of the two searches runs. By hand."""


def search_grids(
    pixels: np.ndarray, lens: Lens | None, novelty: Novelty, novel_first: bool, segments: np.ndarray | None = None
) -> Iterator[tuple[Iterator[Grid], np.ndarray]]:
    """Yield distinct grids, best first, with the (n, 4) edges they were found by; each step runs only when needed.

    A table's own lines may dominate those of cards: one search in two leaves out edges that look like the table along
    the picture's border. A smaller picture has fewer lines of a table, and wood has none of colour alone.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        lens: its lens, if known.
        novelty: how unlike the table the parts of the photo are.
        novel_first: whether edges unlike the table are searched before all of them, in all three pictures. So every one
            of twelve synthetic cities on patterned tables was found, in a third of the time; but a synthetic fjord on
            wood was placed wrongly.
        segments: (n, 4) its straight edges, if they were detected before.
    """
    size = pixels.shape[1], pixels.shape[0]
    left: list[np.ndarray] = []
    for detect in (find_segments, _coarse, _coloured):
        if segments is None or detect is not find_segments:
            segments = detect(pixels)
        novel = segments[novelty.at(segments.reshape(-1, 2, 2).mean(axis=1)) >= MIN_NOVELTY]
        several = len(novel) < _MIN_NOVEL_SHARE * len(segments)
        if novel_first:
            yield from _with_off_axis_edges(novel, size, lens)
            left += [segments] if several else []
        else:
            yield find_grids(segments, size, lens), segments
            if several:
                yield find_grids(novel, size, lens), novel
    for edges in left:
        yield from _with_off_axis_edges(edges, size, lens)


def _with_off_axis_edges(
    segments: np.ndarray, size: tuple[int, int], lens: Lens | None
) -> Iterator[tuple[Iterator[Grid], np.ndarray]]:
    """Yield the grids of edges, and then of those that run along neither axis of the best of these grids.

    Checks and tartans have more edges than the cards that lie on them, turned a little.
    """
    grids = find_grids(segments, size, lens)
    best = next(grids, None)
    if best is not None:
        yield chain([best], grids), segments
        others = off_axis_edges(best, segments)
        yield find_grids(others, size, lens), others


def _coarse(pixels: np.ndarray) -> np.ndarray:
    small = cv2.resize(pixels, None, fx=_SMALL_SCALE, fy=_SMALL_SCALE, interpolation=cv2.INTER_AREA)
    return (find_segments(cv2.medianBlur(small, 5)) + 0.5) / _SMALL_SCALE - 0.5


def _coloured(pixels: np.ndarray) -> np.ndarray:
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)
    lab[..., 0] = 128
    return find_segments(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR))
