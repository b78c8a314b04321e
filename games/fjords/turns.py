"""Turns in the settlement phase, as far as a board can tell: who begins, who is out, who may be next.

Play goes clockwise, one viking a turn; who cannot place a viking any more is out and skipped from then on. So, of
those still in, the next is who has placed fewest, and of these who comes first in the order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.fjords.board import VIKING, Board, Player
from games.fjords.runes import MOVE_RUNES, RIDES, rides, wisdom_spaces
from games.fjords.settlement import legal_settlements

Spent = Mapping[str, frozenset[str]]


def settlement_order(names: Sequence[str], first: str) -> tuple[str, ...]:
    """Return the names, given clockwise, in the order of settlement when `first` begins.

    It begins with the player to the left of who laid the last tile; a player on whose turn no tile left could be
    laid begins too. A tie at the end goes to the tied player later in this order.

    >>> settlement_order(["Ann", "Bo", "Cy"], "Bo")
    ('Bo', 'Cy', 'Ann')
    """
    start = names.index(first)
    return (*names[start:], *names[:start])


def rune_can_place(board: Board, player: str | Player, spent: Spent | None = None) -> bool:
    """Tell whether a rune in play, and not among those spent by name, lets `player` place a viking."""
    used = (spent or {}).get(board.player(player).name, frozenset())
    return any(
        bool(rides(board, player, rune) if rune in RIDES else wisdom_spaces(board, player))
        for rune in MOVE_RUNES
        if rune in board.rules.runes and rune not in used
    )


def players_out(board: Board, spent: Spent | None = None) -> frozenset[str]:
    """Return the names of those who are out: no viking left, or nowhere to place one by plains or by rune.

    `spent` tells which runes each player, by name, has used; without it runes are taken as still unspent.
    """
    return frozenset(
        player.name
        for player in board.players
        if not legal_settlements(board, player) and not rune_can_place(board, player, spent)
    )


def may_move_next(board: Board) -> frozenset[str]:
    """Return the names of those who may be at turn; empty where the board does not tell.

    More than one, where somebody has nowhere to settle but by a rune that may or may not be spent.
    """
    order = board.settlement_order
    if not order or any(player.name not in order for player in board.players):
        return frozenset()
    found: set[str] = set()
    for player in sorted(board.players, key=lambda p: (board.count(p, VIKING), order.index(p.name))):
        if legal_settlements(board, player):
            return frozenset((*found, player.name))
        if rune_can_place(board, player):
            found.add(player.name)
    return frozenset(found)
