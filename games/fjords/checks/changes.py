"""The differences between two boards: tiles, pieces and rune stones added, moved and removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from games.fjords.board import Board, Piece, Rune
from games.fjords.tiles import Tile
from games.hexgrid import SIDES, Cell, distance, shifted, turned

Thing = TypeVar("Thing", Piece, Rune)


@dataclass(frozen=True)
class Changes:
    """The differences between a board and a later one, in the same coordinates.

    Attributes:
        laid: cells of tiles that only the later board has.
        lifted: cells of tiles that only the earlier board has.
        shifted: for each tile that moved, its cell before and after; both are the same where it changed in place.
        placed: pieces that only the later board has.
        removed: pieces that only the earlier board has.
        moved: for each piece that moved, how it stood before and after.
        runes_placed: rune stones that only the later board has; one that moved is removed and placed.
        runes_removed: rune stones that only the earlier board has.
    """

    laid: tuple[Cell, ...] = ()
    lifted: tuple[Cell, ...] = ()
    shifted: tuple[tuple[Cell, Cell], ...] = ()
    placed: tuple[Piece, ...] = ()
    removed: tuple[Piece, ...] = ()
    moved: tuple[tuple[Piece, Piece], ...] = ()
    runes_placed: tuple[Rune, ...] = ()
    runes_removed: tuple[Rune, ...] = ()

    def events(self) -> list[dict[str, Any]]:
        """Return the changes as events, as `companion.live` names them.

        A moved tile is one event, ``tile-moved``; a moved piece is two, ``piece-removed`` and ``piece-placed``.
        """
        gone = [*self.removed, *(before for before, _ in self.moved)]
        come = [*self.placed, *(after for _, after in self.moved)]
        return [
            *(_event("tile-removed", cell) for cell in self.lifted),
            *(_event("tile-moved", cell, **{"from": list(start)}) for start, cell in self.shifted),
            *(_event("tile-laid", cell) for cell in self.laid),
            *(_event("rune-removed", rune.cell, **_about(rune)) for rune in self.runes_removed),
            *(_event("rune-placed", rune.cell, **_about(rune)) for rune in self.runes_placed),
            *(_event("piece-removed", piece.cell, **_about(piece)) for piece in gone),
            *(_event("piece-placed", piece.cell, **_about(piece)) for piece in come),
        ]


def _event(name: str, cell: Cell, **about: object) -> dict[str, Any]:
    return {"event": name, **about, "q": cell[0], "r": cell[1]}


def _about(thing: Piece | Rune) -> dict[str, str]:
    return {"kind": thing.kind} if thing.colour is None else {"kind": thing.kind, "colour": thing.colour}


def changes(before: Board, after: Board) -> Changes:
    """Return what changed from `before` to `after`, both in the same coordinates; see `aligned`.

    Tiles are identified by their edges: a tile found in another cell, or turned in its own, has moved. Among pieces
    of one kind and colour, those nearest to each other are paired as moved ones.
    """
    gone = [cell for cell in before.tiles if _differs(before, after, cell)]
    new = [cell for cell in after.tiles if _differs(after, before, cell)]
    moves = dict(_moves_of_tiles(before, after, gone, new))
    removed, placed = _difference(before.pieces, after.pieces), _difference(after.pieces, before.pieces)
    moved = _moves_of_pieces(removed, placed)
    removed = _difference(removed, [one for one, _ in moved])
    placed = _difference(placed, [other for _, other in moved])
    runes_removed, runes_placed = _difference(before.runes, after.runes), _difference(after.runes, before.runes)
    return Changes(
        laid=tuple(cell for cell in new if cell not in moves.values()),
        lifted=tuple(cell for cell in gone if cell not in moves),
        shifted=tuple(moves.items()),
        placed=tuple(placed),
        removed=tuple(removed),
        moved=tuple(moved),
        runes_placed=tuple(runes_placed),
        runes_removed=tuple(runes_removed),
    )


def _differs(board: Board, other: Board, cell: Cell) -> bool:
    return cell not in other.tiles or board.tiles[cell].edges != other.tiles[cell].edges


def _moves_of_tiles(before: Board, after: Board, gone: list[Cell], new: list[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield the old and the new cell of each moved tile; both are the same for a tile that changed in place."""
    left = [cell for cell in new if cell not in gone]
    for cell in gone:
        if cell in new:
            yield cell, cell
            continue
        alike = [there for there in left if same_tile(before.tiles[cell], after.tiles[there])]
        if alike:
            there = min(alike, key=lambda end: distance(cell, end))
            left.remove(there)
            yield cell, there


def same_tile(one: Tile, other: Tile) -> bool:
    """Return whether two tiles have the same edges in some turn."""
    return any(one.turned(turns).edges == other.edges for turns in SIDES)


def _difference(things: Iterable[Thing], others: Iterable[Thing]) -> list[Thing]:
    left = Counter(others)
    found = []
    for thing in things:
        if left[thing] > 0:
            left[thing] -= 1
        else:
            found.append(thing)
    return found


def _moves_of_pieces(removed: list[Piece], placed: list[Piece]) -> list[tuple[Piece, Piece]]:
    """Return pairs of a removed and an added piece of the same kind and colour, matched by least distance."""
    pairs = [
        (distance(one.cell, other.cell), i, j)
        for i, one in enumerate(removed)
        for j, other in enumerate(placed)
        if (one.kind, one.colour) == (other.kind, other.colour)
    ]
    paired: dict[int, int] = {}
    for _, i, j in sorted(pairs):
        if i not in paired and j not in paired.values():
            paired[i] = j
    return [(removed[i], placed[j]) for i, j in paired.items()]


def aligned(before: Board, after: Board) -> Board:
    """Return `after` in the coordinates of `before`.

    A board read from a photo has an arbitrary origin and turn. If fewer than half of the tiles coincide, the turn and
    shift are chosen under which most tiles do; on a tie no change wins.
    """
    same = sum(not _differs(before, after, cell) for cell in before.tiles)
    if 2 * same >= min(len(before.tiles), len(after.tiles)):
        return after
    unchanged = 0, (0, 0)
    votes: Counter[tuple[int, Cell]] = Counter({unchanged: 0})
    for turns in SIDES:
        for cell, tile in after.tiles.items():
            edges, (q, r) = tile.turned(turns).edges, turned(cell, turns)
            for (bq, br), laid in before.tiles.items():
                if laid.edges == edges:
                    votes[turns, shifted((bq, br), (-q, -r))] += 1
    turns, by = max(votes, key=lambda vote: (votes[vote], vote == unchanged))
    return after.moved(turns, by)
