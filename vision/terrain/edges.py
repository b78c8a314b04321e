"""Reads the terrain of tiles' edges from the samples along them, and combines both sides of each seam."""

from __future__ import annotations

from dataclasses import dataclass, field
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

SAMPLES = 12
"""Samples along an edge; divisible by two and three, the numbers of parts of an edge."""
_RADII = np.array([0.83, 0.87, 0.9, 0.93])
"""Their distances from the tile's centre, 1 being the rim: inside of a printed border, a gap and a small rotation.

Edges match only on the rim: farther in, a border between terrains already bends to one side.
"""
_CORNER_WEIGHT, _BORDER_WEIGHT = 0.2, 0.5
"""Weights of samples at corners, and of those beside a border between the parts of an edge: hand-drawn borders
wander."""
_SAMPLE_WEIGHT = 0.4
"""Weight of each sample's log likelihood: neighbouring samples are correlated. Chosen by hand."""
_HIDDEN_WEIGHT = 0.1
"""Relative weight of a sample that a piece hides, where the network guesses the terrain. On 80 made boards 0.4, 0.2 and
0.1 leave 413, 412 and 411 wrong edges of 14 718, on 31 path-traced photos 25, 24 and 20 of 6 828."""
_MIN_PROBABILITY = 1e-3
"""Added to each terrain's probability, so that no sample excludes one."""
_PRIOR_BY_PARTS = {1: 0.0, 2: -2.6, 3: -5.0}
"""Prior log odds of an edge by its number of parts. In the shipped sets 6 % of the edges have two parts, which gives
-3.3, and made sets have more: -2, -2.6 and -3.3 leave 302, 301 and 305 wrong edges of 16 674 on 90 made boards."""
_PRIOR_MISMATCH = -3.0
"""Prior log odds of a seam laid against the rules. At -4 tiles that are laid wrong were read as if laid right."""

EDGES = tuple(
    "".join(letters)
    for parts in (1, 2, 3)
    for letters in product(TERRAINS, repeat=parts)
    if all(a != b for a, b in pairwise(letters))
)
"""The 21 edge strings that can be read."""


def edge_number(edge: str) -> int:
    """Return an edge's index in ``EDGES``; one with more than three parts counts as the terrains of its thirds.

    >>> EDGES[edge_number("PO")], EDGES[edge_number("POPO")]
    ('PO', 'PO')
    """
    thirds = [edge[len(edge) * k // 6] for k in (1, 3, 5)]
    return EDGES.index(edge if edge in EDGES else "".join(letter for letter, _ in groupby(thirds)))


_REVERSED = np.array([EDGES.index(e[::-1]) for e in EDGES])
_EXPECTED_TERRAIN = np.array(
    [[[letter == e[t * len(e) // SAMPLES] for letter in TERRAINS] for t in range(SAMPLES)] for e in EDGES], float
)
_EXCHANGED = np.array(
    [
        [
            [[edge_number(edge.translate(str.maketrans(TERRAINS, a + b + c))) for edge in EDGES] for c in TERRAINS]
            for b in TERRAINS
        ]
        for a in TERRAINS
    ]
)
"""(3, 3, 3, 21) index of each edge if plains, mountain and ocean are in truth the terrains i, j and k."""
LOG_PRIOR = np.array([_PRIOR_BY_PARTS[len(e)] for e in EDGES])
"""(21,) prior log odds of each of ``EDGES``."""


def _unexchanged() -> np.ndarray:
    certain = np.zeros((3, 3, 3))
    certain[0, 1, 2] = 1.0
    return certain


@dataclass(frozen=True, eq=False)
class EdgeDoubt:
    """Sources of error that all edges of a board share.

    Attributes:
        temperature: factor of the edges' log posteriors; below 1 where the printing is far from what is known.
        exchanges: (3, 3, 3) probability that what is called plains, mountain, ocean is in truth terrain i, j, k.
    """

    temperature: float = 1.0
    exchanges: np.ndarray = field(default_factory=_unexchanged)


NO_DOUBT = EdgeDoubt()


@dataclass(frozen=True)
class EdgeEvidence:
    """Likelihoods and posterior probabilities of the edges of n tiles.

    Attributes:
        cells: the n tiles' cells.
        own: (n, 6, 21) log likelihood of each of ``EDGES`` from the tile's own pixels.
        posterior: (n, 6, 21) probability of each given both sides of its seam.
        given_grounds: (n, 6, 21) the same if every ground of the board is called by its right name; None if no ground
            is doubtful.
    """

    cells: tuple[Cell, ...]
    own: np.ndarray
    posterior: np.ndarray
    given_grounds: np.ndarray | None = None

    def tile_confidences(self) -> np.ndarray:
        """Return (n,) probabilities that all six likeliest edges of a tile are right.

        The edges' own doubts are independent; that about a ground is the same for all edges that show it.
        """
        settled = self.settled.max(axis=2)
        shared = (self.posterior.max(axis=2) / settled).min(axis=1)
        return np.asarray(np.minimum(shared, 1.0) * settled.prod(axis=1))

    def joined_by(self, terrain: str) -> dict[tuple[Cell, Cell], float]:
        """Return for each pair of neighbouring tiles, in both orders, the probability that a terrain joins them."""
        shown = self.posterior[..., [terrain in edge for edge in EDGES]].sum(axis=2)
        rows = dict(zip(self.cells, shown.tolist(), strict=True))
        return {
            (cell, other): min(row[side], rows[other][hexgrid.opposite(side)])
            for cell, row in rows.items()
            for side, other in enumerate(hexgrid.neighbours(cell))
            if other in rows
        }

    @property
    def settled(self) -> np.ndarray:
        """(n, 6, 21) probability of each edge if every ground is called by its right name: only its own doubt."""
        return self.posterior if self.given_grounds is None else self.given_grounds


def combine_seams(cells: tuple[Cell, ...], own: np.ndarray, doubt: EdgeDoubt = NO_DOUBT) -> EdgeEvidence:
    """Compute the posterior of each edge from both sides of its seam.

    The prior that seams match is weak enough for a tile that was laid against the rules to be read as it lies.

    Args:
        cells: the n tiles' cells.
        own: (n, 6, 21) log likelihoods of ``EDGES`` from each tile's own pixels.
        doubt: what all edges of the board have in common.
    """
    index = {c: k for k, c in enumerate(cells)}
    seam = np.full((len(EDGES), len(EDGES)), _PRIOR_MISMATCH - np.log(len(EDGES)))
    seam[np.arange(len(EDGES)), _REVERSED] = 0.0
    log_posterior = own + LOG_PRIOR
    sides = [
        (k, i, index[other])
        for cell, k in index.items()
        for i in range(6)
        if (other := hexgrid.neighbour(cell, i)) in index
    ]
    if sides:
        tile, side, across = np.array(sides).T
        log_posterior[tile, side] += log_sum_exp(seam + own[across, (side + 3) % 6][:, None])
    settled = softmax(doubt.temperature * log_posterior)
    return EdgeEvidence(cells, own, settled @ edge_exchanges(doubt.exchanges), settled)


def edge_exchanges(exchanges: np.ndarray) -> np.ndarray:
    """Return (21, 21) probabilities of what each of ``EDGES`` is in truth, from those of the terrains."""
    odds = np.zeros((len(EDGES), len(EDGES)))
    for true, probability in np.ndenumerate(exchanges):
        odds[np.arange(len(EDGES)), _EXCHANGED[true]] += probability
    return odds


def edge_likelihoods(maps: SceneMaps, view: View, outlines: np.ndarray, clear: np.ndarray | None = None) -> np.ndarray:
    """Return (n, 6, 21) log likelihoods of each of ``EDGES`` from the tiles' own pixels.

    Args:
        maps: the scene network's output for the view.
        view: the rectified view of the tiles.
        outlines: (n, 6, 2) the tiles' corners on the table; edge ``i`` runs from corner ``i`` to ``i + 1``.
        clear: (h, w) 0..1, probability that no piece hides a pixel of the maps; the scene network's if None.
    """
    places = view.to_maps(places_along_edges(outlines))
    seen = sample(maps.terrain, places)
    shown = sample(maps.piece[..., 0] if clear is None else clear, places)
    land = seen[..., 1:] + _MIN_PROBABILITY
    weight = seen[..., 1:].sum(axis=-1) * (_HIDDEN_WEIGHT + (1 - _HIDDEN_WEIGHT) * shown)
    logs = np.log(land / land.sum(axis=-1, keepdims=True)) * weight[..., None]
    mean = logs.sum(axis=3) / len(_RADII)
    return np.asarray(_SAMPLE_WEIGHT * np.einsum("neta,hta,ht->neh", mean, _EXPECTED_TERRAIN, _sample_weights()))


def places_along_edges(outlines: np.ndarray) -> np.ndarray:
    """Return (n, 6, 12, 4, 2) points along the (n, 6, 2) outlines' edges, at four distances from the tiles' centres."""
    along = (np.arange(SAMPLES) + 0.5) / SAMPLES
    middles = outlines.mean(axis=1)[:, None, None]
    rim = points_along_sides(along, outlines)
    return np.asarray(middles[..., None, :] + (rim - middles)[..., None, :] * _RADII[:, None])


def _sample_weights() -> np.ndarray:
    """Return the (21, 12) weight of each sample along an edge under each of ``EDGES``."""
    weights = np.ones((len(EDGES), SAMPLES))
    weights[:, [0, -1]] = _CORNER_WEIGHT
    for h, edge in enumerate(EDGES):
        for part in range(1, len(edge)):
            border = part * SAMPLES // len(edge)
            weights[h, [border - 1, border]] *= _BORDER_WEIGHT
    # All hypotheses need the same total weight, or the one with the most borders would win.
    return np.asarray(weights * (weights[0].sum() / weights.sum(axis=1, keepdims=True)))
