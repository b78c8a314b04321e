"""Tiles: edges of one or more terrains, the regions behind them, and how two edges meet.

An edge is a string read clockwise along the rim; each letter is the terrain of an equal part of it. An edge may show
several terrains, and a tile may have any number of regions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any

PLAINS, MOUNTAIN, OCEAN = "P", "M", "O"
LAND = frozenset((PLAINS, MOUNTAIN))

Port = tuple[int, int]


@dataclass(frozen=True)
class Region:
    """One connected patch of terrain and the edge parts ``(edge, part)`` that it reaches."""

    terrain: str
    ports: tuple[Port, ...] = ()


@dataclass(frozen=True)
class Tile:
    """A landscape tile: six edges, its regions, and the pairs of regions that touch inside it.

    `marks` is what is printed on it besides the land: ``"3"`` or ``"4"`` for the number of players it is meant
    for, or the name of a rune. `name` is unique within a tile set. `source` keeps the other fields of the document.
    """

    edges: tuple[str, ...]
    regions: tuple[Region, ...]
    touching: tuple[tuple[int, int], ...] = ()
    marks: tuple[str, ...] = ()
    name: str = field(default="", compare=False)
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_document(cls, data: object) -> Tile:
        """Return the tile in `data`, a mapping or a `TileModel`; raises `DocumentError` if it is not one.

        >>> Tile.from_document({"edges": ["P"] * 6, "touching": [],
        ...     "regions": [{"terrain": "P", "ports": [[e, 0] for e in range(6)]}]}).terrains
        frozenset({'P'})
        """
        from games.fjords.document import TileModel, check_tile, parse_tile  # Pydantic is slow to import

        if isinstance(data, TileModel):
            check_tile(data)
        model = data if isinstance(data, TileModel) else parse_tile(data)
        source = model.given()
        return cls(
            edges=tuple(model.edges),
            regions=tuple(Region(r.terrain, tuple((p[0], p[1]) for p in r.ports)) for r in model.regions),
            touching=tuple((pair[0], pair[1]) for pair in model.touching),
            marks=tuple(model.marks),
            name=str(source.get("id", "")),
            source=source,
        )

    def to_document(self) -> dict[str, Any]:
        """Return the tile as data, with every field that `from_document` was given."""
        regions = self.source.get("regions") or [{} for _ in self.regions]
        written: dict[str, Any] = {
            **self.source,
            "edges": list(self.edges),
            "regions": [
                {**kept, "terrain": region.terrain, "ports": [list(port) for port in region.ports]}
                for kept, region in zip(regions, self.regions, strict=True)
            ],
            "touching": [list(pair) for pair in self.touching],
        }
        if self.marks:
            written["marks"] = list(self.marks)
        if self.name:
            written["id"] = self.source.get("id", self.name)
        return written

    def turned(self, turns: int) -> Tile:
        """Return this tile turned clockwise by `turns` sixths: edge ``i`` becomes edge ``i + turns``."""
        return self._turnings[turns % 6]

    @cached_property
    def _turnings(self) -> tuple[Tile, ...]:
        return (self, *(self._turn(turns) for turns in range(1, 6)))

    def _turn(self, turns: int) -> Tile:
        regions = tuple(
            Region(region.terrain, tuple(((edge + turns) % 6, part) for edge, part in region.ports))
            for region in self.regions
        )
        edges = tuple(self.edges[(edge - turns) % 6] for edge in range(6))
        return Tile(edges, regions, self.touching, self.marks, self.name)

    @cached_property
    def terrains(self) -> frozenset[str]:
        """The terrains of this tile, including those of lakes inside it."""
        return frozenset(region.terrain for region in self.regions)

    @cached_property
    def region_at(self) -> dict[Port, int]:
        """The index of the region behind each edge part."""
        return {port: index for index, region in enumerate(self.regions) for port in region.ports}

    @cached_property
    def lands(self) -> tuple[frozenset[int], ...]:
        """The pieces of land on this tile: plains and mountain regions that touch inside it."""
        group = {index: {index} for index, region in enumerate(self.regions) if region.terrain in LAND}
        for one, other in self.touching:
            if one in group and other in group and group[one] is not group[other]:
                group[one] |= group[other]
                for index in group[other]:
                    group[index] = group[one]
        return tuple({id(members): frozenset(members) for members in group.values()}.values())


def edges_match(edge: str, other: str) -> bool:
    """Return whether two tiles may meet along these edges: one must be the other reversed.

    >>> edges_match("PO", "OP"), edges_match("PO", "PO")
    (True, False)
    """
    return edge == other[::-1]


@cache
def stretches(parts: int, other_parts: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of parts that face each other over some stretch where two edges meet.

    Both edges are read clockwise, so the first part of one faces the last part of the other.

    >>> stretches(1, 2), stretches(2, 2)
    (((0, 0), (0, 1)), ((0, 1), (1, 0)))
    """
    return tuple(
        (i, j)
        for i in range(parts)
        for j in range(other_parts)
        if max(i * other_parts, (other_parts - 1 - j) * parts) < min((i + 1) * other_parts, (other_parts - j) * parts)
    )


@lru_cache(maxsize=4096)
def plains_meet(edge: str, other: str) -> bool:
    """Return whether plains face plains anywhere along these two edges, whether or not they match."""
    return any(edge[i] == other[j] == PLAINS for i, j in stretches(len(edge), len(other)))
