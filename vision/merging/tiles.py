"""The tiles of a table that several photos show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from vision.detections import TileReading
from vision.geometry.lattice import Cell, largest_group
from vision.merging.adapt_edges import Regions, Touching, with_edges
from vision.merging.photo_view import Witness
from vision.networks.activations import log_odds, sigmoid, softmax
from vision.terrain.edges import EDGES

_LEAST = 1e-3
"""No photo says of an edge that it cannot be."""
_MISSED = log(0.25 / 0.75)
"""Log odds of a tile that a photo, which shows its cell, does not show: a hand may have been over it."""
_CLEAR, _POOR = 0.97, 0.5


@dataclass(frozen=True, eq=False)
class Merged:
    """One tile.

    Attributes:
        cell: where it lies.
        certainty: 0..1, that it lies there at all.
        edges: (6, 21) probabilities of ``terrain.EDGES``.
        regions: as in the board document.
        touching: likewise.
        known: the surest reading of it that knows the tile by name, if any does.
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


def merge_tiles(witnesses: Sequence[Witness]) -> list[Merged]:
    """Return the tiles that more speaks for than against, as far as they hang together."""
    cells = sorted({cell for witness in witnesses for cell in witness.tiles})
    merged = {cell: _merged(cell, witnesses) for cell in cells}
    group = largest_group({cell for cell, tile in merged.items() if tile.certainty >= 0.5})
    return [merged[cell] for cell in sorted(group)]


def _merged(cell: Cell, witnesses: Sequence[Witness]) -> Merged:
    seen = [witness for witness in witnesses if cell in witness.tiles]
    edges = softmax(np.sum([np.log(np.maximum(witness.edges[cell], _LEAST)) for witness in seen], axis=0))
    odds = sum(_odds(cell, witness) for witness in witnesses)
    regions, touching = _inside([witness.tiles[cell] for witness in seen], _names(edges))
    named = [witness.tiles[cell] for witness in seen if witness.tiles[cell].name]
    known = max(named, key=lambda tile: tile.confidence, default=None)
    return Merged(cell, float(sigmoid(odds)), edges, regions, touching, known)


def _odds(cell: Cell, witness: Witness) -> float:
    """Return the log odds that a photo gives a tile; nothing where it does not show the cell."""
    if cell not in witness.tiles:
        return _MISSED if witness.shows(cell) else 0.0
    return float(log_odds(np.clip(np.mean(witness.tiles[cell].edge_confidence), _POOR, _CLEAR)))


def _names(edges: np.ndarray) -> tuple[str, ...]:
    return tuple(EDGES[k] for k in edges.argmax(axis=1))


def _inside(tiles: Sequence[TileReading], edges: tuple[str, ...]) -> tuple[Regions, Touching]:
    """Return the regions that most evidence speaks for; those of photos that read the edges otherwise are adapted."""
    worth: defaultdict[object, float] = defaultdict(float)
    insides: dict[object, tuple[Regions, Touching]] = {}
    for tile, (regions, touching) in _insides(tiles, edges):
        key = frozenset((g["terrain"], frozenset(map(tuple, g["ports"]))) for g in regions)
        agreed = sum(a == b for a, b in zip(tile.edges, edges, strict=True)) / 6
        worth[key] += agreed * float(np.mean(tile.edge_confidence))
        insides.setdefault(key, (regions, touching))
    return insides[max(worth, key=lambda key: worth[key])]


def _insides(
    tiles: Sequence[TileReading], edges: tuple[str, ...]
) -> Iterator[tuple[TileReading, tuple[Regions, Touching]]]:
    """Yield each tile with what it says of the inside, beginning with those whose edges were read right."""
    for tile in sorted(tiles, key=lambda tile: tile.edges != edges):
        as_read = tuple({**region} for region in tile.regions), tile.touching
        yield tile, as_read if tile.edges == edges else with_edges(tile, edges)
