"""The models that the documents of all games share: the envelope, types taken strictly.

A document that breaks its form is refused with a `DocumentError`; one that is well-formed may still show a board that
the rules forbid, and that is what a rulebook's `status` is for. Fields that nobody knows are kept as they came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from games.documents import DocumentError, refuse_repeats

Loose = Field(strict=False)
"""A tuple is accepted in place of a list."""

LONGEST_WORD = 60
"""Letters of a player's name or a colour at most; a game's log accepts no longer ones."""
MOST_PLAYERS = 12
"""Players of one document; the games are for four or five."""
MOST_AMOUNT = 9_999
"""Points, money and pieces of one kind at most; no game reaches a tenth of this."""
Word = Annotated[str, Field(max_length=LONGEST_WORD)]
Amount = Annotated[int, Field(ge=0, le=MOST_AMOUNT)]


class Model(BaseModel):
    """A part of a document, validated with strict types; unknown fields are kept.

    How it is validated is worked out when a document of its kind is first parsed, since a command imports many more
    kinds than it parses.
    """

    model_config = ConfigDict(extra="allow", strict=True, frozen=True, defer_build=True)

    @classmethod
    def parse(cls, data: object) -> Self:
        """Return the model of `data`; raises `DocumentError` naming the first field that is wrong."""
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise _translated(error) from None

    def given(self) -> dict[str, Any]:
        """Return the fields as they were given, without the ones left out."""
        return self.model_dump(exclude_unset=True)


def _not_true(value: object) -> object:
    """Return the value, unless it is true or false: Python, and with it `Literal`, takes true for 1."""
    if isinstance(value, bool):
        raise PydanticCustomError("int_type", "a number is needed")  # `_translated` makes the sentence
    return value


class Envelope(Model):
    """The fields that every board document begins with; each game's document restricts `game` to its name."""

    format: Literal["longhouse-board"]
    version: Annotated[Literal[1], BeforeValidator(_not_true)]
    game: str


class Seat(Model):
    """The fields of every player in a document."""

    name: Word


def refuse_namesakes(seats: Iterable[Seat]) -> None:
    """Raise `DocumentError` where two players of a document have the same name."""
    refuse_repeats((f"players[{index}].name", seat.name) for index, seat in enumerate(seats))


def _translated(error: ValidationError) -> DocumentError:
    """Return the first of pydantic's findings as a `DocumentError`."""
    first = error.errors(include_url=False)[0]
    kind = first["type"]
    if kind == "missing":
        code = "missing"
    elif kind == "literal_error" and first["loc"] == ("version",):
        code = "version"
    elif kind == "too_short" and first["ctx"]["min_length"] == 1:
        code = "empty"
    elif kind == "too_long":
        return DocumentError(_path(first["loc"]), "many", first["ctx"]["actual_length"])
    elif kind == "string_too_long":
        code = "long"
    elif kind in ("literal_error", "enum"):
        code = "unknown"
    elif kind.endswith(("_type", "_parsing", "_from_float")):
        code = "type"
    else:
        code = "value"
    given = first["input"]
    return DocumentError(_path(first["loc"]), code, "{…}" if isinstance(given, Mapping) else given)


def _path(loc: tuple[int | str, ...]) -> str:
    path = ""
    for step in loc:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    return path or "document"
