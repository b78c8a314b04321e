"""Coasts by nearest seed: a place has the terrain of the nearest point on the rim or inside, bent by waves."""

from __future__ import annotations

import numpy as np

from training.scenes.hexes import rim_points
from training.scenes.prints.noise import NoisePool
from training.scenes.prints.terrain_shapes import GRID, ShapeStyle, grid_points, rim_depth, rim_letters

FAR = 0.6


def fields(rng: np.random.Generator, pool: NoisePool, style: ShapeStyle, tiles: list[tuple[str, ...]]) -> np.ndarray:
    """Return the tiles' fields (N, GRID, GRID, 4) float32, see ``terrain_shapes.fields``."""
    return np.stack([_field(rng, style, rim_letters(edges)) for edges in tiles])


def _field(rng: np.random.Generator, style: ShapeStyle, rim: np.ndarray) -> np.ndarray:
    points = grid_points()
    gate = np.clip((rim_depth() - 0.015) / max(style.depth, 0.04), 0, 1)[:, None]
    points = points + gate * _bend(rng, style, points)
    inner = rng.uniform(-0.3, 0.3, (int(rng.poisson(style.blobs)), 2))
    terrain = rng.choice(np.concatenate([rim, [0, 1, 2]]), len(inner))
    seeds = np.concatenate([rim_points() * 1.02, inner])
    letters = np.concatenate([rim, terrain])
    distance = np.linalg.norm(points[:, None] - seeds[None], axis=2)
    distance[:, len(rim) :] += 0.06  # seeds inside hold less ground than the rim
    pulls = np.full((len(points), 3), -FAR)
    for k in range(3):
        if (letters == k).any():
            near = distance[:, letters == k]
            # a soft minimum rounds the corners where two seeds' grounds meet
            pulls[:, k] = np.log(np.exp(-near * style.power).sum(axis=1)) / style.power
    whole = np.concatenate([pulls, gate], axis=1).reshape(GRID, GRID, 4)
    return np.ascontiguousarray(whole, dtype=np.float32)


def _bend(rng: np.random.Generator, style: ShapeStyle, points: np.ndarray) -> np.ndarray:
    """Return how far (N, 2) places are moved: a few plane waves of falling length."""
    moved = np.zeros_like(points)
    length, size = style.sway_scale, style.sway
    for _ in range(4):
        way = rng.uniform(0, 2 * np.pi)
        phase = points @ np.array([np.cos(way), np.sin(way)]) * (2 * np.pi / length) + rng.uniform(0, 6.3)
        aside = rng.uniform(0, 2 * np.pi)
        moved += size * np.sin(phase)[:, None] * np.array([np.cos(aside), np.sin(aside)])
        length, size = length * 0.62, size * 0.6
    return moved
