"""Breaches of the rules about what the box holds: colours, pieces of each, rune stones; and the variants for two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.fjords.board import LONGHOUSE, VIKING, Board, Player, Rune
from games.fjords.checks.warning import Warning
from games.fjords.runes import FRIENDSHIP, HOME, STRENGTH, WATER, WISDOM
from games.fjords.setup import CLASSIC, EPIC, larger_share, stone_count

COLOURS = 4
"""The colours of pieces in the box, and the most players."""
_COUNTED = (STRENGTH, WATER, FRIENDSHIP, WISDOM)
"""Runes of which the whole table has a number of stones. A second Home stone of a player is a matter of `judge`."""


def component_warnings(board: Board) -> Iterator[Warning]:
    """Yield a warning for whatever a board has more of than the rules and the box allow."""
    if len({colour for player in board.players for colour in player.colours}) > COLOURS:
        yield Warning("too-many-colours")
    if board.rules.variant != "base" and _is_crowded(board):
        yield Warning("variant-for-two")
    yield from _stone_warnings(board)
    if board.rules.variant == EPIC:
        yield from (found for player in board.players for found in _epic_warnings(board, player))


def _is_crowded(board: Board) -> bool:
    """Return whether more than two play; where an Epic board lists no players, each may have two of its colours."""
    each = 2 if board.rules.variant == EPIC and not board.source.get("players") else 1
    return len(board.players) > 2 * each


def _epic_warnings(board: Board, player: Player) -> Iterator[Warning]:
    """Yield warnings for a player of two colours: 20 vikings and 4 longhouses of one, 10 and 2 of the other.

    The colours are compared by how many there are, for a photo does not tell which has the larger supply. More pieces
    than both colours have together are left to the warning about the supply.
    """
    if len(player.colours) != 2:
        return
    stones = [rune for rune in board.runes if rune.colour in player.colours]
    if len({rune.colour for rune in stones}) > 1:
        yield Warning("runes-of-two-colours", _cells(stones), player.name)
    for kind, code, whole in (
        (VIKING, "too-many-vikings", player.vikings),
        (LONGHOUSE, "too-many-longhouses", player.longhouses),
    ):
        seen = Counter(piece.colour for piece in board.pieces if piece.kind == kind)
        lesser, more = sorted(seen[colour] for colour in player.colours)
        large = larger_share(whole)
        if lesser + more <= whole and (more > large or lesser > whole - large):
            yield Warning(code, (), player.name)


def _stone_warnings(board: Board) -> Iterator[Warning]:
    if board.rules.variant == CLASSIC and (board.runes or board.rules.runes):
        yield Warning("classic-runes", _cells(board.runes))
    for kind in _COUNTED:
        found = [rune for rune in board.runes if rune.kind == kind]
        if len(found) > _most_stones(board, kind) or (kind == WISDOM and _has_two(found, board)):
            yield Warning("too-many-stones", _cells(found))
    bare = [rune for rune in board.runes if rune.kind == HOME and not _has_longhouse(board, rune)]
    if bare:
        yield Warning("home-without-longhouse", _cells(bare))
    strange = [rune for rune in board.runes if not _is_played(board, rune)]
    if strange and board.rules.variant != CLASSIC:
        yield Warning("rune-not-played", _cells(strange))


def _most_stones(board: Board, kind: str) -> int:
    """Return the most stones of a kind on the table; without a list of players there may be as many as colours."""
    players = len(board.players) if board.source.get("players") else COLOURS
    return players if kind == WISDOM else stone_count(players, kind)


def _has_two(stones_of_one_kind: list[Rune], board: Board) -> bool:
    """Return whether a player has two of these stones; those that nobody is known to own are left out."""
    owners = Counter(board.owner[stone.colour].name for stone in stones_of_one_kind if stone.colour is not None)
    return max(owners.values(), default=0) > 1


def _is_played(board: Board, rune: Rune) -> bool:
    """Return whether a stone may be one of the runes that are played, as far as the document says which.

    A stone whose face nobody knows may be any of them. Where it says that none is played, no stone may lie.
    """
    if not board.rules.runes:
        return "runes" not in board.rules.source
    return rune.kind == "stone" or rune.kind in board.rules.runes


def _has_longhouse(board: Board, rune: Rune) -> bool:
    return any(piece.kind == LONGHOUSE for piece in board.pieces_at.get(rune.cell, ()))


def _cells(runes: list[Rune] | tuple[Rune, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(rune.cell for rune in runes))
