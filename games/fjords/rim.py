"""The rim of a tile: its edge parts in clockwise order, and the stretches of one terrain along it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from games.fjords.tiles import Port, Region


@dataclass(frozen=True)
class Stretch:
    """A maximal stretch of the rim of one terrain, its ports in clockwise order."""

    terrain: str
    ports: tuple[Port, ...]


def rim_of(edges: Sequence[str]) -> list[tuple[Port, str]]:
    """Return the edge parts ``(edge, part)`` clockwise from corner 0, each with its terrain.

    >>> rim_of(["P", "PO"])
    [((0, 0), 'P'), ((1, 0), 'P'), ((1, 1), 'O')]
    """
    return [((side, part), terrain) for side, edge in enumerate(edges) for part, terrain in enumerate(edge)]


def rim_stretches(edges: Sequence[str]) -> list[Stretch]:
    """Return the stretches of the closed rim, clockwise from corner 0; a stretch across the start comes first.

    >>> [(stretch.terrain, stretch.ports) for stretch in rim_stretches(["P", "PO", "P"])]
    [('P', ((2, 0), (0, 0), (1, 0))), ('O', ((1, 1),))]
    """
    runs = groupby(rim_of(edges), key=lambda part: part[1])
    found = [Stretch(terrain, tuple(port for port, _ in parts)) for terrain, parts in runs]
    if len(found) > 1 and found[0].terrain == found[-1].terrain:
        found[0] = Stretch(found[0].terrain, found.pop().ports + found[0].ports)
    return found


def joined_regions(stretches: Sequence[Stretch], groups: Sequence[Sequence[int]]) -> tuple[Region, ...]:
    """Return the regions of a tile: one for each group of stretches (indices) that are connected inside it.

    >>> joined_regions(rim_stretches(["P", "O", "P", "O"]), [[0, 2], [1], [3]])[0]
    Region(terrain='P', ports=((0, 0), (2, 0)))
    """
    return tuple(Region(stretches[g[0]].terrain, tuple(port for k in g for port in stretches[k].ports)) for g in groups)


def met_along(regions: Sequence[int]) -> set[tuple[int, int]]:
    """Return the sorted pairs of different regions that follow each other along a closed rim.

    >>> sorted(met_along([0, 1, 0, 2]))
    [(0, 1), (0, 2)]
    """
    return {(min(one, other), max(one, other)) for one, other in pairwise([*regions, *regions[:1]]) if one != other}
