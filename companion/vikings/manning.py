"""Boatswains who leave with the figures that they carry, counted as taps carry one figure after another.

In the basic game a boatswain carries figures of one colour, any number, or one of each of several; in the advanced
version a single one. Which boatswain carries which figure is not asked: after each tap the fewest who can have carried
all figures of this scoring have left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.language import N_
from companion.problems import Problem
from games.vikings.board import Board, Player
from games.vikings.figures import BOATSWAIN, FIGURES_OF_A_KIND, Cell
from games.vikings.play.boatswains import crew
from games.vikings.play.wheel_data import SOLD, WHEEL, wheel_of
from games.vikings.recorded_cards import ROUND, round_of

CARRIED = "carried"
"""The field of a player with the cells to which figures were carried in the round named beside them."""
_NO_BOATSWAIN = N_("No boatswain is at home; in the advanced version each carries one figure and leaves the game.")
_TOO_FEW = N_(
    "No boatswain is left at home for that: each carries figures of one colour, or one of each, and leaves the game."
)
_NOT_CARRIED = N_(
    "Only a figure that a boatswain has carried in this scoring can be carried back; "
    "to correct a figure, tap it with the first tool."
)
_NOT_NOW = N_(
    "Figures are carried at the beginning of a big scoring only, once everything at the wheel is sold; "
    "to correct a figure, tap it with the first tool."
)


def manned(board: Board, before: Player, after: Player, cell: Cell) -> Player:
    """Return the player after a tap carried a figure to a cell, or back from it, with the boatswains still at home.

    Games that are not followed from round to round are corrected freely: figures are carried at any time, and in the
    basic game and before a small scoring their boatswains are counted by hand.

    Raises:
        Problem: No boatswain is left who could carry it, or in a game that is followed it is not the time, or the
            figure stood there before this scoring.
    """
    followed, advanced = ROUND in board.source, wheel_of(board).advanced
    if followed and not _is_time(board):
        raise Problem(_NOT_NOW)
    if not followed and (board.stage == "small" or not advanced):
        return after
    carried = _cells(before.source.get(CARRIED), round_of(board)) & {t.cell for t in before.island_tiles if t.figure}
    there = any(tile.cell == cell and tile.figure for tile in after.island_tiles)
    if followed and not there and cell not in carried:
        raise Problem(_NOT_CARRIED)
    now = carried | {cell} if there else carried - {cell}
    needed = _crew(now, advanced) - _crew(carried, advanced)
    if needed > before.boatswains:
        raise Problem(_NO_BOATSWAIN if advanced else _TOO_FEW)
    kept = {"round": round_of(board), "cells": sorted(map(list, now), key=str)}
    back = min(-needed, FIGURES_OF_A_KIND - before.boatswains)
    return replace(after.with_home(BOATSWAIN, back), source={**after.source, CARRIED: kept})


def _is_time(board: Board) -> bool:
    """Return whether a big scoring begins; where the wheel is used, everything has to be sold before."""
    return board.stage == "big" and (WHEEL not in board.source or wheel_of(board).phase == SOLD)


def _crew(cells: frozenset[Cell] | set[Cell], advanced: bool) -> int:
    return len(cells) if advanced else crew(tuple(Counter(row for row, _ in cells).values()))


def _cells(kept: Any, round_now: int) -> set[Cell]:
    """Return the cells that a player's field names for this round; none where it is missing or malformed."""
    if not isinstance(kept, Mapping) or kept.get("round") != round_now or not isinstance(kept.get("cells"), list):
        return set()
    return {(row, column) for row, column in (c for c in kept["cells"] if isinstance(c, list) and len(c) == 2)}
