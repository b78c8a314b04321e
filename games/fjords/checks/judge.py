"""What changed between two boards, and which of the changes break the rules.

Two boards show neither the player to move nor the runes spent. A caller who knows them, such as the live camera, passes
`Known`. Where the boards leave it open whether a rule was broken, there is no warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from games.fjords.board import LONGHOUSE, VIKING, Board, Piece, Player, Rune
from games.fjords.checks.changes import Changes, aligned, changes
from games.fjords.checks.warning import Warning
from games.fjords.checks.warnings import cut_off_groups, status
from games.fjords.runes import HOME, MOVE_RUNES, RIDES, SECRET, WISDOM, across_space, ride_cells, secret_moves
from games.fjords.turns import may_move_next
from games.hexgrid import Cell


@dataclass(frozen=True)
class Known:
    """Facts about a game that its boards do not show.

    `player_to_move` is the name of the player whose turn it is, `last_tiles` are those of which one was laid earlier in
    the same turn (none where none was, ``None`` where that is not known), and `spent` are the runes that each player,
    by name, has used up.
    """

    player_to_move: str | None = None
    last_tiles: frozenset[Cell] | None = frozenset()
    spent: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Judgement:
    """The changes between two boards, and a warning for each rule that they break."""

    changes: Changes
    warnings: tuple[Warning, ...]


def judge(before: Board, after: Board, known: Known | None = None) -> Judgement:
    """Return what changed from one board to the next and which of it breaks the rules.

    A turn is one tile, optionally with a longhouse on it, or one viking; nothing laid or placed is moved later. The
    warnings are those of the turn itself, and those of `status` that are new with this change.

    Args:
        before: a board of a game.
        after: a later board of the same game, which may be in other coordinates.
        known: further facts about the game; none by default.
    """
    case = _Case(before, aligned(before, after), known or Known())
    found = [*case.disturbed(), *case.too_much(), *case.longhouses(), *case.vikings(), *case.stones()]
    found += [*case.out_of_turn(), *case.brought_about()]
    return Judgement(case.changes, tuple(_each_once(found)))


class _Case:
    """A change of the board, checked rule by rule."""

    def __init__(self, before: Board, after: Board, known: Known) -> None:
        self.before, self.after, self.known = before, after, known
        self.changes = changes(before, after)
        self.base = self.after.without(*self.changes.placed, *self.changes.runes_placed)
        self.settling = any(piece.kind == VIKING for piece in before.pieces)
        self.new_houses = [piece for piece in self.changes.placed if piece.kind == LONGHOUSE]
        self.new_vikings = [piece for piece in self.changes.placed if piece.kind == VIKING]
        self.secret = next((move for move in self.changes.moved if self._is_secret(*move)), None)

    def owner(self, piece: Piece) -> Player:
        return self.after.owner.get(piece.colour) or self.before.owner[piece.colour]

    def disturbed(self) -> Iterator[Warning]:
        """Yield warnings for tiles and pieces that were moved or removed."""
        for cell in self.changes.lifted:
            yield Warning("tile-moved", (cell,))
        for start, end in self.changes.shifted:
            yield Warning("tile-moved", (start,) if start == end else (start, end))
        for one, other in self.changes.moved:
            if (one, other) != self.secret:
                yield Warning("piece-moved", (one.cell, other.cell), self.owner(one).name)
        for piece in self.changes.removed:
            yield Warning("piece-removed", (piece.cell,), self.owner(piece).name)

    def _is_secret(self, one: Piece, other: Piece) -> bool:
        """Return whether a longhouse moved as the Secret rune allows: during exploration, if none was built."""
        if SECRET not in self.after.rules.runes or one.kind != LONGHOUSE or self.settling or self.new_houses:
            return False
        if SECRET in self.known.spent.get(self.owner(one).name, ()):
            return False
        stood = replace(self.after, pieces=(*(p for p in self.after.pieces if p != other), one))
        return other.cell in secret_moves(stood, self.owner(one)).get((one.cell, one.colour), ())

    def too_much(self) -> Iterator[Warning]:
        """Yield warnings for more than one tile or viking in a turn, and for tiles laid while settling."""
        houses = len(self.new_houses) + (self.secret is not None)
        cells = [*self.changes.laid, *(piece.cell for piece in self.changes.placed)]
        if max(len(self.changes.laid), houses) + len(self.new_vikings) > 1:
            yield Warning("several-moves", tuple(dict.fromkeys(cells)))
        elif self.settling and self.changes.laid:
            yield Warning("tile-late", self.changes.laid)

    def longhouses(self) -> Iterator[Warning]:
        """Yield warnings for longhouses not on the tile just laid, or placed while settling."""
        for piece in self.new_houses:
            if self.settling:
                yield Warning("longhouse-late", (piece.cell,), self.owner(piece).name)
            elif self.known.last_tiles is not None and piece.cell not in {*self.changes.laid, *self.known.last_tiles}:
                yield Warning("longhouse-elsewhere", (piece.cell,), self.owner(piece).name)

    def vikings(self) -> Iterator[Warning]:
        """Yield warnings for vikings that neither plains join to an own piece nor an unspent rune can have placed."""
        board, left = self._settled()
        for piece in left:
            player = self.owner(piece)
            ways = [rune for rune in MOVE_RUNES if rune in board.rules.runes and self._carries(board, piece, rune)]
            if not ways:
                yield Warning("cut-off-viking", self._group(piece), player.name)
            elif not self._unspent(player, ways):
                yield Warning("rune-reused", (piece.cell,), player.name)

    def _settled(self) -> tuple[Board, list[Piece]]:
        """Return the board with the new vikings that plains join to own pieces, and a list of the other ones."""
        board, left, count = self.base, list(self.new_vikings), -1
        while len(left) != count:
            count = len(left)
            for piece in list(left):
                own = board.own_cells(self.owner(piece))
                if own.intersection(board.landscape.plains[piece.cell]):
                    left.remove(piece)
                    board = board.with_piece(piece)
        return board, left

    def _carries(self, board: Board, piece: Piece, rune: str) -> bool:
        player = self.owner(piece)
        if rune in RIDES:
            return piece.cell in ride_cells(board, player, rune)
        spaces = [stone.cell for stone in self.changes.runes_placed if _may_be_wisdom(board, stone)]
        return any(
            piece.cell in (joined := across_space(board, space)) and joined & board.own_cells(player)
            for space in spaces
        )

    def _unspent(self, player: Player, ways: Sequence[str]) -> bool:
        """Return whether the player may still have had one of the runes that can have placed a viking.

        A spent Wisdom rune lies on the table. A spent Journey or Horse rune does not: each group of vikings that was
        cut off before the change counts as one of those, unless a Wisdom rune that may be the player's joined it.
        """
        ways = [rune for rune in ways if rune not in self.known.spent.get(player.name, ())]
        stones = [rune for rune in self.before.runes if _may_be_wisdom(self.before, rune)]
        if WISDOM in ways and not any(rune.colour in player.colours for rune in stones):
            return True
        known = [p for p in self.before.players if p.name == player.name]
        joined = sum(rune.colour in (None, *player.colours) for rune in stones)
        used = len(cut_off_groups(self.before, known[0])) - joined if known else 0
        return any(rune in RIDES for rune in ways) and used < sum(rune in RIDES for rune in self.after.rules.runes)

    def _group(self, piece: Piece) -> tuple[Cell, ...]:
        groups = cut_off_groups(self.after, self.owner(piece))
        return next((tuple(sorted(group)) for group in groups if piece.cell in group), (piece.cell,))

    def stones(self) -> Iterator[Warning]:
        """Yield warnings for a second Wisdom or Home rune of one player."""
        for rune in self.changes.runes_placed:
            player = self.after.owner.get(rune.colour) if rune.colour is not None else None
            if player is None or rune.kind not in (WISDOM, HOME):
                continue
            if sum(stone.kind == rune.kind and stone.colour in player.colours for stone in self.after.runes) > 1:
                yield Warning("rune-reused", (rune.cell,), player.name)

    def out_of_turn(self) -> Iterator[Warning]:
        """Yield a warning for a move out of turn; none where the order is unknown or several moves were made."""
        pieces = self.changes.placed
        if len(pieces) != 1 or self.changes.moved or self.changes.removed or len(self.changes.laid) > 1:
            return
        mover = self.owner(pieces[0]).name
        if self.known.player_to_move is not None:
            allowed = frozenset((self.known.player_to_move,))
        elif pieces[0].kind == VIKING and not self.changes.laid:
            allowed = may_move_next(self.base)
        else:
            return
        if allowed and mover not in allowed:
            yield Warning("out-of-turn", (pieces[0].cell,), mover)

    def brought_about(self) -> Iterator[Warning]:
        """Yield the warnings of `status` for the later board that did not hold for the earlier one."""
        old = set(status(self.before))
        reused = {warning.tiles[0] for warning in self.stones()}
        added = {(piece.kind, self.owner(piece).name) for piece in self.changes.placed}
        for warning in status(self.after):
            if warning.code in _OF_THE_TABLE:
                continue
            if warning.code == "too-many-stones" and not reused.isdisjoint(warning.tiles):
                continue
            if warning.code.startswith("too-many"):
                if warning not in old or (_TOO_MANY.get(warning.code), warning.player) in added:
                    yield warning
            elif warning.code == "second-landmass":
                if len(self.after.landscape.landmasses) > max(1, len(self.before.landscape.landmasses)):
                    yield warning
            elif warning.code == "cut-off-viking":
                if self._newly_cut_off(warning):
                    yield warning
            elif warning not in old:
                yield warning

    def _newly_cut_off(self, warning: Warning) -> bool:
        """Return whether this change cut a group off its longhouse; groups with new vikings are left to `vikings`."""
        placed = {piece.cell for piece in self.new_vikings}
        if placed & set(warning.tiles):
            return False
        players = [player for player in self.before.players if player.name == warning.player]
        cut_before = {cell for player in players for group in cut_off_groups(self.before, player) for cell in group}
        return not cut_before & set(warning.tiles)


def _may_be_wisdom(board: Board, rune: Rune) -> bool:
    """Return whether a stone is a Wisdom rune, or one of unknown kind in an empty space, where no other rune lies."""
    return rune.kind == WISDOM or (rune.kind == "stone" and rune.cell not in board.tiles)


_TOO_MANY = {"too-many-vikings": VIKING, "too-many-longhouses": LONGHOUSE}
"""The kind of piece that a player has too many of, for each of these warnings."""
_OF_THE_TABLE = frozenset({"variant-for-two", "classic-runes", "rune-not-played", "home-without-longhouse"})
"""Warnings about what is played with, and of a stone whose longhouse is yet to be seen; no move breaks these rules."""


def _each_once(found: Iterable[Warning]) -> Iterator[Warning]:
    """Yield the warnings without repeats; a rune used twice shows in its stone and in its viking, but counts once."""
    seen: set[object] = set()
    for warning in found:
        key = (warning.code, warning.player) if warning.code == "rune-reused" else warning
        if key not in seen:
            seen.add(key)
            yield warning
