"""Boatswains who leave with the figures that they carry, counted as taps carry one figure after another.

In the basic game a boatswain carries figures of one colour, any number, or one of each of several. Which boatswain
carries which figure is not asked: after each tap the fewest who can have carried all figures of this scoring have left.
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
from games.vikings.play.wheel import wheel_of
from games.vikings.recorded_cards import ROUND, round_of

CARRIED = "carried"
"""The field of a player with the cells to which figures were carried in the round named beside them."""
_NO_BOATSWAIN = N_("No boatswain is at home; in the advanced version each carries one figure and leaves the game.")
_TOO_FEW = N_(
    "No boatswain is left at home for that: each carries figures of one colour, or one of each, and leaves the game."
)


def manned(board: Board, before: Player, after: Player, cell: Cell) -> Player:
    """Return the player after a tap carried a figure to a cell, or back from it, with the boatswains still at home.

    Games that are not followed from round to round are left as they are: their boatswains are counted by hand.

    Raises:
        Problem: No boatswain is left who could carry it.
    """
    if wheel_of(board).advanced:
        return _one_each(before, after)
    return _together(board, before, after, cell) if ROUND in board.source else after


def _one_each(before: Player, after: Player) -> Player:
    """Return the player after a carry of the advanced version: its boatswain leaves, or comes back with the figure."""
    if sum(after.home.values()) > sum(before.home.values()):
        return after if before.boatswains == FIGURES_OF_A_KIND else after.with_home(BOATSWAIN, 1)
    if not before.boatswains:
        raise Problem(_NO_BOATSWAIN)
    return after.with_home(BOATSWAIN, -1)


def _together(board: Board, before: Player, after: Player, cell: Cell) -> Player:
    carried = _cells(before.source.get(CARRIED), round_of(board)) & {t.cell for t in before.island_tiles if t.figure}
    there = any(tile.cell == cell and tile.figure for tile in after.island_tiles)
    now = carried | {cell} if there else carried - {cell}
    needed = _crew(now) - _crew(carried)
    if needed > before.boatswains:
        raise Problem(_TOO_FEW)
    kept = {"round": round_of(board), "cells": sorted(map(list, now), key=str)}
    return replace(after.with_home(BOATSWAIN, -needed), source={**after.source, CARRIED: kept})


def _crew(cells: frozenset[Cell] | set[Cell]) -> int:
    return crew(tuple(Counter(row for row, _ in cells).values()))


def _cells(kept: Any, round_now: int) -> set[Cell]:
    """Return the cells that a player's field names for this round; none where it is missing or malformed."""
    if not isinstance(kept, Mapping) or kept.get("round") != round_now or not isinstance(kept.get("cells"), list):
        return set()
    return {(row, column) for row, column in (c for c in kept["cells"] if isinstance(c, list) and len(c) == 2)}
