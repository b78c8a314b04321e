"""What the taught rune stones say of the pieces on the table, and of what lies half under longhouses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detections import PieceReading
from vision.geometry.lattice import CORNERS, Cell, Lattice, nearest_cell
from vision.pieces.detect import Piece
from vision.stones.search import UNNAMED, FoundStone
from vision.vocabulary import COLOURS, PIECES

_HINTED = 0.2
"""So likely a longhouse must be for the stone under it to bear it out."""
_HALF_WIDE = 0.25
"""Pitches: half the width of what is drawn for a stone of which only a part is seen."""


def with_stones(pieces: Sequence[Piece], stones: Sequence[FoundStone]) -> list[Piece]:
    """Return the pieces, those that are known stones as the stones that they are, and those that only a face told."""
    named = {stone.piece: stone for stone in stones if stone.piece is not None}
    half_hidden = {nearest_cell(stone.foot): stone.certainty for stone in stones if stone.beneath}
    told = [_unseen(stone) for stone in stones if stone.piece is None and not stone.beneath]
    for k, piece in enumerate(pieces):
        cell = nearest_cell(piece.foot)
        if k in named:
            told.append(_named(piece, named[k]))
        elif cell in half_hidden and piece.kind == "longhouse" and piece.certainty > _HINTED:
            # What hides a part of a stone is there.
            told.append(replace(piece, certainty=max(piece.certainty, half_hidden[cell])))
        else:
            told.append(piece)
    return told


def _unseen(stone: FoundStone) -> Piece:
    """Return the piece that a stone is which no network saw."""
    around = stone.foot + _HALF_WIDE * CORNERS
    flat = np.full(len(COLOURS), -np.log(len(COLOURS)))
    piece = Piece(np.full(len(PIECES), 1 / len(PIECES)), stone.certainty, stone.foot, around, around, flat, np.zeros(3))
    return _named(piece, stone)


def _named(piece: Piece, stone: FoundStone) -> Piece:
    sure = stone.certainty
    kinds = np.array([(1 - sure) / 2, (1 - sure) / 2, sure])
    rune = (stone.kind, stone.colour)
    return replace(piece, kinds=kinds, certainty=max(piece.certainty, sure), foot=stone.foot, rune=rune)


def homes_under(
    stones: Sequence[FoundStone], pieces: Sequence[PieceReading], lattice: Lattice, scale: float
) -> list[PieceReading]:
    """Return the Home stones that lie half under a longhouse: of their own player, as far as stones were taught.

    Nothing else may lie under a longhouse, so that a ring of another colour there was something else.
    """
    owners: dict[Cell, set[str | None]] = {}
    for piece in pieces:
        if piece.kind == "longhouse":
            owners.setdefault(piece.cell, set()).add(piece.colour)
    return [
        _home(stone, lattice, scale)
        for stone in stones
        if stone.beneath and _owned(stone, owners.get(nearest_cell(stone.foot), set()))
    ]


def _owned(stone: FoundStone, owners: set[str | None]) -> bool:
    return bool(owners) if stone.kind == UNNAMED else stone.colour in owners


def _home(stone: FoundStone, lattice: Lattice, scale: float) -> PieceReading:
    foot = lattice.plane.to_photo(stone.foot) * scale
    return PieceReading(
        kind="stone",
        colour=stone.colour,
        cell=nearest_cell(stone.foot),
        px=(float(foot[0]), float(foot[1])),
        hull=lattice.plane.to_photo(stone.foot + _HALF_WIDE * CORNERS) * scale,
        confidence=stone.certainty,
        rune=None if stone.kind == UNNAMED else stone.kind,
    )
