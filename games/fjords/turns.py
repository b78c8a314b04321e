"""The order of turns in the settlement phase, as far as a board shows it.

Play goes clockwise, one viking a turn. A player who cannot place a viking is out of the game and skipped from then on.
Hence the next player is the one still in the game who has placed fewest vikings; on a tie, the first in the order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.fjords.board import VIKING, Board, Player
from games.fjords.runes import MOVE_RUNES, RIDES, legal_rides, wisdom_spaces
from games.fjords.settlement import legal_settlements

Spent = Mapping[str, frozenset[str]]


def settlement_order(names: Sequence[str], first: str) -> tuple[str, ...]:
    """Return the names, given clockwise, in the order of settlement when `first` begins.

    The first is the player to the left of the one who laid the last tile, which is also the player who found that no
    remaining tile can be laid. A tie at the end of the game goes to the tied player later in this order.

    >>> settlement_order(["Ann", "Bo", "Cy"], "Bo")
    ('Bo', 'Cy', 'Ann')
    """
    start = names.index(first)
    return (*names[start:], *names[:start])


def rune_can_place(board: Board, player: str | Player, spent: Spent | None = None) -> bool:
    """Return whether a rune that is in play and not spent lets `player` place a viking."""
    used = (spent or {}).get(board.player(player).name, frozenset())
    return any(
        bool(legal_rides(board, player, rune) if rune in RIDES else wisdom_spaces(board, player))
        for rune in MOVE_RUNES
        if rune in board.rules.runes and rune not in used
    )


def players_out(board: Board, spent: Spent | None = None) -> frozenset[str]:
    """Return the names of the players who cannot place a viking any more, by plains or by rune.

    `spent` maps the names of players to the runes that they have used; without it no rune counts as used.
    """
    return frozenset(
        player.name
        for player in board.players
        if not legal_settlements(board, player) and not rune_can_place(board, player, spent)
    )


def is_over(board: Board) -> bool:
    """Return whether vikings have been placed and nobody can place another, by plains or by rune."""
    return any(piece.kind == VIKING for piece in board.pieces) and len(players_out(board)) == len(board.players)


def may_move_next(board: Board) -> frozenset[str]:
    """Return the names of the players who may be the one to move; empty where the board does not show the order.

    There are several if a player can only move by a rune that may have been spent.
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
