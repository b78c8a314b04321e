"""Clusters of pieces that look alike: those of one player, or a part of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.imaging.chromaticity import MIRRORED, chroma
from vision.networks.activations import softmax

_CHROMA_WEIGHTS = np.array([1.8, 1.8, 0.75])
"""Weights of log chromaticity and brightness beside the network's probabilities, for clustering; chosen by hand."""
MAX_DISTANCE = 0.7
"""Clusters nearer than this, in the space of `cluster_features`, are merged; chosen by hand."""
MAX_DISTANCE_TAUGHT = 0.35
"""The same in a taught set, where each piece can be recognised by itself; chosen by hand."""


def cluster_features(shades: np.ndarray, colours: np.ndarray) -> np.ndarray:
    """Return (n, 14) features in which pieces of one colour are near each other: chroma and the network's estimate.

    Args:
        shades: (n, 3) linear BGR, 0..1.
        colours: (n, 11) log probabilities of the colour names.
    """
    return np.concatenate([_CHROMA_WEIGHTS * chroma(shades + MIRRORED), softmax(colours)], axis=1)


def clusters(features: np.ndarray, limit: float, known: Sequence[int | None]) -> list[list[int]]:
    """Return the numbers of the pieces in each cluster, the largest first.

    Args:
        features: (n, d), see `cluster_features`.
        limit: greatest distance of two clusters' means that are merged.
        known: (n,) the number of each piece's name where a person gave it; a cluster has one such name at most.
    """
    found = [part for c in _linked(features, limit) for part in _divided(c, features, known)]
    return sorted(found, key=len, reverse=True)


def _linked(features: np.ndarray, limit: float) -> list[list[int]]:
    """Return clusters of (n, d) features: the two with the nearest means are merged until none are within the limit."""
    found = [[k] for k in range(len(features))]
    means = np.array(features)
    distances = np.linalg.norm(means[:, None] - means[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    while len(found) > 1:
        i, j = sorted(np.unravel_index(int(distances.argmin()), distances.shape))
        if distances[i, j] > limit:
            break
        found[i] += found.pop(j)
        means[i] = features[found[i]].mean(axis=0)
        means = np.delete(means, j, axis=0)
        distances = np.delete(np.delete(distances, j, axis=0), j, axis=1)
        distances[i] = distances[:, i] = np.linalg.norm(means - means[i], axis=1)
        distances[i, i] = np.inf
    return found


def _divided(cluster: list[int], features: np.ndarray, known: Sequence[int | None]) -> list[list[int]]:
    """Return a cluster's parts: one for each name that a person gave to a member, with the members nearest to it."""
    names = sorted({name for k in cluster if (name := known[k]) is not None})
    if len(names) < 2:
        return [cluster]
    given = [k for k in cluster if known[k] is not None]
    nearest = {k: given[int(np.linalg.norm(features[given] - features[k], axis=1).argmin())] for k in cluster}
    return [[k for k in cluster if known[nearest[k]] == name] for name in names]
