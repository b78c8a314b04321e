"""What the close-up network says of each cell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision import closeup_channels as channels
from vision.channels import PIECES
from vision.closeups import MIDDLE, SIZE, Frame, cut_closeups
from vision.eyes import Eyes, log_softmax, sigmoid, softmax
from vision.lattice import Cell, Lattice, position

_AT_ONCE = 16
"""Close-ups that go through the network together; more would only cost memory."""
_BY = 4
"""They are made so many more by blank ones: for each number of them that it has not met, the network is made anew."""
_NEARER = 1.2
_AGAIN = (
    (0.93, ((_NEARER, -1),)),
    (0.8, ((1.0, -1), (_NEARER, 1))),
)
"""A cell with a count that is less certain than this is looked at again: how much nearer, and -1 in the mirror.

From nearer, small pieces of strange printings are seen better: of the doubtful cells of made photos in held-out art a
sixth fewer were misjudged, and four looks at the most doubtful of them leave the fewest.
"""


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

    What is in doubt is looked at again from nearer and in the mirror, and all looks count alike for what stands
    there; its colour and whether a tile lies there are judged by the first.
    """
    wanted = list(cells)
    centres = [lattice.centres.get(c, position(c)) for c in wanted]
    closeups, frames = cut_closeups(pixels, lattice.plane, centres)
    words, maps = _judge(eyes, closeups)
    looks = 1
    for certain, ways in _AGAIN:
        doubtful = [k for k, word in enumerate(words) if _counts(word).max(axis=1).min() < certain]
        for nearer, mirror in ways:
            onto = _placed(nearer, mirror, 1)
            other_words, other_maps = _judge(eyes, _warped(closeups[doubtful], onto))
            counts = words[doubtful, channels.COUNTS]
            words[doubtful, channels.COUNTS] = counts + (other_words[:, channels.COUNTS] - counts) / (looks + 1)
            other_maps = _put_back(other_maps, _placed(nearer, mirror, channels.STRIDE), maps[doubtful])
            maps[doubtful] += (other_maps - maps[doubtful]) / (looks + 1)
            looks += 1
    return {c: _look(*parts) for c, *parts in zip(wanted, closeups, frames, words, maps, strict=True)}


def _placed(nearer: float, mirror: int, stride: int) -> np.ndarray:
    """(2, 3) pixels of a close-up, or of its maps at this stride, to those of it seen so much nearer."""
    x, y = (MIDDLE + 0.5) / stride - 0.5
    middle = x if mirror > 0 else SIZE / stride - 1 - x
    return np.array([[mirror * nearer, 0, middle - mirror * nearer * x], [0, nearer, y - nearer * y]])


def _warped(closeups: np.ndarray, onto: np.ndarray) -> np.ndarray:
    looks = [cv2.warpAffine(c, onto, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE) for c in closeups]
    return np.array(looks, np.uint8).reshape(closeups.shape)


def _put_back(seen: np.ndarray, onto: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Return (n, MAPS, g, g) maps of warped close-ups as maps of those themselves, ``before`` where they end."""
    back, size = cv2.invertAffineTransform(onto), before.shape[:1:-1]
    placed = [
        [cv2.warpAffine(one, back, size, dst=old.copy(), borderMode=cv2.BORDER_TRANSPARENT) for one, old in pair]
        for pair in (zip(*maps, strict=True) for maps in zip(seen, before, strict=True))
    ]
    return np.array(placed, np.float32).reshape(before.shape)


def _judge(eyes: Eyes, closeups: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the (n, WORDS) and (n, MAPS, g, g) logits of (n, SIZE, SIZE, 4) uint8 close-ups."""
    side = SIZE // channels.STRIDE
    words = np.empty((len(closeups), channels.WORDS), np.float32)
    maps = np.empty((len(closeups), channels.MAPS, side, side), np.float32)
    for start in range(0, len(closeups), _AT_ONCE):
        part = closeups[start : start + _AT_ONCE]
        blank = np.zeros((-len(part) % _BY, *closeups.shape[1:]), np.uint8)
        said = eyes.close.asked(cv2.dnn.blobFromImages([*part, *blank], 1 / 255))
        words[start : start + _AT_ONCE], maps[start : start + _AT_ONCE] = (each[: len(part)] for each in said)
    return words, maps


def _counts(word: np.ndarray) -> np.ndarray:
    return softmax(word[channels.COUNTS].reshape(len(PIECES), 3).T)


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
