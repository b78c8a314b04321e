"""What was seen of a board cell by cell, before it is weighed together: the part of a reading that can be renewed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from vision.board.locate import Survey
from vision.geometry.lattice import Cell, Lattice, largest_group, nearest_cell, position, spaces_between
from vision.loose_tiles.pose import Loose
from vision.networks.models import Networks
from vision.pieces.background import sample_art
from vision.pieces.colours.palette import Palette
from vision.pieces.detect import Piece, find_pieces
from vision.pieces.inspect_cells import CellOutput, inspect_cells
from vision.reading.table_shade import table_shade
from vision.stones.apply import with_stones
from vision.stones.search import FoundStone, find_stones
from vision.stones.stone_set import KnownStones
from vision.stones.untaught_homes import peeping_homes
from vision.terrain.analyse import analyse_terrain
from vision.terrain.colour_model import TerrainColours
from vision.terrain.hidden_terrain import TileTerrain
from vision.terrain.partition import TileRegions
from vision.tiles.tile_set import KnownSet
from vision.tiles.tile_view import TileView, view_tiles

_Each = TypeVar("_Each")
_Thing = TypeVar("_Thing", Piece, FoundStone)


@dataclass(frozen=True, eq=False)
class Observation:
    """Each cell's own evidence.

    Attributes:
        lattice: the board's tiles.
        edges: (6, 21) log likelihoods of ``terrain.EDGES`` from each tile's own pixels.
        land: the land within each tile, with what is hidden painted in.
        parted: each tile's regions, if nothing but the land tells its edges; none where a copy's tiles were taught.
        pieces: all that may be pieces on the tiles.
        tile: 0..1, how likely a close look holds a tile to lie in a cell, of the board or beside it.
        covered: 0..1, how likely it holds the cell to be hidden.
        outputs: the close-up network's output for each cell, before they were compared.
        table: (3,) ``shades.chroma`` of the table beside them, if any of it is seen.
        palette: the pieces' colours, if they were taught.
        tile_views: what each tile's art looks like, where a copy's tiles were taught.
        sets: those copies.
        stones: rune stones that were found by their faces, where a copy's stones were taught, or half under longhouses.
        known_stones: those that were taught.
        appearance: how the terrains look on this board in this light.
        art: (m, 3) uint8 BGR pixels of the tiles' art where nothing stands on it, see `sample_art.sample_art`.
    """

    lattice: Lattice
    edges: Mapping[Cell, np.ndarray]
    land: Mapping[Cell, TileTerrain]
    parted: Mapping[Cell, TileRegions]
    pieces: tuple[Piece, ...]
    tile: Mapping[Cell, float]
    covered: Mapping[Cell, float]
    outputs: Mapping[Cell, CellOutput]
    table: np.ndarray | None = None
    palette: Palette | None = None
    tile_views: Mapping[Cell, TileView] = field(default_factory=dict)
    sets: tuple[KnownSet, ...] = ()
    stones: tuple[FoundStone, ...] = ()
    known_stones: KnownStones | None = None
    appearance: TerrainColours | None = None
    art: np.ndarray = field(default_factory=lambda: np.empty((0, 3), np.uint8))

    def renewed(self, later: Observation, cells: Collection[Cell]) -> Observation:
        """Return the observation with all that it says of some cells replaced by what a later look says of them."""
        kept = set(self.lattice.centres) - set(cells)
        seen = set(later.lattice.centres) & set(cells)
        lying = sorted(largest_group(kept | seen))

        def joined(old: Mapping[Cell, _Each], new: Mapping[Cell, _Each]) -> dict[Cell, _Each]:
            return {cell: new[cell] if cell in seen else old[cell] for cell in lying}

        # A Wisdom rune lies in a space between tiles.
        spaces = set(spaces_between(lying))

        def joined_things(old: Sequence[_Thing], new: Sequence[_Thing]) -> tuple[_Thing, ...]:
            stayed = [thing for thing in old if nearest_cell(thing.foot) not in cells]
            come = [thing for thing in new if nearest_cell(thing.foot) in cells]
            return tuple(thing for thing in stayed + come if nearest_cell(thing.foot) in spaces | set(lying))

        return Observation(
            Lattice(self.lattice.plane, joined(self.lattice.centres, later.lattice.centres)),
            joined(self.edges, later.edges),
            joined(self.land, later.land),
            {} if self.sets else joined(self.parted, later.parted),
            joined_things(self.pieces, later.pieces),
            {**self.tile, **later.tile},
            {**self.covered, **later.covered},
            {**self.outputs, **later.outputs},
            self.table,
            self.palette,
            joined(self.tile_views, later.tile_views) if self.sets else {},
            self.sets,
            joined_things(self.stones, later.stones),
            self.known_stones,
            self.appearance,
            self.art,
        )


@dataclass(frozen=True)
class Taught:
    """What was taught of the table: the pieces' colours, the tiles of the copies that may lie there, rune stones."""

    palette: Palette | None = None
    sets: tuple[KnownSet, ...] = ()
    stones: KnownStones | None = None


def observe(
    found: Survey,
    pixels: np.ndarray,
    networks: Networks,
    taught: Taught,
    cells: Collection[Cell] | None = None,
    before: Observation | None = None,
) -> Observation:
    """Gather what can be seen of each of a survey's tiles, of the spaces between them, and of pieces.

    Args:
        found: the survey.
        pixels: (h, w, 3) uint8 BGR, the photo that was surveyed.
        networks: the loaded networks.
        taught: what is known of pieces and tiles.
        cells: those to look at closely; all tiles and the spaces that two of them meet if none are given.
        before: an earlier observation of the same table by the same camera, from which is known how its terrains look
            and what lies on the other cells.
    """
    tiles = list(found.lattice.centres)
    chosen = [*tiles, *spaces_between(tiles)] if cells is None else list(cells)
    shown = _within(found.lattice, chosen, pixels.shape)
    # The close-ups are inspected while the terrain is analysed: neither alone keeps two cores busy.
    looking = networks.executor.submit(
        inspect_cells, pixels, found.lattice, shown, networks, {} if before is None else before.outputs
    )
    appearance = None if before is None else before.appearance
    terrain = analyse_terrain(pixels, found, appearance, networks, divide=not taught.sets)
    tile_views = _view_tiles(found) if taught.sets else {}
    table = table_shade(found.maps, found.view.pixels)
    looks = looking.result()
    on_tiles = {cell: look for cell, look in looks.items() if cell in found.lattice.centres}
    others = () if before is None else [p for p in before.pieces if nearest_cell(p.foot) not in looks]
    pieces = find_pieces(on_tiles, others)
    stones = []
    if tiles and taught.stones is not None:
        stones = find_stones(pixels, found.lattice, found.view, pieces, taught.stones, looks)
    elif tiles:
        stones = peeping_homes(pixels, found.lattice, found.view, pieces, looks, others)
    return Observation(
        found.lattice,
        terrain.edges,
        terrain.land,
        terrain.regions,
        tuple(with_stones(pieces, stones)),
        {cell: look.tile for cell, look in looks.items()},
        {cell: look.covered for cell, look in looks.items()},
        {cell: look.output for cell, look in looks.items()},
        table,
        taught.palette,
        tile_views,
        taught.sets,
        tuple(stones),
        taught.stones,
        terrain.colours,
        sample_art(on_tiles.values()),
    )


def _view_tiles(found: Survey) -> dict[Cell, TileView]:
    """Return what each tile's art looks like."""
    poses = [Loose(centre, 0.0, 1.0) for centre in found.lattice.centres.values()]
    return dict(zip(found.lattice.centres, view_tiles(found.maps, found.view, poses) if poses else (), strict=True))


def _within(lattice: Lattice, cells: Iterable[Cell], shape: tuple[int, ...]) -> list[Cell]:
    """Leave out cells of which the photo does not even show the middle."""
    wanted = list(cells)
    at = lattice.plane.to_photo(np.array([position(c) for c in wanted]).reshape(-1, 2))
    inside = np.asarray(((at >= 0) & (at < [shape[1], shape[0]])).all(axis=1))
    return [cell for cell, seen in zip(wanted, inside, strict=True) if seen]
