"""Conversion of the live loop's events to events of a game's log, in the game's coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.live.events import Event as LiveEvent
from companion.record.events.log import MENDED, SEEN, Event, Origin, event_of
from companion.record.from_board import tile_data
from games.fjords.board import Board
from vision.detections import TileReading
from vision.merging.alignment import Transform
from vision.merging.coordinates import cell_moved
from vision.reading.reading import Reading

_KEPT_FIELDS = ("event", "kind", "colour")


def events_of_camera(events: Iterable[LiveEvent], way: Transform) -> Iterator[tuple[Origin, Event]]:
    """Yield each event with its origin: `SEEN`, or `MENDED` for the correction of a misreading.

    Args:
        events: events of the live loop, in the camera's coordinates.
        way: turn and shift from these to the game's coordinates.
    """
    for event in events:
        q, r = cell_moved(event.cell, *way)
        fields: dict[str, Any] = {key: value for key, value in event.to_dict().items() if key in _KEPT_FIELDS}
        fields |= {"q": q, "r": r}
        if event.start is not None:
            fields["from"] = list(cell_moved(event.start, *way))
        if event.tile is not None and event.name != "tile-removed":
            fields["tile"] = _tile(event.tile, way)
        yield (MENDED if event.correction else SEEN), event_of(fields)


def _tile(tile: TileReading, way: Transform) -> dict[str, Any]:
    """Return the data of a tile, turned into the game's coordinates."""
    board = Board.from_document(Reading(0, 0, (tile,), ()).to_document()).moved(*way)
    return tile_data(board, next(iter(board.tiles)))


def contents_of(reading: Reading) -> tuple[object, ...]:
    """Return the tiles and pieces with their cells, which are equal for any two readings of the same board."""
    tiles = sorted((tile.cell, tile.edges) for tile in reading.tiles)
    return tuple(tiles), tuple(sorted((p.cell, p.kind, p.colour or "") for p in reading.pieces))
