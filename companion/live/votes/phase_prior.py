"""What is likely to come onto the board, as a word where the pixels leave viking and longhouse in doubt.

Longhouses are built on the tile just laid, while exploring; then come vikings, and nothing else. A piece against that
is read as what it is where it is clear, since to warn of it is the point.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp

import numpy as np

from games.hexgrid import Cell
from vision.detections import PieceReading
from vision.reading.reading import Reading
from vision.vocabulary import PIECES

_AGAINST_THE_RULES = exp(-2.5)
"""Odds of a piece that the rules do not allow now, to one that they do."""
_VIKING, _LONGHOUSE = PIECES.index("viking"), PIECES.index("longhouse")


def as_expected(fresh: Reading, known: Reading) -> Reading:
    """Return the reading with the kinds of pieces that are new to the board weighed by the phase of the game.

    Args:
        fresh: what was read, in the coordinates of the board.
        known: the board before.
    """
    old = {tile.cell for tile in known.tiles}
    houses = {piece.cell for piece in known.pieces if piece.kind == "longhouse"}
    settling = any(piece.kind == "viking" for piece in known.pieces)

    def weighed(piece: PieceReading) -> PieceReading:
        unlikely = _unlikely(piece.cell, piece.cell in old, settling, houses)
        return piece if unlikely is None else _less_likely(piece, unlikely)

    return replace(fresh, pieces=tuple(weighed(piece) for piece in fresh.pieces))


def _unlikely(cell: Cell, is_old: bool, settling: bool, houses: set[Cell]) -> int | None:
    """Return the kind that does not come to a cell: no longhouse while settling, no viking onto a tile before that."""
    if settling:
        return _LONGHOUSE if is_old and cell not in houses else None
    return None if is_old else _VIKING


def _less_likely(piece: PieceReading, kind: int) -> PieceReading:
    if piece.odds is None or piece.kind not in ("viking", "longhouse"):
        return piece
    kinds = np.array(piece.odds.kinds, float)
    kinds[kind] *= _AGAINST_THE_RULES
    kinds /= kinds.sum()
    best = PIECES[int(kinds.argmax())]
    if best == "stone":
        return piece
    colour = float(piece.odds.colours.max())
    sure = piece.odds.certainty * float(kinds.max()) * colour
    return replace(piece, kind=best, confidence=sure, odds=replace(piece.odds, kinds=kinds))
