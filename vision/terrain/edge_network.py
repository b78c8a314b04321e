"""Judges the edges of tiles by a network that sees all samples along an edge at once.

Neighbouring samples are correlated, those under a piece are guesses, and coasts deviate from the corners. A network
takes that into account; a sum over independent samples treats each as new evidence. It was trained on synthetic boards
of styles that the scene network does not know, where the terrain is as uncertain as on an unknown copy.
"""

from __future__ import annotations

import numpy as np

from vision.networks.runtime import Network
from vision.terrain.edge_samples import RADII, SAMPLES, EdgeSamples

BEYOND = 1
"""Samples of the next edges, beyond each corner, that are seen with an edge."""
INPUTS = 5
"""Numbers of a sample: three log probabilities of terrains, the probability of a tile, and that nothing hides it."""
_MIN_PROBABILITY = 1e-3
"""Added to probabilities before their logarithm."""


def judge_edges(network: Network, samples: EdgeSamples, likelihoods: np.ndarray) -> np.ndarray:
    """Return (n, 6, 21) log likelihoods of ``edges.EDGES`` from the tiles' own pixels.

    Args:
        network: `Networks.edge`.
        samples: along the edges of n tiles, one at least.
        likelihoods: (n, 6, 21) as if these were independent, see `edges.edge_log_likelihoods`.
    """
    seen, count = strips(samples), likelihoods.shape[-1]
    (judged,) = network.infer(seen, np.asarray(likelihoods.reshape(-1, count), np.float32))
    return np.asarray(judged, float).reshape(likelihoods.shape)


def strips(samples: EdgeSamples) -> np.ndarray:
    """Return the (6 n, INPUTS, 7, 14) float32 samples of each edge and those beyond its corners, by radius."""
    tile = samples.terrain.sum(axis=-1)
    logs = np.log(samples.terrain + _MIN_PROBABILITY) - np.log(tile + 3 * _MIN_PROBABILITY)[..., None]
    around = np.empty((len(logs), INPUTS, len(RADII), 6 * SAMPLES), np.float32)
    for plane, values in enumerate((*np.moveaxis(logs, -1, 0), tile, samples.clear)):
        around[:, plane] = values.reshape(len(logs), 6 * SAMPLES, -1).transpose(0, 2, 1)
    first = np.arange(6)[:, None] * SAMPLES
    seen = around[..., (first + np.arange(-BEYOND, SAMPLES + BEYOND)) % (6 * SAMPLES)]
    return np.ascontiguousarray(seen.transpose(0, 3, 1, 2, 4)).reshape(-1, INPUTS, len(RADII), seen.shape[-1])
