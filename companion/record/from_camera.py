"""What the live loop tells, as events of a game's log in the game's own coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.live.events import Event as Told
from companion.record.events import MENDED, SEEN, Event, Origin, event_of
from companion.record.from_board import tile_data
from games.fjords.board import Board
from vision.detections import TileReading
from vision.merging.alignment import Way
from vision.merging.coordinates import cell_moved
from vision.reading.reading import Reading

_SHOWN = ("event", "kind", "colour")


def events_of_camera(told: Iterable[Told], way: Way) -> Iterator[tuple[Origin, Event]]:
    """Yield each event with its origin: seen to happen, or seen better than before.

    Args:
        told: what the live loop tells, in the camera's coordinates.
        way: the turn and shift that take these to the game's.
    """
    for event in told:
        q, r = cell_moved(event.cell, *way)
        about: dict[str, Any] = {key: value for key, value in event.to_dict().items() if key in _SHOWN}
        about |= {"q": q, "r": r}
        if event.start is not None:
            about["from"] = list(cell_moved(event.start, *way))
        if event.tile is not None and event.name != "tile-removed":
            about["tile"] = _tile(event.tile, way)
        yield (MENDED if event.correction else SEEN), event_of(about)


def _tile(tile: TileReading, way: Way) -> dict[str, Any]:
    """Return a tile's data, turned as the game has it."""
    board = Board.from_document(Reading(0, 0, (tile,), ()).to_document()).moved(*way)
    return tile_data(board, next(iter(board.tiles)))


def lying(reading: Reading) -> tuple[object, ...]:
    """Return what lies where, without the figures of the reading; two readings of one board give the same."""
    tiles = sorted((tile.cell, tile.edges) for tile in reading.tiles)
    return tuple(tiles), tuple(sorted((p.cell, p.kind, p.colour or "") for p in reading.pieces))
