"""Decides which patches of a tile are connected, at narrow straits and under pieces, by a network's log odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from vision.networks.activations import softmax
from vision.terrain.regions import (
    LOG_STEP,
    RegionLayout,
    ambiguous_pairs,
    components_of,
    rim_terrain,
    rim_third_indices,
    stretches_of_thirds,
    to_patches,
    touching_components,
    with_rim,
)

_BIASES = (1.0, 2.0, 4.0)
"""Log odds added to each terrain in turn to generate candidates: a strait then joins patches or separates others."""
_NEGATIVE_BIAS = 4.0
"""Log odds taken from each terrain in turn for candidates that are offered as answers, but not weighed: with them, and
with those that are unlikely, 39 instead of 62 of 1 635 questions on 283 synthetic boards lack the truth."""
WEIGHTS = (0.2, -0.52, 0.33, 0.12, 1.5)
"""Weights of `Candidates.features` in the log probability of a candidate, fitted by `training.fit.connectivity` to
1 121 tiles of 200 synthetic boards and 31 photos. On 160 other boards they leave 96 of 749 tiles in question wrong, the
first two alone 113."""
CONFIRMED_PROBABILITY = 0.98
"""Probability of a division that the network confirms: of 828 on 206 synthetic boards 16 were wrong."""
_MAX_WEIGHED = 0.97
"""Highest probability of a division that it does not: of 434 without another candidate on them 14 were wrong."""
_MIN_CLEAR_LOG_ODDS = 3.5
"""If the network confirms all pairs of the unbiased map with these log odds, no other candidate is generated; chosen by
hand."""
_MIN_SURE = 0.95
"""Regions less likely than this have other candidates; `questions.MIN_WORTH` decides which of them are asked about.
Chosen by hand."""
_MAX_CANDIDATES = 5
"""Largest number of candidates for the regions of a tile."""


class Division(NamedTuple):
    """How a tile may be divided into regions.

    Attributes:
        likeliest: the likeliest regions.
        others: other candidates, likeliest first; empty unless the regions are in doubt.
        probability: 0..1, of the likeliest regions.
        other_probabilities: 0..1, of the first ``others``; the rest are unlikely.
    """

    likeliest: RegionLayout
    others: tuple[RegionLayout, ...]
    probability: float
    other_probabilities: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Candidates:
    """The ways in which a tile may be divided, each by a map with another bias.

    Attributes:
        painted: (n, 49, 49) uint8 maps of the terrain.
        components: (n, 49, 49) their components, see `regions.components_of`.
        features: (n, 5) the network's log likelihood of the pairs of thirds of edges that are connected and that are
            not, the log odds of the bias, and the numbers of regions of plains, mountain and ocean that reach an edge.
    """

    painted: np.ndarray
    components: np.ndarray
    features: np.ndarray


def divisions_of_tiles(terrain: np.ndarray, joined: np.ndarray, edges: Sequence[tuple[str, ...]]) -> list[Division]:
    """Divide one or more tiles into regions, each by itself.

    Args:
        terrain: (n, 49, 49, 3) uint8 log probabilities, see `regions.log_terrain_within`.
        joined: (n, 18, 18) log odds that two thirds of edges, clockwise from corner 0, belong to one patch.
        edges: each tile's six edges.
    """
    rims = np.array([rim_terrain(six) for six in edges])
    painted = with_rim(terrain.argmax(axis=-1).astype(np.uint8), rims)
    components = components_of(painted)
    return [
        _confirmed(maps, numbers, touching, odds, six) or _weighed(tile, rim, odds, six)
        for tile, rim, maps, numbers, touching, odds, six in zip(
            terrain, rims, painted, components, touching_components(components), joined, edges, strict=True
        )
    ]


def _confirmed(
    painted: np.ndarray,
    components: np.ndarray,
    touching: Sequence[tuple[int, int]],
    joined: np.ndarray,
    edges: tuple[str, ...],
) -> Division | None:
    """Return the division of a tile by its unbiased map; None if the network does not confirm it."""
    ones, others, _ = _weighted_pairs(edges)
    odds = joined[ones, others]
    if np.where(_connected(components[None], ones, others)[0], odds, -odds).min(initial=np.inf) < _MIN_CLEAR_LOG_ODDS:
        return None
    regions = to_patches(painted, components, touching, edges)
    return Division(regions, (), CONFIRMED_PROBABILITY if len(ones) else 1.0, ())


def division_with_alternatives(terrain: np.ndarray, joined: np.ndarray, edges: tuple[str, ...]) -> Division:
    """Divide one tile, with other candidates even where there is hardly a doubt.

    For the arguments see `divisions_of_tiles`.
    """
    return _weighed(terrain, rim_terrain(edges), joined, edges, min_sure=1.0)


def _weighed(
    terrain: np.ndarray, rim: np.ndarray, joined: np.ndarray, edges: tuple[str, ...], min_sure: float = _MIN_SURE
) -> Division:
    """Return the likeliest division among a tile's biased maps, and others if it is less likely than ``min_sure``."""
    candidates = candidate_divisions(terrain, rim, joined, edges)
    probabilities = softmax(candidates.features @ np.array(WEIGHTS))
    order = np.argsort(-probabilities)
    sure = min(float(probabilities.max()), _MAX_WEIGHED)
    if sure >= min_sure:  # Other candidates are of use only where the division is in doubt.
        painted, components = candidates.painted[order[:1]], candidates.components[order[:1]]
    else:
        further = with_rim(_biased(terrain, _NEGATIVE_BIAS_STEPS), rim)
        painted = np.concatenate([candidates.painted[order], further])
        components = np.concatenate([candidates.components[order], components_of(further)])
        wanted = _firsts(_connected(components, *_weighted_pairs(edges)[:2]))[:_MAX_CANDIDATES]
        painted, components = painted[wanted], components[wanted]
    parts = zip(painted, components, touching_components(components), strict=True)
    found, *alternatives = [to_patches(*part, edges) for part in parts]
    return Division(found, tuple(alternatives), sure, tuple(probabilities[order][1 : len(painted)].tolist()))


def candidate_divisions(terrain: np.ndarray, rim: np.ndarray, joined: np.ndarray, edges: tuple[str, ...]) -> Candidates:
    """Return the ways in which a tile may be divided, that by the unbiased map first.

    Args:
        terrain: (49, 49, 3) uint8 log probabilities, see `regions.log_terrain_within`.
        rim: (49, 49) the terrain of the edges, see `regions.rim_terrain`.
        joined: (18, 18) log odds that two thirds of edges, clockwise from corner 0, belong to one patch.
        edges: the six edges.
    """
    ones, others, weights = _weighted_pairs(edges)
    odds = joined[ones, others]
    unbiased = terrain.argmax(axis=-1).astype(np.uint8)[None]
    painted = with_rim(np.concatenate([unbiased, _biased(terrain, _BIAS_STEPS)]), rim)
    components = components_of(painted)
    # Of all maps with the same connections the first, which has the least bias, is kept.
    connected = _connected(components, ones, others)
    kept = _firsts(connected)
    likelihoods = -np.logaddexp(0, np.where(connected[kept], -odds, odds)) @ weights
    counts = _region_counts(components[kept], rim)
    features = np.column_stack([likelihoods, _BIAS_LOG_ODDS[kept], counts])
    return Candidates(painted[kept], components[kept], features)


def _region_counts(components: np.ndarray, rim: np.ndarray) -> np.ndarray:
    """Return (n, 3) the number of regions of each terrain that reach an edge, for (n, 49, 49) maps of components."""
    thirds = rim_third_indices()
    reached, terrain = components.reshape(len(components), -1)[:, thirds], rim.ravel()[thirds]
    return np.array([[len(set(row[terrain == k].tolist())) for k in range(3)] for row in reached])


def _firsts(rows: np.ndarray) -> np.ndarray:
    """Return the indices of the (n, m) rows that are unlike all before; ``np.unique`` takes several times as long."""
    first: dict[bytes, int] = {}
    for number, row in enumerate(rows):
        first.setdefault(row.tobytes(), number)
    return np.array(list(first.values()))


@lru_cache(maxsize=256)
def _weighted_pairs(edges: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the m ambiguous pairs of thirds of edges as (m,), (m,) indices, and their (m,) weights.

    Each pair of stretches has the same total weight, whatever their lengths.
    """
    rim = rim_terrain(edges)
    stretches = stretches_of_thirds(rim)
    lengths = np.bincount(stretches)[stretches]
    ones, others = np.nonzero(np.triu(ambiguous_pairs(rim)))
    return ones, others, 1 / (lengths[ones] * lengths[others])


def _connected(components: np.ndarray, ones: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return (n, m) whether both thirds of a pair belong to one component, for (n, 49, 49) maps of components."""
    reached = components.reshape(len(components), -1)[:, rim_third_indices()]
    same: np.ndarray = reached[:, ones] == reached[:, others]
    return same


def _biases() -> tuple[np.ndarray, np.ndarray]:
    """Return (9, 3) biases in steps of ``LOG_STEP``, and (10,) their log odds, with a 0 for the unbiased map first."""
    steps, size = np.zeros((3 * len(_BIASES), 3), np.int16), np.zeros(1 + 3 * len(_BIASES))
    for k, (bias, terrain) in enumerate(product(_BIASES, range(3))):
        steps[k, terrain], size[k + 1] = round(bias / LOG_STEP), bias
    return steps, size


_BIAS_STEPS, _BIAS_LOG_ODDS = _biases()
_NEGATIVE_BIAS_STEPS = (-round(_NEGATIVE_BIAS / LOG_STEP) * np.eye(3)).astype(np.int16)


def _biased(terrain: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """Return (n, 49, 49) uint8 likeliest terrains, with the terrains biased by (n, 3) ``steps`` of ``LOG_STEP``."""
    plains, mountain, ocean = (terrain[..., k].astype(np.int16) + steps[:, k, None, None] for k in range(3))
    biased: np.ndarray = np.where(ocean > np.maximum(plains, mountain), 2, mountain > plains).astype(np.uint8)
    return biased
