"""The rune on a stone that nobody taught, read by its sign.

Rune stones bear runes of the elder futhark whose names the game uses: thurisaz or uruz for Strength, laguz for Water,
gebo for Friendship, othala for Home, raidho for Journey, ehwaz for Horse, ansuz for Wisdom and perthro for Secret. A
small network classifies each face at several rotations; it was trained on made faces only (``training.rune_net``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.geometry.rotation import rotated
from vision.imaging.sampling import sample
from vision.imaging.standardise import standardised
from vision.networks.activations import softmax
from vision.networks.runtime import Network
from vision.pieces.detect import Piece
from vision.vocabulary import OTHER_SIGN, PIECES, SIGNS

SIDE = 48
"""Pixels along the network's input."""
MARGIN = 1.35
"""Width of the network's input in diameters of a stone's face."""
_ROTATIONS = 6
"""Rotations at which a face is read: one alone may resemble another rune."""
_OVERSAMPLING = 2
"""Samples along a pixel of the input, so that large photos are not aliased."""
_STONE = PIECES.index("stone")
_MIN_STONE_PROBABILITY = 0.2
"""Probability of a stone from which a piece's sign is read: reading other pieces would waste time."""
_MIN_PROBABILITY_BY_AREA, _STONE_AREAS = 0.02, (0.03, 0.13)
"""The same where the visible area, square pitches, is that of 90 % of the stones on 140 synthetic boards: a rune may be
clear on a stone that the networks take for something else. With both 4 candidates a board are read instead of 2."""
_OTHER_ODDS = 0.12
"""Odds of another sign, or none that is legible, on what surely is a stone, beside those in training: there three of
ten faces bear no rune of the game, while nearly all stones do (one of twenty is assumed)."""


def sign_probabilities(network: Network, pixels: np.ndarray, plane: Plane, stones: Sequence[Piece]) -> np.ndarray:
    """Return (n, len(SIGNS)) probabilities of the rune on each of n stones.

    Args:
        network: `Networks.rune`.
        pixels: (h, w, 3) uint8 BGR, the photo.
        plane: the table.
        stones: the stones, with hulls.
    """
    if not stones:
        return np.empty((0, len(SIGNS)))
    faces = np.array([standardised(face) for stone in stones for face in _faces(pixels, plane, stone)])
    (logits,) = network.infer(faces)
    return np.asarray(softmax(logits.reshape(len(stones), _ROTATIONS, -1).astype(float).mean(axis=1)))


def likeliest_runes(probabilities: np.ndarray) -> tuple[tuple[str, float], ...]:
    """Return the runes of a stone with their probabilities, likeliest first; none if ``OTHER_SIGN`` is likeliest.

    Args:
        probabilities: (len(SIGNS),) as by `sign_probabilities`, of what surely is a stone; empty where none were read.
    """
    if not len(probabilities):
        return ()
    weighed = probabilities * np.where(np.array(SIGNS) == OTHER_SIGN, _OTHER_ODDS, 1.0)
    weighed /= weighed.sum()
    order = np.argsort(-weighed)
    if SIGNS[order[0]] == OTHER_SIGN:
        return ()
    return tuple((SIGNS[k], float(weighed[k])) for k in order if SIGNS[k] != OTHER_SIGN)


def with_signs(network: Network, pixels: np.ndarray, plane: Plane, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces, those that may be stones with the probabilities of their runes; see `sign_probabilities`."""
    stones = [piece for piece in pieces if piece.area > 0 and _may_be_stone(piece)]
    signs = sign_probabilities(network, pixels, plane, stones)
    read = {id(stone): own for stone, own in zip(stones, signs, strict=True)}
    return [replace(piece, signs=read[id(piece)]) if id(piece) in read else piece for piece in pieces]


def _may_be_stone(piece: Piece) -> bool:
    likely, sized = piece.kinds[_STONE], _STONE_AREAS[0] <= piece.area <= _STONE_AREAS[1]
    return bool(likely >= _MIN_STONE_PROBABILITY or (sized and likely >= _MIN_PROBABILITY_BY_AREA))


def _faces(pixels: np.ndarray, plane: Plane, stone: Piece) -> np.ndarray:
    """Return the (_ROTATIONS, SIDE, SIDE, 3) float32 pictures of a stone from straight above, turned."""
    centre, radius = _face_circle(plane, stone)
    fine = sample(pixels, plane.to_photo(_turned_grids() * radius + centre)).astype(np.float32)
    # They lie above one another in one picture: halving mixes no pixels of two of them.
    halved = cv2.resize(fine.reshape(-1, *fine.shape[2:]), (SIDE, _ROTATIONS * SIDE), interpolation=cv2.INTER_AREA)
    return halved.reshape(_ROTATIONS, SIDE, SIDE, -1)


@cache
def _turned_grids() -> np.ndarray:
    """Return (_ROTATIONS, n, n, 2) where each sample lies in each picture, in radii from a face's middle."""
    count = SIDE * _OVERSAMPLING
    line = ((np.arange(count) + 0.5) / count - 0.5) * 2 * MARGIN
    grid = np.stack(np.meshgrid(line, line), axis=-1)
    return np.array([rotated(grid, turn) for turn in np.arange(_ROTATIONS) * 2 * np.pi / _ROTATIONS])


def _face_circle(plane: Plane, stone: Piece) -> tuple[np.ndarray, float]:
    """Return the (2,) table point that a face's middle hides, and the face's radius in pitches.

    The visible pixels are those of the face and of the side towards the camera. So the face lies at the far end of the
    longer axis, where a pitch is seen smaller.
    """
    corners = cv2.boxPoints(cv2.minAreaRect(stone.hull.astype(np.float32)))
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    long, short = sorted((first, second), key=np.linalg.norm, reverse=True)
    length, diameter = float(np.linalg.norm(long)), float(np.linalg.norm(short))
    away = long / max(length, 1e-6) * (length - diameter) / 2
    middle = corners.mean(axis=0)
    ends = middle + np.array([away, -away])
    return np.asarray(min(ends, key=plane.pitch_at)), diameter / 2
