"""Names the groups of a board's ground by a network that compares how the scene network sees them.

The scene network's inner features at the pixels of a group tell its texture, its signs and how it is bounded, whatever
its colour. A small transformer compares the groups with each other, and with the board's mean.
"""

from __future__ import annotations

import numpy as np

from vision.networks.activations import log_softmax
from vision.networks.runtime import Network

_STRIDE = 4
"""Pixels of the maps to one of the inner features."""
_MIN_WEIGHT = 1e-3
"""Added to the weight of a group's pixels: a group without any has no features."""
_MAX_LOG_GAP = 3.0
"""Log probabilities are limited to this distance from a group's likeliest terrain."""
FEATURES = 64
"""Number of features of a group: the channels of `SceneMaps.inner`."""


def group_features(inner: np.ndarray, rows: np.ndarray, columns: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Return the groups' (9, 64) float32 mean inner features.

    Args:
        inner: see `SceneMaps`.
        rows: (n,) of pixels of the maps.
        columns: (n,) likewise.
        groups: (n, 9) probabilities of the groups there; squared, so that pixels of several groups count little.
    """
    weights = np.square(groups, dtype=np.float32)
    weights /= weights.sum(axis=0) + _MIN_WEIGHT
    means: np.ndarray = (inner[:, rows // _STRIDE, columns // _STRIDE] @ weights).T
    return means


def infer_names(
    network: Network, features: np.ndarray, looks: np.ndarray, measured: np.ndarray, shares: np.ndarray
) -> np.ndarray:
    """Return the groups' (9, 3) log probabilities of plains, mountain and ocean, less their mean.

    Args:
        network: `Networks.ground`.
        features: (9, 64), see `group_features`.
        looks: see `naming.GroupEvidence`, likewise the others.
        measured: of the groups.
        shares: of the groups.
    """
    blobs = (features, looks, measured, shares[:, None])
    (logits,) = network.infer(*(np.asarray(blob[None], np.float32) for blob in blobs))
    logs = log_softmax(logits[0], axis=1)
    logs = np.maximum(logs, logs.max(axis=1, keepdims=True) - _MAX_LOG_GAP)
    return np.asarray(logs - logs.mean(axis=1, keepdims=True))
