"""How much candidates for a tile's regions differ in what the board connects."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.hexgrid import Cell, neighbour, neighbours
from vision.terrain.regions import RegionLayout

_Ports = frozenset[tuple[int, int]]


_MIN_TILES_BESIDE = 2
"""Tiles beside a cell in which another tile may be laid."""
_LATER_TILE_WEIGHT = 0.5
"""Part of a region's worth where only a tile that is laid later makes a difference; chosen by hand."""


def effect_of(candidates: Sequence[RegionLayout], cell: Cell, tiles: Collection[Cell]) -> float:
    """Return 0..1 how much it matters which of the candidates are a tile's regions.

    It is 1 if they connect the tile's neighbours differently, a half if they will once a tile is laid where the rules
    let one be, and else 0.

    Args:
        candidates: the regions in question.
        cell: the tile's cell.
        tiles: the cells of all tiles.
    """
    used = {side for side in range(6) if neighbour(cell, side) in tiles}
    if _differ(candidates, used):
        return 1.0
    free = {side for side in set(range(6)) - used if _may_be_laid(neighbour(cell, side), tiles)}
    return _LATER_TILE_WEIGHT if _differ(candidates, used | free) else 0.0


def _may_be_laid(cell: Cell, tiles: Collection[Cell]) -> bool:
    return sum(beside in tiles for beside in neighbours(cell)) >= _MIN_TILES_BESIDE


def _differ(candidates: Sequence[RegionLayout], sides: Collection[int]) -> bool:
    return len({_connections(layout, sides) for layout in candidates}) > 1


def _connections(
    layout: RegionLayout, used: Collection[int]
) -> tuple[frozenset[tuple[str, _Ports]], frozenset[_Ports]]:
    """Return which used edge parts belong to one region, by terrain, and which to one land."""
    ports = [frozenset((e, p) for e, p in region["ports"] if e in used) for region in layout.regions]
    terrains = [str(region["terrain"]) for region in layout.regions]
    groups = {k: {k} for k, terrain in enumerate(terrains) if terrain != "O"}
    for one, other in layout.touching:
        if one in groups and other in groups and groups[one] is not groups[other]:
            groups[one] |= groups[other]
            for k in groups[other]:
                groups[k] = groups[one]
    lands = frozenset(frozenset().union(*(ports[k] for k in group)) for group in map(frozenset, groups.values()))
    return frozenset((t, p) for t, p in zip(terrains, ports, strict=True) if p), lands - {frozenset()}
