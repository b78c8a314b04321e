"""The terrain along every tile's rim: what each edge shows, weighed from both sides of its seam."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise, product

import numpy as np

from games import hexgrid
from vision.geometry.hexagon import points_along_sides
from vision.geometry.lattice import Cell
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.networks.activations import log_sum_exp, softmax
from vision.networks.models import SceneMaps
from vision.vocabulary import TERRAINS

_ALONG = 12
"""Places along an edge that are looked at; divisible by two and by three, the ways an edge may be parted."""
_DEPTHS = np.array([0.83, 0.87, 0.9, 0.93])
"""How far out they lie, 1 being the rim itself: far enough in for a printed border, a gap and a small turn.

Edges match only on the rim; farther in a border between terrains has already turned to one side.
"""
_CORNER_WEIGHT = 0.2
_BORDER_WEIGHT = 0.5
_EVIDENCE = 0.4
"""Neighbouring places say much the same, so that each counts for less than a witness of its own."""
_PRIOR = {1: 0.0, 2: -2.0, 3: -4.0}
"""Log odds of an edge of one, two and three parts."""
_MISMATCH = -3.0
"""Log odds of a seam laid against the rules: rare, but clear pixels must outweigh it (at -4 wrong tiles are mended)."""

EDGES = tuple(
    "".join(letters)
    for parts in (1, 2, 3)
    for letters in product(TERRAINS, repeat=parts)
    if all(a != b for a, b in pairwise(letters))
)
"""Every edge string that can be read, 21 of them."""


def edge_number(edge: str) -> int:
    """Return the number of an edge among ``EDGES``; one of more parts counts as what its thirds show.

    >>> EDGES[edge_number("PO")], EDGES[edge_number("POPO")]
    ('PO', 'PO')
    """
    thirds = [edge[len(edge) * k // 6] for k in (1, 3, 5)]
    return EDGES.index(edge if edge in EDGES else "".join(letter for letter, _ in groupby(thirds)))


_REVERSED = np.array([EDGES.index(e[::-1]) for e in EDGES])
_TEMPLATES = np.array(
    [[[letter == e[t * len(e) // _ALONG] for letter in TERRAINS] for t in range(_ALONG)] for e in EDGES], float
)
LOG_PRIOR = np.array([_PRIOR[len(e)] for e in EDGES])
"""(21,) log odds of each of ``EDGES`` before anything is seen."""


@dataclass(frozen=True)
class EdgeEvidence:
    """What was seen along the rims.

    Attributes:
        cells: the n tiles' cells.
        own: (n, 6, 21) log likelihood of each of ``EDGES`` from the tile's own pixels.
        posterior: (n, 6, 21) probabilities after both sides of each seam have been heard.
    """

    cells: tuple[Cell, ...]
    own: np.ndarray
    posterior: np.ndarray


def weigh_seams(cells: tuple[Cell, ...], own: np.ndarray) -> EdgeEvidence:
    """Weigh what each edge of each of n tiles shows; ``own`` is (n, 6, 21) as in `EdgeEvidence`.

    The other side of a seam speaks through a prior that seams match, no stronger than players are careful,
    so that a tile laid wrong is read as it lies.
    """
    index = {c: k for k, c in enumerate(cells)}
    seam = np.full((len(EDGES), len(EDGES)), _MISMATCH - np.log(len(EDGES)))
    seam[np.arange(len(EDGES)), _REVERSED] = 0.0
    log_posterior = own + LOG_PRIOR
    for cell, k in index.items():
        for i in range(6):
            other = index.get(hexgrid.neighbour(cell, i))
            if other is not None:
                log_posterior[k, i] += log_sum_exp(seam + own[other, (i + 3) % 6])
    return EdgeEvidence(cells, own, softmax(log_posterior))


def edge_likelihoods(maps: SceneMaps, view: View, outlines: np.ndarray) -> np.ndarray:
    """(n, 6, 21) log likelihoods of each of ``EDGES`` from tiles' own pixels.

    Args:
        maps: what the network says of the view.
        view: the tiles from above.
        outlines: (n, 6, 2) the tiles' corners on the table; edge ``i`` runs from corner ``i`` to ``i + 1``.
    """
    along = (np.arange(_ALONG) + 0.5) / _ALONG
    middles = outlines.mean(axis=1)[:, None, None]
    rim = points_along_sides(along, outlines)
    places = middles[..., None, :] + (rim - middles)[..., None, :] * _DEPTHS[:, None]
    seen = sample(maps.terrain, view.to_maps(places))
    hidden = sample(maps.piece[..., 0], view.to_maps(places))
    land = seen[..., 1:] + 1e-3
    weight = seen[..., 1:].sum(axis=-1) * (0.4 + 0.6 * hidden)
    logs = np.log(land / land.sum(axis=-1, keepdims=True)) * weight[..., None]
    mean = logs.sum(axis=3) / len(_DEPTHS)
    return np.asarray(_EVIDENCE * np.einsum("neta,hta,ht->neh", mean, _TEMPLATES, _boundary_weights()))


def _boundary_weights() -> np.ndarray:
    """(21, ALONG) weights: hand-drawn borders between the parts of an edge wander, and so do corners."""
    weights = np.ones((len(EDGES), _ALONG))
    weights[:, [0, -1]] = _CORNER_WEIGHT
    for h, edge in enumerate(EDGES):
        for part in range(1, len(edge)):
            border = part * _ALONG // len(edge)
            weights[h, [border - 1, border]] *= _BORDER_WEIGHT
    # Every hypothesis must weigh the same total, or the one that looks away most would win.
    return np.asarray(weights * (weights[0].sum() / weights.sum(axis=1, keepdims=True)))
