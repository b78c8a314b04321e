"""Which patches of a tile are one: narrow necks, and what pieces stand on, weighed by what a network holds likely."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np

from vision.networks.activations import softmax
from vision.terrain.regions import (
    LOG_STEP,
    Patches,
    components_of,
    named_patches,
    painted_with,
    questioned,
    rim_of,
    rim_spots,
    stretches_along,
)

_LIFTS = (1.0, 2.0, 4.0)
"""Log odds by which each terrain in turn is favoured: so a neck joins two patches of it, or parts those of another."""
_UNLIKELY = 0.5
"""Log odds against a map for each unit of such a lift."""
_TRUST = 0.5
"""How much the network's word counts: what it says of two pairs of edges is said of the same neck."""
_CLEAR = 3.5
"""Log odds of each pair from which the map as it is seen is believed, and nothing else is tried."""
_SURE = 0.85
"""What is less likely than this is asked."""
_POSSIBLE = 0.03
"""What is less likely than this is no candidate."""

Found = tuple[Patches, tuple[Patches, ...], float]


def read_patches(land: np.ndarray, joined: np.ndarray, edges: tuple[str, ...]) -> Found:
    """Part what is known of one tile's land into regions.

    Args:
        land: (49, 49, 3) uint8 log probabilities, see `regions.land_within`.
        joined: (18, 18) log odds of two thirds of edges, clockwise from corner 0, being joined by one patch.
        edges: the tile's.

    Returns:
        The likeliest patches; what else they may be, likeliest first, if that is in doubt; and 0..1 how likely the
        first are to be right.
    """
    rim, (ones, others, weights) = rim_of(edges), _asked(edges)
    seen, odds = land.argmax(axis=-1).astype(np.uint8), joined[ones, others]
    painted = painted_with(seen[None], rim)
    components = components_of(painted)
    if np.where(_same(components, ones, others)[0], odds, -odds).min(initial=np.inf) >= _CLEAR:
        return named_patches(painted[0], components[0], edges), (), 1.0
    painted = painted_with(np.concatenate([seen[None], _favoured(land)]), rim)
    components = components_of(painted)
    # Of all maps that join and part alike, the first is the one that needs the least favour.
    ways, kept = np.unique(_same(components, ones, others), axis=0, return_index=True)
    logs = _TRUST * (-np.logaddexp(0, np.where(ways, -odds, odds)) @ weights) - _UNLIKELY * _LIFTED[kept]
    chances = softmax(logs)
    likely = [k for k in np.argsort(-chances) if chances[k] > _POSSIBLE]
    found, *less = [named_patches(painted[kept[k]], components[kept[k]], edges) for k in likely]
    sure = float(chances[likely[0]])
    return found, tuple(less) if sure < _SURE else (), sure


@lru_cache(maxsize=256)
def _asked(edges: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return pairs of thirds of edges (m,), (m,) that `questioned` gives, and what each weighs (m,).

    Each two stretches count alike, whatever their lengths.
    """
    rim = rim_of(edges)
    stretches = stretches_along(rim)
    lengths = np.bincount(stretches)[stretches]
    ones, others = np.nonzero(np.triu(questioned(rim)))
    return ones, others, 1 / (lengths[ones] * lengths[others])


def _same(components: np.ndarray, ones: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(n, m) whether one patch reaches both of two thirds of edges on (n, 49, 49) numbered maps."""
    reached = components.reshape(len(components), -1)[:, rim_spots()]
    same: np.ndarray = reached[:, ones] == reached[:, others]
    return same


def _favours() -> tuple[np.ndarray, np.ndarray]:
    """(9, 3) steps by which terrains are lifted, and (10,) the log odds of that, 0 for the map as it is seen first."""
    steps, size = np.zeros((3 * len(_LIFTS), 3), np.int16), np.zeros(1 + 3 * len(_LIFTS))
    for k, (lift, terrain) in enumerate(product(_LIFTS, range(3))):
        steps[k, terrain], size[k + 1] = round(lift / LOG_STEP), lift
    return steps, size


_STEPS, _LIFTED = _favours()


def _favoured(land: np.ndarray) -> np.ndarray:
    """(9, 49, 49) uint8 likeliest terrains, each of them favoured by each of ``_LIFTS``."""
    plains, mountain, ocean = (land[..., k].astype(np.int16) + _STEPS[:, k, None, None] for k in range(3))
    favoured: np.ndarray = np.where(ocean > np.maximum(plains, mountain), 2, mountain > plains).astype(np.uint8)
    return favoured
