"""One reading from several photos of one table: each edge and each piece by the evidence of all photos that show it.

The log likelihoods of the photos are summed, so that a clear view outweighs a poor one, and two that agree are more
confident than either, but less so than if their errors were independent: see `correlation` and `edges`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.detections import PieceProbabilities, PieceReading, PossiblePiece, TileReading
from vision.facts import NO_FACTS, Side
from vision.geometry.lattice import CORNERS, Cell, position
from vision.merging.join import join
from vision.merging.photo_view import PhotoView
from vision.merging.pieces import MergedPiece, merge_pieces
from vision.merging.tiles import MergedTile, merge_tiles
from vision.pieces.detect import PRESENT
from vision.pieces.shape import drawn_outline
from vision.reading.caveats import caveats_of_several
from vision.reading.doubts.colours import colour_doubts
from vision.reading.doubts.doubt import (
    alternatives,
    edge_doubts,
    tile_doubts,
)
from vision.reading.doubts.pieces import piece_doubts, possible_pieces
from vision.reading.doubts.questions import Question, questions
from vision.reading.doubts.stones import stone_doubts
from vision.reading.reading import Reading
from vision.reading.results import piece_reading, tile_reading
from vision.terrain.edges import EdgeEvidence
from vision.terrain.regions import RegionLayout
from vision.tiles.open_tiles import OpenTile


@dataclass(frozen=True)
class MergedReading:
    """The reading of several photos together.

    Attributes:
        reading: the table, in the coordinates and the pixels of the first photo that was used.
        used: the indices of the photos that show it.
        left_out: the indices of those that show another table, or too little of this one to decide.
        seen: what each used photo shows by itself, in its own pixels and in the coordinates of the first.
    """

    reading: Reading
    used: tuple[int, ...]
    left_out: tuple[int, ...]
    seen: tuple[Reading, ...]


def merge(readings: Sequence[Reading]) -> MergedReading:
    """Return one reading of several photos (at least one) of one table, taken from anywhere.

    A photo is no evidence about a cell that it does not show whole. Where photos contradict each other the more
    probable reading is taken, and uncertain results become questions.

    Args:
        readings: of the photos, each in its own coordinates and pixels.
    """
    joined = join(readings)
    views = joined.views
    seen = tuple(view.reading for view in views)
    if len(views) == 1:
        return MergedReading(views[0].reading, joined.used, joined.left_out, seen)
    tiles, evidence = merge_tiles(views)
    lying = {tile.cell for tile in tiles}
    unseen = _unseen(views, lying)
    # Off the tiles only a rune lies, and only one recognised by its face counts.
    merged = merge_pieces(views, unseen, evidence.joined_by("P"))
    pieces = [piece for piece in merged if piece.cell in lying or piece.rune is not None]
    first = views[0]
    read = tuple(_piece(piece, first) for piece in pieces if piece.certainty >= PRESENT)
    asked = _asked(tiles, evidence, pieces, read, first)
    reading = Reading(
        width=first.reading.width,
        height=first.reading.height,
        tiles=tuple(_tile(tile, first) for tile in tiles),
        pieces=read,
        ask=asked.ask,
        unseen=unseen,
        names=first.reading.names,
        draft=_draft(views, tiles),
        possible=asked.possible,
        caveats=caveats_of_several(seen),
        alternatives=asked.alternatives,
    )
    return MergedReading(reading, joined.used, joined.left_out, seen)


@dataclass(frozen=True)
class _Asked:
    """The questions about a merged board, and what else is possible; see `Reading`."""

    ask: tuple[Question, ...]
    possible: tuple[PossiblePiece, ...]
    alternatives: Mapping[Side, tuple[str, ...]]


def _tile(tile: MergedTile, first: PhotoView) -> TileReading:
    own = first.tiles.get(tile.cell)
    px = own.px if own else first.plane.to_photo(position(tile.cell))
    outline = own.outline if own else first.plane.to_photo(position(tile.cell) + CORNERS)
    patches = RegionLayout(tile.regions, tile.touching)
    reading = tile_reading(tile.cell, tile.names, patches, np.array(px), outline, tile.edges, tile.certainty)
    if tile.known is None:
        return reading
    return replace(reading, marks=tile.known.marks, name=tile.known.name, set_name=tile.known.set_name, recognised=True)


def _piece(piece: MergedPiece, first: PhotoView) -> PieceReading:
    own = next((p for p in first.reading.pieces if any(p is member for member in piece.members)), None)
    px = own.px if own else first.plane.to_photo(piece.foot)
    hull = own.hull if own else first.plane.to_photo(drawn_outline(piece.foot))
    probabilities = PieceProbabilities(piece.certainty, piece.kinds, piece.colours)
    return piece_reading(piece.cell, np.array(px), hull, probabilities, first.reading.names, piece.rune)


def _draft(views: Sequence[PhotoView], tiles: Sequence[MergedTile]) -> tuple[OpenTile, ...]:
    """Return the tiles beside the board of the first photo that shows any, without those on the merged board."""
    lying = {(tile.known.set_name, tile.known.name) for tile in tiles if tile.known}
    shown: tuple[OpenTile, ...] = next((w.reading.draft for w in views if w.reading.draft), ())
    return tuple(tile for tile in shown if (tile.set_name, tile.tile.name) not in lying)


def _asked(
    tiles: Sequence[MergedTile],
    evidence: EdgeEvidence,
    pieces: Iterable[MergedPiece],
    runes: Sequence[PieceReading],
    first: PhotoView,
) -> _Asked:
    """Return the doubts about the merged board."""
    standing = [(piece.as_piece(), piece.colours) for piece in pieces]
    named = [(piece, colours) for piece, colours in standing if piece.certainty >= PRESENT]
    unlikely = [piece for piece, _ in standing if piece.certainty < PRESENT]
    centres = {tile.cell: position(tile.cell) for tile in tiles}
    doubts = [
        *tile_doubts({tile.cell: (True, tile.certainty) for tile in tiles}, centres),
        *edge_doubts(evidence, centres),
        *piece_doubts(named, unlikely),
        *colour_doubts(named, first.reading.names),
        *stone_doubts(runes, NO_FACTS, {}, first.plane.to_table),
    ]
    ask = questions(doubts, first.plane.to_photo)
    return _Asked(tuple(ask), possible_pieces(named, unlikely), alternatives(evidence))


def _unseen(views: Sequence[PhotoView], lying: set[Cell]) -> tuple[Cell, ...]:
    cells = {cell for view in views for cell in view.reading.unseen} - lying
    return tuple(sorted(c for c in cells if not any(view.shows(c) for view in views)))
