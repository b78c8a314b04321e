"""Replaces the evidence of some cells of a board by that of a later photo."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TypeVar

from vision.geometry.lattice import Cell, Lattice, largest_group, nearest_cell, spaces_between
from vision.pieces.detect import Piece
from vision.reading.observation import Observation
from vision.stones.search import FoundStone
from vision.terrain.analyse import TileInteriors
from vision.tiles.tile_set import are_complete

_Value = TypeVar("_Value")
_Placed = TypeVar("_Placed", Piece, FoundStone)


def renew_cells(earlier: Observation, later: Observation, cells: Collection[Cell], executor: Executor) -> Observation:
    """Return an observation with the evidence of some cells replaced by that of a later one.

    Args:
        earlier: the observation of the whole board.
        later: that of a later photo, in the same coordinates.
        cells: to replace. Where the later one shows no tile, none lies any more.
        executor: with the thread that looks inside the tiles of the later one; then it joins what lies within those of
            both, which this function does not wait for.
    """
    renewed = _RenewedCells.of(earlier.lattice, later.lattice, cells)
    return replace(
        earlier,
        lattice=Lattice(earlier.lattice.plane, renewed.by_tile(earlier.lattice.centres, later.lattice.centres)),
        edges=renewed.by_tile(earlier.edges, later.edges),
        insides=executor.submit(_insides, renewed, earlier, later),
        pieces=renewed.placed(earlier.pieces, later.pieces),
        tile_probabilities={**earlier.tile_probabilities, **later.tile_probabilities},
        covered={**earlier.covered, **later.covered},
        outputs={**earlier.outputs, **later.outputs},
        tile_views=renewed.by_tile(earlier.tile_views, later.tile_views) if earlier.taught.sets else {},
        stones=renewed.placed(earlier.stones, later.stones),
        home_log_ratios={**earlier.home_log_ratios, **later.home_log_ratios},
        hidden_spaces=earlier.hidden_spaces.difference(renewed.lying),
    )


@dataclass(frozen=True)
class _RenewedCells:
    """Which cells are taken from which of two observations.

    Attributes:
        replaced: the cells that are taken from the later one.
        from_later: those of them in which it shows a tile.
        lying: all cells that hold a tile then, in order: the largest group of tiles that touch.
        places: these, and the spaces between them, where a Wisdom rune may lie.
    """

    replaced: frozenset[Cell]
    from_later: frozenset[Cell]
    lying: Sequence[Cell]
    places: frozenset[Cell]

    @classmethod
    def of(cls, earlier: Lattice, later: Lattice, cells: Collection[Cell]) -> _RenewedCells:
        replaced = frozenset(cells)
        from_later = replaced & later.centres.keys()
        lying = sorted(largest_group((earlier.centres.keys() - replaced) | from_later))
        return cls(replaced, from_later, lying, frozenset([*lying, *spaces_between(lying)]))

    def by_tile(self, earlier: Mapping[Cell, _Value], later: Mapping[Cell, _Value]) -> dict[Cell, _Value]:
        """Return the value of each tile that lies then."""
        return {cell: later[cell] if cell in self.from_later else earlier[cell] for cell in self.lying}

    def placed(self, earlier: Sequence[_Placed], later: Sequence[_Placed]) -> tuple[_Placed, ...]:
        """Return the pieces or stones that stand or lie on these tiles and in the spaces between them."""
        kept = [one for one in earlier if nearest_cell(one.foot) not in self.replaced]
        new = [one for one in later if nearest_cell(one.foot) in self.replaced]
        return tuple(one for one in kept + new if nearest_cell(one.foot) in self.places)


def _insides(renewed: _RenewedCells, earlier: Observation, later: Observation) -> TileInteriors:
    """Return what lies within the tiles; waits until both observations know it of theirs."""
    regions = {} if are_complete(earlier.taught.sets) else renewed.by_tile(earlier.regions, later.regions)
    return TileInteriors(renewed.by_tile(earlier.terrain, later.terrain), regions)
