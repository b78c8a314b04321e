"""Facts: a person's answers about the table in a photo, in the coordinates of the photo's lattice.

A fact is certain: the models keep to it, and weigh everything else with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import dist
from typing import Any

from games.hexgrid import Cell

Side = tuple[Cell, int]
"""A tile's cell and the number of one of its edges, 0..5."""
HalfEdge = tuple[Cell, int, int]
"""A tile's cell, an edge 0..5, and 0 for the first half of that edge, clockwise as its string is read, or 1."""
Spot = tuple[float, float]
"""A point of the table, in pitches."""

_SAME_SPOT = 0.08
"""Pitches within which two answers are about one piece: all questions about it have the same ``px``."""
EDGE_DISTANCE = 0.4
"""Pitches from a tile's centre to the point that stands for the ground at an edge, which is 0.5 away."""
NONE = "none"
"""The answer that nothing is there."""


def same_spot(one: Spot, other: Spot) -> bool:
    """Return whether two points are about one piece."""
    return dist(one, other) < _SAME_SPOT


def turned_regions(regions: Iterable[Mapping[str, Any]], turn: int) -> list[dict[str, Any]]:
    """Return a tile's regions, as in the board document, after a clockwise rotation by ``turn`` sixths."""
    return [{**region, "ports": [[(edge + turn) % 6, part] for edge, part in region["ports"]]} for region in regions]


@dataclass(frozen=True)
class TerrainFact:
    """The terrain of the ground at a point of a tile, which other ground may look like.

    Attributes:
        cell: the tile's cell.
        edge: the edge, 0..5, in whose direction from the tile's centre the point lies.
        spot: the point.
        terrain: ``P``, ``M`` or ``O``.
    """

    cell: Cell
    edge: int
    spot: Spot
    terrain: str


@dataclass(frozen=True)
class RegionsFact:
    """A tile's regions, and the edges that follow from them.

    Attributes:
        edges: the six edges.
        regions: ``{"terrain": str, "ports": [[edge, part], ...]}`` as in the board document.
        touching: pairs of indices of regions that share a border.
    """

    edges: tuple[str, ...]
    regions: tuple[dict[str, Any], ...]
    touching: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PieceFact:
    """What stands at a point of a tile.

    Attributes:
        cell: the tile's cell.
        spot: where the piece in question stands, or was thought to stand.
        kind: ``viking``, ``longhouse``, ``stone``, ``none`` for nothing, or ``None`` where the kind was not named.
        colour: the name of its colour, or ``None`` where that was not named.
        no_stone: whether it is certain that this is no rune stone.
    """

    cell: Cell
    spot: Spot
    kind: str | None = None
    colour: str | None = None
    no_stone: bool = False


@dataclass(frozen=True)
class RuneFact:
    """A rune stone: its rune, and its player's colour where it has an owner."""

    kind: str
    colour: str | None = None


@dataclass(frozen=True)
class Facts:
    """All answers about one table.

    Attributes:
        tiles: whether a tile lies in a cell.
        edges: terrain strings by edge, as in the board document.
        terrains: the terrain of patches of ground.
        regions: the regions of tiles.
        pieces: the pieces; those that were said to be absent as well.
        runes: the rune stones in the open, by cell.
        homes: the Home stone under the longhouse in a cell; ``None`` where there is none.
    """

    tiles: Mapping[Cell, bool] = field(default_factory=dict)
    edges: Mapping[Side, str] = field(default_factory=dict)
    terrains: tuple[TerrainFact, ...] = ()
    regions: Mapping[Cell, RegionsFact] = field(default_factory=dict)
    pieces: tuple[PieceFact, ...] = ()
    runes: Mapping[Cell, RuneFact] = field(default_factory=dict)
    homes: Mapping[Cell, RuneFact | None] = field(default_factory=dict)

    def matched(self, cells: Sequence[Cell], spots: Sequence[Spot], kinds: Sequence[str]) -> list[int | None]:
        """Return for each of the ``pieces`` the index of the candidate that it is about; ``None`` for a missing one.

        It is a candidate in the same cell that no other fact is about: one of the same kind if there is any, since a
        longhouse stands on its Home stone, or else the nearest.

        Args:
            cells: the cells of the candidates.
            spots: where the candidates stand.
            kinds: their likeliest kinds.
        """
        pairs = sorted(
            (fact.kind not in (None, NONE, kinds[k]), dist(spots[k], fact.spot), n, k)
            for n, fact in enumerate(self.pieces)
            for k, cell in enumerate(cells)
            if cell == fact.cell
        )
        found: dict[int, int] = {}
        for *_, n, k in pairs:
            if n not in found and k not in found.values():
                found[n] = k
        return [found.get(n) for n in range(len(self.pieces))]


NO_FACTS = Facts()
