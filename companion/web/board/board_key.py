"""A short hash of a board, by which a page keeps hints for as long as the board is the same."""

from __future__ import annotations

import zlib

from games.fjords.board import Board


def board_key(board: Board) -> str:
    """Return eight hexadecimal digits that depend on the tiles, pieces, runes, players and rules of a board.

    They are valid within one process only, and do not depend on the order of the parts.
    """
    pieces = sorted(board.pieces, key=lambda piece: (piece.cell, piece.kind, piece.colour))
    runes = sorted(board.runes, key=lambda rune: (rune.cell, rune.kind))
    lying = (sorted(board.tiles.items(), key=lambda item: item[0]), pieces, runes, board.players, board.rules)
    return f"{zlib.crc32(repr(lying).encode()):08x}"
