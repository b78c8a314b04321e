"""Whether candidates for a tile's regions differ in anything that the board shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.hexgrid import Cell, neighbour
from vision.terrain.regions import Patches

_Ports = frozenset[tuple[int, int]]


def differ_in_effect(candidates: Sequence[Patches], cell: Cell, tiles: Collection[Cell]) -> bool:
    """Return whether the candidates connect the tile's neighbours differently.

    Args:
        candidates: the regions in question.
        cell: the tile's cell.
        tiles: the cells of all tiles.
    """
    used = {side for side in range(6) if neighbour(cell, side) in tiles}
    return len({_connections(patches, used) for patches in candidates}) > 1


def _connections(patches: Patches, used: Collection[int]) -> tuple[frozenset[tuple[str, _Ports]], frozenset[_Ports]]:
    """Return which used edge parts belong to one region, by terrain, and which to one land."""
    ports = [frozenset((e, p) for e, p in region["ports"] if e in used) for region in patches.regions]
    terrains = [str(region["terrain"]) for region in patches.regions]
    groups = {k: {k} for k, terrain in enumerate(terrains) if terrain != "O"}
    for one, other in patches.touching:
        if one in groups and other in groups and groups[one] is not groups[other]:
            groups[one] |= groups[other]
            for k in groups[other]:
                groups[k] = groups[one]
    lands = frozenset(frozenset().union(*(ports[k] for k in group)) for group in map(frozenset, groups.values()))
    return frozenset((t, p) for t, p in zip(terrains, ports, strict=True) if p), lands - {frozenset()}
