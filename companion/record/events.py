"""Events of a game, frozen and convertible to lines of JSON.

Changes of the board have the event names of the live loop (``tile-laid``, ``piece-placed``, …), whether a camera saw
them or a person entered them; the origin is part of the log entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from companion.record.board_events import BoardChanged, BoardEntered, FactRecorded
from games.envelope import DocumentError
from games.fjords.document import PieceKind, RuneKind, RuneSet, Variant, parse_tile
from games.hexgrid import Cell

Origin = Literal["seen", "mended", "hand"]
"""Source of an event: a camera that saw it happen, a camera that corrects an earlier misreading, or a person."""
SEEN: Final = "seen"
MENDED: Final = "mended"
HAND: Final = "hand"
ORIGINS: tuple[Origin, ...] = get_args(Origin)

_STRICT = ConfigDict(extra="ignore")
_MAX_COORDINATE = 200
"""Cells from the origin; a board of all tiles in one line is half as long."""
_Coordinate = Annotated[int, Field(ge=-_MAX_COORDINATE, le=_MAX_COORDINATE)]
_Word = Annotated[str, Field(min_length=1, max_length=60)]


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
    colour: _Word
    q: _Coordinate
    r: _Coordinate


@checked(frozen=True, kw_only=True, config=_STRICT)
class PieceRemoved(AtCell):
    """A viking or a longhouse is removed from a tile."""

    event: Literal["piece-removed"] = "piece-removed"
    kind: PieceKind
    colour: _Word
    q: _Coordinate
    r: _Coordinate


@checked(frozen=True, kw_only=True, config=_STRICT)
class RunePlaced(AtCell):
    """A rune stone is placed on a tile, or a Wisdom rune in an empty space."""

    event: Literal["rune-placed"] = "rune-placed"
    kind: RuneKind
    q: _Coordinate
    r: _Coordinate
    colour: _Word | None = None


@checked(frozen=True, kw_only=True, config=_STRICT)
class RuneRemoved(AtCell):
    """A rune stone is removed."""

    event: Literal["rune-removed"] = "rune-removed"
    kind: RuneKind
    q: _Coordinate
    r: _Coordinate
    colour: _Word | None = None


@checked(frozen=True, config=_STRICT)
class Thing:
    """A viking, a longhouse or a rune stone, with its colour if it has one."""

    kind: PieceKind | RuneKind
    colour: _Word | None = None


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


@checked(frozen=True, config=_STRICT)
class Seat:
    """A player and the player's colours."""

    name: _Word
    colours: Annotated[tuple[_Word, ...], Field(min_length=1, max_length=2)]


@checked(frozen=True, kw_only=True, config=_STRICT)
class SetUp:
    """The players and rules of a game; the last set-up of a log is valid.

    Attributes:
        title: the title that people gave the game.
        players: the players, clockwise.
        variant: the variant of the rules.
        runes: the rune sets in play.
        settlement_order: names of the players in the order of settlement; empty until it is known.
        first: name of the player who began the game; empty if unknown.
        tiles: name of the tile set; empty if unknown.
        watched: whether a camera follows the game.
    """

    event: Literal["set-up"] = "set-up"
    title: Annotated[str, Field(max_length=80)] = ""
    players: Annotated[tuple[Seat, ...], Field(max_length=8)] = ()
    variant: Variant = "base"
    runes: Annotated[tuple[RuneSet, ...], Field(max_length=8)] = ()
    settlement_order: Annotated[tuple[_Word, ...], Field(max_length=8)] = ()
    first: Annotated[str, Field(max_length=60)] = ""
    tiles: Annotated[str, Field(max_length=60)] = ""
    watched: bool = False

    def __post_init__(self) -> None:
        """Refuse two players of one name or colour."""
        names = [seat.name for seat in self.players]
        colours = [colour for seat in self.players for colour in seat.colours]
        if len(set(names)) < len(names) or len(set(colours)) < len(colours):
            raise DocumentError("players", "twice", sorted(names))


@checked(frozen=True, kw_only=True, config=_STRICT)
class MoveRecorded:
    """A move in the notation of record texts. It precedes the events of its changes, and changes nothing itself."""

    event: Literal["move-told"] = "move-told"
    move: Annotated[str, Field(min_length=1, max_length=200)]


@checked(frozen=True, kw_only=True, config=_STRICT)
class Paused:
    """Events of the camera are ignored from now on."""

    event: Literal["paused"] = "paused"


@checked(frozen=True, kw_only=True, config=_STRICT)
class Resumed:
    """Events of the camera are accepted again."""

    event: Literal["resumed"] = "resumed"


@checked(frozen=True, kw_only=True, config=_STRICT)
class Ended:
    """The game is over and its score final."""

    event: Literal["ended"] = "ended"


@checked(frozen=True, kw_only=True, config=_STRICT)
class Undone:
    """The entry of this number is undone; an undoing can be undone, too."""

    event: Literal["undone"] = "undone"
    entry: Annotated[int, Field(ge=1)]


Event = (
    TileLaid
    | TileRemoved
    | TileMoved
    | PiecePlaced
    | PieceRemoved
    | RunePlaced
    | RuneRemoved
    | CellEntered
    | GroundNamed
    | BoardEntered
    | BoardChanged
    | FactRecorded
    | SetUp
    | MoveRecorded
    | Paused
    | Resumed
    | Ended
    | Undone
)
NAMES = frozenset(kind.__dataclass_fields__["event"].default for kind in get_args(Event))
_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="event")])


@dataclass(frozen=True)
class Entry:
    """An entry of a game's log: its number, from 1, its time, its origin and its event."""

    number: int
    at: datetime
    origin: Origin
    event: Event


def event_of(data: object, field: str = "") -> Event:
    """Return the event in a mapping parsed from JSON; raises a `DocumentError` that names the field."""
    try:
        return _EVENT.validate_python(data)
    except ValidationError as error:
        raise _translated(error, field) from None


def data_of(event: Event) -> dict[str, Any]:
    """Return the event as data for JSON."""
    data: dict[str, Any] = _EVENT.dump_python(event, mode="json", by_alias=True, exclude_none=True)
    return data


def where(event: Event) -> Cell | None:
    """Return the cell of an event; ``None`` if it is not about one."""
    return event.cell if isinstance(event, AtCell) else None


def now() -> datetime:
    """Return the present time in UTC."""
    return datetime.now(UTC)


def _translated(error: ValidationError, field: str) -> DocumentError:
    first = error.errors(include_url=False)[0]
    steps = [str(step) for step in first["loc"] if step not in NAMES]
    path = ".".join([field, *steps]) if field else ".".join(steps) or "event"
    inner = first.get("ctx", {}).get("error")
    if isinstance(inner, DocumentError):
        return inner.prefixed(f"{path}.")
    kind = first["type"]
    code = (
        "missing"
        if kind in ("missing", "union_tag_not_found")
        else "unknown"
        if kind in ("literal_error", "union_tag_invalid")
        else "type"
        if kind.endswith(("_type", "_parsing"))
        else "value"
    )
    given = first["input"]
    return DocumentError(path, code, "{…}" if isinstance(given, Mapping) else given)
