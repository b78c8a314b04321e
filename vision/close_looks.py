"""What the close-up network says of each cell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision import closeup_channels as channels
from vision.channels import PIECES
from vision.closeups import SIZE, Frame, cut_closeups
from vision.eyes import Eyes, log_softmax, sigmoid, softmax
from vision.lattice import Cell, Lattice, position

_AT_ONCE = 16
"""Close-ups that go through the network together; more would only cost memory."""
_CLEAR = 0.93
"""A cell of which every count is this certain need not be looked at twice."""


@dataclass(frozen=True, eq=False)
class CloseLook:
    """One cell.

    Attributes:
        closeup: (SIZE, SIZE, 4) uint8, what it was judged by.
        frame: where that was cut.
        counts: (3, 3) for viking, longhouse and stone the probabilities of none, one and several.
        colours: (2, 11) log probabilities of the colour names of its viking and of its longhouse.
        tile: 0..1, that a tile lies there.
        covered: 0..1, that something that is no piece hides it.
        mask: (g, g, 4) probabilities of no piece, viking, longhouse and stone, of what stands on this very cell.
        foot: (g, g) that it stands here.
    """

    closeup: np.ndarray
    frame: Frame
    counts: np.ndarray
    colours: np.ndarray
    tile: float
    covered: float
    mask: np.ndarray
    foot: np.ndarray


def look_closely(pixels: np.ndarray, lattice: Lattice, cells: Iterable[Cell], eyes: Eyes) -> dict[Cell, CloseLook]:
    """Look at cells one by one in a photo's (h, w, 3) uint8 BGR pixels; they need not hold a tile.

    What is in doubt is looked at a second time in the mirror, and both looks count alike.
    """
    wanted = list(cells)
    centres = [lattice.centres.get(c, position(c)) for c in wanted]
    closeups, frames = cut_closeups(pixels, lattice.plane, centres)
    words, maps = _judge(eyes, closeups)
    doubtful = [k for k, word in enumerate(words) if _in_doubt(word)]
    other_words, other_maps = _judge(eyes, closeups[doubtful, :, ::-1])
    words[doubtful] = (words[doubtful] + other_words) / 2
    maps[doubtful] = (maps[doubtful] + other_maps[..., ::-1]) / 2
    return {c: _look(*parts) for c, *parts in zip(wanted, closeups, frames, words, maps, strict=True)}


def _judge(eyes: Eyes, closeups: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the (n, WORDS) and (n, MAPS, g, g) logits of (n, SIZE, SIZE, 4) uint8 close-ups."""
    side = SIZE // channels.STRIDE
    words = np.empty((len(closeups), channels.WORDS), np.float32)
    maps = np.empty((len(closeups), channels.MAPS, side, side), np.float32)
    for start in range(0, len(closeups), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        blob = cv2.dnn.blobFromImages(list(closeups[part]), 1 / 255)
        with eyes.lock:
            eyes.close.setInput(blob)
            words[part], maps[part] = eyes.close.forward(["words", "maps"])
    return words, maps


def _counts(word: np.ndarray) -> np.ndarray:
    return softmax(word[channels.COUNTS].reshape(len(PIECES), 3).T)


def _in_doubt(word: np.ndarray) -> bool:
    return bool(_counts(word).max(axis=1).min() < _CLEAR)


def _look(closeup: np.ndarray, frame: Frame, word: np.ndarray, maps: np.ndarray) -> CloseLook:
    return CloseLook(
        closeup,
        frame,
        counts=_counts(word),
        colours=np.stack([log_softmax(word[c]) for c in (channels.VIKING_COLOUR, channels.LONGHOUSE_COLOUR)]),
        tile=float(sigmoid(word[channels.TILE])),
        covered=float(sigmoid(word[channels.COVERED])),
        mask=softmax(maps[channels.MASK]),
        foot=sigmoid(maps[channels.FOOT]),
    )
