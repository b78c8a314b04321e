"""Likelihoods of the names of a board's groups of ground, given a person's answers about patches of it."""

from __future__ import annotations

import numpy as np

from vision.geometry.rectified_view import View
from vision.networks.activations import softmax
from vision.terrain.ground.ground_features import GroundFeatures, network_logs
from vision.terrain.ground.grounds import KnownGround
from vision.terrain.ground.mixture import GROUPS, Mixture
from vision.terrain.ground.naming import GroupEvidence
from vision.terrain.ground.parameters import MIN_PROBABILITY, SHARPNESS
from vision.terrain.ground.rims import sample_features
from vision.vocabulary import TERRAINS

_RADIUS = 0.05
"""Pitches around a table point whose ground a person named, over which its look is averaged; chosen by hand."""
_RING = _RADIUS * np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)])
_MIN_PROBABILITY = 1e-6
"""Added to the probability of an answer before its logarithm: a person may be mistaken."""
_TYPICAL_AT_EDGES = 0.5
"""Probability that ground looks like itself at an edge that was asked about. After five answers to each of 200
synthetic boards (seeds 8021 and 8121) 264 of 520 wrong edges are left, and 292 if such answers tell nothing. It was
chosen on the second seed, with answers of one terrain only and before `mixture._PIXEL_VARIANCE`: 175 edges are left
with 0.3, 142 with 0.5, 182 with 1, and 166 if they tell nothing."""


def group_name_log_likelihoods(
    known: KnownGround,
    mixture: Mixture,
    evidence: GroupEvidence,
    weights: np.ndarray,
    looks: GroundFeatures,
    view: View,
) -> np.ndarray:
    """Return (9, 3) log likelihoods, less their mean, of what was said, given each name of a group.

    A group may be a mixture, and the patch unlike the rest of it. So the probability of the answer given a name is that
    which `GroundModel.log_terrain` gives to a pixel of the patch: where the network is sure of what was said, the
    answer tells nothing of the group. On 34 synthetic boards with doubtful grounds each of 69 answers by itself mended
    825 wrong edges and spoilt 59; with 12 nats for each name that was said, by the group's share of the board, 812 and
    330. All answers of a board together left 79 instead of 188 of 360.

    Args:
        known: the answers.
        mixture: the groups' looks.
        evidence: of the groups.
        weights: (3, 9) of the groups, see `GroundParameters.at_pixels`.
        looks: of the view's ground.
        view: the rectified view of the tiles.
    """
    own, group, name = weights[..., None, None]
    given_name = group * evidence.network[:, None] + name * np.log(np.eye(len(TERRAINS)) + MIN_PROBABILITY)
    said = np.zeros((GROUPS, len(TERRAINS)))
    answers = [(*one, 1.0) for one in known.spots.items()]
    answers += [(*one, _TYPICAL_AT_EDGES) for one in known.at_edges.items()]
    for spot, terrain, typical in answers:
        places = np.array(spot) + _RING
        values, seen = sample_features(looks, view, places)
        if seen.any():
            shares = mixture.responsibilities(values.T, places.T) @ seen / seen.sum()
            odds = softmax(SHARPNESS * (own * network_logs(seen @ values / seen.sum()) + given_name), axis=2)
            probable = typical * odds[..., TERRAINS.index(terrain)] + (1 - typical) / len(TERRAINS)
            logs = np.log(probable + _MIN_PROBABILITY)
            said += shares[:, None] * (logs - logs.mean(axis=1, keepdims=True))
    return said
