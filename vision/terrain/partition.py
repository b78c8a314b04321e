"""Divides tiles into regions once their terrain and edges are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.geometry.lattice import Cell
from vision.terrain.connectivity import division_with_alternatives, divisions_of_tiles
from vision.terrain.edges import EDGES, EdgeEvidence
from vision.terrain.hidden_terrain import TileTerrain
from vision.terrain.regions import RegionLayout

Edges = tuple[str, ...]


@dataclass(frozen=True)
class TileRegions:
    """A tile's regions.

    Attributes:
        edges: the six edges from which they follow.
        likeliest: the likeliest regions.
        others: other candidates, likeliest first; empty unless the regions are in doubt.
        sure: 0..1, probability of the likeliest regions.
        other_probabilities: 0..1, of the first ``others``; the rest are unlikely.
    """

    edges: Edges
    likeliest: RegionLayout
    others: tuple[RegionLayout, ...] = ()
    sure: float = 1.0
    other_probabilities: tuple[float, ...] = ()


def likeliest_edges(evidence: EdgeEvidence) -> dict[Cell, Edges]:
    """Return the likeliest six edges of each tile."""
    best = evidence.posterior.argmax(axis=2).tolist()
    return {cell: tuple(EDGES[k] for k in six) for cell, six in zip(evidence.cells, best, strict=True)}


def divide_tiles(
    terrain: Mapping[Cell, TileTerrain], edges: Mapping[Cell, Edges], known: Mapping[Cell, TileRegions]
) -> dict[Cell, TileRegions]:
    """Divide tiles into regions.

    Args:
        terrain: the terrain inside each tile.
        edges: each tile's six edges; only these tiles are divided.
        known: earlier results, which are kept where the edges are the same.
    """
    kept = {cell: was for cell, six in edges.items() if (was := known.get(cell)) is not None and was.edges == six}
    left = [cell for cell in edges if cell not in kept]
    if not left:
        return kept
    logs, joined = np.array([terrain[c].terrain for c in left]), np.array([terrain[c].joined for c in left])
    divided = divisions_of_tiles(logs, joined, [edges[c] for c in left])
    found = {cell: TileRegions(edges[cell], *one) for cell, one in zip(left, divided, strict=True)}
    return {cell: found[cell] if cell in found else kept[cell] for cell in edges}


def divide_again(inside: TileTerrain, regions: TileRegions) -> TileRegions:
    """Return a tile's regions with other candidates, even where they are hardly in doubt."""
    return TileRegions(regions.edges, *division_with_alternatives(inside.terrain, inside.joined, regions.edges))
