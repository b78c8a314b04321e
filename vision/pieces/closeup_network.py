"""What the close-up network says of close-ups, those in doubt being shown to it again in other forms."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.networks import closeup_channels as channels
from vision.networks.activations import softmax
from vision.networks.models import Networks
from vision.pieces.closeups import MIDDLE, SIZE
from vision.vocabulary import PIECES

_AT_ONCE = 16
"""Close-ups that go through the network together; more would only cost memory."""
_BATCH = 4
"""Least number of items for which the network is compiled, and the steps in which that grows."""
_NEARER = 1.2
_AGAIN = (
    (0.93, ((_NEARER, -1),)),
    (0.8, ((1.0, -1), (_NEARER, 1))),
)
"""A cell with a count that is less certain than this is looked at again: how much nearer, and -1 in the mirror.

From nearer, small pieces of strange printings are seen better: of the doubtful cells of made photos in held-out art a
sixth fewer were misjudged, and four looks at the most doubtful of them leave the fewest.
"""
_SIDE = SIZE // channels.STRIDE
_FORMS = ((channels.LOGIT_COUNT,), (channels.MAP_COUNT, _SIDE, _SIDE), (channels.FEATURE_COUNT,))


@dataclass(frozen=True, eq=False)
class Judged:
    """What the network says of n close-ups.

    Attributes:
        words: (n, channels.LOGIT_COUNT) logits.
        maps: (n, channels.MAP_COUNT, g, g) logits.
        thoughts: (n, channels.FEATURE_COUNT), what its words are concluded from.
    """

    words: np.ndarray
    maps: np.ndarray
    thoughts: np.ndarray


def judge(networks: Networks, closeups: np.ndarray) -> Judged:
    """Judge (n, SIZE, SIZE, 4) uint8 close-ups, each by itself.

    What is in doubt is looked at again from nearer and in the mirror, and all looks count alike for what stands
    there; its colour and whether a tile lies there are judged by the first.
    """
    judged = _asked(networks, closeups)
    words, maps = judged.words, judged.maps
    looks = 1
    for certain, ways in _AGAIN:
        doubtful = [k for k, word in enumerate(words) if counts_of(word).max(axis=1).min() < certain]
        for nearer, mirror in ways:
            onto = _placed(nearer, mirror, 1)
            again = _asked(networks, _warped(closeups[doubtful], onto))
            counts = words[doubtful, channels.COUNTS]
            words[doubtful, channels.COUNTS] = counts + (again.words[:, channels.COUNTS] - counts) / (looks + 1)
            other_maps = _put_back(again.maps, _placed(nearer, mirror, channels.STRIDE), maps[doubtful])
            maps[doubtful] += (other_maps - maps[doubtful]) / (looks + 1)
            looks += 1
    return judged


def counts_of(word: np.ndarray) -> np.ndarray:
    """(3, 3) for viking, longhouse and stone the probabilities of none, one and several, by (LOGIT_COUNT,) logits."""
    return softmax(word[channels.COUNTS].reshape(len(PIECES), 3))


def _asked(networks: Networks, closeups: np.ndarray) -> Judged:
    said = [np.empty((len(closeups), *form), np.float32) for form in _FORMS]
    for start in range(0, len(closeups), _AT_ONCE):
        part = closeups[start : start + _AT_ONCE]
        answers = networks.closeup.infer(cv2.dnn.blobFromImages([*part], 1 / 255), batch=_BATCH)
        for all_said, answer in zip(said, answers, strict=True):
            all_said[start : start + _AT_ONCE] = answer
    return Judged(*said)


def _placed(nearer: float, mirror: int, stride: int) -> np.ndarray:
    """(2, 3) pixels of a close-up, or of its maps at this stride, to those of it seen so much nearer."""
    x, y = (MIDDLE + 0.5) / stride - 0.5
    middle = x if mirror > 0 else SIZE / stride - 1 - x
    return np.array([[mirror * nearer, 0, middle - mirror * nearer * x], [0, nearer, y - nearer * y]])


def _warped(closeups: np.ndarray, onto: np.ndarray) -> np.ndarray:
    looks = [cv2.warpAffine(c, onto, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE) for c in closeups]
    return np.array(looks, np.uint8).reshape(closeups.shape)


def _put_back(seen: np.ndarray, onto: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Return (n, MAP_COUNT, g, g) maps of warped close-ups as maps of those themselves, ``before`` where they end."""
    back, size = cv2.invertAffineTransform(onto), before.shape[:1:-1]
    placed = [
        [cv2.warpAffine(one, back, size, dst=old.copy(), borderMode=cv2.BORDER_TRANSPARENT) for one, old in pair]
        for pair in (zip(*maps, strict=True) for maps in zip(seen, before, strict=True))
    ]
    return np.array(placed, np.float32).reshape(before.shape)
