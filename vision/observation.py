"""What was seen of a board cell by cell, before it is weighed together: the part of a reading that can be renewed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from vision.known_stones import with_stones
from vision.lattice import CORNERS, Cell, Lattice, largest_group, nearest_cell
from vision.loose import Loose
from vision.palette import Palette
from vision.pieces import Piece, find_pieces
from vision.recognition import Glimpse, glimpse
from vision.regions import PLACES, terrain_within
from vision.second_look import look_again
from vision.shades import table_shade
from vision.stone_search import FoundStone, find_stones
from vision.stones import KnownStones
from vision.survey import Survey
from vision.terrain import edge_likelihoods
from vision.tile_sets import KnownSet

_Each = TypeVar("_Each")


@dataclass(frozen=True, eq=False)
class Observation:
    """Each cell's own evidence.

    Attributes:
        lattice: the board's tiles.
        wide_scale: as in `Survey`.
        edges: (6, 21) log likelihoods of ``terrain.EDGES`` from each tile's own pixels.
        land: (49, 49) uint8 terrain within each tile, as ``regions.PLACES`` lie.
        pieces: all that may be pieces on the tiles.
        table: (3,) ``shades.chroma`` of the table beside them, if any of it is seen.
        palette: the pieces' colours, if they were taught.
        glimpses: what each tile's art looks like, where a copy's tiles were taught.
        sets: those copies.
        stones: rune stones that were found by their faces, where a copy's stones were taught.
        known_stones: those that were taught.
    """

    lattice: Lattice
    wide_scale: float
    edges: Mapping[Cell, np.ndarray]
    land: Mapping[Cell, np.ndarray]
    pieces: tuple[Piece, ...]
    table: np.ndarray | None = None
    palette: Palette | None = None
    glimpses: Mapping[Cell, Glimpse] = field(default_factory=dict)
    sets: tuple[KnownSet, ...] = ()
    stones: tuple[FoundStone, ...] = ()
    known_stones: KnownStones | None = None

    def renewed(self, part: Observation, cells: Collection[Cell]) -> Observation:
        """Return the observation with all that it says of some cells replaced by what a later look says of them."""
        kept = set(self.lattice.centres) - set(cells)
        seen = set(part.lattice.centres) & set(cells)
        lying = sorted(largest_group(kept | seen))

        def joined(old: Mapping[Cell, _Each], new: Mapping[Cell, _Each]) -> dict[Cell, _Each]:
            return {cell: new[cell] if cell in seen else old[cell] for cell in lying}

        pieces = [p for p in self.pieces if nearest_cell(p.foot) in kept]
        pieces += [p for p in part.pieces if nearest_cell(p.foot) in seen]
        stones = [s for s in self.stones if nearest_cell(s.foot) in kept]
        stones += [s for s in part.stones if nearest_cell(s.foot) in seen]
        return Observation(
            Lattice(self.lattice.plane, joined(self.lattice.centres, part.lattice.centres)),
            self.wide_scale,
            joined(self.edges, part.edges),
            joined(self.land, part.land),
            tuple(p for p in pieces if nearest_cell(p.foot) in lying),
            self.table,
            self.palette,
            joined(self.glimpses, part.glimpses) if self.sets else {},
            self.sets,
            tuple(stones),
            self.known_stones,
        )


def observe(
    found: Survey,
    pixels: np.ndarray,
    palette: Palette | None = None,
    sets: tuple[KnownSet, ...] = (),
    known_stones: KnownStones | None = None,
) -> Observation:
    """Gather what a survey shows of each of its lattice's tiles, and of pieces.

    Args:
        found: the survey.
        pixels: (h, w, 3) uint8 BGR, the photo that was surveyed.
        palette: the pieces' colours, if they were taught.
        sets: the copies whose tiles may lie there, if any were taught.
        known_stones: the rune stones, if they were taught.
    """
    cells = list(found.lattice.centres)
    if not cells:
        return Observation(found.lattice, found.wide_scale, {}, {}, ())
    centres = np.array([found.lattice.centres[c] for c in cells])
    edges = edge_likelihoods(found.maps, found.view, centres[:, None] + CORNERS)
    land = terrain_within(found.maps, found.view, centres[:, None, None] + PLACES)
    poses = [Loose(centre, 0.0, 1.0) for centre in centres]
    pieces = look_again(find_pieces(found.maps, found.view, found.lattice), found)
    stones = [] if known_stones is None else find_stones(pixels, found.lattice.plane, found.view, pieces, known_stones)
    return Observation(
        found.lattice,
        found.wide_scale,
        dict(zip(cells, edges, strict=True)),
        dict(zip(cells, land, strict=True)),
        tuple(with_stones(pieces, stones)),
        table_shade(found.maps, found.view.pixels),
        palette,
        dict(zip(cells, glimpse(found.maps, found.view, poses), strict=True)) if sets else {},
        sets,
        tuple(stones),
        known_stones,
    )
