"""A prior for the kind of a new piece, which decides where the pixels leave viking and longhouse in doubt.

During exploration longhouses are built on the tile just laid; during settlement only vikings come. The prior is weak:
a clear piece that breaks these rules is read as what it is, so that the rule check can warn of it.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp

import numpy as np

from games.hexgrid import Cell
from vision.detections import PieceReading
from vision.reading.reading import Reading
from vision.vocabulary import PIECES

_FORBIDDEN_KIND_ODDS = exp(-2.5)
"""Prior odds of a kind that the rules forbid in this phase to one that they allow; chosen by hand."""
_VIKING, _LONGHOUSE = PIECES.index("viking"), PIECES.index("longhouse")


def with_phase_prior(fresh: Reading, known: Reading) -> Reading:
    """Return the reading with the kinds of new pieces weighed by the prior of the game's phase.

    Args:
        fresh: the reading, in the coordinates of the board.
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
    """Return the index of the kind that the rules forbid in a cell: a longhouse while settling, a viking before."""
    if settling:
        return _LONGHOUSE if is_old and cell not in houses else None
    return None if is_old else _VIKING


def _less_likely(piece: PieceReading, kind: int) -> PieceReading:
    if piece.probabilities is None or piece.kind not in ("viking", "longhouse"):
        return piece
    kinds = np.array(piece.probabilities.kinds, float)
    kinds[kind] *= _FORBIDDEN_KIND_ODDS
    kinds /= kinds.sum()
    best = PIECES[int(kinds.argmax())]
    if best == "stone":
        return piece
    colour = float(piece.probabilities.colours.max())
    confidence = piece.probabilities.certainty * float(kinds.max()) * colour
    return replace(piece, kind=best, confidence=confidence, probabilities=replace(piece.probabilities, kinds=kinds))
