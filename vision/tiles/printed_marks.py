"""What is printed on a tile besides its land: which signs its picture shows, and how surely.

Two small networks look: one finds whatever looks printed onto the land and how large it is, the other reads each such
place from nearby, at several turns. They know made-up signs only (``training.marks_net.signs``): digits, spots and
figures for three and four players, and the runes of the elder futhark that mean Strength, Water and Friendship.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.networks.activations import sigmoid, softmax
from vision.networks.models import shipped_weights
from vision.networks.runtime import Network, load_network
from vision.tiles.descriptor import SPAN

MARKS = ("3", "4", "strength", "water", "friendship")
SURE, DOUBTFUL = 0.98, 0.8
"""Likelihood from which a sign is taken for printed, and from which a person is asked."""
SIDE = 256
"""Pixels along a tile's picture, which spans ``art.SPAN`` of its widths."""
FOUND_SIDE = 128
"""Pixels along the picture in which signs are looked for."""
CELL = 4
"""Pixels of that to one place in which a sign may be."""
READ_SIDE = 48
"""Pixels along what is read."""
AROUND = 1.5
"""How many times as wide as a sign that is."""
USUAL_WIDTH = 17.0
"""Pixels of ``FOUND_SIDE`` across a sign of middling size; widths are told by their logarithm over it."""
KINDS = ("3", "3", "3", "4", "4", "4", "strength", "water", "friendship", "", "")
"""What each answer of the second network means; nothing is meant by other signs and by the land itself."""
_MEANT = np.array([[kind == mark for mark in MARKS] for kind in KINDS], float)
_TURNS = np.arange(6) * np.pi / 3
_FOUND = 0.1
_MOST = 6
"""How surely something must look printed to be read, and how many things of one tile are read."""
_OPEN = 0.02
"""How likely it must be at the first turn that a thing is a mark, for the other turns to be looked at."""
_SIDES = np.array([[np.cos(turn), np.sin(turn)] for turn in np.arange(3) * np.pi / 3])
"""The directions in which a tile's edges face, with edge 0 to the right."""
_WITHIN = 0.47
"""Widths towards an edge within which a sign's middle lies: what is beside the tile is not its own."""
_FLAT = 8.0
"""Contrast, of 255, under which a picture is as good as blank."""


@dataclass(frozen=True)
class Found:
    """Something that looks printed on a tile: (2,) its middle and how far across, pixels of ``SIDE``; how surely."""

    at: np.ndarray
    wide: float
    sure: float

    def moved(self, better: np.ndarray) -> Found:
        """Return it where (3,) the way to its middle, widths, and the logarithm of how much wider it is put it."""
        off = np.clip(better, -0.4, 0.4)
        return replace(self, at=self.at + off[:2] * self.wide, wide=self.wide * float(np.exp(off[2])))


def likelihoods(pictures: Sequence[np.ndarray]) -> np.ndarray:
    """(n, len(MARKS)) 0..1, how surely each sign is somewhere on each tile.

    Args:
        pictures: of n tiles, each (SIDE, SIDE, 3) uint8 BGR from straight above.
    """
    sure = np.zeros((len(pictures), len(MARKS)))
    for answer, picture in zip(sure, pictures, strict=True):
        for _, likely in things(picture):
            np.maximum(answer, likely, out=answer)
    return sure


def things(picture: np.ndarray) -> list[tuple[Found, np.ndarray]]:
    """Return what looks printed on a tile, and for each how likely it is each of ``MARKS``."""
    found = peaks(_network("mark_finder.onnx").infer(looked_at(picture))[0][0])
    if not found:
        return []
    logits, better = _read(picture, found, 0.0)
    likely = _odds(logits)
    # Most of what looks printed is plainly land, or plainly means nothing: it is not looked at again.
    open_still = np.flatnonzero(likely.sum(axis=1) > _OPEN)
    for k in open_still:
        found[k] = found[k].moved(better[k])
    if len(open_still):
        # Over turns logits are averaged: one turn at which a sign looks like another does not decide.
        again = [found[k] for k in open_still]
        likely[open_still] = _odds(np.mean([_read(picture, again, turn)[0] for turn in _TURNS], axis=0))
    return list(zip(found, likely, strict=True))


def _read(picture: np.ndarray, found: Sequence[Found], turn: float) -> tuple[np.ndarray, np.ndarray]:
    """(n, len(KINDS)) what the second network says of each thing, turned; (n, 3) where it would rather look."""
    cuts = np.array([cut(picture, thing.at, thing.wide, turn) for thing in found])
    (said,) = _network("mark_reader.onnx").infer(cuts)
    return said[:, : len(KINDS)], said[:, len(KINDS) :]


def _odds(logits: np.ndarray) -> np.ndarray:
    """(n, len(MARKS)) 0..1 of (n, len(KINDS)) logits."""
    return np.asarray(softmax(logits) @ _MEANT)


def looked_at(picture: np.ndarray) -> np.ndarray:
    """(1, 3, FOUND_SIDE, FOUND_SIDE) float32 of a tile's picture, as the first network takes it."""
    small = cv2.resize(picture, (FOUND_SIDE, FOUND_SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    return _evened(small)[None]


def peaks(maps: np.ndarray) -> list[Found]:
    """Return where the first network sees signs, surest first.

    Args:
        maps: (2, h, w) logits of a sign's middle in each cell, and the logarithm of its width over ``USUAL_WIDTH``.
    """
    sure = sigmoid(maps[0].astype(float))
    tops = np.argwhere((sure >= cv2.dilate(sure, np.ones((3, 3)))) & (sure >= _FOUND))
    found: list[Found] = []
    for row, column in sorted(tops.tolist(), key=lambda top: -sure[top[0], top[1]]):
        rows, columns = (slice(max(n - 1, 0), n + 2) for n in (row, column))
        near = sure[rows, columns]
        y, x = np.mgrid[rows, columns][:, : near.shape[0], : near.shape[1]]
        at = np.array([(x * near).sum(), (y * near).sum()]) / near.sum()
        finer = SIDE / FOUND_SIDE
        middle = (at + 0.5) * CELL * finer - 0.5
        wide = USUAL_WIDTH * float(np.exp(np.clip(maps[1, row, column], -1.2, 1.2)))
        if np.abs(_SIDES @ (middle + 0.5 - SIDE / 2)).max() < _WITHIN * SIDE / SPAN:
            found.append(Found(middle, wide * finer, float(sure[row, column])))
    return found[:_MOST]


def cut(picture: np.ndarray, at: np.ndarray, wide: float, turn: float) -> np.ndarray:
    """(3, READ_SIDE, READ_SIDE) float32 of what is about a place, as the second network takes it.

    Args:
        picture: (SIDE, SIDE, 3) uint8 BGR.
        at: (2,) the middle of a sign.
        wide: pixels across it.
        turn: clockwise, radians.
    """
    scale = READ_SIDE / (AROUND * wide)
    way = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shift = np.full(2, READ_SIDE / 2 - 0.5) - way @ at
    shown = cv2.warpAffine(
        picture, np.column_stack([way, shift]), (READ_SIDE, READ_SIDE), flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return _evened(shown.astype(np.float32))


def _evened(shown: np.ndarray) -> np.ndarray:
    """Take light and contrast out of (h, w, 3) float32, as (3, h, w)."""
    centred = shown - shown.mean(axis=(0, 1))
    return np.ascontiguousarray((centred / (centred.std() + _FLAT)).transpose(2, 0, 1))


@lru_cache(maxsize=2)
def _network(name: str) -> Network:
    return load_network(shipped_weights() / name)
