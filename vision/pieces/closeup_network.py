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
_EMPTY, _CERTAIN = 0.996, 0.8
"""A cell is seen once if it is empty with this probability at least, and twice if all its counts are this certain;
chosen by hand."""
_ZOOM = 1.2
"""Factor by which an enlarged view is enlarged."""
_Views = tuple[tuple[float, int], ...]
"""Further views of a close-up, as (zoom, -1 for mirrored)."""
_SECOND: _Views = ((_ZOOM, -1),)
_THIRD_AND_FOURTH: _Views = ((1.0, -1), (_ZOOM, 1))
"""Small pieces are recognised better when enlarged.

On 306 exam boards (seeds 3311, 3312, 6401) 575 pieces are read wrongly with these views; 642 if only cells with a count
below 0.93 are seen more than once, and only their counts and maps are averaged; 604 if all cells that may hold a piece
are seen four times.
"""
_AVERAGED = slice(0, channels.TILE)
"""Logits that are averaged over the views of a cell. If those of the tile and of what hides it are averaged, too, 25
instead of 12 of 9 700 tiles are lost."""
_MAP_SIDE = SIZE // channels.STRIDE
"""Pixels along the network's maps."""
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

    The outputs for cells that may hold a piece are means over two views, or over four where a count is in doubt
    (test-time augmentation). The logits of the tile and of what hides it are those of the first view.
    """
    outputs = _infer(networks, closeups)
    empty = count_probabilities(outputs.logits)[:, :, 0].prod(axis=1)
    _average(networks, closeups, outputs, np.flatnonzero(empty < _EMPTY), 1, _SECOND)
    certain = count_probabilities(outputs.logits).max(axis=2).min(axis=1)
    _average(networks, closeups, outputs, np.flatnonzero(certain < _CERTAIN), 2, _THIRD_AND_FOURTH)
    return outputs


def _average(
    networks: Networks, closeups: np.ndarray, outputs: CloseupOutputs, cells: np.ndarray, seen: int, views: _Views
) -> None:
    """Take further views into the outputs of some cells, in place.

    Args:
        networks: the loaded networks.
        closeups: of all cells.
        outputs: of all cells; those of ``cells`` are means over ``seen`` views.
        cells: (m,) indices of the cells that are viewed again.
        seen: number of views so far.
        views: the further ones.
    """
    warps = [_matrix(zoom, mirror, 1) for zoom, mirror in views]
    again = _infer(networks, np.concatenate([_warped(closeups[cells], warp) for warp in warps]))
    before = outputs.maps[cells]
    maps = [
        _unwarped(part, _matrix(zoom, mirror, channels.STRIDE), before)
        for part, (zoom, mirror) in zip(np.split(again.maps, len(views)), views, strict=True)
    ]
    logits, features = np.split(again.logits[:, _AVERAGED], len(views)), np.split(again.features, len(views))
    for mean, further in ((outputs.logits[:, _AVERAGED], logits), (outputs.maps, maps), (outputs.features, features)):
        mean[cells] = (seen * mean[cells] + sum(further)) / (seen + len(views))


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
