"""Colour names by comparison within one picture: under one lamp pieces of one colour look alike, and others do not.

The pieces of a taught set are named in this way, and those of a photo that teaches a set; all others are named by
`vision.pieces.evidence.candidate_network`.

Pieces are clustered by their look; then all clusters are named jointly (`joint_names`). What each term adds to the log
probability of a naming, in nats:

* the close-up network's mean log probability of the cluster times ``_NETWORK_WEIGHT`` (0.5) and the root of the
  cluster's size, at most ``similarity.MAX_EFFECTIVE_PIECES`` (4), since more repeat each other's errors. In a taught
  set `palette` instead, times the size;
* each further colour on the table: ``joint_names._FURTHER_COLOUR`` (-1);
* two clusters with one name: `similarity`, from -4 to 2;
* the name that a person gave to a member of the cluster: ``_KNOWN_NAME`` (8); by hand;
* the rules of who plays: `players`.

Beyond what the network learned, only the colours of the most usual printing are a little likelier, ``_USUAL`` (0.3): a
purple under a sodium lamp may as well be pink. On synthetic boards, where these are no more than 57 % of the teams,
that costs 0.006 nats a team; 1 nat against brown, pink and orange and 2 against grey cost 0.08.

The weights are fitted to the names of the true teams on 230 held-out boards, 666 teams (exam seed 2771, seeds 5201 to
5203); a model of each colour's look, since removed, took part then. Each stands on a plateau: a fifth more or less
changed 6 teams of 1 336 at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from vision.imaging.chromaticity import chroma
from vision.pieces.colours.clusters import MAX_DISTANCE, MAX_DISTANCE_TAUGHT, cluster_features, clusters
from vision.pieces.colours.joint_names import Evidence, name_probabilities
from vision.pieces.colours.palette import Palette
from vision.pieces.colours.players import group_kinds
from vision.pieces.colours.similarity import MAX_EFFECTIVE_PIECES, log_odds_against_one_name
from vision.vocabulary import COLOURS

_NETWORK_WEIGHT = 0.5
"""Weight of the network's log probabilities; fitted, see above."""
_USUAL = np.array([0.3 if name in ("white", "yellow", "purple", "black") else 0.0 for name in COLOURS])
"""Nats for the colours of the printing of 2021, which most tables have; see above."""
_KNOWN_NAME = 8.0
"""Nats for the name that a person gave to a member of a cluster: more than pixels against it where these are in doubt
(ln 0.002 of four pieces weighs -6), and not where a piece was clustered wrongly; chosen by hand."""


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


def name_colours(
    pieces: Sequence[Coloured],
    palette: Palette | None = None,
    table: np.ndarray | None = None,
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
        kinds: the kind of each piece, of ``vocabulary.PIECES``, where they are those of a game; see `players`.
        known: the number of each piece's name where a person gave it; those of its cluster are named like it.
    """
    if not pieces:
        return []
    known = known or [None] * len(pieces)
    limit = MAX_DISTANCE if palette is None else MAX_DISTANCE_TAUGHT
    shades, colours = np.array([p.shade for p in pieces]), np.array([p.colour for p in pieces])
    groups = clusters(cluster_features(shades, colours), limit, known)
    lights = np.array([shades[c].mean(axis=0) for c in groups])
    one_name = log_odds_against_one_name(lights, np.array([len(c) for c in groups]))
    names = _log_likelihoods(shades, colours, groups, palette, table) + _known_names(groups, known)
    evidence = Evidence(names, one_name, group_kinds(groups, kinds))
    named: list[np.ndarray] = [np.empty(0)] * len(pieces)
    for cluster, probabilities in zip(groups, name_probabilities(evidence), strict=True):
        for k in cluster:
            name = known[k]
            named[k] = probabilities if name is None else np.eye(len(COLOURS))[name]
    return named


def _log_likelihoods(
    shades: np.ndarray,
    colours: np.ndarray,
    groups: list[list[int]],
    palette: Palette | None,
    table: np.ndarray | None,
) -> np.ndarray:
    """Return (g, 11) log likelihoods of the names for each cluster by itself."""
    network = np.array([colours[c].mean(axis=0) for c in groups])
    sizes = np.minimum([len(c) for c in groups], MAX_EFFECTIVE_PIECES)[:, None]
    if palette is not None:
        chromas = np.array([chroma(shades[c]).mean(axis=0) for c in groups])
        return palette.log_likelihoods(chromas, network, table) * sizes
    logs: np.ndarray = _NETWORK_WEIGHT * network * np.sqrt(sizes) + _USUAL
    return logs


def _known_names(clusters: list[list[int]], known: Sequence[int | None]) -> np.ndarray:
    """Return (g, 11) nats for the names that a person gave to members of each cluster."""
    found = np.zeros((len(clusters), len(COLOURS)))
    for i, cluster in enumerate(clusters):
        for k in cluster:
            if (name := known[k]) is not None:
                found[i, name] = _KNOWN_NAME
    return found


def likeliest(probabilities: np.ndarray, names: Sequence[str] = COLOURS) -> str:
    """Return the name of the likeliest of (11,) colours."""
    return names[int(probabilities.argmax())]
