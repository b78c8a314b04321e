"""Colour names by comparison within one picture: under one lamp pieces of one colour look alike, and others do not.

Pieces are clustered by their look; then all clusters are named jointly. What each term adds to the log probability of a
naming, in nats:

* the network, or in a taught set `palette`: the cluster's mean log probability times its size, at most
  ``similarity.MAX_EFFECTIVE_PIECES`` (4); fitted by training, the cap by hand;
* the prior of colour names: -1 to -2 for ``_RARE`` ones, in untaught sets; the table is hand-made (orange was 3.0 and
  became 1.0 with the weight of `colour_model`, on 13 sets of photos);
* each further colour on the table: -``_FURTHER_COLOUR`` (2); by hand;
* two clusters with one name: `similarity`, from -6 to 6; by hand;
* the name that a person gave to a member of the cluster: ``_KNOWN_NAME`` (15); by hand;
* the rules of who plays: `players`, -5 for each colour and -2; by hand.

Before all this `colour_model` adds up to -2.4 to the colours of each single piece in untaught sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

import numpy as np

from vision.imaging.chromaticity import MIRRORED, chroma
from vision.networks.activations import log_softmax, softmax
from vision.pieces.colours.colour_model import colour_features, load_colour_model
from vision.pieces.colours.palette import Palette
from vision.pieces.colours.players import GroupKinds, group_kinds
from vision.pieces.colours.similarity import MAX_EFFECTIVE_PIECES, log_odds_against_one_name
from vision.vocabulary import COLOURS

_CHROMA_WEIGHTS = np.array([1.8, 1.8, 0.75])
"""Weights of log chromaticity and brightness beside the network's probabilities, for clustering; chosen by hand."""
_MAX_CLUSTER_DISTANCE = 0.7
"""Clusters nearer than this, in the space of `_cluster_features`, are merged; chosen by hand."""
_MAX_CLUSTER_DISTANCE_TAUGHT = 0.35
"""The same in a taught set, where each piece can be recognised by itself; chosen by hand."""
_RARE = {"grey": 2.0, "brown": 1.0, "pink": 1.0, "orange": 1.0}
"""Nats against colours that few copies of the game have; clear pixels outweigh them."""
_FURTHER_COLOUR = 2.0
"""Nats against each further colour on the table: few players play, each with one colour; chosen by hand."""
_KNOWN_NAME = 15.0
"""Nats for the name that a person gave to a member of a cluster: more than the network's pixels against it where these
are in doubt (ln 0.002 for each of four pieces is -25), and not where a piece was clustered wrongly; chosen by hand."""
_JOINT_CLUSTERS, _JOINT_NAMES = 5, 4
"""Number of the largest clusters that are named jointly, and of the likeliest names tried for each: 4^5 namings."""
_LOG_PRIOR = np.array([-_RARE.get(name, 0.0) for name in COLOURS])


class Coloured(Protocol):
    """Anything that has a colour to be named.

    Attributes:
        colour: (11,) mean log probabilities of the colour names, from its own pixels.
        shade: (3,) its typical pixel, linear BGR in 0..1.
    """

    @property
    def colour(self) -> np.ndarray: ...  # noqa: D102

    @property
    def shade(self) -> np.ndarray: ...  # noqa: D102


@dataclass(frozen=True, eq=False)
class _Coloured:
    colour: np.ndarray
    shade: np.ndarray


def name_colours(
    pieces: Sequence[Coloured],
    palette: Palette | None = None,
    table: np.ndarray | None = None,
    lightest: float | None = None,
    kinds: Sequence[str] = (),
    known: Sequence[int | None] = (),
) -> list[np.ndarray]:
    """Return for each piece the (11,) probabilities of ``vocabulary.COLOURS``, or of the names of a palette.

    Pieces are clustered by their look (centroid linkage). All clusters are then named jointly: each by the evidence of
    all its members, and clusters that look different by different names. So one piece in glare is named like those of
    its cluster, and a pale yellow beside white is yellow. In a game the rules about who plays count, too.

    Args:
        pieces: all pieces of one picture.
        palette: the set's colours, if they were taught.
        table: (3,) `chroma` of the picture's table, as in `Palette.log_likelihoods`.
        lightest: the board's `colour_model.lightest_art`; without it, or with a palette, the colour model is left out.
        kinds: the kind of each piece, of ``vocabulary.PIECES``, where they are those of a game; see `players`.
        known: the number of each piece's name where a person gave it; those of its cluster are named like it.
    """
    if not pieces:
        return []
    known = known or [None] * len(pieces)
    if palette is None and lightest is not None:
        pieces = _with_colour_model(pieces, lightest)
    limit = _MAX_CLUSTER_DISTANCE if palette is None else _MAX_CLUSTER_DISTANCE_TAUGHT
    features = _cluster_features(np.array([p.shade for p in pieces]), np.array([p.colour for p in pieces]))
    clusters = [part for c in _clusters(features, limit) for part in _divided(c, features, known)]
    clusters.sort(key=len, reverse=True)
    evidence = _evidence(pieces, clusters, palette, table) + _known_names(clusters, known)
    lights = np.array([np.mean([pieces[k].shade for k in c], axis=0) for c in clusters])
    one_name = log_odds_against_one_name(lights, np.array([len(c) for c in clusters]))
    contents = group_kinds(clusters, kinds)
    names = _joint_names(evidence, one_name, contents)
    named: list[np.ndarray] = [np.empty(0)] * len(pieces)
    for i, cluster in enumerate(clusters):
        probabilities = softmax(evidence[i] - _log_odds_against_names(i, names, one_name, contents))
        for k in cluster:
            name = known[k]
            named[k] = probabilities if name is None else np.eye(len(COLOURS))[name]
    return named


def _divided(cluster: list[int], features: np.ndarray, known: Sequence[int | None]) -> list[list[int]]:
    """Return a cluster's parts: one for each name that a person gave to a member, with the members nearest to it."""
    names = sorted({name for k in cluster if (name := known[k]) is not None})
    if len(names) < 2:
        return [cluster]
    given = [k for k in cluster if known[k] is not None]
    nearest = {k: given[int(np.linalg.norm(features[given] - features[k], axis=1).argmin())] for k in cluster}
    return [[k for k in cluster if known[nearest[k]] == name] for name in names]


def _known_names(clusters: list[list[int]], known: Sequence[int | None]) -> np.ndarray:
    """Return (g, 11) nats for the names that a person gave to members of each cluster."""
    found = np.zeros((len(clusters), len(COLOURS)))
    for i, cluster in enumerate(clusters):
        for k in cluster:
            if (name := known[k]) is not None:
                found[i, name] = _KNOWN_NAME
    return found


def _evidence(
    pieces: Sequence[Coloured], clusters: list[list[int]], palette: Palette | None, table: np.ndarray | None
) -> np.ndarray:
    """Return (g, 11) log probabilities of the names for each cluster by itself."""
    network = np.array([np.mean([pieces[k].colour for k in c], axis=0) for c in clusters])
    effective = np.minimum([len(c) for c in clusters], MAX_EFFECTIVE_PIECES)[:, None]
    if palette is None:
        return np.asarray(network * effective + _LOG_PRIOR)
    chromas = np.array([np.mean([chroma(pieces[k].shade) for k in c], axis=0) for c in clusters])
    return np.asarray(palette.log_likelihoods(chromas, network, table) * effective)


def _with_colour_model(pieces: Sequence[Coloured], lightest: float) -> list[_Coloured]:
    """Return the pieces with the colour model's term added to their colours."""
    features = colour_features(np.array([p.shade for p in pieces]), lightest)
    terms = load_colour_model().log_likelihoods(features, np.array([p.colour for p in pieces]))
    return [_Coloured(log_softmax(p.colour + term), p.shade) for p, term in zip(pieces, terms, strict=True)]


def _cluster_features(shades: np.ndarray, colours: np.ndarray) -> np.ndarray:
    """Return (n, 14) features in which pieces of one colour are near each other: chroma and the network's estimate."""
    return np.concatenate([_CHROMA_WEIGHTS * chroma(shades + MIRRORED), softmax(colours)], axis=1)


def _clusters(features: np.ndarray, limit: float) -> list[list[int]]:
    """Return clusters of (n, d) features: the two with the nearest means are merged until none are within the limit."""
    clusters = [[k] for k in range(len(features))]
    means = np.array(features)
    distances = np.linalg.norm(means[:, None] - means[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    while len(clusters) > 1:
        i, j = sorted(np.unravel_index(int(distances.argmin()), distances.shape))
        if distances[i, j] > limit:
            break
        clusters[i] += clusters.pop(j)
        means[i] = features[clusters[i]].mean(axis=0)
        means = np.delete(means, j, axis=0)
        distances = np.delete(np.delete(distances, j, axis=0), j, axis=1)
        distances[i] = distances[:, i] = np.linalg.norm(means - means[i], axis=1)
        distances[i, i] = np.inf
    return clusters


def _joint_names(evidence: np.ndarray, one_name: np.ndarray, contents: GroupKinds) -> list[int]:
    """Return the number of each cluster's name: the best of all combinations for the largest, then one by one."""
    count = min(len(evidence), _JOINT_CLUSTERS)
    choices = [np.argsort(-e)[:_JOINT_NAMES].tolist() for e in evidence[:count]]
    namings = np.array(list(product(*choices)))
    scores = _log_scores(namings, evidence, one_name) - contents.log_odds_against(namings)
    names: list[int] = namings[int(scores.argmax())].tolist()
    for i in range(count, len(evidence)):
        names.append(int((evidence[i] - _log_odds_against_names(i, names, one_name, contents)).argmax()))
    return names


def _log_scores(namings: np.ndarray, evidence: np.ndarray, one_name: np.ndarray) -> np.ndarray:
    """Return the (n,) log probabilities, up to a constant, of (n, g) namings of the first g clusters."""
    count = namings.shape[1]
    own = evidence[np.arange(count), namings].sum(axis=1)
    same = namings[:, :, None] == namings[:, None]
    shared = (np.tril(one_name[:count, :count], -1) * same).sum(axis=(1, 2))
    # Each name on the table is counted at its first cluster.
    different_names = (~np.tril(same, -1).any(axis=2)).sum(axis=1)
    scores: np.ndarray = own - shared - _FURTHER_COLOUR * different_names
    return scores


def _log_odds_against_names(i: int, names: list[int], one_name: np.ndarray, contents: GroupKinds) -> np.ndarray:
    """Return the (11,) log odds against each name for cluster ``i``, given the names of the others."""
    against = np.full(len(COLOURS), _FURTHER_COLOUR)
    against[[name for j, name in enumerate(names) if j != i]] = 0.0
    for j, name in enumerate(names):
        if j != i:
            against[name] += one_name[i, j]
    namings = np.array([[*names[:i], name, *names[i + 1 :]] for name in range(len(COLOURS))])
    return np.asarray(against + contents.log_odds_against(namings))


def likeliest(probabilities: np.ndarray, names: Sequence[str] = COLOURS) -> str:
    """Return the name of the likeliest of (11,) colours."""
    return names[int(probabilities.argmax())]
