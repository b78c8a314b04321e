"""The connected patches of terrain inside a tile, which edge parts they reach, and which of them touch."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
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
_INSIDE = int((_OUT <= 1).sum())
LOG_STEP = 0.03
_LOG_LEAST = -7.0
_LIFTS = (1.0, 2.0)
"""Log odds by which a terrain is favoured to see whether the regions hold."""
_NECK = 6
"""Fewer samples than these neither join nor part anything."""
_DOUBTFUL = 2
"""So many of the six favours must change the regions before a person is asked (so 3 of 4 wrong ones are)."""


def land_within(maps: Maps, view: View, places: np.ndarray) -> np.ndarray:
    """(n, 49, 49, 3) uint8 log probabilities of the terrains at (n, 49, 49, 2) table places, as ``PLACES`` lie.

    They are given in steps of ``LOG_STEP`` above the least: that is fine enough, and a sixteenth of the memory.
    """
    land = sample(maps.terrain, view.to_maps(places))[..., 1:]
    logs = np.log(np.maximum(land, np.exp(_LOG_LEAST)))
    return np.asarray(np.round((logs - _LOG_LEAST) / LOG_STEP), np.uint8)


def terrain_within(maps: Maps, view: View, places: np.ndarray) -> np.ndarray:
    """(n, 49, 49) uint8 terrain (0 plains, 1 mountain, 2 ocean) at (n, 49, 49, 2) table places, as ``PLACES`` lie."""
    return np.asarray(land_within(maps, view, places).argmax(axis=-1), np.uint8)


def read_patches(land: np.ndarray, edges: tuple[str, ...]) -> tuple[Patches, tuple[Patches, ...]]:
    """Part what `land_within` says of one tile into regions.

    Returns:
        The likeliest patches, and what else they may be, likeliest first: a narrow neck joins two patches of one
        terrain or parts those of another, so each terrain in turn is given the benefit of the doubt. There is nothing
        else where nearly all of that makes no difference.
    """
    likeliest, *favoured = _favoured(land)
    changed = [f for f in favoured if ((f != likeliest) & (_OUT < _RIM)).sum() >= _NECK]
    if len(changed) < _DOUBTFUL:
        return patches_of(likeliest, edges), ()
    painted = _painted(np.array([likeliest, *changed]), edges)
    components = _components(painted)
    joined, *others = _joined(components, edges)
    differing = [(j, f) for j, f in zip(others, changed, strict=True) if j != joined]
    found = _patches(painted[0], components[0], edges)
    if len(differing) < _DOUBTFUL:
        return found, ()
    first = dict(reversed(differing))
    often = Counter(j for j, _ in differing)
    return found, tuple(patches_of(first[j], edges) for j, _ in often.most_common())


def _joined(components: np.ndarray, edges: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Return for each of (n, 49, 49) maps which edge parts one patch reaches: of each part the first that it meets."""
    reached = components.reshape(len(components), -1)[:, [spot for _, spot in _spots_on_rim(edges)]].tolist()
    return [tuple(patches.index(patch) for patch in patches) for patches in reached]


def _favoured(land: np.ndarray) -> np.ndarray:
    """(7, 49, 49) uint8 likeliest terrains: first as seen, then with each terrain favoured by each of ``_LIFTS``."""
    lifts = np.zeros((1 + 3 * len(_LIFTS), 3), np.int16)
    for k, (lift, terrain) in enumerate(product(_LIFTS, range(3)), 1):
        lifts[k, terrain] = round(lift / LOG_STEP)
    plains, mountain, ocean = (land[..., k].astype(np.int16) + lifts[:, k, None, None] for k in range(3))
    favoured: np.ndarray = np.where(ocean > np.maximum(plains, mountain), 2, mountain > plains).astype(np.uint8)
    return favoured


def patches_of(labels: np.ndarray, edges: tuple[str, ...]) -> Patches:
    """Part a (49, 49) map of terrain indices (0 plains, 1 mountain, 2 ocean) into regions.

    The rim is painted with the edges first, so that every edge part belongs to exactly one region.
    """
    painted = _painted(labels[None], edges)
    return _patches(painted[0], _components(painted)[0], edges)


def _patches(painted: np.ndarray, components: np.ndarray, edges: tuple[str, ...]) -> Patches:
    """Name the patches of a (49, 49) map by what it is painted with and how `_components` numbers it."""
    ports = _ports(components, edges)
    sizes = np.bincount(components.ravel())
    found: list[dict[str, Any]] = []
    numbers: list[int] = []
    for terrain in range(3):
        for number in np.unique(components[(painted == terrain) & (components > 0)]).tolist():
            if number in ports or sizes[number] > _LAKE * _INSIDE:
                found.append({"terrain": TERRAINS[terrain], "ports": ports.get(number, [])})
                numbers.append(number)
    return Patches(tuple(found), _touching(components, numbers))


def _painted(labels: np.ndarray, edges: tuple[str, ...]) -> np.ndarray:
    """(n, 49, 49) int8 terrain, smoothed, with the edges painted on the rim; -1 outside the tile."""
    # Side by side they are smoothed by one call, a hundred times as fast as one below another: narrow pictures are
    # what OpenCV is slow at. Where two meet, there is nothing but rim.
    count, height, width = labels.shape
    beside = cv2.medianBlur(labels.transpose(1, 0, 2).reshape(height, -1), 3)
    smooth = beside.reshape(height, count, width).transpose(1, 0, 2)
    painted: np.ndarray = np.where(_OUT >= _RIM, _rim(edges), smooth.astype(np.int8))
    return painted


@lru_cache(maxsize=128)
def _rim(edges: tuple[str, ...]) -> np.ndarray:
    """(49, 49) int8 terrain that the edges show in each sample's direction; -1 outside the tile."""
    rim = np.full(_OUT.shape, -1, np.int8)
    for i, letters in enumerate(edges):
        part = ((_DIRECTION - i) * len(letters)).astype(int).clip(0, len(letters) - 1)
        here = (_DIRECTION.astype(int) == i) & (_OUT <= 1)
        rim[here] = np.array([TERRAINS.index(x) for x in letters])[part[here]]
    return rim


def _components(painted: np.ndarray) -> np.ndarray:
    """Number the connected patches (4-neighbours) of all terrains of (n, 49, 49) maps from 1 on; 0 is no tile."""
    count, height, width = painted.shape
    # The terrains' masks in one picture, with an empty row between two of them, are numbered by one call.
    masks = np.zeros((count, 3, height + 1, width), np.uint8)
    masks[:, :, :height] = painted[:, None] == np.arange(3, dtype=np.int8)[:, None, None]
    _count, numbers = cv2.connectedComponents(masks.reshape(-1, width), connectivity=4)
    numbered: np.ndarray = np.asarray(numbers).reshape(masks.shape)[:, :, :height].max(axis=1)
    return numbered


def _ports(components: np.ndarray, edges: tuple[str, ...]) -> dict[int, list[list[int]]]:
    """Return the edge parts that each patch reaches, by the patches' numbers."""
    ports: dict[int, list[list[int]]] = {}
    for part, spot in _spots_on_rim(edges):
        ports.setdefault(int(components.flat[spot]), []).append(list(part))
    return ports


@lru_cache(maxsize=128)
def _spots_on_rim(edges: tuple[str, ...]) -> tuple[tuple[tuple[int, int], int], ...]:
    """Return for each edge part (edge, part) the index of a sample that shows it."""
    return tuple(
        ((i, part), _spot_on_rim(i, part, len(letters)))
        for i, letters in enumerate(edges)
        for part in range(len(letters))
    )


@lru_cache(maxsize=64)
def _spot_on_rim(edge: int, part: int, parts: int) -> int:
    """Return the index of the sample that lies in the middle of an edge part, just inside the rim."""
    away = np.abs(_DIRECTION - (edge + (part + 0.5) / parts))
    return int((away + 10 * (_OUT < _RIM + 0.05) + 10 * (_OUT > 1)).argmin())


def _touching(components: np.ndarray, numbers: list[int]) -> tuple[tuple[int, int], ...]:
    index = {n: k for k, n in enumerate(numbers)}
    most = int(components.max()) + 1
    one = np.concatenate([components[:, 1:].ravel(), components[1:].ravel()])
    other = np.concatenate([components[:, :-1].ravel(), components[:-1].ravel()])
    meetings = np.bincount(one * most + other, minlength=most * most).reshape(most, most)
    meetings = meetings + meetings.T
    return tuple(
        sorted(
            (min(index[a], index[b]), max(index[a], index[b]))
            for a, b in np.argwhere(np.triu(meetings, 1) >= _SEAM).tolist()
            if a in index and b in index
        )
    )
