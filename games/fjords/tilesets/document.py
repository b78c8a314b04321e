"""Tile sets: the start tiles in their places and the landscape tiles to draw, as documents.

Any set can be played with. Two made-up sets are shipped; a set learned from a copy of the game replaces them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from zlib import crc32

from games.documents import DocumentError, refuse_repeats
from games.fjords.tiles import Tile
from games.hexgrid import Cell

if TYPE_CHECKING:
    from games.fjords.document import TileModel

SHIPPED = ("made-up-64", "made-up-37")
PLAYER_MARKS = ("3", "4")


@dataclass(frozen=True)
class TileSet:
    """The tiles of one printing or copy; the names of its tiles are unique."""

    name: str
    start: tuple[tuple[Cell, Tile], ...]
    tiles: tuple[Tile, ...]

    @classmethod
    def from_document(cls, data: object) -> TileSet:
        """Return the tile set in `data`; raises `DocumentError` naming the field that is wrong."""
        from games.fjords.tilesets.schema import TileSetDocument  # Pydantic is slow to import, and seldom needed

        document = TileSetDocument.parse(data)
        start = tuple(((t.q, t.r), _tile(t, f"start[{i}]")) for i, t in enumerate(document.start))
        tiles = tuple(_tile(t, f"tiles[{i}]") for i, t in enumerate(document.tiles))
        named = [(f"start[{i}].id", tile.name) for i, (_, tile) in enumerate(start)]
        refuse_repeats([*named, *((f"tiles[{i}].id", tile.name) for i, tile in enumerate(tiles))])
        return cls(document.name, start, tiles)

    def to_document(self) -> dict[str, Any]:
        """Return the set as data that `from_document` reads back."""
        return {
            "format": "longhouse-tiles",
            "version": 1,
            "game": "fjords",
            "name": self.name,
            "start": [{**tile.to_document(), "q": q, "r": r} for (q, r), tile in self.start],
            "tiles": [tile.to_document() for tile in self.tiles],
        }

    def for_players(self, players: int, epic: bool = False) -> tuple[Tile, ...]:
        """Return the tiles to draw in a game of this number of players.

        With three players the tiles marked "4" stay in the box, with two those marked "3" or "4"; the Epic game
        uses all tiles.
        """
        left_out = () if epic else tuple(mark for mark in PLAYER_MARKS if int(mark) > players)
        return tuple(tile for tile in self.tiles if not any(mark in left_out for mark in tile.marks))

    @property
    def digest(self) -> str:
        """A checksum of 8 hexadecimal digits over all tiles of the set."""
        shapes = [[cell, *_shape(tile)] for cell, tile in self.start]
        return f"{crc32(json.dumps([shapes, [_shape(tile) for tile in self.tiles]]).encode()):08x}"


def shipped(name: str) -> TileSet:
    """Return a made-up tile set that comes with the engine: ``made-up-64`` or, as in 2005, ``made-up-37``.

    Raises `KeyError` for any other name.

    >>> len(shipped("made-up-64").for_players(2))
    37
    """
    if name not in SHIPPED:
        raise KeyError(f"no tile set named {name!r} is shipped")
    text = files("games.fjords.tilesets").joinpath(f"{name}.json").read_text(encoding="utf-8")
    return TileSet.from_document(json.loads(text))


def _tile(model: TileModel, path: str) -> Tile:
    try:
        tile = Tile.from_document(model)
    except DocumentError as error:
        raise error.prefixed(f"{path}.") from None
    source = {key: value for key, value in tile.source.items() if key not in ("q", "r")}
    return replace(tile, source=source)


def _shape(tile: Tile) -> list[object]:
    regions = [(region.terrain, region.ports) for region in tile.regions]
    return [tile.name, tile.edges, regions, tile.touching, tile.marks]
