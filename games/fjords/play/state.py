"""The state of a game between two moves."""

from __future__ import annotations

from dataclasses import dataclass

from games.fjords.board import LONGHOUSE, VIKING, Board, Player
from games.fjords.setup import colour_supply

EXPLORATION, SETTLEMENT, OVER = "exploration", "settlement", "over"


@dataclass(frozen=True)
class State:
    """A position: the board, the phase, the player to move, and the tiles that are not on the board.

    `player_index` is that of the player to move, `bag` are the tiles still to draw, `row` the open ones, `drawn` the
    Classic game's tile in hand, `aside` tiles set aside in the Classic game or left over at the end of exploration,
    `returning` an old row that goes back into the bag once the new one is full, `must_draw` whether the player may not
    choose a tile set aside, `spent` the runes used, as pairs of player and rune.
    """

    board: Board
    player_index: int
    bag: tuple[str, ...]
    phase: str = EXPLORATION
    row: tuple[str, ...] = ()
    drawn: str | None = None
    aside: tuple[str, ...] = ()
    returning: tuple[str, ...] = ()
    must_draw: bool = False
    spent: frozenset[tuple[str, str]] = frozenset()

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.board.players[self.player_index]

    @property
    def next_player_index(self) -> int:
        """The index of the player to the left."""
        return (self.player_index + 1) % len(self.board.players)

    def left(self, kind: str, colour: str) -> int:
        """Return how many vikings or longhouses of `colour` are still in supply."""
        player = self.board.owner[colour]
        whole = {VIKING: player.vikings, LONGHOUSE: player.longhouses}[kind]
        placed = sum(piece.kind == kind and piece.colour == colour for piece in self.board.pieces)
        return colour_supply(player, colour, whole) - placed

    def has_rune(self, rune: str) -> bool:
        """Return whether the player to move can still use this rune."""
        return rune in self.board.rules.runes and (self.player.name, rune) not in self.spent
