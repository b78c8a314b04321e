"""A short name for what lies on a board: what a page shows beside a board stays only as long as that lies there."""

from __future__ import annotations

import zlib

from games.fjords.board import Board


def board_key(board: Board) -> str:
    """Return eight hexadecimal digits that differ for boards with other tiles, pieces, runes, players or rules.

    They hold for one run of the program only; the order in which things were read makes no difference.
    """
    pieces = sorted(board.pieces, key=lambda piece: (piece.cell, piece.kind, piece.colour))
    runes = sorted(board.runes, key=lambda rune: (rune.cell, rune.kind))
    lying = (sorted(board.tiles.items(), key=lambda item: item[0]), pieces, runes, board.players, board.rules)
    return f"{zlib.crc32(repr(lying).encode()):08x}"
