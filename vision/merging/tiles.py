"""The tiles of a table by several photos."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from vision.detections import TileReading
from vision.geometry.lattice import Cell, largest_group
from vision.merging.adapt_edges import Regions, Touching, with_edges
from vision.merging.photo_view import PhotoView
from vision.networks.activations import log_odds, sigmoid, softmax
from vision.terrain.edges import EDGES

_MIN_EDGE_PROBABILITY = 1e-3
"""Least probability of an edge by one photo; chosen by hand."""
_MISSED = log(0.25 / 0.75)
"""Log odds, nats, of a tile by a photo that shows its cell without it: a hand may have hidden it; chosen by hand."""
_MAX_CONFIDENCE, _MIN_CONFIDENCE = 0.97, 0.5
"""Limits of the probability of a tile by one photo that shows it; chosen by hand."""


@dataclass(frozen=True, eq=False)
class MergedTile:
    """One tile.

    Attributes:
        cell: where it lies.
        certainty: 0..1, probability that it lies there at all.
        edges: (6, 21) probabilities of ``edges.EDGES``.
        regions: as in the board document.
        touching: likewise.
        known: the most confident reading that recognised the tile by name, if any.
    """

    cell: Cell
    certainty: float
    edges: np.ndarray
    regions: Regions
    touching: Touching
    known: TileReading | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The likeliest edges."""
        return _names(self.edges)


def merge_tiles(views: Sequence[PhotoView]) -> list[MergedTile]:
    """Return the largest connected group of tiles with a probability of at least one half."""
    cells = sorted({cell for view in views for cell in view.tiles})
    merged = {cell: _merged(cell, views) for cell in cells}
    group = largest_group({cell for cell, tile in merged.items() if tile.certainty >= 0.5})
    return [merged[cell] for cell in sorted(group)]


def _merged(cell: Cell, views: Sequence[PhotoView]) -> MergedTile:
    seen = [view for view in views if cell in view.tiles]
    edges = softmax(np.sum([np.log(np.maximum(view.edges[cell], _MIN_EDGE_PROBABILITY)) for view in seen], axis=0))
    odds = sum(_odds(cell, view) for view in views)
    regions, touching = _inside([view.tiles[cell] for view in seen], _names(edges))
    named = [view.tiles[cell] for view in seen if view.tiles[cell].name]
    known = max(named, key=lambda tile: tile.confidence, default=None)
    return MergedTile(cell, float(sigmoid(odds)), edges, regions, touching, known)


def _odds(cell: Cell, view: PhotoView) -> float:
    """Return the log odds, nats, of a tile by one photo; 0 where it does not show the cell."""
    if cell not in view.tiles:
        return _MISSED if view.shows(cell) else 0.0
    return float(log_odds(np.clip(np.mean(view.tiles[cell].edge_confidence), _MIN_CONFIDENCE, _MAX_CONFIDENCE)))


def _names(edges: np.ndarray) -> tuple[str, ...]:
    return tuple(EDGES[k] for k in edges.argmax(axis=1))


def _inside(tiles: Sequence[TileReading], edges: tuple[str, ...]) -> tuple[Regions, Touching]:
    """Return the regions with the most evidence; those of photos that read other edges are adapted."""
    evidence: defaultdict[object, float] = defaultdict(float)
    insides: dict[object, tuple[Regions, Touching]] = {}
    for tile, (regions, touching) in _insides(tiles, edges):
        key = frozenset((g["terrain"], frozenset(map(tuple, g["ports"]))) for g in regions)
        agreed = sum(a == b for a, b in zip(tile.edges, edges, strict=True)) / 6
        evidence[key] += agreed * float(np.mean(tile.edge_confidence))
        insides.setdefault(key, (regions, touching))
    return insides[max(evidence, key=lambda key: evidence[key])]


def _insides(
    tiles: Sequence[TileReading], edges: tuple[str, ...]
) -> Iterator[tuple[TileReading, tuple[Regions, Touching]]]:
    """Yield each tile with its regions and touching pairs, those with the merged edges first."""
    for tile in sorted(tiles, key=lambda tile: tile.edges != edges):
        as_read = tuple({**region} for region in tile.regions), tile.touching
        yield tile, as_read if tile.edges == edges else with_edges(tile, edges)
