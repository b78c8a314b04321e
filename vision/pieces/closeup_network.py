"""Inference of the close-up network, with test-time augmentation for cells that may hold a piece."""

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
_BARE, _SURE = 0.996, 0.8
"""Probability of an empty cell from which one view of it suffices, and of its counts from which two suffice."""
_ZOOM = 1.2
Ways = tuple[tuple[float, int], ...]
"""Views of a close-up, as (zoom, -1 for mirrored)."""
_SECOND: Ways = ((_ZOOM, -1),)
_FURTHER: Ways = ((1.0, -1), (_ZOOM, 1))
"""The view of all other cells, and those of cells whose counts are in doubt.

On 306 exam boards (seeds 3311, 3312, 6401) 575 pieces are read wrongly, 642 with one view but for counts below 0.93,
which alone were averaged then; with four views of all cells that are not bare, 604. Small pieces are recognised better
when enlarged.
"""
_AVERAGED = slice(0, channels.TILE)
"""Logits of a cell that are averaged over its views. With the others, too, 25 instead of 12 of 9 700 tiles are lost."""
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

    The outputs of cells that may hold a piece are means of two views, and of four where their counts are in doubt
    (test-time augmentation), but for the logits of the tile and of what hides it.
    """
    outputs = _infer(networks, closeups)
    empty = count_probabilities(outputs.logits)[:, :, 0].prod(axis=1)
    _average(networks, closeups, outputs, np.flatnonzero(empty < _BARE), 1, _SECOND)
    certain = count_probabilities(outputs.logits).max(axis=2).min(axis=1)
    _average(networks, closeups, outputs, np.flatnonzero(certain < _SURE), 1 + len(_SECOND), _FURTHER)
    return outputs


def _average(
    networks: Networks, closeups: np.ndarray, outputs: CloseupOutputs, cells: np.ndarray, views: int, ways: Ways
) -> None:
    """Put means with further views in the place of the outputs of some cells, which are means of ``views`` views."""
    warps = [_matrix(zoom, mirror, 1) for zoom, mirror in ways]
    again = _infer(networks, np.concatenate([_warped(closeups[cells], warp) for warp in warps]))
    before = outputs.maps[cells]
    maps = [
        _unwarped(part, _matrix(zoom, mirror, channels.STRIDE), before)
        for part, (zoom, mirror) in zip(np.split(again.maps, len(ways)), ways, strict=True)
    ]
    logits, features = np.split(again.logits[:, _AVERAGED], len(ways)), np.split(again.features, len(ways))
    for mean, further in ((outputs.logits[:, _AVERAGED], logits), (outputs.maps, maps), (outputs.features, features)):
        mean[cells] = (views * mean[cells] + sum(further)) / (views + len(ways))


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
