"""The landscape: tiles in their places, and the graph of their regions.

Nodes of the graph are ``(cell, region)`` with a ``terrain``. Edges have a ``kind``:

* ``touch``: two regions share a border inside a tile;
* ``seam``: two regions of the same terrain face each other over some stretch where two tiles meet;
* ``clash``: two regions of different terrain face each other where two tiles meet; only on mismatched seams.

Landmasses, the ocean of a Water rune and the mountains that a Horse rune crosses are components of this graph or
bounded searches in it. Pieces and rune stones are not part of the landscape but of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.connected import components
from games.fjords.tiles import Tile, edges_match, plains_meet, stretches
from games.hexgrid import Cell, empty_neighbours, neighbour, neighbours, opposite

if TYPE_CHECKING:
    import networkx as nx

Node = tuple[Cell, int]
FEWEST_NEIGHBOURS = 2
"""The least number of tiles that a tile must touch, and that a Wisdom rune must lie between (rule book)."""


@dataclass(frozen=True)
class Landscape:
    """Tiles by cell. It never changes: laying a tile gives a new landscape."""

    tiles: Mapping[Cell, Tile]

    def with_tile(self, cell: Cell, tile: Tile) -> Landscape:
        """Return this landscape with `tile`, turned as it is, in the empty `cell`."""
        if cell in self.tiles:
            raise ValueError(f"there is a tile in {cell} already")
        return Landscape({**self.tiles, cell: tile})

    @cached_property
    def graph(self) -> nx.Graph:
        """The networkx graph of all regions, as the module describes it."""
        import networkx as nx  # slow to import, and a reading needs no graph

        graph = nx.Graph()
        laid = self.tiles.items()
        regions = (((cell, n), region) for cell, tile in laid for n, region in enumerate(tile.regions))
        graph.add_nodes_from((node, {"terrain": region.terrain}) for node, region in regions)
        graph.add_edges_from((((cell, a), (cell, b)) for cell, tile in laid for a, b in tile.touching), kind="touch")
        # All seams in one call: with a call for each, all warnings of a full board took 3.3 ms instead of 2.5.
        graph.add_edges_from(facing for seam in self.seams() for facing in self._facing(*seam))
        return graph

    def seams(self) -> Iterator[tuple[Cell, int, Cell]]:
        """Yield each pair of neighbouring tiles once, as cell, direction and the cell beside it there."""
        for cell in self.tiles:
            for direction in range(3):
                beside = neighbour(cell, direction)
                if beside in self.tiles:
                    yield cell, direction, beside

    def _facing(self, cell: Cell, direction: int, beside: Cell) -> Iterator[tuple[Node, Node, dict[str, str]]]:
        tile, other, back = self.tiles[cell], self.tiles[beside], opposite(direction)
        edge, other_edge = tile.edges[direction], other.edges[back]
        for i, j in stretches(len(edge), len(other_edge)):
            one = (cell, tile.region_at[direction, i])
            yield one, (beside, other.region_at[back, j]), {"kind": "seam" if edge[i] == other_edge[j] else "clash"}

    @cached_property
    def plains(self) -> dict[Cell, tuple[Cell, ...]]:
        """For each tile the neighbouring tiles that plains join to it over some stretch of the shared edge."""
        found: dict[Cell, list[Cell]] = {cell: [] for cell in self.tiles}
        for cell, direction, beside in self.seams():
            if plains_meet(self.tiles[cell].edges[direction], self.tiles[beside].edges[opposite(direction)]):
                found[cell].append(beside)
                found[beside].append(cell)
        return {cell: tuple(joined) for cell, joined in found.items()}

    def mismatches(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield the pairs of neighbouring tiles whose terrain differs where they meet."""
        for cell, direction, beside in self.seams():
            if not edges_match(self.tiles[cell].edges[direction], self.tiles[beside].edges[opposite(direction)]):
                yield cell, beside

    @cached_property
    def landmasses(self) -> tuple[frozenset[Node], ...]:
        """The landmasses: plains and mountains joined inside tiles, and across seams where both sides show land."""
        beside: dict[Node, list[Node]] = {
            (cell, n): [(cell, other) for other in land - {n}]
            for cell, tile in self.tiles.items()
            for land in tile.lands
            for n in land
        }
        for seam in self.seams():
            for one, other, _ in self._facing(*seam):
                if one in beside and other in beside:
                    beside[one].append(other)
                    beside[other].append(one)
        return tuple(components(beside))

    @cached_property
    def lesser_landmasses(self) -> tuple[frozenset[Node], ...]:
        """The landmasses beside the one of the most regions, the smallest first; by the rules there is none."""
        greatest = max(self.landmasses, key=len, default=None)
        return tuple(sorted((mass for mass in self.landmasses if mass is not greatest), key=len))

    def joined(self, start: Iterable[Node], steps: int | None = None) -> dict[Node, int]:
        """Return every region that seams of one terrain join to `start`, with the number of seams crossed.

        `steps` bounds the search; without it whole components are found.
        """
        reached = dict.fromkeys(start, 0)
        front = list(reached)
        while front and (steps is None or steps > 0):
            steps = None if steps is None else steps - 1
            front = [node for here in front for node in self._across(here, reached)]
        return reached

    def _across(self, here: Node, reached: dict[Node, int]) -> Iterator[Node]:
        for node, data in self.graph.adj[here].items():
            if data["kind"] == "seam" and node not in reached:
                reached[node] = reached[here] + 1
                yield node

    def regions_of(self, cell: Cell, terrain: str) -> list[Node]:
        """Return the regions of `terrain` on the tile in `cell`."""
        return [(cell, i) for i, region in enumerate(self.tiles[cell].regions) if region.terrain == terrain]

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells next to `cell` that hold a tile."""
        return tuple(around for around in neighbours(cell) if around in self.tiles)

    @cached_property
    def slots(self) -> dict[Cell, tuple[tuple[int, str], ...]]:
        """The empty cells beside enough tiles to lay one there, each with the edges that a tile needs, by side."""
        return {
            cell: tuple((side, self.tiles[neighbour(cell, side)].edges[opposite(side)][::-1]) for side in sides)
            for cell, sides in self.empty_neighbours.items()
            if len(sides) >= FEWEST_NEIGHBOURS
        }

    @cached_property
    def empty_neighbours(self) -> dict[Cell, list[int]]:
        """The empty cells beside the tiles, holes too, each with the directions in which tiles lie."""
        return empty_neighbours(self.tiles)
