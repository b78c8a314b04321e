"""What a filmed game shows and what the live loop reports of it, as facts that can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from benchmarks.filmed_games.evening import Shot
from benchmarks.filmed_games.frames import first_frames
from benchmarks.grading.grade import Alignment, Cell
from companion.live.events import (
    PIECE_PLACED,
    PIECE_REMOVED,
    RUNE_PLACED,
    RUNE_REMOVED,
    TILE_LAID,
    TILE_REMOVED,
    Event,
)
from companion.live.table_change import TableChange
from training.scenes.arrangement.scatter import Piece
from training.scenes.filmed_game import FilmedGame

Fact = tuple[Any, ...]
"""A tile, piece or stone that came or went, in cells of the truth."""


def total(counts: Iterable[Counter[Fact]]) -> Counter[Fact]:
    """Return the sum of counts of facts."""
    return sum(counts, Counter())


def changed_facts(game: FilmedGame, before: Shot, after: Shot) -> Counter[Fact]:
    """Return the tile, piece or stone that came or went between two shots."""
    came = [_fact_of_move(move) for move in game.moves[before.moves : after.moves]]
    went = [_fact_of_move(move, is_removed=True) for move in game.moves[after.moves : before.moves]]
    return Counter(came + went)


def reported_facts(
    changes: Sequence[TableChange], shots: Sequence[Shot], still: int, placed: Alignment, homes: frozenset[Cell]
) -> list[Counter[Fact]]:
    """Count what is reported during each shot, but the first board, corrections, and stones under longhouses.

    Args:
        changes: of the table, in order.
        shots: that were shown.
        still: frames of the table in each.
        placed: how the cells of the board lie among those of the truth.
        homes: cells of the stones that longhouses stand on; these may be hidden.
    """
    starts = first_frames(shots, still)
    counts = [Counter[Fact]() for _ in shots]
    for change in changes:
        number = min(int(np.searchsorted(starts, change.frame.number, side="right")), len(shots)) - 1
        for event in change.events if change.before is not None else ():
            is_home = event.name in (RUNE_PLACED, RUNE_REMOVED) and placed.to_truth(event.cell) in homes
            if not event.correction and not is_home:
                counts[number][_fact(event, placed)] += 1
    return counts


def _fact(event: Event, placed: Alignment) -> Fact:
    cell = placed.to_truth(event.cell)
    if event.piece is None or event.name in (RUNE_PLACED, RUNE_REMOVED):
        return event.name, cell
    return event.name, event.piece.kind, event.piece.colour, cell


def home_cells(game: FilmedGame) -> frozenset[Cell]:
    """Return the cells of stones that a longhouse stands on."""
    houses = {piece.cell for piece in game.pieces if piece.kind == "longhouse"}
    return frozenset(p.cell for p in game.pieces if p.kind == "stone" and p.cell is not None and p.cell in houses)


def _fact_of_move(move: Cell | Piece, is_removed: bool = False) -> Fact:
    if not isinstance(move, Piece):
        return TILE_REMOVED if is_removed else TILE_LAID, move
    if move.kind == "stone":
        return RUNE_REMOVED if is_removed else RUNE_PLACED, move.cell
    return PIECE_REMOVED if is_removed else PIECE_PLACED, move.kind, move.colour, move.cell
