"""The rune on a stone that nobody taught, read by its sign.

Rune stones bear runes of the elder futhark whose names the game uses: thurisaz or uruz for Strength, laguz for Water,
gebo for Friendship, othala for Home, raidho for Journey, ehwaz for Horse, ansuz for Wisdom and perthro for Secret. A
small network classifies each face at several rotations; it was trained on made faces only (``training.rune_net``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.imaging.sampling import sample
from vision.networks.activations import softmax
from vision.networks.models import shipped_weights
from vision.networks.runtime import Network, load_network
from vision.pieces.detect import Piece
from vision.vocabulary import PIECES

OTHER = "other"
KINDS = ("strength", "water", "friendship", "journey", "horse", "wisdom", "home", "secret", OTHER)
"""The classes of the network: the runes of the game, and anything else."""
SIDE = 48
"""Pixels along the network's input."""
MARGIN = 1.35
"""Width of the network's input in diameters of a stone's face."""
_ROTATIONS = 6
"""Rotations at which a face is read: one alone may resemble another rune."""
_OVERSAMPLING = 2
"""Samples along a pixel of the input, so that large photos are not aliased."""
_MIN_CONTRAST = 8.0
"""Contrast, grey levels of 255, added to a face's own in normalisation, so that noise of a blank one stays small."""
_BATCH = 6
_STONE = PIECES.index("stone")
_MIN_STONE_PROBABILITY = 0.2
"""Probability of a stone from which a piece's sign is read: reading other pieces would waste time."""


def sign_probabilities(pixels: np.ndarray, plane: Plane, stones: Sequence[Piece]) -> np.ndarray:
    """Return (n, len(KINDS)) probabilities of the rune on each of n stones.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        plane: the table.
        stones: the stones, with hulls.
    """
    if not stones:
        return np.empty((0, len(KINDS)))
    turns = np.arange(_ROTATIONS) * 2 * np.pi / _ROTATIONS
    faces = np.array([normalised(_face(pixels, plane, stone, turn)) for stone in stones for turn in turns])
    (logits,) = _network().infer(faces, batch=_BATCH)
    return np.asarray(softmax(logits.reshape(len(stones), _ROTATIONS, -1).astype(float).mean(axis=1)))


def likeliest_runes(probabilities: np.ndarray) -> tuple[tuple[str, float], ...]:
    """Return the runes with their probabilities, likeliest first; none if ``OTHER`` is likeliest or none was read."""
    if not len(probabilities) or int(probabilities.argmax()) == KINDS.index(OTHER):
        return ()
    order = np.argsort(-probabilities)
    return tuple((KINDS[k], float(probabilities[k])) for k in order if KINDS[k] != OTHER)


def with_signs(pixels: np.ndarray, plane: Plane, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces, those that may be stones with the probabilities of their runes; see `sign_probabilities`."""
    stones = [piece for piece in pieces if piece.kinds[_STONE] >= _MIN_STONE_PROBABILITY and piece.area > 0]
    read = {id(stone): signs for stone, signs in zip(stones, sign_probabilities(pixels, plane, stones), strict=True)}
    return [replace(piece, signs=read[id(piece)]) if id(piece) in read else piece for piece in pieces]


def _face(pixels: np.ndarray, plane: Plane, stone: Piece, turn: float) -> np.ndarray:
    """Return the (SIDE, SIDE, 3) float32 picture of a stone from straight above, turned by an angle in radians."""
    centre, radius = _face_circle(plane, stone)
    line = ((np.arange(SIDE * _OVERSAMPLING) + 0.5) / (SIDE * _OVERSAMPLING) - 0.5) * 2 * MARGIN * radius
    grid = np.stack(np.meshgrid(line, line), axis=-1)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    fine = sample(pixels, plane.to_photo(grid @ rotation.T + centre)).astype(np.float32)
    return np.asarray(cv2.resize(fine, (SIDE, SIDE), interpolation=cv2.INTER_AREA))


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


def normalised(face: np.ndarray) -> np.ndarray:
    """Return an (h, w, 3) picture as (3, h, w) float32 without its mean colour and contrast."""
    centred = face.astype(np.float32) - face.mean(axis=(0, 1))
    return np.ascontiguousarray((centred / (centred.std() + _MIN_CONTRAST)).transpose(2, 0, 1).astype(np.float32))


@lru_cache(maxsize=1)
def _network() -> Network:
    return load_network(shipped_weights() / "rune.onnx")
