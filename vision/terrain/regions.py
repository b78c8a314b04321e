"""The connected patches of terrain inside a tile, which edge parts they reach, and which of them touch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from vision.geometry.hexagon import NORMALS
from vision.geometry.lattice import CORNER_RADIUS, CORNERS
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.networks.models import SceneMaps
from vision.vocabulary import TERRAINS

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
    line = np.linspace(-CORNER_RADIUS, CORNER_RADIUS, _GRID)
    places = np.stack(np.meshgrid(line, line), axis=-1)
    out = (places @ NORMALS.T) / 0.5
    edge = out.argmax(axis=-1)
    start, end = CORNERS[edge], np.roll(CORNERS, -1, axis=0)[edge]
    # Along the edge as seen from the centre, so that parts meet the interior without a step.
    rim = places / np.maximum(out.max(axis=-1), 1e-6)[..., None]
    share = ((rim - start) * (end - start)).sum(axis=-1) / ((end - start) ** 2).sum(axis=-1)
    return places, out.max(axis=-1), edge + np.clip(share, 0, 0.999)


PLACES, _OUT, _DIRECTION = _geometry()
"""(49, 49, 2) places on a tile at the origin, in pitches."""
INSIDE = _OUT <= 1
"""(49, 49) which of them lie on the tile."""
LOG_STEP = 0.03
_LOG_LEAST = -7.0


def land_within(maps: SceneMaps, view: View, places: np.ndarray) -> np.ndarray:
    """(n, 49, 49, 3) uint8 log probabilities of the terrains at (n, 49, 49, 2) table places, as ``PLACES`` lie.

    They are given in steps of ``LOG_STEP`` above the least: that is fine enough, and a sixteenth of the memory.
    """
    return as_land(np.log(np.maximum(sample(maps.terrain, view.to_maps(places))[..., 1:], np.exp(_LOG_LEAST))))


def as_land(logs: np.ndarray) -> np.ndarray:
    """Return log probabilities of any shape as `land_within` gives them."""
    return np.asarray(np.round((np.maximum(logs, _LOG_LEAST) - _LOG_LEAST) / LOG_STEP), np.uint8)


def terrain_within(maps: SceneMaps, view: View, places: np.ndarray) -> np.ndarray:
    """(n, 49, 49) uint8 terrain (0 plains, 1 mountain, 2 ocean) at (n, 49, 49, 2) table places, as ``PLACES`` lie."""
    return np.asarray(land_within(maps, view, places).argmax(axis=-1), np.uint8)


def patches_of(labels: np.ndarray, edges: tuple[str, ...]) -> Patches:
    """Part a (49, 49) map of terrain indices (0 plains, 1 mountain, 2 ocean) into regions.

    The rim is painted with the edges first, so that every edge part belongs to exactly one region.
    """
    painted = painted_with(labels[None], rim_of(edges))
    return named_patches(painted[0], components_of(painted)[0], edges)


def named_patches(painted: np.ndarray, components: np.ndarray, edges: tuple[str, ...]) -> Patches:
    """Name the patches of a (49, 49) map by what it is painted with and how `components_of` numbers it."""
    ports = _ports(components, edges)
    sizes = np.bincount(components.ravel())
    found: list[dict[str, Any]] = []
    numbers: list[int] = []
    for terrain in range(3):
        for number in np.unique(components[(painted == terrain) & (components > 0)]).tolist():
            if number in ports or sizes[number] > _LAKE * INSIDE.sum():
                found.append({"terrain": TERRAINS[terrain], "ports": ports.get(number, [])})
                numbers.append(number)
    return Patches(tuple(found), _touching(components, numbers))


def painted_with(labels: np.ndarray, rim: np.ndarray) -> np.ndarray:
    """(n, 49, 49) int8 terrain, smoothed, with what the edges show painted on the rim; -1 outside the tile."""
    # Side by side they are smoothed by one call, a hundred times as fast as one below another: narrow pictures are
    # what OpenCV is slow at. Where two meet, there is nothing but rim.
    count, height, width = labels.shape
    beside = cv2.medianBlur(labels.transpose(1, 0, 2).reshape(height, -1), 3)
    smooth = beside.reshape(height, count, width).transpose(1, 0, 2)
    painted: np.ndarray = np.where(_OUT >= _RIM, rim, smooth.astype(np.int8))
    return painted


def rim_of_sixths(terrains: np.ndarray) -> np.ndarray:
    """(49, 49) int8, what `rim_of` gives, by the terrains 0..2 (36,) of the edges' sixths."""
    return np.where(INSIDE, terrains[(_DIRECTION * 6).astype(int)], -1).astype(np.int8)


@lru_cache(maxsize=128)
def rim_of(edges: tuple[str, ...]) -> np.ndarray:
    """(49, 49) int8 terrain that the edges show in each sample's direction; -1 outside the tile."""
    rim = np.full(_OUT.shape, -1, np.int8)
    for i, letters in enumerate(edges):
        part = ((_DIRECTION - i) * len(letters)).astype(int).clip(0, len(letters) - 1)
        here = (_DIRECTION.astype(int) == i) & (_OUT <= 1)
        rim[here] = np.array([TERRAINS.index(x) for x in letters])[part[here]]
    return rim


def components_of(painted: np.ndarray) -> np.ndarray:
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


@lru_cache(maxsize=1)
def rim_spots() -> np.ndarray:
    """(18,) indices of the samples of a tile that show the thirds of its edges, one after the other."""
    return np.array([_spot_on_rim(edge, third, 3) for edge in range(6) for third in range(3)])


def patches_on_rim(labels: np.ndarray, rim: np.ndarray) -> np.ndarray:
    """(18,) numbers of the patches that edges' thirds belong to, by (49, 49) terrain indices and those of the rim."""
    numbers: np.ndarray = components_of(painted_with(labels[None], rim))[0].ravel()[rim_spots()]
    return numbers


def stretches_along(rim: np.ndarray) -> np.ndarray:
    """(18,) numbers of the stretches of one terrain along a rim (49, 49), for each third of an edge."""
    terrain = rim.ravel()[rim_spots()]
    numbers: np.ndarray = np.cumsum(terrain != np.roll(terrain, 1))
    return numbers % max(int(numbers[-1]), 1)


def questioned(rim: np.ndarray) -> np.ndarray:
    """(18, 18) which two thirds of edges show one terrain on two stretches of a rim (49, 49): are they one patch?"""
    terrain, stretches = rim.ravel()[rim_spots()], stretches_along(rim)
    asked: np.ndarray = (terrain[:, None] == terrain) & (stretches[:, None] != stretches)
    return asked


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
