"""What can happen to a game, as frozen events that are also lines of JSON.

What lies on the table is told in the words of the live loop (``tile-laid``, ``piece-placed``, …), whether a camera saw
it or a hand corrected it; which of the two it was is said by the entry that carries the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from companion.record.board_events import BoardChanged, BoardEntered, RecordTold
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
_FAR = 200
_Coordinate = Annotated[int, Field(ge=-_FAR, le=_FAR)]
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
    """A tile lies in a cell; one that lay there before is replaced."""

    event: Literal["tile-laid"] = "tile-laid"
    q: _Coordinate
    r: _Coordinate
    tile: _TileData


@checked(frozen=True, kw_only=True, config=_STRICT)
class TileRemoved(AtCell):
    """A cell is empty."""

    event: Literal["tile-removed"] = "tile-removed"
    q: _Coordinate
    r: _Coordinate


@checked(frozen=True, kw_only=True, config=_STRICT)
class TileMoved(AtCell):
    """A tile, with what stands on it, lies in another cell; `tile` where it was turned as well."""

    event: Literal["tile-moved"] = "tile-moved"
    start: Annotated[tuple[_Coordinate, _Coordinate], Field(alias="from")]
    q: _Coordinate
    r: _Coordinate
    tile: _TileData | None = None


@checked(frozen=True, kw_only=True, config=_STRICT)
class PiecePlaced(AtCell):
    """A viking or a longhouse stands on a tile."""

    event: Literal["piece-placed"] = "piece-placed"
    kind: PieceKind
    colour: _Word
    q: _Coordinate
    r: _Coordinate


@checked(frozen=True, kw_only=True, config=_STRICT)
class PieceRemoved(AtCell):
    """A viking or a longhouse does not stand on a tile."""

    event: Literal["piece-removed"] = "piece-removed"
    kind: PieceKind
    colour: _Word
    q: _Coordinate
    r: _Coordinate


@checked(frozen=True, kw_only=True, config=_STRICT)
class RunePlaced(AtCell):
    """A rune stone lies on a tile, or a Wisdom rune in an empty space."""

    event: Literal["rune-placed"] = "rune-placed"
    kind: RuneKind
    q: _Coordinate
    r: _Coordinate
    colour: _Word | None = None


@checked(frozen=True, kw_only=True, config=_STRICT)
class RuneRemoved(AtCell):
    """A rune stone is not there."""

    event: Literal["rune-removed"] = "rune-removed"
    kind: RuneKind
    q: _Coordinate
    r: _Coordinate
    colour: _Word | None = None


@checked(frozen=True, config=_STRICT)
class Thing:
    """A viking, a longhouse or a rune stone, and its colour where it has one."""

    kind: PieceKind | RuneKind
    colour: _Word | None = None


@checked(frozen=True, kw_only=True, config=_STRICT)
class CellTold(AtCell):
    """A person says what stands in a cell: these things, and nothing else."""

    event: Literal["cell-told"] = "cell-told"
    q: _Coordinate
    r: _Coordinate
    things: Annotated[tuple[Thing, ...], Field(max_length=8)] = ()

    def __post_init__(self) -> None:
        """Refuse a viking or a longhouse that is nobody's."""
        if any(thing.kind in get_args(PieceKind) and thing.colour is None for thing in self.things):
            raise DocumentError("things", "missing", "colour")


@checked(frozen=True, config=_STRICT)
class Seat:
    """A player and the colours that the player moves."""

    name: _Word
    colours: Annotated[tuple[_Word, ...], Field(min_length=1, max_length=2)]


@checked(frozen=True, kw_only=True, config=_STRICT)
class SetUp:
    """Who plays what, clockwise; the last set-up of a game counts.

    `settlement_order` is empty until it is known who begins to settle; `first` is who began the game, `tiles` the
    name of the tile set where it is known, `watched` whether a camera follows the game.
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
class MoveTold:
    """A move in the words of the record text, told before what it changed; it changes nothing itself."""

    event: Literal["move-told"] = "move-told"
    move: Annotated[str, Field(min_length=1, max_length=200)]


@checked(frozen=True, kw_only=True, config=_STRICT)
class Paused:
    """What the camera sees from now on does not count."""

    event: Literal["paused"] = "paused"


@checked(frozen=True, kw_only=True, config=_STRICT)
class Resumed:
    """What the camera sees counts again."""

    event: Literal["resumed"] = "resumed"


@checked(frozen=True, kw_only=True, config=_STRICT)
class Ended:
    """The game is over and its score stands."""

    event: Literal["ended"] = "ended"


@checked(frozen=True, kw_only=True, config=_STRICT)
class Undone:
    """The entry of this number counts no longer; an undoing may be undone too."""

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
    | CellTold
    | BoardEntered
    | BoardChanged
    | RecordTold
    | SetUp
    | MoveTold
    | Paused
    | Resumed
    | Ended
    | Undone
)
NAMES = frozenset(kind.__dataclass_fields__["event"].default for kind in get_args(Event))
_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="event")])


@dataclass(frozen=True)
class Entry:
    """One line of a game's log: its number, counted from one, when it came, from where, and what happened."""

    number: int
    at: datetime
    origin: Origin
    event: Event


def event_of(data: object, field: str = "") -> Event:
    """Return the event in a mapping as JSON gives it; raises `DocumentError` that names the field."""
    try:
        return _EVENT.validate_python(data)
    except ValidationError as error:
        raise _translated(error, field) from None


def data_of(event: Event) -> dict[str, Any]:
    """Return the event as JSON takes it."""
    data: dict[str, Any] = _EVENT.dump_python(event, mode="json", by_alias=True, exclude_none=True)
    return data


def where(event: Event) -> Cell | None:
    """Return the cell that an event is about, if it is about one."""
    return event.cell if isinstance(event, AtCell) else None


def now() -> datetime:
    """Return the time, as entries keep it."""
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
