"""Inference of the close-up network, with test-time augmentation for cells that are in doubt."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.networks import closeup_channels as channels
from vision.networks.activations import softmax
from vision.networks.models import Networks
from vision.pieces.closeups import MIDDLE, SIZE
from vision.vocabulary import PIECES

_BATCH, _SMALL_BATCH = 16, 4
"""Close-ups in one batch, and in one of the rest. Larger batches cost memory and save no time, and the network is
compiled again for every new size."""
_ZOOM = 1.2
_AUGMENTATIONS = (
    (0.93, ((_ZOOM, -1),)),
    (0.8, ((1.0, -1), (_ZOOM, 1))),
)
"""Further views, as (zoom, -1 for mirrored), of cells with a count that is less certain than the first number.

Small pieces of unusual printings are recognised better when enlarged: in synthetic photos of held-out art a sixth fewer
of the doubtful cells were misjudged, and four views of the most doubtful of them leave the fewest errors.
"""
_MAP_SIDE = SIZE // channels.STRIDE
_OUTPUT_SHAPES = ((channels.LOGIT_COUNT,), (channels.MAP_COUNT, _MAP_SIDE, _MAP_SIDE), (channels.FEATURE_COUNT,))


@dataclass(frozen=True, eq=False)
class CloseupOutputs:
    """The network's outputs for n close-ups.

    Attributes:
        logits: (n, channels.LOGIT_COUNT).
        maps: (n, channels.MAP_COUNT, g, g) logits.
        features: (n, channels.FEATURE_COUNT), the last layer before the logits.
    """

    logits: np.ndarray
    maps: np.ndarray
    features: np.ndarray


def infer_closeups(networks: Networks, closeups: np.ndarray) -> CloseupOutputs:
    """Run the network on (n, SIZE, SIZE, 4) uint8 close-ups, each by itself.

    For cells in doubt the logits of the counts and the maps are averaged over enlarged and mirrored views; the logits
    of colours and of the tile are those of the first view.
    """
    outputs = _infer(networks, closeups)
    logits, maps = outputs.logits, outputs.maps
    views = 1
    for certain, ways in _AUGMENTATIONS:
        doubtful = np.flatnonzero(count_probabilities(logits).max(axis=2).min(axis=1) < certain)
        warps = [_matrix(zoom, mirror, 1) for zoom, mirror in ways]
        again = _infer(networks, np.concatenate([_warped(closeups[doubtful], warp) for warp in warps]))
        seen = (np.split(part, len(ways)) for part in (again.logits, again.maps))
        for (zoom, mirror), its_logits, its_maps in zip(ways, *seen, strict=True):
            counts = logits[doubtful, channels.COUNTS]
            logits[doubtful, channels.COUNTS] = counts + (its_logits[:, channels.COUNTS] - counts) / (views + 1)
            unwarped = _unwarped(its_maps, _matrix(zoom, mirror, channels.STRIDE), maps[doubtful])
            maps[doubtful] += (unwarped - maps[doubtful]) / (views + 1)
            views += 1
    return outputs


def count_probabilities(logits: np.ndarray) -> np.ndarray:
    """Return (..., 3, 3) probabilities of none, one and several vikings, longhouses and stones.

    Args:
        logits: (..., LOGIT_COUNT).
    """
    return softmax(logits[..., channels.COUNTS].reshape(*logits.shape[:-1], len(PIECES), 3))


def _infer(networks: Networks, closeups: np.ndarray) -> CloseupOutputs:
    outputs = [np.empty((len(closeups), *shape), np.float32) for shape in _OUTPUT_SHAPES]
    for start in range(0, len(closeups), _BATCH):
        batch = closeups[start : start + _BATCH]
        size = _BATCH if len(batch) == _BATCH else _SMALL_BATCH
        results = networks.closeup.infer(batch, batch=size)
        for output, result in zip(outputs, results, strict=True):
            output[start : start + _BATCH] = result
    return CloseupOutputs(*outputs)


def _matrix(zoom: float, mirror: int, stride: int) -> np.ndarray:
    """Return the (2, 3) affine matrix from a close-up, or its maps at this stride, to an enlarged or mirrored one."""
    x, y = (MIDDLE + 0.5) / stride - 0.5
    middle = x if mirror > 0 else SIZE / stride - 1 - x
    return np.array([[mirror * zoom, 0, middle - mirror * zoom * x], [0, zoom, y - zoom * y]])


def _warped(closeups: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    views = [cv2.warpAffine(c, matrix, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE) for c in closeups]
    return np.array(views, np.uint8).reshape(closeups.shape)


def _unwarped(maps: np.ndarray, matrix: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Return (n, MAP_COUNT, g, g) maps of warped close-ups in the original frame, ``before`` outside of them."""
    inverse, size = cv2.invertAffineTransform(matrix), before.shape[:1:-1]
    unwarped = [
        [cv2.warpAffine(one, inverse, size, dst=old.copy(), borderMode=cv2.BORDER_TRANSPARENT) for one, old in pair]
        for pair in (zip(*planes, strict=True) for planes in zip(maps, before, strict=True))
    ]
    return np.array(unwarped, np.float32).reshape(before.shape)
