"""Names of all clusters of one picture together: a name's probability is summed over the names of the others."""

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


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of g clusters.

    Attributes:
        names: (g, 11) log likelihoods of each cluster's look for each name.
        one_name: (g, g) log odds against two clusters having one name.
        contents: the kinds of their pieces.
    """

    names: np.ndarray
    one_name: np.ndarray
    contents: GroupKinds


def name_probabilities(evidence: Evidence) -> np.ndarray:
    """Return (g, 11) probabilities of each cluster's name; clusters come the largest first.

    The largest are named jointly, the others one by one, given the likeliest names of those before.
    """
    clusters = len(evidence.names)
    count = min(clusters, _JOINT_CLUSTERS)
    tried = np.argsort(-evidence.names[:count], axis=1)[:, :_JOINT_NAMES]
    namings = np.array(list(product(*tried)))
    logs = evidence.names[np.arange(count), namings].sum(axis=1)
    shares = softmax(logs - _log_odds_against(namings, evidence))
    names: list[int] = namings[int(shares.argmax())].tolist()
    for i in range(count, clusters):
        names.append(int(_given_others(i, names, evidence).argmax()))
    found = np.array([_given_others(i, names, evidence) for i in range(clusters)])
    for i in range(count):
        joint = np.bincount(namings[:, i], shares, len(COLOURS))
        found[i] = np.where(
            np.isin(np.arange(len(COLOURS)), tried[i]), joint, found[i] * joint[names[i]] / found[i, names[i]]
        )
    return np.asarray(found / found.sum(axis=1, keepdims=True))


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
    against = np.full(len(COLOURS), _FURTHER_COLOUR)
    against[[names[j] for j in others]] = 0.0
    for j in others:
        against[names[j]] += evidence.one_name[i, j]
    namings = np.array([[*names[:i], name, *names[i + 1 :]] for name in range(len(COLOURS))])
    against += evidence.contents.log_odds_against(namings)
    return softmax(evidence.names[i] - against)
