"""The regions and borders of a tile after some of its edges are replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.fjords.rim import met_along, rim_of
from games.fjords.tiles import Port
from vision.detections import TileReading

Regions = tuple[dict[str, Any], ...]
Touching = tuple[tuple[int, int], ...]


def with_edges(tile: TileReading, edges: Sequence[str]) -> tuple[Regions, Touching]:
    """Return the tile's regions and touching pairs with these six edges in place of those that were read.

    A part of an edge that is new belongs to the region of the same terrain beside it on the rim, or else is a region
    of its own. A region that no longer reaches the rim is gone; a lake inside the tile stays.
    """
    rim = rim_of(edges)
    owner = _kept(tile, edges)
    terrains = [str(region["terrain"]) for region in tile.regions]
    for at in _new_parts(rim, owner):
        port, letter = rim[at]
        beside = (owner.get(rim[k % len(rim)][0]) for k in (at - 1, at + 1))
        joined = next((n for n in beside if n is not None and terrains[n] == letter), None)
        if joined is None:
            joined = len(terrains)
            terrains.append(letter)
        owner[port] = joined
    lakes = {n for n, region in enumerate(tile.regions) if not region["ports"]}
    index = {n: k for k, n in enumerate(sorted(set(owner.values()) | lakes))}
    ports = {n: [list(port) for port, _ in rim if owner[port] == n] for n in index}
    regions = tuple({"terrain": terrains[n], "ports": ports[n]} for n in index)
    met = {*tile.touching, *met_along([owner[port] for port, _ in rim])}
    return regions, tuple(sorted({(index[a], index[b]) for a, b in met if a in index and b in index}))


def _kept(tile: TileReading, edges: Sequence[str]) -> dict[Port, int]:
    """Return the region of each part of the edges that stay as they were."""
    return {
        (side, part): n
        for n, region in enumerate(tile.regions)
        for side, part in region["ports"]
        if edges[side] == tile.edges[side]
    }


def _new_parts(rim: Sequence[tuple[Port, str]], owner: dict[Port, int]) -> list[int]:
    """Return the rim positions without a region, starting after one that has one: each may join the one before."""
    start = next((k for k, (port, _) in enumerate(rim) if port in owner), 0)
    order = [(start + k) % len(rim) for k in range(len(rim))]
    return [k for k in order if rim[k][0] not in owner]
