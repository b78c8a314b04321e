"""Photos that each show a part of a board, as of one too long for a camera: photos of the whole board, cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.grading.grade import Document
from training.scenes.picture import Picture

_SHARE = 0.65
"""Share of the tiles that a part shows; a little more where the other part's view asks for it."""
_TOWARDS = np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
"""Directions, pixels, in which a picture may be cut short."""


@dataclass(frozen=True)
class PhotoPart:
    """A part of a picture.

    Attributes:
        image: (h, w, 3) uint8.
        corner: (2,) its left upper corner in the picture, pixels.
    """

    image: np.ndarray
    corner: np.ndarray

    def document(self, whole: Document) -> Document:
        """Return the truth about the whole picture in the pixels of this part."""
        tiles = [{**tile, "px": (np.array(tile["px"]) - self.corner).tolist()} for tile in whole["tiles"]]
        return {**whole, "tiles": tiles}


def parts(pictures: Sequence[Picture]) -> tuple[PhotoPart, PhotoPart]:
    """Return the first of two pictures of one board cut across where it is long, and the other one with the rest."""
    first, second = (np.array([tile.centre for tile in picture.tiles if tile.on_board]) for picture in pictures)
    towards = _TOWARDS[0 if np.ptp(first[:, 0]) > np.ptp(first[:, 1]) else 2]
    along = first @ towards
    end = float(np.quantile(along, _SHARE))
    corners = np.array([tile.corners for tile in pictures[1].tiles if tile.on_board])
    ends = [
        max(float((corners[along > end] @ way).max(initial=-np.inf)), float(np.quantile(second @ way, _SHARE)))
        for way in _TOWARDS
    ]
    fewest = min(range(len(_TOWARDS)), key=lambda k: int((second @ _TOWARDS[k] <= ends[k]).sum()))
    return _cut(pictures[0].image, towards, end), _cut(pictures[1].image, _TOWARDS[fewest], ends[fewest])


def _cut(image: np.ndarray, towards: np.ndarray, end: float) -> PhotoPart:
    """Return what of an image (H, W, 3) lies before an end in a direction."""
    axis, size = int(np.abs(towards).argmax()), np.array(image.shape[1::-1])
    low, high = np.zeros(2, int), size.copy()
    if towards[axis] > 0:
        high[axis] = np.clip(round(end), 1, size[axis])
    else:
        low[axis] = np.clip(round(-end), 0, size[axis] - 1)
    return PhotoPart(np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]]), low)
