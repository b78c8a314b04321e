"""How land runs on beneath what hides it: the terrain within tiles, painted in by a small network.

A piece stands on the middle of its tile, just where a ridge passes or two plains meet. What the eyes say there is a
guess; what shows around it, on its other side and on the rim, tells mostly how the land runs on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.networks.runtime import Network
from vision.terrain.regions import INSIDE, LOG_STEP, as_land, questioned, rim_of, rim_spots

SHOWN = 7
"""Planes that the network is shown: three of land, three of the rim, and what is clear."""
_MOST = 4.0
"""Log odds of two terrains above which it is shown no difference."""
_BELOW = (_MOST / 2 - np.minimum(np.arange(256) * LOG_STEP, _MOST)).astype(np.float32)
"""(256,) what it is shown of a terrain that lies so many steps of ``LOG_STEP`` below the likeliest."""
_HIDDEN, _ENOUGH = 0.5, 20
"""A tile that shows no terrain on two stretches of its rim is only worth asking of where so many places are hidden."""
_BATCH = 8
"""Least number of items for which the network is compiled, and the steps in which that grows."""


@dataclass(frozen=True, eq=False)
class Inland:
    """The land of one tile.

    Attributes:
        terrain: (49, 49, 3) uint8 log probabilities as `regions.land_within` gives them.
        joined: (18, 18) log odds of two thirds of edges, clockwise from corner 0, being joined by one patch. A ridge
            that surely passes, nobody knows just where, is nowhere the likeliest terrain.
    """

    terrain: np.ndarray
    joined: np.ndarray


def paint_in(
    network: Network, land: np.ndarray, clear: np.ndarray, edges: Sequence[tuple[str, ...]]
) -> tuple[Inland, ...]:
    """Return the land of n tiles, with what is hidden painted in.

    Args:
        network: the one that paints.
        land: (n, 49, 49, 3) uint8, as it is seen.
        clear: (n, 49, 49) 0..1, how surely nothing stands before it.
        edges: each tile's six edges.
    """
    rims = np.array([rim_of(six) for six in edges])
    worth = _worth_asking(clear, rims)
    terrain, joined = land.copy(), np.zeros((len(land), len(rim_spots()), len(rim_spots())), np.float32)
    if len(worth):
        shown = planes_of(land[worth], clear[worth], rims[worth])
        logs, odds = network.infer(shown, batch=_BATCH)
        terrain[worth] = as_land(logs.transpose(0, 2, 3, 1))
        joined[worth] = odds
    return tuple(Inland(*tile) for tile in zip(terrain, joined, strict=True))


def _worth_asking(clear: np.ndarray, rims: np.ndarray) -> np.ndarray:
    """Return which of n tiles are in question, or hidden enough to show a lake that is not there."""
    hidden = ((clear < _HIDDEN) & INSIDE).sum(axis=(1, 2))
    return np.flatnonzero((hidden > _ENOUGH) | [bool(questioned(rim).any()) for rim in rims])


def planes_of(land: np.ndarray, clear: np.ndarray, rims: np.ndarray) -> np.ndarray:
    """(n, SHOWN, 49, 49) float32 as the network is shown n tiles.

    Args:
        land: (n, 49, 49, 3) uint8, see `regions.land_within`.
        clear: (n, 49, 49) 0..1, how surely nothing stands before the tile.
        rims: (n, 49, 49) terrains that the edges show in each direction, see `regions.rim_of`.
    """
    planes = np.empty((len(land), SHOWN, *INSIDE.shape), np.float32)
    planes[:, :3] = _BELOW[(land.max(axis=-1, keepdims=True) - land).transpose(0, 3, 1, 2)] * INSIDE
    planes[:, 3:6] = rims[:, None] == np.arange(3)[:, None, None]
    planes[:, 6] = clear
    return planes
