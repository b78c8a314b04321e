"""The form of a tile set as a document."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.envelope import Model, Word
from games.fjords.document import MOST_TILES, PlacedTileModel, TileModel


class NamedTile(TileModel):
    """A tile to draw, with its name."""

    id: Word


class NamedPlacedTile(PlacedTileModel):
    """A start tile in its place, with its name."""

    id: Word


class TileSetDocument(Model):
    """A tile set as data: ``start`` tiles with their places, ``tiles`` to draw, each with an ``id`` of its own."""

    format: Literal["longhouse-tiles"]
    version: Literal[1]
    game: Literal["fjords"]
    name: Word
    start: Annotated[list[NamedPlacedTile], Field(max_length=MOST_TILES, strict=False)]
    tiles: Annotated[list[NamedTile], Field(max_length=MOST_TILES, strict=False)]
