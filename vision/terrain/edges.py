"""Tells the terrain of tiles' edges by the samples along them, and combines both sides of each seam."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby, pairwise, product

import numpy as np

from games import hexgrid
from vision.geometry.lattice import Cell
from vision.networks.activations import log_sum_exp, softmax
from vision.terrain.edge_samples import NEAR_RIM, SAMPLES, EdgeSamples
from vision.vocabulary import TERRAINS

_CORNER_WEIGHT, _BORDER_WEIGHT = 0.2, 0.5
"""Weights of samples at corners, and of those beside a border between the parts of an edge: hand-drawn borders
wander."""
_SAMPLE_WEIGHT = 0.4
"""Weight of each sample's log likelihood: neighbouring samples are correlated. Chosen by hand."""
_HIDDEN_WEIGHT = 0.1
"""Relative weight of a sample that a piece hides, where the network guesses the terrain. On 80 synthetic boards 0.4,
0.2 and 0.1 leave 413, 412 and 411 wrong edges of 14 718, on 31 path-traced photos 25, 24 and 20 of 6 828."""
_MIN_PROBABILITY = 1e-3
"""Added to each terrain's probability, so that no sample excludes one."""
_PRIOR_OF_KINDS = (0.0, -0.3, -2.9, -2.6, -5.0)
"""Log prior of edges that show plains alone; mountain or ocean alone; plains and one more; mountain and ocean; and more
than two parts. It decides what is read where an edge lies outside the picture or under a hand. Of 6 950 edges on 32
photos and 75 400 on 380 synthetic boards 16 and 1 268 are wrong, and 20 and 1 278 with 0, 0, -2.6, -2.6, -5. By the
edges of the shipped sets it would be 0, -1, -3.7, -5.2, -5.8, which is less often right where the grounds' names are in
doubt: 17 and 1 273 with -0.85 for mountain or ocean."""
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


REVERSED = np.array([EDGES.index(e[::-1]) for e in EDGES])
"""(21,) index of each edge as it is seen from its other side."""
_EXPECTED_TERRAIN = np.array(
    [[[letter == e[t * len(e) // SAMPLES] for letter in TERRAINS] for t in range(SAMPLES)] for e in EDGES], float
)
"""(21, 12, 3) 1 at the terrain of each sample along each of ``EDGES``."""
EXCHANGED = np.array(
    [
        [
            [[edge_number(edge.translate(str.maketrans(TERRAINS, a + b + c))) for edge in EDGES] for c in TERRAINS]
            for b in TERRAINS
        ]
        for a in TERRAINS
    ]
)
"""(3, 3, 3, 21) index of each edge if plains, mountain and ocean are in truth the terrains i, j and k."""


def _log_prior(edge: str) -> float:
    plains_alone, other_alone, plains_and_other, mountain_and_ocean, more_parts = _PRIOR_OF_KINDS
    if len(edge) > 2:
        return more_parts
    with_plains = TERRAINS[0] in edge
    if len(edge) == 2:
        return plains_and_other if with_plains else mountain_and_ocean
    return plains_alone if with_plains else other_alone


LOG_PRIOR = np.array([_log_prior(edge) for edge in EDGES])
"""(21,) prior log odds of each of ``EDGES``."""


def _seam_logs() -> np.ndarray:
    logs = np.full((len(EDGES), len(EDGES)), _PRIOR_MISMATCH - np.log(len(EDGES)))
    logs[np.arange(len(EDGES)), REVERSED] = 0.0
    return logs


LOG_SEAM = _seam_logs()
"""(21, 21) prior log odds of what the two sides of a seam show, each clockwise along its own tile."""


def _unexchanged() -> np.ndarray:
    certain = np.zeros((3, 3, 3))
    certain[0, 1, 2] = 1.0
    return certain


UNEXCHANGED = _unexchanged()
"""(3, 3, 3) `Naming.exchanges` where all grounds are surely called by their right names."""


@dataclass(frozen=True)
class EdgeEvidence:
    """Likelihoods and posterior probabilities of the edges of n tiles.

    Attributes:
        cells: the n tiles' cells.
        own: (n, 6, 21) log likelihood of each of ``EDGES`` from the tile's own pixels.
        posterior: (n, 6, 21) probability of each given both sides of its seam.
        given_grounds: (n, 6, 21) the same if every ground of the board is called by its right name: only the edge's own
            doubt. Equal to ``posterior`` where that about grounds is not known apart.
        exchanges: see `combine_seams`.
    """

    cells: tuple[Cell, ...]
    own: np.ndarray
    posterior: np.ndarray
    given_grounds: np.ndarray
    exchanges: np.ndarray = field(default_factory=lambda: UNEXCHANGED)

    def tile_confidences(self) -> np.ndarray:
        """Return (n,) probabilities that all six likeliest edges of a tile are right.

        The edges' own doubts are independent; that about a ground is the same for all edges that show it.
        """
        own = self.given_grounds.max(axis=2)
        shared = (self.posterior.max(axis=2) / own).min(axis=1)
        return np.asarray(np.minimum(shared, 1.0) * own.prod(axis=1))

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


def combine_seams(cells: tuple[Cell, ...], own: np.ndarray, exchanges: np.ndarray = UNEXCHANGED) -> EdgeEvidence:
    """Compute the posterior of each edge from both sides of its seam.

    The prior that seams match is weak enough for a tile that was laid against the rules to be read as it lies.

    Args:
        cells: the n tiles' cells.
        own: (n, 6, 21) log likelihoods of ``EDGES`` from each tile's own pixels.
        exchanges: (3, 3, 3) probability that what is called plains, mountain, ocean is in truth terrain i, j, k, which
            all edges of the board have in common.
    """
    index = {c: k for k, c in enumerate(cells)}
    log_posterior = own + LOG_PRIOR
    sides = [
        (k, i, index[other])
        for cell, k in index.items()
        for i in range(6)
        if (other := hexgrid.neighbour(cell, i)) in index
    ]
    if sides:
        tile, side, across = np.array(sides).T
        log_posterior[tile, side] += log_sum_exp(LOG_SEAM + own[across, (side + 3) % 6][:, None])
    given_grounds = softmax(log_posterior)
    return EdgeEvidence(cells, own, given_grounds @ edge_exchanges(exchanges), given_grounds, exchanges)


def edge_exchanges(exchanges: np.ndarray) -> np.ndarray:
    """Return (21, 21) probabilities of what each of ``EDGES`` is in truth, from those of the terrains."""
    odds = np.zeros((len(EDGES), len(EDGES)))
    for true, probability in np.ndenumerate(exchanges):
        odds[np.arange(len(EDGES)), EXCHANGED[true]] += probability
    return odds


def edge_log_likelihoods(samples: EdgeSamples) -> np.ndarray:
    """Return (n, 6, 21) log likelihoods of each of ``EDGES`` if the n tiles' samples were independent."""
    terrain = samples.terrain[:, :, :, NEAR_RIM] + _MIN_PROBABILITY
    shown = _HIDDEN_WEIGHT + (1 - _HIDDEN_WEIGHT) * samples.clear[:, :, :, NEAR_RIM]
    weight = samples.terrain[:, :, :, NEAR_RIM].sum(axis=-1) * shown
    logs = np.log(terrain / terrain.sum(axis=-1, keepdims=True)) * weight[..., None]
    mean = logs.mean(axis=3)
    return np.asarray(mean.reshape(*mean.shape[:2], -1) @ _WEIGHTED_TERRAIN)


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


_WEIGHTED_TERRAIN = _SAMPLE_WEIGHT * (_EXPECTED_TERRAIN * _sample_weights()[..., None]).reshape(len(EDGES), -1).T
"""(36, 21) weight of each sample's log probability of each terrain under each of ``EDGES``."""
