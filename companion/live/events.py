"""What happened on the table. The board is what its events add up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.hexgrid import Cell
from vision.detections import PieceReading, TileReading
from vision.reading.reading import Reading

TILE_LAID, TILE_MOVED, TILE_REMOVED = "tile-laid", "tile-moved", "tile-removed"
PIECE_PLACED, PIECE_REMOVED = "piece-placed", "piece-removed"
RUNE_PLACED, RUNE_REMOVED = "rune-placed", "rune-removed"


@dataclass(frozen=True, eq=False)
class Event:
    """One thing that happened.

    Attributes:
        name: what, in the words of the command line.
        cell: where.
        tile: the tile, for events of tiles.
        piece: the piece or stone, for events of those.
        start: where a tile lay that has moved.
        mended: nothing happened on the table; it had been seen wrongly before.
    """

    name: str
    cell: Cell
    tile: TileReading | None = None
    piece: PieceReading | None = None
    start: Cell | None = None
    mended: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the event as the command prints it."""
        written: dict[str, Any] = {"event": self.name}
        if self.start is not None:
            written["from"] = list(self.start)
        if self.piece is not None:
            written["kind"] = self.piece.rune or self.piece.kind
            if self.piece.colour is not None:
                written["colour"] = self.piece.colour
        shown = self.piece or self.tile
        px = {} if shown is None else {"px": [round(float(v), 1) for v in shown.px]}
        return {**written, "q": self.cell[0], "r": self.cell[1], **px}


def laid(tile: TileReading, mended: bool = False) -> Event:
    """Return the event of a tile that now lies in its cell; one that lay there before is replaced."""
    return Event(TILE_LAID, tile.cell, tile=tile, mended=mended)


def placed(piece: PieceReading, mended: bool = False) -> Event:
    """Return the event of a piece or stone that now stands on its tile."""
    return Event(RUNE_PLACED if piece.kind == "stone" else PIECE_PLACED, piece.cell, piece=piece, mended=mended)


def removed(piece: PieceReading, mended: bool = False) -> Event:
    """Return the event of a piece or stone that stands there no more."""
    return Event(RUNE_REMOVED if piece.kind == "stone" else PIECE_REMOVED, piece.cell, piece=piece, mended=mended)


def fold(board: Reading, events: Iterable[Event]) -> Reading:
    """Return the board after the events; a tile that moves takes along what stands on it."""
    tiles = {tile.cell: tile for tile in board.tiles}
    pieces = list(board.pieces)
    for event in events:
        if event.name == TILE_REMOVED:
            tiles.pop(event.cell, None)
            pieces = [p for p in pieces if p.cell != event.cell]
        elif event.tile is not None:
            if event.start is not None and event.start != event.cell:
                tiles.pop(event.start, None)
                pieces = [replace(p, cell=event.cell) if p.cell == event.start else p for p in pieces]
            tiles[event.cell] = event.tile
        elif event.piece is not None:
            if event.name in (PIECE_REMOVED, RUNE_REMOVED):
                pieces = _without(pieces, event.piece)
            else:
                pieces.append(event.piece)
    return replace(board, tiles=tuple(tiles.values()), pieces=tuple(pieces))


def what(piece: PieceReading) -> tuple[str, str | None]:
    """Return what a piece is, wherever it stands."""
    return piece.rune or piece.kind, piece.colour


def _without(pieces: list[PieceReading], gone: PieceReading) -> list[PieceReading]:
    alike = [k for k, p in enumerate(pieces) if (p.cell, what(p)) == (gone.cell, what(gone))]
    return [p for k, p in enumerate(pieces) if k != (alike[0] if alike else None)]
