"""The evidence of each cell of a board, before the cells are combined: the part of a reading that can be replaced."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field

import numpy as np

from vision.board.locate import Survey, missed_cells
from vision.geometry.lattice import Cell, Lattice
from vision.loose_tiles.pose import TilePose
from vision.networks.models import Networks
from vision.pieces.colours.palette import Palette
from vision.pieces.detect import Piece
from vision.pieces.evidence.examples import PieceExamples
from vision.pieces.inspect_cells import CellOutput
from vision.profile import Profile
from vision.reading.observed_pieces import NOTHING_EARLIER, EarlierPieces, ObservedPieces, submit_pieces
from vision.reading.table_colour import table_colour
from vision.stones.found_stones import apply_stones
from vision.stones.search import FoundStone
from vision.stones.stone_set import KnownStones
from vision.stones.untaught_homes import ring_log_ratios
from vision.terrain.analyse import TileInteriors, analyse_terrain
from vision.terrain.ground.ground_model import GroundModel
from vision.terrain.ground.grounds import NOTHING_KNOWN, Ground, KnownGround
from vision.terrain.hidden_terrain import TileTerrain
from vision.terrain.partition import TileRegions
from vision.tiles.tile_set import KnownSet, are_complete
from vision.tiles.tile_view import TileView, view_tiles
from vision.vocabulary import COLOURS


@dataclass(frozen=True)
class TaughtData:
    """The taught data of a table.

    Attributes:
        palette: colours of the pieces.
        examples: pieces of the same copy in an earlier photo.
        sets: tile sets that may lie there.
        stones: rune stones.
    """

    palette: Palette | None = None
    examples: PieceExamples | None = None
    sets: tuple[KnownSet, ...] = ()
    stones: KnownStones | None = None

    @classmethod
    def of(cls, profile: Profile | None) -> TaughtData:
        """Return what a profile teaches; sets and stones of which all were removed teach nothing.

        Tiles of earlier photos count where no set was taught, which holds them, too.
        """
        if profile is None:
            return cls()
        stones = profile.stones if profile.stones is not None and profile.stones.stones else None
        seen = () if profile.seen_tiles is None else (profile.seen_tiles,)
        sets = tuple(known for known in profile.tiles if known.tiles) or seen
        return cls(profile.palette, profile.pieces, sets, stones)

    @property
    def colour_names(self) -> tuple[str, ...]:
        """The names of the pieces' colours."""
        return COLOURS if self.palette is None else self.palette.names


@dataclass(frozen=True, eq=False)
class Observation:
    """The evidence of each cell by itself.

    Attributes:
        lattice: the board's tiles.
        edges: (6, 21) log likelihoods of ``edges.EDGES`` from each tile's own pixels.
        insides: the tiles' terrain and regions; pending while another thread looks. No regions where all tiles were
            taught.
        pieces: all candidates for pieces on the tiles.
        tile_probabilities: 0..1, by the close-up that a tile lies in a cell: of the board, or where one may be missed.
        covered: 0..1, probability that something other than a piece hides the cell.
        outputs: the close-up network's output for each cell, before the cells are compared.
        table: (3,) `chromaticity.chroma` of the table beside the tiles, if any of it is visible.
        taught: the taught data of the table with which it was observed.
        tile_views: rectified views of the tiles, where tiles were taught.
        stones: rune stones that were recognised, where stones were taught.
        ground: the model of the ground on this board in this light, if enough of it was visible.
        art: (m, 3) uint8 BGR pixels of bare art, see `background.sample_art`.
        home_log_ratios: `homes.home_log_ratio` of each cell that holds a tile, plus that of the ring seen there.
        hidden_spaces: cells without a tile that show neither a tile nor the table, as under a book.
    """

    lattice: Lattice
    edges: Mapping[Cell, np.ndarray]
    insides: Future[TileInteriors]
    pieces: tuple[Piece, ...]
    tile_probabilities: Mapping[Cell, float]
    covered: Mapping[Cell, float]
    outputs: Mapping[Cell, CellOutput]
    table: np.ndarray | None = None
    taught: TaughtData = TaughtData()
    tile_views: Mapping[Cell, TileView] = field(default_factory=dict)
    stones: tuple[FoundStone, ...] = ()
    ground: GroundModel | None = None
    art: np.ndarray = field(default_factory=lambda: np.empty((0, 3), np.uint8))
    home_log_ratios: Mapping[Cell, float] = field(default_factory=dict)
    hidden_spaces: frozenset[Cell] = frozenset()

    @property
    def terrain(self) -> Mapping[Cell, TileTerrain]:
        """The terrain within each tile, with hidden parts filled in; waits for it."""
        return self.insides.result().terrain

    @property
    def regions(self) -> Mapping[Cell, TileRegions]:
        """Each tile's regions by its terrain alone; empty where all tiles were taught. Waits for them."""
        return self.insides.result().regions

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """The grounds of the board, that with the most members first; empty where too little is visible."""
        return () if self.ground is None else self.ground.grounds


def observe(
    found: Survey,
    pixels: np.ndarray,
    networks: Networks,
    taught: TaughtData,
    cells: Collection[Cell] | None = None,
    before: Observation | None = None,
    known: KnownGround = NOTHING_KNOWN,
) -> Observation:
    """Return the evidence of each cell of a survey: its tiles, the spaces between them, and pieces.

    Two threads share the work, since neither pieces nor terrain alone keep two cores busy:

    * The networks' executor looks for pieces and stones, while this thread fits the model of the ground.
    * This thread waits for the pieces, since they hide parts of the tiles.
    * The executor describes the pieces, while this thread judges the edges of tiles and does the rest.
    * The executor looks inside the tiles, which this function does not wait for: see `Observation.insides`.

    Args:
        found: the survey.
        pixels: (h, w, 3) uint8 BGR, the photo that was surveyed.
        networks: the loaded networks.
        taught: the taught data.
        cells: to inspect; by default all tiles, and the spaces next to two of them that are not bare table.
        before: an earlier observation of the same table by the same camera, for the looks of the ground and the pieces
            on other cells.
        known: a person's answers about the ground.
    """
    earlier = NOTHING_EARLIER if before is None else EarlierPieces(before.pieces, before.outputs, before.art)
    pending = submit_pieces(found, pixels, networks, taught.stones, cells, earlier)
    ground = None if before is None else before.ground
    terrain = analyse_terrain(found, ground, networks, not are_complete(taught.sets), known, pending.occluders)
    tile_views = _view_tiles(found) if taught.sets else {}
    table = table_colour(found.maps, found.view.pixels)
    seen = pending.seen.result()
    home_log_ratios = _home_log_ratios(seen, found, pixels, taught.stones, earlier)
    return Observation(
        lattice=found.lattice,
        edges=terrain.edges,
        insides=terrain.insides,
        pieces=tuple(apply_stones(pending.described.result(), seen.stones)),
        tile_probabilities=_tile_probabilities(found, seen),
        covered=seen.covered,
        outputs={cell: inspection.output for cell, inspection in seen.inspections.items()},
        table=table,
        taught=taught,
        tile_views=tile_views,
        stones=tuple(seen.stones),
        ground=terrain.ground,
        art=seen.art,
        home_log_ratios=home_log_ratios,
        hidden_spaces=seen.hidden_spaces,
    )


def _tile_probabilities(found: Survey, seen: ObservedPieces) -> dict[Cell, float]:
    """Return the close-ups' probability of a tile in each cell that holds one, and in those where one may be missed."""
    asked = seen.on_tiles.keys() | missed_cells(found, seen.cells)
    return {cell: inspection.tile for cell, inspection in seen.inspections.items() if cell in asked}


def _home_log_ratios(
    seen: ObservedPieces,
    found: Survey,
    pixels: np.ndarray,
    known_stones: KnownStones | None,
    earlier: EarlierPieces,
) -> dict[Cell, float]:
    """Return the log ratios of each tile's cell: by the close-up, and where no stones were taught by a ring seen there.

    Args:
        seen: the pieces.
        found: the survey.
        pixels: (h, w, 3) uint8 BGR, the photo that was surveyed.
        known_stones: the taught stones, if any.
        earlier: the pieces in an earlier picture of the same table.
    """
    if known_stones is not None or not found.lattice.centres:
        return dict(seen.home_log_ratios)
    others = earlier.elsewhere(seen.inspections)
    by_rings = ring_log_ratios(pixels, found.lattice, found.view, seen.pieces, seen.home_log_ratios, others)
    return {cell: ratio + by_rings.get(cell, 0.0) for cell, ratio in seen.home_log_ratios.items()}


def _view_tiles(found: Survey) -> dict[Cell, TileView]:
    """Return a rectified view of each tile."""
    poses = [TilePose(centre, 0.0, 1.0) for centre in found.lattice.centres.values()]
    return dict(zip(found.lattice.centres, view_tiles(found.maps, found.view, poses) if poses else (), strict=True))
