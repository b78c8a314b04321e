"""The marks printed on a tile besides its terrain, such as a number of players or a rune, with their probabilities.

Two small networks do it: the finder detects anything printed onto the terrain, with its size; the reader classifies a
crop of each detection, at several rotations. Both were trained on synthetic marks only (``training.marks_net.signs``):
digits, spots and figures for three and four players, and the runes of the elder futhark for Strength, Water and
Friendship.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.rotation import rotation
from vision.imaging.standardise import standardised
from vision.networks.activations import sigmoid, softmax
from vision.networks.models import shipped_weights
from vision.networks.runtime import Network, load_network
from vision.tiles.descriptor import SPAN

MARKS = ("3", "4", "strength", "water", "friendship")
SURE, DOUBTFUL = 0.98, 0.8
"""Probability from which a mark is filled in, and from which the user is asked; chosen on synthetic tiles of held-out
art, seeds 5 and 6."""
SIDE = 256
"""Pixels along a tile's picture, which spans ``descriptor.SPAN`` tile widths."""
FINDER_SIDE = 128
"""Pixels along the finder's input."""
FINDER_STRIDE = 4
"""Pixels of the finder's input to one cell of its output."""
READER_SIDE = 48
"""Pixels along the reader's input."""
READER_MARGIN = 1.5
"""Width of the reader's input in widths of the mark."""
REFERENCE_WIDTH = 17.0
"""Width of a mark of middling size, pixels of the finder's input; the finder returns log widths relative to it."""
KINDS = ("3", "3", "3", "4", "4", "4", "strength", "water", "friendship", "", "")
"""The mark that each class of the reader stands for; empty for other signs and for plain terrain."""
_MARK_OF_KIND = np.array([[kind == mark for mark in MARKS] for kind in KINDS], float)
_ROTATIONS = np.arange(6) * np.pi / 3
_MIN_FINDER_PROBABILITY = 0.1
"""Probability of the finder from which a detection is read; chosen by hand."""
_MAX_CANDIDATES = 6
"""Most detections of one tile that are read."""
_MIN_MARK_PROBABILITY = 0.02
"""Probability of any mark at the first rotation from which the other rotations are read, too; chosen by hand."""
_EDGE_DIRECTIONS = np.array([[np.cos(turn), np.sin(turn)] for turn in np.arange(3) * np.pi / 3])
"""Directions of a tile's edges, with edge 0 to the right; the other three are opposite."""
_MAX_CENTRE_DISTANCE = 0.47
"""Tile widths towards an edge within which a mark's centre lies: what is farther out is beside the tile."""


@dataclass(frozen=True)
class MarkCandidate:
    """A detection of something printed on a tile.

    Attributes:
        centre: (2,) pixels of a picture of ``SIDE``.
        width: pixels of the same.
        probability: 0..1, by the finder.
    """

    centre: np.ndarray
    width: float
    probability: float

    def refined(self, correction: np.ndarray) -> MarkCandidate:
        """Return it moved by the reader's (3,) correction: offset of the centre, in widths, and log scale."""
        limited = np.clip(correction, -0.4, 0.4)
        return replace(
            self,
            centre=self.centre + limited[:2] * self.width,
            width=self.width * float(np.exp(limited[2])),
        )


def mark_probabilities(pictures: Sequence[np.ndarray]) -> np.ndarray:
    """Return (n, len(MARKS)) probabilities that each mark is anywhere on each tile.

    Args:
        pictures: of n tiles, each (SIDE, SIDE, 3) uint8 BGR from straight above.
    """
    probabilities = np.zeros((len(pictures), len(MARKS)))
    for row, picture in zip(probabilities, pictures, strict=True):
        for _, of_candidate in find_marks(picture):
            np.maximum(row, of_candidate, out=row)
    return probabilities


def find_marks(picture: np.ndarray) -> list[tuple[MarkCandidate, np.ndarray]]:
    """Return the detections on a tile, each with its (len(MARKS),) probabilities."""
    candidates = decode_finder(_network("mark_finder.onnx").infer(finder_input(picture))[0][0])
    if not candidates:
        return []
    logits, corrections = _read(picture, candidates, 0.0)
    probabilities = _of_marks(logits)
    # Most detections are clearly terrain, or a sign of another kind: they are read only once.
    possible = np.flatnonzero(probabilities.sum(axis=1) > _MIN_MARK_PROBABILITY)
    for k in possible:
        candidates[k] = candidates[k].refined(corrections[k])
    if len(possible):
        # Logits are averaged over rotations, so that one at which a sign resembles another does not decide.
        again = [candidates[k] for k in possible]
        logits = np.mean([_read(picture, again, angle)[0] for angle in _ROTATIONS], axis=0)
        probabilities[possible] = _of_marks(logits)
    return list(zip(candidates, probabilities, strict=True))


def _read(picture: np.ndarray, candidates: Sequence[MarkCandidate], angle: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the reader's (n, len(KINDS)) logits for rotated crops, and its (n, 3) corrections of their places."""
    crops = np.array([reader_input(picture, c.centre, c.width, angle) for c in candidates])
    (output,) = _network("mark_reader.onnx").infer(crops)
    return output[:, : len(KINDS)], output[:, len(KINDS) :]


def _of_marks(logits: np.ndarray) -> np.ndarray:
    """Return (n, len(MARKS)) probabilities from (n, len(KINDS)) logits."""
    return np.asarray(softmax(logits) @ _MARK_OF_KIND)


def finder_input(picture: np.ndarray) -> np.ndarray:
    """Return the finder's (1, 3, FINDER_SIDE, FINDER_SIDE) float32 input for a tile's picture."""
    small = cv2.resize(picture, (FINDER_SIDE, FINDER_SIDE), interpolation=cv2.INTER_AREA)
    return standardised(small)[None]


def decode_finder(maps: np.ndarray) -> list[MarkCandidate]:
    """Return the finder's detections, likeliest first.

    Args:
        maps: (2, h, w) logits of a mark's centre in each cell, and log of its width over ``REFERENCE_WIDTH``.
    """
    centre = sigmoid(maps[0].astype(float))
    tops = np.argwhere((centre >= cv2.dilate(centre, np.ones((3, 3)))) & (centre >= _MIN_FINDER_PROBABILITY))
    candidates: list[MarkCandidate] = []
    for row, column in sorted(tops.tolist(), key=lambda top: -centre[top[0], top[1]]):
        rows, columns = (slice(max(n - 1, 0), n + 2) for n in (row, column))
        near = centre[rows, columns]
        y, x = np.mgrid[rows, columns][:, : near.shape[0], : near.shape[1]]
        at = np.array([(x * near).sum(), (y * near).sum()]) / near.sum()
        finer = SIDE / FINDER_SIDE
        middle = (at + 0.5) * FINDER_STRIDE * finer - 0.5
        width = REFERENCE_WIDTH * float(np.exp(np.clip(maps[1, row, column], -1.2, 1.2)))
        outward = np.abs(_EDGE_DIRECTIONS @ (middle + 0.5 - SIDE / 2)).max()
        if outward < _MAX_CENTRE_DISTANCE * SIDE / SPAN:
            candidates.append(MarkCandidate(middle, width * finer, float(centre[row, column])))
    return candidates[:_MAX_CANDIDATES]


def reader_input(picture: np.ndarray, centre: np.ndarray, width: float, angle: float) -> np.ndarray:
    """Return the reader's (3, READER_SIDE, READER_SIDE) float32 input for one place.

    Args:
        picture: (SIDE, SIDE, 3) uint8 BGR.
        centre: (2,) of the mark, pixels.
        width: of the mark, pixels.
        angle: by which the picture is rotated, clockwise, radians.
    """
    scale = READER_SIDE / (READER_MARGIN * width)
    linear = scale * rotation(angle)
    shift = np.full(2, READER_SIDE / 2 - 0.5) - linear @ centre
    crop = cv2.warpAffine(
        picture, np.column_stack([linear, shift]), (READER_SIDE, READER_SIDE), flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return standardised(crop)


@lru_cache(maxsize=2)
def _network(name: str) -> Network:
    return load_network(shipped_weights() / name)
