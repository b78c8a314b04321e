"""Divides tiles into regions once their terrain and edges are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.geometry.lattice import Cell
from vision.terrain.connectivity import likeliest_patches
from vision.terrain.edges import EDGES, EdgeEvidence
from vision.terrain.hidden_terrain import TileTerrain
from vision.terrain.regions import Patches

Edges = tuple[str, ...]


@dataclass(frozen=True)
class TileRegions:
    """A tile's regions.

    Attributes:
        edges: the six edges from which they follow.
        likeliest: the likeliest regions.
        others: other candidates, likeliest first; empty unless the regions are in doubt.
        sure: 0..1, probability of the likeliest regions.
    """

    edges: Edges
    likeliest: Patches
    others: tuple[Patches, ...] = ()
    sure: float = 1.0


def likeliest_edges(evidence: EdgeEvidence) -> dict[Cell, Edges]:
    """Return the likeliest six edges of each tile."""
    best = evidence.posterior.argmax(axis=2).tolist()
    return {cell: tuple(EDGES[k] for k in six) for cell, six in zip(evidence.cells, best, strict=True)}


def divide_tiles(
    land: Mapping[Cell, TileTerrain], edges: Mapping[Cell, Edges], known: Mapping[Cell, TileRegions]
) -> dict[Cell, TileRegions]:
    """Divide tiles into regions.

    Args:
        land: each tile's terrain.
        edges: each tile's six edges; only these tiles are divided.
        known: earlier results, which are kept where the edges are the same.
    """
    return {
        cell: was if (was := known.get(cell)) is not None and was.edges == six else _divided(land[cell], six)
        for cell, six in edges.items()
    }


def _divided(land: TileTerrain, edges: Edges) -> TileRegions:
    return TileRegions(edges, *likeliest_patches(land.terrain, land.joined, edges))
