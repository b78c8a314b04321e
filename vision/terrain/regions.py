"""Divides a tile's terrain into connected regions: the edge parts that each reaches, and which of them touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from games.fjords.tiles import Region, Tile
from vision.geometry.hexagon import NORMALS
from vision.geometry.lattice import CORNERS
from vision.geometry.rectified_view import View
from vision.geometry.seeds import CORNER_RADIUS
from vision.imaging.sampling import sample
from vision.networks.channels import STRIDE
from vision.networks.models import SceneMaps
from vision.vocabulary import TERRAINS

_GRID = 49
"""Samples across a tile, from corner to opposite corner."""
_RIM = 0.86
"""Distance from the centre, 1 being the rim, from which samples take the terrain of the nearest edge part; chosen by
hand."""
_MIN_INNER_SHARE = 0.04
"""Share of the tile from which a patch that reaches no edge counts; smaller ones are illustrations. Chosen by hand."""
_MIN_CONTACTS = 3
"""Number of pairs of neighbouring samples from which two patches touch; chosen by hand."""


@dataclass(frozen=True)
class RegionLayout:
    """How a tile is divided into regions.

    Attributes:
        regions: ``{"terrain": str, "ports": [[edge, part], ...]}`` as in the board document.
        touching: pairs of indices of regions that share a border.
    """

    regions: tuple[dict[str, Any], ...]
    touching: tuple[tuple[int, int], ...]

    @classmethod
    def of_tile(cls, tile: Tile) -> RegionLayout:
        """Return the regions of a tile."""
        regions = tuple({"terrain": r.terrain, "ports": [list(port) for port in r.ports]} for r in tile.regions)
        return cls(regions, tile.touching)

    def to_tile(self, edges: tuple[str, ...], marks: tuple[str, ...] = (), name: str = "") -> Tile:
        """Return the tile with these regions; other arguments as the attributes of `Tile`."""
        regions = tuple(Region(r["terrain"], tuple((edge, part) for edge, part in r["ports"])) for r in self.regions)
        return Tile(edges, regions, self.touching, marks, name)


def _geometry() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a tile's (49, 49, 2) grid points, and their (49, 49) distances (1 = rim) and directions, 0..6 in edges."""
    line = np.linspace(-CORNER_RADIUS, CORNER_RADIUS, _GRID)
    places = np.stack(np.meshgrid(line, line), axis=-1)
    out = (places @ NORMALS.T) / 0.5
    edge = out.argmax(axis=-1)
    start, end = CORNERS[edge], np.roll(CORNERS, -1, axis=0)[edge]
    # Projected onto the edge from the centre, so that its parts continue radially into the tile.
    rim = places / np.maximum(out.max(axis=-1), 1e-6)[..., None]
    share = ((rim - start) * (end - start)).sum(axis=-1) / ((end - start) ** 2).sum(axis=-1)
    return places, out.max(axis=-1), edge + np.clip(share, 0, 0.999)


PLACES, _DISTANCE, _DIRECTION = _geometry()
"""(49, 49, 2) grid points of a tile at the origin, in pitches."""
INSIDE = _DISTANCE <= 1
"""(49, 49) bool, which of them lie on the tile."""
_AREA = int(INSIDE.sum())
LOG_STEP = 0.03
_MIN_LOG = -7.0
"""Quantisation step and lower limit of log probabilities as uint8."""


def log_terrain_within(maps: SceneMaps, at: np.ndarray) -> np.ndarray:
    """Return (n, 49, 49, 3) uint8 log probabilities of the terrains at the ``PLACES`` of n tiles.

    They are quantised in steps of ``LOG_STEP``, which takes a quarter of the memory of float32.

    Args:
        maps: the scene network's output for a view.
        at: (n, 49, 49, 2) pixels of the maps.
    """
    probabilities = np.maximum(sample(maps.terrain, at)[..., 1:], np.float32(np.exp(_MIN_LOG)))
    return quantise_logs(np.log(probabilities, out=probabilities))


def maps_pixels_within(view: View, centres: np.ndarray) -> np.ndarray:
    """Return the (n, 49, 49, 2) float32 pixels of a view's maps at the ``PLACES`` of tiles with (n, 2) table points."""
    middles, offsets = view.to_maps(centres), PLACES * (view.scale / STRIDE)
    at = np.empty((len(centres), *PLACES.shape), np.float32)
    for axis in (0, 1):  # NumPy is slow over a last axis of two
        at[..., axis] = middles[:, None, None, axis] + offsets[..., axis]
    return at


def quantise_logs(logs: np.ndarray) -> np.ndarray:
    """Quantise log probabilities of any shape to uint8, see `log_terrain_within`."""
    steps = np.maximum(logs, _MIN_LOG)
    steps -= _MIN_LOG
    steps /= LOG_STEP
    return np.asarray(np.round(steps, out=steps), np.uint8)


def terrain_within(maps: SceneMaps, view: View, places: np.ndarray) -> np.ndarray:
    """Return (n, 49, 49) uint8 terrains (0 plains, 1 mountain, 2 ocean) at (n, 49, 49, 2) table points of a view."""
    return np.asarray(log_terrain_within(maps, view.to_maps(places)).argmax(axis=-1), np.uint8)


def patches_of(labels: np.ndarray, edges: tuple[str, ...]) -> RegionLayout:
    """Divide a (49, 49) map of terrain indices (0 plains, 1 mountain, 2 ocean) into regions.

    The rim is first replaced by the terrain of the edges, so that every edge part belongs to exactly one region.
    """
    painted = with_rim(labels[None], rim_terrain(edges))
    components = components_of(painted)
    return to_patches(painted[0], components[0], touching_components(components)[0], edges)


def to_patches(
    painted: np.ndarray, components: np.ndarray, touching: Sequence[tuple[int, int]], edges: tuple[str, ...]
) -> RegionLayout:
    """Convert a map of terrain to regions.

    Args:
        painted: (49, 49) terrain indices.
        components: (49, 49) numbers of its patches by `components_of`.
        touching: the pairs of these that touch, by `touching_components`.
        edges: the tile's six edges.
    """
    ports, at = _ports(components, edges), components.ravel()
    sizes = np.bincount(at)
    terrain_of = np.empty(len(sizes), np.intp)
    terrain_of[at] = painted.ravel()
    large = sizes > _MIN_INNER_SHARE * _AREA
    numbers = [n for n in np.argsort(terrain_of, kind="stable").tolist() if n and (n in ports or large[n])]
    found = [{"terrain": TERRAINS[terrain_of[n]], "ports": ports.get(n, [])} for n in numbers]
    index = {n: k for k, n in enumerate(numbers)}
    pairs = ((index[a], index[b]) for a, b in touching if a in index and b in index)
    return _without_islands(RegionLayout(tuple(found), tuple(sorted((min(pair), max(pair)) for pair in pairs))), edges)


def _without_islands(patches: RegionLayout, edges: tuple[str, ...]) -> RegionLayout:
    """Return the regions without land that reaches no edge: by the rules all land is one mass, so it is a picture."""
    if all(region["ports"] for region in patches.regions):
        return patches
    lands = patches.to_tile(edges).lands
    islands = {n for land in lands if not any(patches.regions[n]["ports"] for n in land) for n in land}
    index = {n: k for k, n in enumerate(n for n in range(len(patches.regions)) if n not in islands)}
    touching = tuple((index[a], index[b]) for a, b in patches.touching if a in index and b in index)
    return RegionLayout(tuple(patches.regions[n] for n in index), touching)


def with_rim(labels: np.ndarray, rim: np.ndarray) -> np.ndarray:
    """Return (n, 49, 49) int8 terrain, median filtered, with the edges' terrain on the rim; -1 outside the tile.

    Args:
        labels: (n, 49, 49) uint8 terrain indices.
        rim: (49, 49) or (n, 49, 49) terrain of the edges, see `rim_terrain`.
    """
    # All maps are filtered in one call, side by side: one below another takes a hundred times as long, since OpenCV is
    # slow on narrow pictures. Where two maps meet there are only samples of the rim, which are replaced.
    count, height, width = labels.shape
    beside = cv2.medianBlur(labels.transpose(1, 0, 2).reshape(height, -1), 3)
    smooth = beside.reshape(height, count, width).transpose(1, 0, 2)
    painted: np.ndarray = np.where(_DISTANCE >= _RIM, rim, smooth.astype(np.int8))
    return painted


@lru_cache(maxsize=128)
def rim_terrain(edges: tuple[str, ...]) -> np.ndarray:
    """Return the (49, 49) int8 terrain of the edges in each sample's direction; -1 outside the tile."""
    rim = np.full(_DISTANCE.size, -1, np.int8)
    for letters, (here, along) in zip(edges, _samples_of_edges(), strict=True):
        part = (along * len(letters)).astype(int).clip(0, len(letters) - 1)
        rim[here] = np.array([TERRAINS.index(x) for x in letters], np.int8)[part]
    return rim.reshape(_DISTANCE.shape)


@lru_cache(maxsize=1)
def _samples_of_edges() -> tuple[tuple[np.ndarray, np.ndarray], ...]:
    """Return for each edge the flat indices of the samples in its direction, and how far along it each lies, 0..1."""
    directions = _DIRECTION.ravel()
    samples = [np.flatnonzero((directions.astype(int) == i) & INSIDE.ravel()) for i in range(6)]
    return tuple((here, directions[here] - i) for i, here in enumerate(samples))


def components_of(painted: np.ndarray) -> np.ndarray:
    """Number the 4-connected patches of one terrain in (n, 49, 49) maps, in each from 1; 0 outside the tile."""
    count, height, width = painted.shape
    # One call labels all masks, stacked in one picture with an empty row between each two.
    masks = np.zeros((count, 3, height + 1, width), np.uint8)
    masks[:, :, :height] = painted[:, None] == np.arange(3, dtype=np.int8)[:, None, None]
    _count, numbers = cv2.connectedComponents(masks.reshape(-1, width), connectivity=4)
    # Maps follow each other in the picture, and so do the numbers of their patches.
    numbered = np.asarray(numbers).reshape(masks.shape)[:, :, :height].max(axis=1)
    before = np.concatenate([[0], numbered.reshape(count, -1).max(axis=1)[:-1]])
    return np.asarray(np.maximum(numbered - before[:, None, None], 0))


def _ports(components: np.ndarray, edges: tuple[str, ...]) -> dict[int, list[list[int]]]:
    """Return the edge parts ``[edge, part]`` that each patch reaches, by the patches' numbers."""
    ports: dict[int, list[list[int]]] = {}
    parts, spots = _parts_of(edges)
    for part, number in zip(parts, components.ravel()[spots].tolist(), strict=True):
        ports.setdefault(number, []).append(list(part))
    return ports


@lru_cache(maxsize=128)
def _parts_of(edges: tuple[str, ...]) -> tuple[tuple[tuple[int, int], ...], np.ndarray]:
    """Return all (edge, part) of a tile's edges, and the flat index of each one's sample."""
    parts = tuple((i, part) for i, letters in enumerate(edges) for part in range(len(letters)))
    return parts, np.array([_part_index(i, part, len(edges[i])) for i, part in parts])


@lru_cache(maxsize=64)
def _part_index(edge: int, part: int, parts: int) -> int:
    """Return the flat index of the sample in the middle of an edge part, just inside the rim."""
    away = np.abs(_DIRECTION - (edge + (part + 0.5) / parts))
    return int((away + 10 * (_DISTANCE < _RIM + 0.05) + 10 * (_DISTANCE > 1)).argmin())


@lru_cache(maxsize=1)
def rim_third_indices() -> np.ndarray:
    """Return the (18,) flat indices of a tile's samples of the thirds of its edges, clockwise from corner 0."""
    return np.array([_part_index(edge, third, 3) for edge in range(6) for third in range(3)])


def stretches_of_thirds(rim: np.ndarray) -> np.ndarray:
    """Return for each third of an edge the number of its stretch of one terrain along a (49, 49) rim; (18,)."""
    terrain = rim.ravel()[rim_third_indices()]
    numbers: np.ndarray = np.cumsum(terrain != np.roll(terrain, 1))
    return numbers % max(int(numbers[-1]), 1)


def ambiguous_pairs(rim: np.ndarray) -> np.ndarray:
    """Return (18, 18) bool, whether two thirds of edges have one terrain but lie on different stretches of the rim.

    Only the terrain inside the tile tells whether such a pair belongs to one patch.
    """
    terrain, stretches = rim.ravel()[rim_third_indices()], stretches_of_thirds(rim)
    ambiguous: np.ndarray = (terrain[:, None] == terrain) & (stretches[:, None] != stretches)
    return ambiguous


def touching_components(components: np.ndarray) -> list[list[tuple[int, int]]]:
    """Return for each of (n, 49, 49) maps the pairs of numbers of components that touch."""
    width, maps, base = components.shape[-1], components.reshape(len(components), -1), int(components.max()) + 1
    codes = []
    for step in (1, width):  # beside and below; nothing of a tile lies in the first or last column
        one, other = maps[:, step:], maps[:, :-step]
        which, at = np.nonzero(one != other)
        one, other = one[which, at], other[which, at]
        codes.append((which * base + np.minimum(one, other)) * base + np.maximum(one, other))
    contacts = np.bincount(np.concatenate(codes), minlength=1)
    found: list[list[tuple[int, int]]] = [[] for _ in components]
    for code in np.flatnonzero(contacts >= _MIN_CONTACTS).tolist():
        pair, larger = divmod(code, base)
        number, smaller = divmod(pair, base)
        found[number].append((smaller, larger))
    return found
