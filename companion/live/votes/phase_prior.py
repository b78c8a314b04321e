"""A prior for the kind of a new piece, which decides where the pixels leave viking and longhouse in doubt.

During exploration longhouses are built on the tile just laid; during settlement only vikings come, and no tiles. The
prior is weak: a clear piece that breaks these rules is read as what it is, so that the rule check can warn of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import exp, inf, log

import numpy as np

from companion.live.events import TILE_LAID, Event, placed, removed
from companion.live.votes.vote_count import Decision
from games.hexgrid import Cell
from vision.detections import PieceReading
from vision.reading.reading import Reading
from vision.vocabulary import PIECES

_FORBIDDEN_KIND_ODDS = exp(-2.5)
"""Prior odds of a kind that the rules forbid in this phase to one that they allow; chosen by hand."""
_LATE_TILE_ODDS = exp(4.0)
"""Odds for misread longhouses to a broken rule where a tile is laid while vikings seem to stand on the board; chosen by
hand, so that one viking that is read with less than 98 % is none."""
_MIN_PROBABILITY = 1e-6
"""Least probability of a kind whose logarithm is taken."""
_VIKING, _LONGHOUSE = PIECES.index("viking"), PIECES.index("longhouse")


def with_phase_prior(fresh: Reading, known: Reading, earlier: Collection[Cell] = ()) -> Reading:
    """Return the reading with the kinds of pieces weighed by the prior of the game's phase.

    Args:
        fresh: the reading, in the coordinates of the board.
        known: the board before.
        earlier: see `with_longhouses_of_exploration`.
    """
    old = {tile.cell for tile in known.tiles}
    houses = {piece.cell for piece in known.pieces if piece.kind == "longhouse"}
    settling = any(piece.kind == "viking" for piece in known.pieces)

    def weighed(piece: PieceReading) -> PieceReading:
        unlikely = _unlikely(piece.cell, piece.cell in old, settling, houses)
        return piece if unlikely is None else _less_likely(piece, unlikely, _FORBIDDEN_KIND_ODDS)

    weighed_reading = replace(fresh, pieces=tuple(weighed(piece) for piece in fresh.pieces))
    return with_longhouses_of_exploration(weighed_reading, earlier)


def with_longhouses_of_exploration(reading: Reading, earlier: Collection[Cell]) -> Reading:
    """Return the reading with longhouses in the place of vikings that are likelier misread than followed by a tile.

    Either all vikings that stood on the board when the last tile was laid are longhouses, or a rule was broken.

    Args:
        reading: the reading, in the coordinates of the board.
        earlier: the cells of pieces that stood on the board when the last tile was laid.
    """

    def is_early(piece: PieceReading) -> bool:
        return piece.kind == "viking" and piece.cell in earlier

    if sum(_log_odds_of_viking(piece) for piece in reading.pieces if is_early(piece)) > log(_LATE_TILE_ODDS):
        return reading
    pieces = (_less_likely(p, _VIKING, 1 / _LATE_TILE_ODDS) if is_early(p) else p for p in reading.pieces)
    return replace(reading, pieces=tuple(pieces))


def earlier_cells(earlier: frozenset[Cell], known: Reading, events: Sequence[Event]) -> frozenset[Cell]:
    """Return the cells of pieces that stood on the board when the last tile was laid, after some more events.

    Args:
        earlier: these cells before the events.
        known: the board before the events.
        events: the events.
    """
    happened = [event for event in events if not event.correction]
    if any(event.name == TILE_LAID for event in happened):
        earlier = frozenset(piece.cell for piece in known.pieces)
    return earlier - {event.cell for event in happened if event.piece is not None}


def with_corrected_kinds(decision: Decision, earlier: Collection[Cell]) -> Decision:
    """Return the decision with corrections of the known pieces by `with_longhouses_of_exploration`."""
    board = with_longhouses_of_exploration(decision.board, earlier)
    pairs = [(old, new) for old, new in zip(decision.board.pieces, board.pieces, strict=True) if old is not new]
    gone = [removed(old, correction=True) for old, _ in pairs]
    come = [placed(new, correction=True) for _, new in pairs]
    # Votes by the former prior say nothing about these pieces any more.
    renamed = {old.cell for old, _ in pairs}
    ballots = {c: replace(b, votes=()) if c in renamed else b for c, b in decision.ballots.items()}
    return Decision((*gone, *come, *decision.events), board, ballots)


def _log_odds_of_viking(piece: PieceReading) -> float:
    """Return the log odds of a viking to a longhouse; infinite for a piece of a certain kind."""
    if piece.probabilities is None:
        return inf
    viking, longhouse = (max(float(piece.probabilities.kinds[k]), _MIN_PROBABILITY) for k in (_VIKING, _LONGHOUSE))
    return log(viking / longhouse)


def _unlikely(cell: Cell, is_old: bool, settling: bool, houses: set[Cell]) -> int | None:
    """Return the index of the kind that the rules forbid in a cell: a longhouse while settling, a viking before."""
    if settling:
        return _LONGHOUSE if is_old and cell not in houses else None
    return None if is_old else _VIKING


def _less_likely(piece: PieceReading, kind: int, odds: float) -> PieceReading:
    """Return the piece with the odds of a kind multiplied."""
    if piece.probabilities is None or piece.kind not in ("viking", "longhouse"):
        return piece
    kinds = np.array(piece.probabilities.kinds, float)
    kinds[kind] *= odds
    kinds /= kinds.sum()
    best = PIECES[int(kinds.argmax())]
    if best == "stone":
        return piece
    colour = float(piece.probabilities.colours.max())
    confidence = piece.probabilities.certainty * float(kinds.max()) * colour
    return replace(piece, kind=best, confidence=confidence, probabilities=replace(piece.probabilities, kinds=kinds))
