"""What may be wrong with a landmass beside the greatest: other edges or regions of its tiles, one at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import exp

import numpy as np

from games.fjords.landscape import Landscape, Node
from games.hexgrid import neighbour, opposite
from vision.facts import Side
from vision.geometry.lattice import Cell
from vision.terrain.edges import EDGES, LOG_PRIOR, REVERSED, EdgeEvidence
from vision.terrain.hidden_terrain import TileTerrain
from vision.terrain.partition import TileRegions, divide_again, divide_tiles

_MIN_LOG_ODDS = -5.5
"""Log odds against what was read from which a change counts: below, a landmass is better explained by a tile that lies
against the rules."""


@dataclass(frozen=True, eq=False)
class Change:
    """Something else than what was read, with which there are fewer landmasses.

    Attributes:
        odds: of it against what was read.
        edges: index in ``EDGES`` of each edge that changes; empty if a tile's regions do.
        candidate: the tile whose regions change: its cell, its regions as read with all other candidates, and which of
            these it is; None if edges change.
    """

    odds: float
    edges: Mapping[Side, int]
    candidate: tuple[Cell, TileRegions, int] | None = None


@dataclass(frozen=True, eq=False)
class ReadLand:
    """The land of a board as it was read.

    Attributes:
        evidence: the edges.
        regions: the regions.
        insides: the terrain inside each tile.
        fixed: tiles that were recognised, or whose regions a person gave.
        landscape: the tiles.
    """

    evidence: EdgeEvidence
    regions: Mapping[Cell, TileRegions]
    insides: Mapping[Cell, TileTerrain]
    fixed: Collection[Cell]
    landscape: Landscape

    def changes(self, mass: frozenset[Node]) -> Iterator[Change]:
        """Yield the changes to the tiles of a landmass that leave fewer landmasses."""
        seen: set[Side] = set()
        for cell in sorted({cell for cell, _ in mass} - set(self.fixed)):
            yield from self._other_regions(cell)
            for side in range(6):
                across = neighbour(cell, side), opposite(side)
                if (cell, side) not in seen and across[0] not in self.fixed:
                    yield from self._other_edges((cell, side), across)
                seen |= {(cell, side), across}

    def _other_regions(self, cell: Cell) -> Iterator[Change]:
        regions = self.regions[cell]
        if not regions.others:
            regions = divide_again(self.insides[cell], regions)
        for n, probability in enumerate(regions.other_probabilities):
            odds = probability / regions.sure
            if odds > exp(_MIN_LOG_ODDS) and self._joins({cell: TileRegions(regions.edges, regions.others[n])}):
                yield Change(odds, {}, (cell, regions, n))

    def _other_edges(self, here: Side, across: Side) -> Iterator[Change]:
        """Yield the changes of one edge, with that across the seam if the two match."""
        index = {cell: k for k, cell in enumerate(self.evidence.cells)}
        (cell, side), own = here, self.evidence.own
        now = int(self.evidence.posterior[index[cell], side].argmax())
        logs = own[index[cell], side] + LOG_PRIOR
        matched = across[0] in index and self.regions[across[0]].edges[across[1]] == EDGES[REVERSED[now]]
        if matched:
            logs = logs + own[index[across[0]], across[1]][REVERSED]
        logs = np.minimum(logs - logs[now], 0.0)
        for other in np.flatnonzero((logs > _MIN_LOG_ODDS) & (np.arange(len(EDGES)) != now)).tolist():
            edges = {here: other, across: int(REVERSED[other])} if matched else {here: other}
            if self._joins(self._divided(edges)):
                yield Change(exp(logs[other]), edges)

    def _divided(self, edges: Mapping[Side, int]) -> dict[Cell, TileRegions]:
        changed: dict[Cell, list[str]] = {}
        for (cell, side), edge in edges.items():
            changed.setdefault(cell, list(self.regions[cell].edges))[side] = EDGES[edge]
        return divide_tiles(self.insides, {cell: tuple(six) for cell, six in changed.items()}, {})

    def _joins(self, changed: Mapping[Cell, TileRegions]) -> bool:
        tiles = {cell: regions.likeliest.to_tile(regions.edges) for cell, regions in changed.items()}
        after = Landscape({**self.landscape.tiles, **tiles})
        return len(after.landmasses) < len(self.landscape.landmasses)
