"""Whether the board that a camera sees is the one of a game, and where its tiles lie there.

A board read from a photo has an arbitrary origin and turn. Once people have named ground, the camera may see the same
table with other terrains, after a restart all over the board: then the outline and the pieces tell where it lies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Sized

import numpy as np

from games.fjords.board import Board
from games.fjords.checks.changes import aligned
from games.hexgrid import SIDES, Cell
from vision.merging.alignment import transform_scores

_SAME_CELL, _MAY_BE, _SAME_EDGES, _SAME_PIECES = 0.5, 0.5, 0.5, 0.5
"""What two tiles add to the score of an alignment that lays one on the other: for each such pair, if one may be the
other with other names of ground, if their edges are equal, and if the pieces on them are; by hand."""


def matched_board(known: Board, fresh: Board, renamed: bool) -> Board | None:
    """Return a fresh board in the coordinates of the known one; ``None`` if it cannot be the same table.

    Args:
        known: the board of the game, as the camera saw it last.
        fresh: what the camera sees.
        renamed: whether people have named ground of the game.
    """
    board = _by_outline(known, fresh) if renamed else aligned(known, fresh)
    return None if is_other_table(known, board, renamed) else board


def is_other_table(known: Board, board: Board, renamed: bool) -> bool:
    """Return whether this cannot be the same table: too much of it is missing or different.

    Args:
        known: the board of the game, as the camera saw it last.
        board: what the camera sees, in the coordinates of the known board.
        renamed: whether people have named ground of the game, so that edges may be called otherwise.
    """
    fewer = sum(cell not in board.tiles for cell in known.tiles)
    there = [(tile.edges, board.tiles[cell].edges) for cell, tile in known.tiles.items() if cell in board.tiles]
    other = sum(not _may_be_same_tile(one, two) if renamed else one != two for one, two in there)
    emptied = len(known.pieces_at.keys() - board.pieces_at.keys())
    return fewer > _max_missing(known.tiles) or emptied > _max_missing(known.pieces) or 2 * other > len(known.tiles)


def _max_missing(things: Sized) -> int:
    """Return the number of things of one kind that may be missing at once: an eighth, at least two; by hand."""
    return max(2, len(things) // 8)


def _may_be_same_tile(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether edges may be those of one tile whose grounds are called otherwise.

    Then a terrain of one always stands for the same terrain of the other.
    """
    both = len(set(zip(one, other, strict=True)))
    return both in (len(set(one)), len(set(other)))


def _by_outline(known: Board, fresh: Board) -> Board:
    """Return the fresh board in the coordinates of the known one, by the cells, edges and pieces of their tiles."""
    same = sum(cell in fresh.tiles and tile.edges == fresh.tiles[cell].edges for cell, tile in known.tiles.items())
    if 2 * same >= min(len(known.tiles), len(fresh.tiles)):
        return fresh
    ours, theirs = _pieces_by_cell(fresh), _pieces_by_cell(known)
    scores = np.array(
        [
            [
                [
                    _score(tile.turned(turn).edges, ours[cell], laid.edges, theirs[at])
                    for at, laid in known.tiles.items()
                ]
                for cell, tile in fresh.tiles.items()
            ]
            for turn in SIDES
        ]
    )
    found = transform_scores(scores, list(fresh.tiles), list(known.tiles))
    return fresh.moved(*max(found, key=lambda way: (found[way], way == (0, (0, 0)))))


def _score(edges: Sequence[str], pieces: object, others: Sequence[str], other_pieces: object) -> float:
    alike = _SAME_EDGES * (edges == others) + _SAME_PIECES * (pieces == other_pieces)
    return _SAME_CELL + _MAY_BE * _may_be_same_tile(edges, others) + alike


def _pieces_by_cell(board: Board) -> defaultdict[Cell, list[tuple[str, str]]]:
    """Return the kinds and colours of the pieces in each cell."""
    found: defaultdict[Cell, list[tuple[str, str]]] = defaultdict(list)
    for piece in board.pieces:
        found[piece.cell].append((piece.kind, piece.colour))
    return found
