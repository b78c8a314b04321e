"""Corrects terrains that the scene network confuses throughout a board, by their prior shares of a board.

In unknown art the network may confuse one terrain with another: black water with rock, or pale plains with snow. Its
confidence is then usually low, and the shares of the terrains are unusual, nearly no water or nearly only rock, while
every printing has much the same tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

_CLUSTERS = 6
"""Number of clusters of colours: two for each terrain."""
_USUAL_SHARES = np.array([0.5, 0.24, 0.26])
"""Shares of plains, mountain and ocean of a board."""
_PRIOR_COUNT = 8.0
"""Total count of the Dirichlet prior with these shares: small, since the few tiles of one game may be unusual."""
_MIN_SHARE = 0.02
"""Added to each terrain's share, so that its logarithm is finite."""
_NETWORK_WEIGHT, _NETWORK_WEIGHT_BY_SHARE = 1.0, 4.0
"""Weight of the network's mean log odds of a cluster: the first plus the second times the cluster's share."""
_MAX_LOG_GAP = 2.8
"""Labels whose mean log probability is farther below the network's best are excluded: beyond this gap the network
was right for all clusters of 118 boards."""
_SIMILARITY_WEIGHT = 20.0
"""Cost of different labels for two similar clusters, times the smaller one's share."""
_SIMILARITY_SIGMA = 0.8
"""Distance of two clusters, in standard deviations of the board's colours, at which that cost falls to 61 %."""
_RELABELLED_LOG_ODDS = 1.0
"""Log odds added at every pixel of a relabelled cluster, including those that the network had labelled so."""
_MAX_SAMPLES = 2000
"""Colours are subsampled to at most this number before clustering."""
_KMEANS_CRITERIA = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
_LABELLINGS = np.array(list(product(range(3), repeat=_CLUSTERS)))
_PAIRS = np.triu_indices(_CLUSTERS, 1)


@dataclass(frozen=True, eq=False)
class Relabelling:
    """Corrections of the network's log probabilities by clusters.

    Attributes:
        centres: (6, 3) centres of the clusters of colours, standardised over the board.
        added: (6, 3) added to the log probabilities of plains, mountain and ocean of each cluster.
    """

    centres: np.ndarray
    added: np.ndarray

    def corrections(self, colours: np.ndarray) -> np.ndarray:
        """Return (n, 3) corrections of the log probabilities at pixels with these (n, 3) standardised colours."""
        # Half the squared distance to each centre, without the term that is the same for all centres.
        nearest = ((self.centres**2).sum(axis=1) / 2 - colours @ self.centres.T).argmin(axis=1)
        added: np.ndarray = self.added[nearest]
        return added


def relabel(logs: np.ndarray, colours: np.ndarray) -> Relabelling | None:
    """Find the maximum a posteriori labels of a board's colour clusters.

    Where they differ from the network's, the log probabilities of the two terrains are exchanged for that cluster.

    Args:
        logs: (n, 3) log probabilities of plains, mountain and ocean at pixels of tiles.
        colours: (n, 3) the pixels' colours, standardised over the board; n is at least 60.

    Returns:
        The corrections, or None where the network's own labels are the likeliest.
    """
    step = 1 + len(colours) // _MAX_SAMPLES
    logs, colours = logs[::step], colours[::step]
    clusters, centres = _clustered(colours)
    shares = np.bincount(clusters, minlength=_CLUSTERS) / len(clusters)
    means = np.array([logs[clusters == k].mean(axis=0) if share else np.zeros(3) for k, share in enumerate(shares)])
    means -= means.max(axis=1, keepdims=True)
    labels = _LABELLINGS[_scores(means, shares, centres).argmax()]
    every, network_labels = np.arange(_CLUSTERS), means.argmax(axis=1)
    if (labels == network_labels).all():
        return None
    added = np.zeros((_CLUSTERS, 3), np.float32)
    added[every, labels] -= means[every, labels]
    added[every, network_labels] += means[every, labels]
    added += _RELABELLED_LOG_ODDS * (labels != network_labels)[:, None] * (np.eye(3)[labels] - 1 / 3)
    return Relabelling(centres, added)


def _clustered(colours: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the (n,) cluster of each pixel and the (6, 3) centres of the clusters."""
    # Initialised by sorted colours instead of random ones, so that a photo is always read the same way.
    order = np.lexsort(colours.T)
    start = np.empty(len(colours), np.int32)
    start[order] = np.arange(len(colours)) * _CLUSTERS // len(colours)
    _, clusters, centres = cv2.kmeans(
        colours.astype(np.float32), _CLUSTERS, start[:, None], _KMEANS_CRITERIA, 1, cv2.KMEANS_USE_INITIAL_LABELS
    )
    return clusters.ravel(), centres


def _scores(means: np.ndarray, shares: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """Return (729,) log posteriors, up to a constant, of all labellings of six clusters.

    Args:
        means: (6, 3) the network's mean log probabilities of each cluster, with a maximum of 0.
        shares: (6,) each cluster's share of the pixels.
        centres: (6, 3) centres of the clusters.
    """
    weights = _NETWORK_WEIGHT + _NETWORK_WEIGHT_BY_SHARE * shares
    network = np.where(means < -_MAX_LOG_GAP, -np.inf, means) * weights[:, None]
    logs = network[np.arange(_CLUSTERS), _LABELLINGS].sum(axis=1)
    board = (shares[:, None, None] * (_LABELLINGS.T[:, :, None] == np.arange(3))).sum(axis=0)
    prior = np.log(board + _MIN_SHARE) @ (_PRIOR_COUNT * _USUAL_SHARES)
    away = ((centres[:, None] - centres) ** 2).sum(axis=-1)
    similarity = np.exp(-away / (2 * _SIMILARITY_SIGMA**2)) * np.minimum(shares[:, None], shares)
    separated = (_LABELLINGS[:, _PAIRS[0]] != _LABELLINGS[:, _PAIRS[1]]) @ similarity[_PAIRS]
    scores: np.ndarray = logs + prior - _SIMILARITY_WEIGHT * separated
    return scores
