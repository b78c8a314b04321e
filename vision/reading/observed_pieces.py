"""The pieces in the close-ups of a board's cells, and what they hide."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from vision.board.locate import Survey
from vision.board.spaces import look_at_spaces
from vision.geometry.lattice import Cell, Lattice, nearest_cell, positions, spaces_between
from vision.networks.models import Networks
from vision.pieces.background import sample_art
from vision.pieces.detect import Piece, find_pieces
from vision.pieces.inspect_cells import CellInspection, CellOutput, inspect_cells
from vision.pieces.looks import with_looks
from vision.reading.covered_cells import cells_beyond, covered_cells
from vision.stones.homes import home_log_ratio
from vision.stones.search import FoundStone, find_stones
from vision.stones.signs import with_signs
from vision.stones.stone_set import KnownStones
from vision.terrain.cover import Occluders


@dataclass(frozen=True, eq=False)
class EarlierPieces:
    """The pieces in an earlier picture of the same table.

    Attributes:
        pieces: the candidates on all cells.
        outputs: the close-up network's output for each cell.
        art: (m, 3) uint8 BGR pixels of bare art; None without an earlier picture.
    """

    pieces: Sequence[Piece] = ()
    outputs: Mapping[Cell, CellOutput] = field(default_factory=dict)
    art: np.ndarray | None = None

    def elsewhere(self, cells: Collection[Cell]) -> list[Piece]:
        """Return the candidates on other cells than these."""
        return [piece for piece in self.pieces if nearest_cell(piece.foot) not in cells]


NOTHING_EARLIER = EarlierPieces()


@dataclass(frozen=True, eq=False)
class ObservedPieces:
    """The pieces in close-ups.

    Attributes:
        cells: those that were to be inspected.
        inspections: of these, and of some around what hides them.
        on_tiles: those of the cells that hold a tile.
        pieces: all candidates on these, without looks and signs.
        stones: rune stones that were recognised, where stones were taught.
        covered: 0..1, probability that something other than a piece hides the cell.
        art: (m, 3) uint8 BGR pixels of bare art, see `background.sample_art`.
        hidden_spaces: cells without a tile that show neither a tile nor the table, as under a book.
    """

    cells: Sequence[Cell]
    inspections: Mapping[Cell, CellInspection]
    on_tiles: Mapping[Cell, CellInspection]
    pieces: Sequence[Piece]
    stones: Sequence[FoundStone]
    covered: Mapping[Cell, float]
    art: np.ndarray
    hidden_spaces: frozenset[Cell]

    @property
    def occupied(self) -> dict[Cell, float]:
        """0..1 for each cell that holds a tile, the probability that a piece or anything else hides a part of it."""
        occupied = {cell: self.covered.get(cell, 0.0) for cell in self.on_tiles}
        for piece in self.pieces:
            cell = nearest_cell(piece.foot)
            occupied[cell] = max(occupied.get(cell, 0.0), piece.certainty)
        return occupied

    def occluders(self, elsewhere: Sequence[Piece] = ()) -> Occluders:
        """Return what hides the tiles: these pieces, those of an earlier picture elsewhere, and anything else."""
        return Occluders([*self.pieces, *elsewhere], self.occupied)

    @cached_property
    def home_log_ratios(self) -> dict[Cell, float]:
        """`home_log_ratio` of each cell that holds a tile, for a longhouse there."""
        return {cell: home_log_ratio(inspection.output.logits) for cell, inspection in self.on_tiles.items()}


@dataclass(frozen=True, eq=False)
class PendingPieces:
    """Pieces that are looked for in another thread.

    Attributes:
        seen: what `observe_pieces` returns.
        described: what `describe_pieces` returns, which the thread does next.
        earlier: the pieces in an earlier picture of the same table.
    """

    seen: Future[ObservedPieces]
    described: Future[list[Piece]]
    earlier: EarlierPieces

    def occluders(self) -> Occluders:
        """Return what hides the tiles; waits until the pieces are seen, and not until they are described."""
        seen = self.seen.result()
        return seen.occluders(self.earlier.elsewhere(seen.inspections))


def submit_pieces(
    found: Survey,
    pixels: np.ndarray,
    networks: Networks,
    known_stones: KnownStones | None,
    cells: Collection[Cell] | None,
    earlier: EarlierPieces,
) -> PendingPieces:
    """Have the networks' executor look for pieces, and then describe them. For the arguments see `observe_pieces`."""
    seen = networks.executor.submit(observe_pieces, found, pixels, networks, known_stones, cells, earlier)
    described = networks.executor.submit(lambda: describe_pieces(seen.result(), found, pixels, networks, known_stones))
    return PendingPieces(seen, described, earlier)


def observe_pieces(
    found: Survey,
    pixels: np.ndarray,
    networks: Networks,
    known_stones: KnownStones | None,
    cells: Collection[Cell] | None = None,
    earlier: EarlierPieces = NOTHING_EARLIER,
) -> ObservedPieces:
    """Inspect the close-ups of cells, and find the pieces and stones on those that hold a tile.

    Args:
        found: the survey.
        pixels: (h, w, 3) uint8 BGR, the photo that was surveyed.
        networks: the loaded networks.
        known_stones: the taught stones, if any.
        cells: to inspect; by default all tiles, and the spaces next to two of them that are not bare table.
        earlier: the pieces in an earlier picture of the same table.
    """
    lattice = found.lattice
    between = spaces_between(lattice.centres) if cells is None else []
    spaces = look_at_spaces(found, between)
    # A taught stone is looked for in all spaces, where a Wisdom rune lies.
    bare = spaces.bare if known_stones is None else frozenset()
    wanted = [*lattice.centres, *(c for c in between if c not in bare)] if cells is None else list(cells)
    shown = _within(lattice, wanted, pixels.shape)
    inspections, covered = _inspect(found, pixels, networks, shown, earlier.outputs)
    on_tiles = {cell: inspection for cell, inspection in inspections.items() if cell in lattice.centres}
    art = sample_art(on_tiles.values())
    pieces = find_pieces(on_tiles, earlier.elsewhere(inspections), art if earlier.art is None else earlier.art)
    stones: Sequence[FoundStone] = ()
    if lattice.centres and known_stones is not None:
        stones = find_stones(pixels, lattice, found.view, pieces, known_stones, inspections)
    return ObservedPieces(shown, inspections, on_tiles, pieces, stones, covered, art, spaces.hidden)


def _inspect(
    found: Survey,
    pixels: np.ndarray,
    networks: Networks,
    cells: Sequence[Cell],
    known: Mapping[Cell, CellOutput],
) -> tuple[dict[Cell, CellInspection], dict[Cell, float]]:
    """Inspect cells, and then those around what hides some of them.

    Args:
        found: the survey.
        pixels: (h, w, 3) uint8 BGR, the photo that was surveyed.
        networks: the loaded networks.
        cells: to inspect.
        known: earlier outputs for cells of the same table.

    Returns:
        The inspections, and the probability (0..1) that something which is no piece hides each cell.
    """
    inspections = inspect_cells(pixels, found.lattice, cells, networks, known)
    covered = covered_cells(found, inspections)
    further = _within(found.lattice, cells_beyond(covered, found.lattice.centres), pixels.shape)
    outputs = {cell: inspection.output for cell, inspection in inspections.items()}
    beyond = inspect_cells(pixels, found.lattice, further, networks, outputs)
    return inspections | beyond, covered | covered_cells(found, beyond)


def describe_pieces(
    seen: ObservedPieces, found: Survey, pixels: np.ndarray, networks: Networks, known_stones: KnownStones | None
) -> list[Piece]:
    """Return the candidates with their looks and, where no stones were taught, their signs; see `observe_pieces`."""
    pieces = with_looks(networks.look, seen.on_tiles, seen.pieces)
    if known_stones is not None or not found.lattice.centres:
        return pieces
    return with_signs(networks.rune, pixels, found.lattice.plane, pieces)


def _within(lattice: Lattice, cells: Iterable[Cell], shape: tuple[int, ...]) -> list[Cell]:
    """Return the cells whose centre lies within the photo."""
    wanted = list(cells)
    at = lattice.plane.to_photo(positions(wanted))
    inside = np.asarray(((at >= 0) & (at < [shape[1], shape[0]])).all(axis=1))
    return [cell for cell, seen in zip(wanted, inside, strict=True) if seen]
