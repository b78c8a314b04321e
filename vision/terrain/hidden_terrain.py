"""Infers the terrain that pieces hide, by a small network.

A piece stands on the middle of its tile, just where a ridge passes or two plains meet. The scene network can only guess
the terrain there, while the visible terrain around it and on the rim mostly determines how the terrain continues.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.networks.runtime import Network
from vision.terrain.regions import INSIDE, LOG_STEP, quantise_logs, rim_terrain, rim_third_indices

PLANE_COUNT = 7
"""Input planes of the network: three of terrain, three of the rim, and one of visibility."""
_MAX_LOG_ODDS = 4.0
"""Cap on the log odds of two terrains in the network's input."""
_INPUT_VALUES = (_MAX_LOG_ODDS / 2 - np.minimum(np.arange(256) * LOG_STEP, _MAX_LOG_ODDS)).astype(np.float32)
"""(256,) input value of a terrain by its distance from the likeliest, in steps of ``LOG_STEP``."""
_MIN_CLEAR, _MAX_HIDDEN_SAMPLES = 0.5, 20
"""A tile without ambiguous pairs is inferred only if more than this number of its samples are less clear than this;
chosen by hand."""


@dataclass(frozen=True, eq=False)
class TileTerrain:
    """The terrain inside one tile.

    Attributes:
        terrain: (49, 49, 3) uint8 log probabilities, see `regions.log_terrain_within`.
        joined: (18, 18) log odds that two thirds of edges, clockwise from corner 0, belong to one patch. They are
            not implied by ``terrain``: a ridge that exists for certain, but at an unknown place, may be the likeliest
            terrain at no single point.
    """

    terrain: np.ndarray
    joined: np.ndarray


def infer_hidden_terrain(
    network: Network, terrain: np.ndarray, clear: np.ndarray, edges: Sequence[tuple[str, ...]]
) -> tuple[TileTerrain, ...]:
    """Return the terrain inside n tiles, also where pieces hide it.

    Args:
        network: the hidden-terrain network.
        terrain: (n, 49, 49, 3) uint8, see `regions.log_terrain_within`.
        clear: (n, 49, 49) 0..1, probability that no piece hides the tile.
        edges: each tile's six edges.
    """
    rims = np.array([rim_terrain(six) for six in edges])
    chosen = _to_infer(clear, rims)
    thirds = len(rim_third_indices())
    completed, joined = terrain.copy(), np.zeros((len(terrain), thirds, thirds), np.float32)
    if len(chosen):
        planes = planes_of(terrain[chosen], clear[chosen], rims[chosen])
        logs, odds = network.infer(planes)
        completed[chosen] = quantise_logs(logs.transpose(0, 2, 3, 1))
        joined[chosen] = odds
    return tuple(TileTerrain(*tile) for tile in zip(completed, joined, strict=True))


def _to_infer(clear: np.ndarray, rims: np.ndarray) -> np.ndarray:
    """Return the indices of tiles with ambiguous pairs, or hidden enough for the maps to show a false lake."""
    hidden = ((clear < _MIN_CLEAR) & INSIDE).sum(axis=(1, 2))
    thirds = rims.reshape(len(rims), -1)[:, rim_third_indices()]
    # A terrain with more than one stretch begins more than once on the way round.
    begun = thirds[:, :, None] == np.arange(3)
    begun &= (thirds != np.roll(thirds, 1, axis=1))[:, :, None]
    return np.flatnonzero((hidden > _MAX_HIDDEN_SAMPLES) | (begun.sum(axis=1) > 1).any(axis=1))


def planes_of(terrain: np.ndarray, clear: np.ndarray, rims: np.ndarray) -> np.ndarray:
    """Return the network's (n, PLANE_COUNT, 49, 49) float32 input for n tiles.

    Args:
        terrain: (n, 49, 49, 3) uint8, see `regions.log_terrain_within`.
        clear: (n, 49, 49) 0..1, probability that no piece hides the tile.
        rims: (n, 49, 49) terrain of the edges in each sample's direction, see `regions.rim_terrain`.
    """
    planes = np.empty((len(terrain), PLANE_COUNT, *INSIDE.shape), np.float32)
    logs = np.ascontiguousarray(terrain.transpose(0, 3, 1, 2))  # a greatest value over a last axis of three is slow
    np.multiply(_INPUT_VALUES.take(logs.max(axis=1, keepdims=True) - logs), INSIDE, out=planes[:, :3])
    planes[:, 3:6] = rims[:, None] == np.arange(3)[:, None, None]
    planes[:, 6] = clear
    return planes
