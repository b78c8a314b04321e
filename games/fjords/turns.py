"""Whose turn it is in the settlement phase, as far as a board can tell.

Play goes clockwise in the order of settlement, one viking a turn; who cannot place a viking any more is out and
skipped. So, of those still in, the next is who has placed fewest, and of these who comes first in the order.
"""

from __future__ import annotations

from games.fjords.board import VIKING, Board, Player
from games.fjords.runes import MOVE_RUNES, RIDES, rides, wisdom_spaces
from games.fjords.settlement import legal_settlements


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
        if _may_ride(board, player):
            found.add(player.name)
    return frozenset(found)


def _may_ride(board: Board, player: Player) -> bool:
    """Tell whether a rune in play, were it unspent, would let the player place a viking."""
    return any(
        bool(rides(board, player, rune) if rune in RIDES else wisdom_spaces(board, player))
        for rune in MOVE_RUNES
        if rune in board.rules.runes
    )
