"""Tiles parted into regions, as soon as their land and edges are known, and never twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.geometry.lattice import Cell
from vision.terrain.connectivity import read_patches
from vision.terrain.edges import EDGES, EdgeEvidence
from vision.terrain.hidden_terrain import Inland
from vision.terrain.regions import Patches

Edges = tuple[str, ...]


@dataclass(frozen=True)
class Parted:
    """A tile's regions.

    Attributes:
        edges: what its six edges were taken for.
        likeliest: its regions then.
        others: what they may be instead, likeliest first, if they are in doubt.
        sure: 0..1, how likely the likeliest are to be right.
    """

    edges: Edges
    likeliest: Patches
    others: tuple[Patches, ...] = ()
    sure: float = 1.0


def likeliest_edges(evidence: EdgeEvidence) -> dict[Cell, Edges]:
    """Return the likeliest six edges of each tile."""
    best = evidence.posterior.argmax(axis=2).tolist()
    return {cell: tuple(EDGES[k] for k in six) for cell, six in zip(evidence.cells, best, strict=True)}


def part(land: Mapping[Cell, Inland], edges: Mapping[Cell, Edges], known: Mapping[Cell, Parted]) -> dict[Cell, Parted]:
    """Part the tiles whose edges are given by their land; those ``known`` with the same edges stay as they are."""
    return {
        cell: was if (was := known.get(cell)) is not None and was.edges == six else _parted(land[cell], six)
        for cell, six in edges.items()
    }


def _parted(land: Inland, edges: Edges) -> Parted:
    return Parted(edges, *read_patches(land.terrain, land.joined, edges))
