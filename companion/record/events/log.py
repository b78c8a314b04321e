"""A game's log: entries that say when, and from where, an event came, and events as data for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import Field, TypeAdapter, ValidationError

from companion.record.events.boards import BoardChanged, BoardEntered, FactRecorded
from companion.record.events.cells import (
    AtCell,
    CellEntered,
    GroundNamed,
    PiecePlaced,
    PieceRemoved,
    RunePlaced,
    RuneRemoved,
    TileLaid,
    TileMoved,
    TileRemoved,
)
from companion.record.events.games import Ended, MoveRecorded, Paused, Resumed, SetUp, Undone
from games.documents import DocumentError
from games.hexgrid import Cell

Origin = Literal["seen", "mended", "hand", "photo"]
"""Source of an event: a camera that saw it happen, a camera that corrects an earlier misreading, a person, or a photo
of the final board."""
SEEN: Final = "seen"
MENDED: Final = "mended"
HAND: Final = "hand"
PHOTO: Final = "photo"
ORIGINS: tuple[Origin, ...] = get_args(Origin)

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
