"""Events of the table, as the camera sees them. The board is the sum of its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.hexgrid import Cell
from vision.detections import PieceReading, TileReading
from vision.imaging.file_pixels import rounded_px
from vision.reading.reading import Reading

TILE_LAID, TILE_MOVED, TILE_REMOVED = "tile-laid", "tile-moved", "tile-removed"
PIECE_PLACED, PIECE_REMOVED = "piece-placed", "piece-removed"
RUNE_PLACED, RUNE_REMOVED = "rune-placed", "rune-removed"


@dataclass(frozen=True, eq=False)
class Event:
    """One change of the board.

    Attributes:
        name: kind of the event, as the command line prints it.
        cell: where, in axial coordinates.
        tile: the tile, for events of tiles.
        piece: the piece or stone, for events of those.
        start: the former cell of a tile that has moved.
        correction: whether nothing happened on the table and an earlier misreading is corrected.
    """

    name: str
    cell: Cell
    tile: TileReading | None = None
    piece: PieceReading | None = None
    start: Cell | None = None
    correction: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the event as the command line prints it."""
        document: dict[str, Any] = {"event": self.name}
        if self.start is not None:
            document["from"] = list(self.start)
        if self.piece is not None:
            document["kind"] = self.piece.rune or self.piece.kind
            if self.piece.colour is not None:
                document["colour"] = self.piece.colour
        shown = self.piece or self.tile
        px = {} if shown is None else {"px": rounded_px(shown.px)}
        return {**document, "q": self.cell[0], "r": self.cell[1], **px}


def laid(tile: TileReading, correction: bool = False) -> Event:
    """Return the event of a tile laid in its cell; it replaces one that lay there."""
    return Event(TILE_LAID, tile.cell, tile=tile, correction=correction)


def placed(piece: PieceReading, correction: bool = False) -> Event:
    """Return the event of a piece or stone placed on its tile."""
    return Event(RUNE_PLACED if piece.kind == "stone" else PIECE_PLACED, piece.cell, piece=piece, correction=correction)


def removed(piece: PieceReading, correction: bool = False) -> Event:
    """Return the event of a piece or stone removed from its tile."""
    return Event(
        RUNE_REMOVED if piece.kind == "stone" else PIECE_REMOVED, piece.cell, piece=piece, correction=correction
    )


def fold(board: Reading, events: Iterable[Event]) -> Reading:
    """Return the board after the events; a tile that moves takes the pieces on it along."""
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


def identity_of(piece: PieceReading) -> tuple[str, str | None]:
    """Return the kind and colour of a piece, without its place; of an identified stone its rune."""
    return piece.rune or piece.kind, piece.colour


def _without(pieces: list[PieceReading], gone: PieceReading) -> list[PieceReading]:
    alike = [k for k, p in enumerate(pieces) if (p.cell, identity_of(p)) == (gone.cell, identity_of(gone))]
    return [p for k, p in enumerate(pieces) if k != (alike[0] if alike else None)]
