"""Terrain fields of a tile, which match the edge strings at the rim exactly and vary inside."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np

from training.scenes.board import LETTERS
from training.scenes.hexes import RADIUS, SUBPARTS, corners, rim_points
from training.scenes.prints.noise import NoisePool, pick

GRID = 44  # samples across a tile's field
REACH = 0.66  # the field spans -REACH .. REACH about the centre, units of the pitch


@dataclass(frozen=True)
class ShapeStyle:
    """The style of a printing's borders between terrains.

    Attributes:
        power: exponent by which an edge part's pull falls with distance (2 smooth and far-reaching, 6 straight).
        sway: size of the slow noise.
        sway_scale: its patches, units of the pitch.
        fray: size of the fine noise.
        fray_scale: its patches, units of the pitch.
        fray_kind: name of the pool's noise used for it.
        blobs: mean number of lakes, islands and other patches inside a tile.
        depth: least depth to which every edge part reaches inward, units of the pitch.
        straits: share of the tiles that a band of terrain crosses or enters, like a ridge or a river.
    """

    power: float
    sway: float
    sway_scale: float
    fray: float
    fray_scale: float
    fray_kind: str
    blobs: float
    depth: float
    straits: float = 0.0


def random_style(rng: np.random.Generator) -> ShapeStyle:
    """Draw a style from one of several families."""
    family = rng.choice(["smooth", "wild", "jagged", "straight", "plain"], p=[0.3, 0.25, 0.2, 0.1, 0.15])
    power = {
        "smooth": rng.uniform(1.6, 3.2),
        "wild": rng.uniform(1.5, 2.6),
        "jagged": rng.uniform(1.8, 3.5),
        "straight": rng.uniform(4, 7),
        "plain": rng.uniform(2, 4),
    }[family]
    sway = {
        "smooth": rng.uniform(0.1, 0.3),
        "wild": rng.uniform(0.3, 0.6),
        "jagged": rng.uniform(0.15, 0.45),
        "straight": 0.0,
        "plain": rng.uniform(0, 0.1),
    }[family]
    fray = {
        "smooth": rng.uniform(0, 0.06),
        "wild": rng.uniform(0.02, 0.12),
        "jagged": rng.uniform(0.08, 0.22),
        "straight": rng.choice([0.0, 0.03]),
        "plain": 0.0,
    }[family]
    return ShapeStyle(
        power=float(power),
        sway=float(sway),
        sway_scale=float(rng.uniform(0.12, 0.5)),
        fray=float(fray),
        fray_scale=float(rng.uniform(0.02, 0.12)),
        fray_kind=str(rng.choice(["fractal", "ridged", "cells"], p=[0.7, 0.2, 0.1])),
        blobs=float(rng.choice([0.0, 0.4, 1.2, 2.5], p=[0.3, 0.4, 0.2, 0.1])),
        depth=float(rng.uniform(0.06, 0.16)),
        straits=float(rng.choice([0.0, rng.uniform(0.1, 0.6)])),
    )


@lru_cache(maxsize=1)
def grid_points() -> np.ndarray:
    """Return the places (GRID², 2) of the field's samples in a tile, row by row."""
    line = np.linspace(-REACH, REACH, GRID)
    x, y = np.meshgrid(line, line)
    return np.stack([x.ravel(), y.ravel()], axis=1)


@lru_cache(maxsize=1)
def rim_distances() -> np.ndarray:
    """Return the distances (GRID², 36) from every sample to the rim's sixths."""
    return np.linalg.norm(grid_points()[:, None] - rim_points()[None], axis=2)


@lru_cache(maxsize=1)
def rim_depth() -> np.ndarray:
    """Return the signed distances (GRID²,) of the samples from the hexagon's outline, pitches; negative outside."""
    angle = np.deg2rad(60 * np.arange(6))
    return 0.5 - (grid_points() @ np.stack([np.cos(angle), np.sin(angle)])).max(axis=1)


def rim_letters(edges: tuple[str, ...]) -> np.ndarray:
    """Return the terrains (36,) 0..2 of a rim's sixths, clockwise from corner 0."""
    return np.array([LETTERS.index(edge[j * len(edge) // SUBPARTS]) for edge in edges for j in range(SUBPARTS)])


def fields(rng: np.random.Generator, pool: NoisePool, style: ShapeStyle, tiles: list[tuple[str, ...]]) -> np.ndarray:
    """Return the tiles' fields (N, GRID, GRID, 4) float32.

    The first three channels are the pulls of plains, mountain and ocean, the greatest wins; the last says how much
    (0 at the rim .. 1 inside) fine noise may still be added.
    """
    count = len(tiles)
    letters = np.stack([rim_letters(edges) for edges in tiles])
    onehot = np.eye(3, dtype=np.float32)[letters]
    weight = (rim_distances() ** 2 + 0.02**2) ** (-style.power / 2)
    weight /= weight.sum(axis=1, keepdims=True)
    pull = np.einsum("gs,nst->ngt", weight.astype(np.float32), onehot, optimize=True)
    gate = np.clip((rim_depth() - 0.02) / max(style.depth, 0.03), 0, 1).astype(np.float32)
    gate = gate * gate * (3 - 2 * gate)
    if style.sway > 0:
        pull += style.sway * gate[None, :, None] * _slow_noise(rng, pool, style.sway_scale, count)
    if style.blobs > 0:
        pull += gate[None, :, None] * _blobs(rng, style.blobs, count)
    if style.straits > 0:
        for n in np.flatnonzero(rng.random(count) < style.straits).tolist():
            pull[n] += gate[:, None] * _strait(rng, tiles[n])
    whole = np.concatenate([pull, np.broadcast_to(gate[None, :, None], (count, GRID * GRID, 1))], axis=2)
    return np.ascontiguousarray(whole.reshape(count, GRID, GRID, 4), dtype=np.float32)


def _slow_noise(rng: np.random.Generator, pool: NoisePool, scale: float, count: int) -> np.ndarray:
    """Return smooth noise (count, GRID², 3) about -1..1 with patches of ``scale`` pitch."""
    picture = pool.fractal[int(rng.integers(5, 8))]
    span = max(16, min(500, int(40 * 2 * REACH / scale)))
    out = np.empty((count, GRID, GRID, 3), np.float32)
    places = (
        rng.integers(0, picture.shape[0] - span, (count, 3, 2))
        if span < picture.shape[0]
        else np.zeros((count, 3, 2), int)
    )
    for n in range(count):
        for k in range(3):
            x, y = places[n, k]
            out[n, :, :, k] = cv2.resize(
                picture[y : y + span, x : x + span], (GRID, GRID), interpolation=cv2.INTER_LINEAR
            )
    return (out.reshape(count, GRID * GRID, 3) - 127.5) / 90.0


def _blobs(rng: np.random.Generator, mean: float, count: int) -> np.ndarray:
    """Return pulls (count, GRID², 3) of random round patches of random terrain."""
    most = 4
    places = rng.uniform(-0.34, 0.34, (count, most, 2))
    size = rng.uniform(0.05, 0.2, (count, most))
    strength = rng.uniform(0.6, 1.6, (count, most)) * (np.arange(most) < rng.poisson(mean, (count, 1)))
    onehot = np.eye(3)[rng.integers(0, 3, (count, most))]
    line = np.linspace(-REACH, REACH, GRID)
    bell = np.exp(-(((line[:, None, None, None] - places) / size[..., None]) ** 2)).astype(
        np.float32
    )  # (GRID, N, B, 2)
    pulls = (onehot * strength[..., None]).astype(np.float32)
    return np.einsum("xnb,ynb,nbt->nyxt", bell[..., 0], bell[..., 1], pulls, optimize=True).reshape(count, -1, 3)


def _strait(rng: np.random.Generator, edges: tuple[str, ...]) -> np.ndarray:
    """Return the pulls (GRID², 3) of a band or two of terrain from an edge to another that has it, or some way in."""
    parts = [(e, (p + 0.5) / len(s), letter) for e, s in enumerate(edges) for p, letter in enumerate(s)]
    pulls = np.zeros((GRID * GRID, 3), np.float32)
    for _ in range(1 + int(rng.random() < 0.25)):
        start = parts[int(rng.integers(len(parts)))]
        ends = [part for part in parts if part[2] == start[2] and (part[0] - start[0]) % 6 in (2, 3, 4)]
        way = [_on_rim(start), rng.normal(0, 0.11, 2)]
        if ends and rng.random() < 0.9:
            way.append(_on_rim(ends[int(rng.integers(len(ends)))]))
        else:
            way[1] = way[0] + rng.uniform(0.3, 0.8) * (way[1] - way[0])
        band = np.exp(-((_away(way) / rng.uniform(0.05, 0.15)) ** 2))
        pulls[:, LETTERS.index(start[2])] += rng.uniform(0.8, 2.2) * band
    return pulls


def _on_rim(part: tuple[int, float, str]) -> np.ndarray:
    start, end = corners()[part[0]], corners()[(part[0] + 1) % 6]
    spot: np.ndarray = start + part[1] * (end - start)
    return spot


def _away(way: list[np.ndarray]) -> np.ndarray:
    """Return the distances (GRID²,) of the samples from a bent line."""
    found = []
    for a, b in pairwise(way):
        along = np.clip(((grid_points() - a) @ (b - a)) / ((b - a) @ (b - a) + 1e-9), 0, 1)
        found.append(np.linalg.norm(grid_points() - a - along[:, None] * (b - a), axis=1))
    return np.asarray(np.min(found, axis=0))


def fray_picture(rng: np.random.Generator, pool: NoisePool, style: ShapeStyle) -> np.ndarray:
    """Return the grey noise picture that frays the borders."""
    return pick(rng, getattr(pool, style.fray_kind))


def field_to_pitch() -> np.ndarray:
    """Return the affine (3, 3) from field samples (column, row) to tile coordinates in pitch units."""
    step = 2 * REACH / (GRID - 1)
    return np.array([[step, 0, -REACH], [0, step, -REACH], [0, 0, 1.0]])


assert REACH > RADIUS
