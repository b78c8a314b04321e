"""The result of the search for stones applied to the pieces, and Homes partly hidden by longhouses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detections import PieceReading
from vision.geometry.lattice import CORNERS, Cell, Lattice, nearest_cell
from vision.imaging.file_pixels import file_pixels, file_point
from vision.pieces.detect import Piece
from vision.stones.search import FoundStone
from vision.vocabulary import COLOURS, PIECES

_MIN_HOUSE_PROBABILITY = 0.2
"""Probability of a longhouse from which a stone under it is evidence for it; chosen by hand."""
_DRAWN_WIDTH = 0.25
"""Width, pitches, of the hexagon drawn for a stone without a detected outline."""


def apply_stones(pieces: Sequence[Piece], stones: Sequence[FoundStone]) -> list[Piece]:
    """Return the pieces with the recognised stones named, and new pieces for stones that were not detected.

    A stone found beneath a longhouse stands for a candidate for one there.
    """
    named = {stone.piece: stone for stone in stones if stone.piece is not None}
    occluded = {nearest_cell(stone.foot): stone.certainty for stone in stones if stone.beneath}
    applied = [_as_piece(stone) for stone in stones if stone.piece is None and not stone.beneath]
    for k, piece in enumerate(pieces):
        cell = nearest_cell(piece.foot)
        if k in named:
            applied.append(_named(piece, named[k]))
        elif cell in occluded and piece.kind == "longhouse" and piece.certainty > _MIN_HOUSE_PROBABILITY:
            # Something that hides a part of a stone is there.
            applied.append(replace(piece, certainty=max(piece.certainty, occluded[cell])))
        elif cell not in occluded or piece.kind != "stone":
            applied.append(piece)
    return applied


def _as_piece(stone: FoundStone) -> Piece:
    """Return a piece for a stone that no network detected."""
    around = stone.foot + _DRAWN_WIDTH * CORNERS
    flat = np.full(len(COLOURS), -np.log(len(COLOURS)))
    piece = Piece(np.full(len(PIECES), 1 / len(PIECES)), stone.certainty, stone.foot, around, around, flat, np.zeros(3))
    return _named(piece, stone)


def _named(piece: Piece, stone: FoundStone) -> Piece:
    sure = stone.certainty
    kinds = np.array([(1 - sure) / 2, (1 - sure) / 2, sure])
    rune = (stone.kind, stone.colour)
    return replace(piece, kinds=kinds, certainty=max(piece.certainty, sure), foot=stone.foot, rune=rune)


def occluded_homes(
    stones: Sequence[FoundStone], pieces: Sequence[PieceReading], lattice: Lattice, scale: float
) -> list[PieceReading]:
    """Return the Home stones partly hidden by a longhouse: of its player, where stones were taught.

    By the rules no other stone lies there, so a ring of another colour was misread.
    """
    owners: dict[Cell, set[str | None]] = {}
    for piece in pieces:
        if piece.kind == "longhouse":
            owners.setdefault(piece.cell, set()).add(piece.colour)
    return [
        _home(stone, lattice, scale)
        for stone in stones
        if stone.beneath and stone.colour in owners.get(nearest_cell(stone.foot), set())
    ]


def _home(stone: FoundStone, lattice: Lattice, scale: float) -> PieceReading:
    """Return the reading of a Home beneath a longhouse; ``scale`` is pixels of the file to one here."""
    return PieceReading(
        kind="stone",
        colour=stone.colour,
        cell=nearest_cell(stone.foot),
        px=file_point(lattice.plane.to_photo(stone.foot), scale),
        hull=file_pixels(lattice.plane.to_photo(stone.foot + _DRAWN_WIDTH * CORNERS), scale),
        confidence=stone.certainty,
        rune=stone.kind,
    )
