"""Events about one cell of a board of Fjords.

Changes of the board have the event names of the live loop (``tile-laid``, ``piece-placed``, …), whether a camera saw
them or a person entered them; the origin is part of the log entry.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, ConfigDict, Field
from pydantic.dataclasses import dataclass as checked

from games.documents import DocumentError
from games.fjords.document import parse_tile
from games.fjords.vocabulary import PieceKind, RuneKind
from games.hexgrid import Cell

_STRICT = ConfigDict(extra="ignore")
MAX_COORDINATE = 200
"""Cells from the origin; a board of all tiles in one line is half as long."""
_Coordinate = Annotated[int, Field(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
Word = Annotated[str, Field(min_length=1, max_length=60)]
"""A name or a colour."""


def _checked_tile(data: dict[str, Any]) -> dict[str, Any]:
    parse_tile(data)
    return data


class AtCell:
    """An event about one cell.

    It declares no dataclass fields, so that each event keeps the order of its own in JSON.

    Attributes:
        q: the axial column.
        r: the axial row.
    """

    q: int
    r: int

    @property
    def cell(self) -> Cell:
        """The cell in axial coordinates."""
        return self.q, self.r


_TileData = Annotated[dict[str, Any], AfterValidator(_checked_tile)]


@checked(frozen=True, kw_only=True, config=_STRICT)
class TileLaid(AtCell):
    """A tile is laid in a cell; it replaces one that lay there.

    Attributes:
        tile: the tile.
        told: the numbers of the edges that a person entered, if not the whole tile.
    """

    event: Literal["tile-laid"] = "tile-laid"
    q: _Coordinate
    r: _Coordinate
    tile: _TileData
    told: Annotated[tuple[Annotated[int, Field(ge=0, le=5)], ...], Field(max_length=6)] | None = None


@checked(frozen=True, kw_only=True, config=_STRICT)
class TileRemoved(AtCell):
    """A cell becomes empty."""

    event: Literal["tile-removed"] = "tile-removed"
    q: _Coordinate
    r: _Coordinate


@checked(frozen=True, kw_only=True, config=_STRICT)
class TileMoved(AtCell):
    """A tile moves to another cell with the pieces on it; `tile` is given if it was turned as well."""

    event: Literal["tile-moved"] = "tile-moved"
    start: Annotated[tuple[_Coordinate, _Coordinate], Field(alias="from")]
    q: _Coordinate
    r: _Coordinate
    tile: _TileData | None = None


@checked(frozen=True, kw_only=True, config=_STRICT)
class PiecePlaced(AtCell):
    """A viking or a longhouse is placed on a tile."""

    event: Literal["piece-placed"] = "piece-placed"
    kind: PieceKind
    colour: Word
    q: _Coordinate
    r: _Coordinate


@checked(frozen=True, kw_only=True, config=_STRICT)
class PieceRemoved(AtCell):
    """A viking or a longhouse is removed from a tile."""

    event: Literal["piece-removed"] = "piece-removed"
    kind: PieceKind
    colour: Word
    q: _Coordinate
    r: _Coordinate


@checked(frozen=True, kw_only=True, config=_STRICT)
class RunePlaced(AtCell):
    """A rune stone is placed on a tile, or a Wisdom rune in an empty space."""

    event: Literal["rune-placed"] = "rune-placed"
    kind: RuneKind
    q: _Coordinate
    r: _Coordinate
    colour: Word | None = None


@checked(frozen=True, kw_only=True, config=_STRICT)
class RuneRemoved(AtCell):
    """A rune stone is removed."""

    event: Literal["rune-removed"] = "rune-removed"
    kind: RuneKind
    q: _Coordinate
    r: _Coordinate
    colour: Word | None = None


@checked(frozen=True, config=_STRICT)
class Thing:
    """A viking, a longhouse or a rune stone, with its colour if it has one."""

    kind: PieceKind | RuneKind
    colour: Word | None = None


@checked(frozen=True, kw_only=True, config=_STRICT)
class CellEntered(AtCell):
    """A person enters the complete contents of a cell."""

    event: Literal["cell-told"] = "cell-told"
    q: _Coordinate
    r: _Coordinate
    things: Annotated[tuple[Thing, ...], Field(max_length=8)] = ()

    def __post_init__(self) -> None:
        """Refuse a viking or a longhouse without a colour."""
        if any(thing.kind in get_args(PieceKind) and thing.colour is None for thing in self.things):
            raise DocumentError("things", "missing", "colour")


@checked(frozen=True, kw_only=True, config=_STRICT)
class GroundNamed(AtCell):
    """A person names the ground at half of a tile's edge; the camera reads all ground that looks like it by that.

    Attributes:
        edge: the edge, 0..5.
        half: 0 for the first half of the edge, clockwise as its terrains are listed, or 1.
        terrain: the terrain.
    """

    event: Literal["ground-named"] = "ground-named"
    q: _Coordinate
    r: _Coordinate
    edge: Annotated[int, Field(ge=0, le=5)]
    half: Annotated[int, Field(ge=0, le=1)]
    terrain: Literal["P", "M", "O"]
