"""Names of all clusters of one picture together, over every light that may shine on them and every combination.

A name's probability is summed over the lights and over the names of the other clusters: what the lights leave open is
in doubt, although under the likeliest one it may be clear.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from vision.networks.activations import softmax
from vision.pieces.colours.players import GroupKinds
from vision.vocabulary import COLOURS

_FURTHER_COLOUR = 1.0
"""Nats against each further colour on the table: few players play, each with one colour. Without it fewer teams get
one name (8 and 13 of 666 with 0 and 2 nats), and more pieces another name than the rest of their team (69 and 45)."""
_JOINT_CLUSTERS, _JOINT_NAMES = 5, 4
"""Number of the largest clusters that are named jointly, and of the likeliest names tried for each: 4^5 namings."""
_LEAST = 1e-300
"""Added to probabilities before their logarithm is taken."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of g clusters.

    Attributes:
        lights: (d,) log priors of the lights.
        names: (d, g, 11) log likelihoods of each cluster's look for each name under each light.
        one_name: (g, g) log odds against two clusters having one name.
        contents: the kinds of their pieces.
    """

    lights: np.ndarray
    names: np.ndarray
    one_name: np.ndarray
    contents: GroupKinds


def name_probabilities(evidence: Evidence) -> np.ndarray:
    """Return (g, 11) probabilities of each cluster's name; clusters come the largest first.

    The largest are named jointly, the others one by one, given the likeliest names of those before.
    """
    count = min(evidence.names.shape[1], _JOINT_CLUSTERS)
    alone = _summed(evidence.lights[:, None, None] + evidence.names)
    tried = np.argsort(-alone[:count], axis=1)[:, :_JOINT_NAMES]
    namings = np.array(list(product(*tried)))
    shares = softmax(_log_likelihoods(tried, evidence) - _log_odds_against(namings, evidence))
    names: list[int] = namings[int(shares.argmax())].tolist()
    for i in range(count, len(alone)):
        names.append(int(_given_others(i, names, evidence).argmax()))
    found = np.array([_given_others(i, names, evidence) for i in range(len(alone))])
    for i in range(count):
        joint = np.bincount(namings[:, i], shares, len(COLOURS))
        found[i] = np.where(
            np.isin(np.arange(len(COLOURS)), tried[i]), joint, found[i] * joint[names[i]] / found[i, names[i]]
        )
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def _log_likelihoods(tried: np.ndarray, evidence: Evidence) -> np.ndarray:
    """Return the (k^c,) log likelihoods, summed over the lights, of all namings with (c, k) names for c clusters."""
    count, some = tried.shape
    logs = evidence.names[:, np.arange(count)[:, None], tried]
    best = logs.max(axis=2)
    lights = softmax(evidence.lights + best.sum(axis=1))
    # The sum over lights of products over clusters is a product of two matrices: of the first clusters, and the last.
    halves = [lights[:, None], np.ones((len(lights), 1))]
    for i, shares in enumerate(np.exp(logs - best[..., None]).swapaxes(0, 1)):
        half = int(i >= count // 2)
        halves[half] = (halves[half][:, :, None] * shares[:, None]).reshape(len(lights), -1)
    return np.asarray(np.log(halves[0].T @ halves[1] + _LEAST).reshape(some**count))


def _log_odds_against(namings: np.ndarray, evidence: Evidence) -> np.ndarray:
    """Return the (n,) log odds against (n, g) namings of the first g clusters, whatever these look like."""
    count = namings.shape[1]
    same = namings[:, :, None] == namings[:, None]
    shared = (np.tril(evidence.one_name[:count, :count], -1) * same).sum(axis=(1, 2))
    # Each name on the table is counted at its first cluster.
    different_names = (~np.tril(same, -1).any(axis=2)).sum(axis=1)
    odds: np.ndarray = shared + _FURTHER_COLOUR * different_names + evidence.contents.log_odds_against(namings)
    return odds


def _given_others(i: int, names: list[int], evidence: Evidence) -> np.ndarray:
    """Return the (11,) probabilities of cluster ``i``'s name, given the names of the others that have one."""
    others = [j for j in range(len(names)) if j != i]
    lights = evidence.lights + evidence.names[:, others, [names[j] for j in others]].sum(axis=1)
    against = np.full(len(COLOURS), _FURTHER_COLOUR)
    against[[names[j] for j in others]] = 0.0
    for j in others:
        against[names[j]] += evidence.one_name[i, j]
    namings = np.array([[*names[:i], name, *names[i + 1 :]] for name in range(len(COLOURS))])
    against += evidence.contents.log_odds_against(namings)
    return softmax(_summed(lights[:, None] + evidence.names[:, i]) - against)


def _summed(logs: np.ndarray) -> np.ndarray:
    """Return the log of the sum along the first axis of the numbers whose logs these are."""
    most = logs.max(axis=0)
    total: np.ndarray = most + np.log(np.exp(logs - most).sum(axis=0))
    return total
