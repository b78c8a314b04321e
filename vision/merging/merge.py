"""Several photos of one table, read as one: each edge and each piece by the evidence of all photos that show it.

What two photos say is weighed as odds (Bayes' rule with independent witnesses), so a clear view outweighs a poor one,
and two that agree are surer than either.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.detections import PieceOdds, PieceReading, TileReading
from vision.geometry.lattice import CORNERS, Cell, position
from vision.merging.join import join
from vision.merging.photo_view import Witness
from vision.merging.pieces import Merged as MergedPiece
from vision.merging.pieces import merge_pieces
from vision.merging.tiles import Merged as MergedTile
from vision.merging.tiles import merge_tiles
from vision.pieces.detect import PRESENT
from vision.reading.doubts import Question, questions, tile_questions
from vision.reading.reading import Reading
from vision.reading.results import piece_reading, tile_reading
from vision.terrain.edges import EDGES, EdgeEvidence
from vision.terrain.regions import Patches
from vision.tiles.open_tiles import OpenTile

_SURE_TILE = 0.9
"""A tile that photos disagree about is asked below this."""
_SPOT = 0.16
"""Radius, in pitches, of what is drawn for a piece that the first photo does not show."""


@dataclass(frozen=True)
class Merging:
    """What several photos together say.

    Attributes:
        reading: the table, in the coordinates and the pixels of the first photo that was used.
        used: the places of the photos that show it.
        left_out: the places of those that show another table, or too little of this one to tell.
    """

    reading: Reading
    used: tuple[int, ...]
    left_out: tuple[int, ...]


def merge(readings: Sequence[Reading]) -> Merging:
    """Read several photos (one at least) of one table, taken from anywhere, as one.

    A cell that a photo does not show whole says nothing there. Where the photos contradict each other the table
    lies as most of the evidence has it, and what stays doubtful is asked.
    """
    joined = join(readings)
    witnesses = joined.witnesses
    if len(witnesses) == 1:
        return Merging(witnesses[0].reading, joined.used, joined.left_out)
    tiles = merge_tiles(witnesses)
    lying = {tile.cell for tile in tiles}
    # Beside the tiles only a rune lies that was known by its face.
    pieces = [piece for piece in merge_pieces(witnesses) if piece.cell in lying or piece.rune is not None]
    first = witnesses[0]
    reading = Reading(
        width=first.reading.width,
        height=first.reading.height,
        tiles=tuple(_tile(tile, first) for tile in tiles),
        pieces=tuple(_piece(piece, first) for piece in pieces if piece.certainty >= PRESENT),
        ask=_questions(tiles, pieces, first.reading.names),
        unseen=_unseen(witnesses, lying),
        names=first.reading.names,
        draft=_draft(witnesses, tiles),
    )
    return Merging(reading, joined.used, joined.left_out)


def _tile(tile: MergedTile, first: Witness) -> TileReading:
    own = first.tiles.get(tile.cell)
    px = own.px if own else first.plane.to_photo(position(tile.cell))
    outline = own.outline if own else first.plane.to_photo(position(tile.cell) + CORNERS)
    patches = Patches(tile.regions, tile.touching)
    reading = tile_reading(tile.cell, tile.names, patches, np.array(px), outline, tile.edges, tile.certainty)
    if tile.known is None:
        return reading
    return replace(reading, marks=tile.known.marks, name=tile.known.name, set_name=tile.known.set_name)


def _piece(piece: MergedPiece, first: Witness) -> PieceReading:
    own = next((p for p in first.reading.pieces if any(p is member for member in piece.members)), None)
    px = own.px if own else first.plane.to_photo(piece.foot)
    hull = own.hull if own else first.plane.to_photo(piece.foot + 2 * _SPOT * CORNERS)
    odds = PieceOdds(piece.certainty, piece.kinds, piece.colours)
    return piece_reading(piece.cell, np.array(px), hull, odds, first.reading.names, piece.rune)


def _draft(witnesses: Sequence[Witness], tiles: Sequence[MergedTile]) -> tuple[OpenTile, ...]:
    """Return the tiles beside the board as the first photo that shows any has them, but those that lie on it."""
    lying = {(tile.known.set_name, tile.known.name) for tile in tiles if tile.known}
    shown: tuple[OpenTile, ...] = next((w.reading.draft for w in witnesses if w.reading.draft), ())
    return tuple(tile for tile in shown if (tile.set_name, tile.tile.name) not in lying)


def _questions(
    tiles: Sequence[MergedTile], pieces: Iterable[MergedPiece], names: Sequence[str]
) -> tuple[Question, ...]:
    edges = np.array([tile.edges for tile in tiles]).reshape(-1, 6, len(EDGES))
    evidence = EdgeEvidence(tuple(tile.cell for tile in tiles), np.log(edges), edges)
    standing = [(piece.as_piece(), piece.colours) for piece in pieces]
    named = [(piece, colours) for piece, colours in standing if piece.certainty >= PRESENT]
    unlikely = [piece for piece, _ in standing if piece.certainty < PRESENT]
    lying = tile_questions({tile.cell: (True, tile.certainty) for tile in tiles}, _SURE_TILE)
    return questions(evidence, named, unlikely, names, lying)


def _unseen(witnesses: Sequence[Witness], lying: set[Cell]) -> tuple[Cell, ...]:
    cells = {cell for witness in witnesses for cell in witness.reading.unseen} - lying
    return tuple(sorted(c for c in cells if not any(witness.shows(c) for witness in witnesses)))
