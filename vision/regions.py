"""The connected patches of terrain inside a tile, which edge parts they reach, and which of them touch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.channels import TERRAINS
from vision.eyes import Maps
from vision.lattice import CORNERS, SIZE
from vision.terrain import sample
from vision.view import View

_GRID = 49
"""Samples across one tile, corner to corner."""
_RIM = 0.86
"""From here outwards the rim shows what the edges were read as."""
_LAKE = 0.04
"""A patch that reaches no edge counts from this share of the tile; smaller ones are art."""
_SEAM = 3
"""Pairs of neighbouring samples from which two patches touch."""


@dataclass(frozen=True)
class Patches:
    """A tile's regions in the board document's form."""

    regions: tuple[dict[str, Any], ...]
    touching: tuple[tuple[int, int], ...]


def _geometry() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (G, G, 2) places, (G, G) how far out each lies (1 = rim), and its direction 0..6 in edges."""
    line = np.linspace(-SIZE, SIZE, _GRID)
    places = np.stack(np.meshgrid(line, line), axis=-1)
    middles = (CORNERS + np.roll(CORNERS, -1, axis=0)) / 2
    normals = middles / np.linalg.norm(middles, axis=1, keepdims=True)
    out = (places @ normals.T) / 0.5
    edge = out.argmax(axis=-1)
    start, end = CORNERS[edge], np.roll(CORNERS, -1, axis=0)[edge]
    # Along the edge as seen from the centre, so that parts meet the interior without a step.
    rim = places / np.maximum(out.max(axis=-1), 1e-6)[..., None]
    share = ((rim - start) * (end - start)).sum(axis=-1) / ((end - start) ** 2).sum(axis=-1)
    return places, out.max(axis=-1), edge + np.clip(share, 0, 0.999)


PLACES, _OUT, _DIRECTION = _geometry()
"""(49, 49, 2) places on a tile at the origin, in pitches."""


def terrain_within(maps: Maps, view: View, places: np.ndarray) -> np.ndarray:
    """(n, 49, 49) uint8 terrain (0 plains, 1 mountain, 2 ocean) at (n, 49, 49, 2) table places, as ``PLACES`` lie."""
    land = sample(maps.terrain, view.to_maps(places))[..., 1:]
    return np.asarray(land.argmax(axis=-1), np.uint8)


def patches_of(labels: np.ndarray, edges: tuple[str, ...]) -> Patches:
    """Part a (49, 49) map of terrain indices (0 plains, 1 mountain, 2 ocean) into regions.

    The rim is painted with the edges first, so that every edge part belongs to exactly one region.
    """
    painted = _painted(cv2.medianBlur(labels, 3), edges)
    components = _components(painted)
    found: list[dict[str, Any]] = []
    numbers: list[int] = []
    for terrain in range(3):
        for number in np.unique(components[(painted == terrain) & (components > 0)]):
            ports = _ports(components == number, edges)
            if ports or (components == number).sum() > _LAKE * (_OUT <= 1).sum():
                found.append({"terrain": TERRAINS[terrain], "ports": ports})
                numbers.append(int(number))
    return Patches(tuple(found), _touching(components, numbers))


def _painted(labels: np.ndarray, edges: tuple[str, ...]) -> np.ndarray:
    painted = labels.astype(np.int8)
    edge = _DIRECTION.astype(int)
    for i, letters in enumerate(edges):
        part = ((_DIRECTION - i) * len(letters)).astype(int).clip(0, len(letters) - 1)
        here = (edge == i) & (_OUT >= _RIM)
        painted[here] = np.array([TERRAINS.index(x) for x in letters])[part[here]]
    painted[_OUT > 1] = -1
    return painted


def _components(painted: np.ndarray) -> np.ndarray:
    """Number the connected patches (4-neighbours) of all terrains from 1 on; 0 lies outside the tile."""
    numbered = np.zeros(painted.shape, int)
    for terrain in range(3):
        _count, part = cv2.connectedComponents((painted == terrain).astype(np.uint8), connectivity=4)
        numbered[part > 0] = part[part > 0] + numbered.max()
    return numbered


def _ports(patch: np.ndarray, edges: tuple[str, ...]) -> list[list[int]]:
    ports = []
    for i, letters in enumerate(edges):
        for part in range(len(letters)):
            direction = i + (part + 0.5) / len(letters)
            at = np.abs(_DIRECTION - direction) + 10 * (_OUT < _RIM + 0.05) + 10 * (_OUT > 1)
            if patch.flat[int(at.argmin())]:
                ports.append([i, part])
    return ports


def _touching(components: np.ndarray, numbers: list[int]) -> tuple[tuple[int, int], ...]:
    pairs = np.concatenate(
        [
            np.stack([components[:, 1:].ravel(), components[:, :-1].ravel()], axis=1),
            np.stack([components[1:].ravel(), components[:-1].ravel()], axis=1),
        ]
    )
    pairs = np.sort(pairs[(pairs[:, 0] != pairs[:, 1]) & (pairs > 0).all(axis=1)], axis=1)
    distinct, counts = np.unique(pairs, axis=0, return_counts=True)
    index = {n: k for k, n in enumerate(numbers)}
    return tuple(
        sorted(
            (min(index[a], index[b]), max(index[a], index[b]))
            for (a, b), count in zip(distinct.tolist(), counts, strict=True)
            if count >= _SEAM and a in index and b in index
        )
    )
