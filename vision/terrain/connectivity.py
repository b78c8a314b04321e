"""Decides which patches of a tile are connected, at narrow straits and under pieces, by a network's log odds."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np

from vision.networks.activations import softmax
from vision.terrain.regions import (
    LOG_STEP,
    Patches,
    ambiguous_pairs,
    components_of,
    rim_terrain,
    rim_third_indices,
    stretches_of_thirds,
    to_patches,
    with_rim,
)

_BIASES = (1.0, 2.0, 4.0)
"""Log odds added to each terrain in turn to generate candidates: a strait then joins patches or separates others."""
_BIAS_COST = 0.5
"""Log odds against a candidate for each unit of its bias."""
_PAIR_WEIGHT = 0.5
"""Weight of the network's log odds of a pair: several pairs of edges depend on the same strait."""
_TEMPERATURE = 0.7
"""Factor of the candidates' log probabilities, fitted to 557 tiles with several candidates on 70 made boards: before,
of the divisions at 95 to 99 % 89 % were right, of those at 85 to 95 % 87 %, of those at 70 to 85 % 70 %."""
_CLEAR = 0.995
"""Probability of a division that the network confirms: of 407 on the same boards two were wrong."""
_MIN_CLEAR_LOG_ODDS = 3.5
"""If the network confirms all pairs of the unbiased map with these log odds, no other candidate is generated."""
_MIN_SURE = 0.85
"""Regions less likely than this are in doubt."""
_MIN_CANDIDATE = 0.03
"""Regions less likely than this are no candidates."""

LikeliestPatches = tuple[Patches, tuple[Patches, ...], float]


def likeliest_patches(land: np.ndarray, joined: np.ndarray, edges: tuple[str, ...]) -> LikeliestPatches:
    """Divide one tile into regions.

    Args:
        land: (49, 49, 3) uint8 log probabilities, see `regions.log_terrain_within`.
        joined: (18, 18) log odds that two thirds of edges, clockwise from corner 0, belong to one patch.
        edges: the tile's six edges.

    Returns:
        The likeliest patches; other candidates, likeliest first, if those are in doubt; and the probability, 0..1, of
        the likeliest.
    """
    rim, (ones, others, weights) = rim_terrain(edges), _weighted_pairs(edges)
    seen, odds = land.argmax(axis=-1).astype(np.uint8), joined[ones, others]
    painted = with_rim(seen[None], rim)
    components = components_of(painted)
    if np.where(_connected(components, ones, others)[0], odds, -odds).min(initial=np.inf) >= _MIN_CLEAR_LOG_ODDS:
        return to_patches(painted[0], components[0], edges), (), _CLEAR if len(ones) else 1.0
    painted = with_rim(np.concatenate([seen[None], _biased(land)]), rim)
    components = components_of(painted)
    # Of all maps with the same connections the first, which has the least bias, is kept.
    ways, kept = np.unique(_connected(components, ones, others), axis=0, return_index=True)
    logs = _PAIR_WEIGHT * (-np.logaddexp(0, np.where(ways, -odds, odds)) @ weights) - _BIAS_COST * _BIAS_LOG_ODDS[kept]
    probabilities = softmax(_TEMPERATURE * logs)
    likely = [k for k in np.argsort(-probabilities) if probabilities[k] > _MIN_CANDIDATE]
    found, *alternatives = [to_patches(painted[kept[k]], components[kept[k]], edges) for k in likely]
    sure = float(probabilities[likely[0]])
    return found, tuple(alternatives) if sure < _MIN_SURE else (), sure


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


def _biased(land: np.ndarray) -> np.ndarray:
    """Return (9, 49, 49) uint8 likeliest terrains, with each terrain biased by each of ``_BIASES``."""
    plains, mountain, ocean = (land[..., k].astype(np.int16) + _BIAS_STEPS[:, k, None, None] for k in range(3))
    biased: np.ndarray = np.where(ocean > np.maximum(plains, mountain), 2, mountain > plains).astype(np.uint8)
    return biased
