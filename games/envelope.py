"""What the documents of all games share: the envelope, types taken strictly, errors that name the field.

A document that breaks its form is refused with a `DocumentError`; one that is well-formed may still show a board that
the rules forbid, and that is what a rulebook's `status` is for. Fields that nobody knows are kept as they came.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from games.language import N_, translate

FORMAT, VERSION = "longhouse-board", 1

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


class DocumentError(ValueError):
    """A document that does not have the form asked for.

    Args:
        field: where it went wrong, such as ``players[1].squares[2].terrain``.
        code: missing, type, unknown, version, value, empty, twice, many, long or deep, or a code of the game's own.
        given: the value found there.
    """

    SENTENCES: ClassVar[Mapping[str, str]] = {
        "missing": N_("The field “{field}” is missing."),
        "type": N_("The field “{field}” has a value of the wrong type: {given}."),
        "unknown": N_("The field “{field}” has a value that is not known: {given}."),
        "version": N_(
            "The field “{field}” is {given}, which this program cannot read; update the program or choose another "
            "document."
        ),
        "value": N_("The field “{field}” has a value that is not allowed: {given}."),
        "empty": N_("The field “{field}” is empty; it needs one entry at least."),
        "twice": N_("The field “{field}” repeats what was given before: {given}."),
        "many": N_("The field “{field}” has more entries than any game needs: {given}."),
        "long": N_("The field “{field}” is too long: {given}; shorten it."),
        "deep": N_("The field “{field}” holds lists within lists deeper than any document; choose another file."),
    }
    """The English sentence for each code; a game adds its own in a subclass."""

    def __init__(self, field: str, code: str, given: object = None) -> None:
        """Keep the field, the code and the value; the text of the error is its English sentence."""
        self.field, self.code, self.given = field, code, given
        super().__init__(self.message())

    def prefixed(self, prefix: str) -> Self:
        """Return the same error for a document that is a part of another: ``prefix`` leads to its fields."""
        moved = type(self).__new__(type(self))  # subclasses take other arguments than their fields
        moved.__dict__.update(self.__dict__)
        moved.field = prefix + self.field
        moved.args = (moved.message(),)
        return moved

    def message(self, lang: str = "en") -> str:
        """Return one sentence that names the field, in English (``en``) or Russian (``ru``)."""
        return translate(self.SENTENCES[self.code], lang).format(field=self.field, given=shown(self.given))


def shown(given: object) -> str:
    """Return a value as text for a sentence: as JSON or Python writes it, at most 60 letters."""
    if given is None or isinstance(given, bool):
        return json.dumps(given)
    if isinstance(given, int) and abs(given) > 10**60:
        return "…"  # Python refuses to write numbers of thousands of digits
    # Cut before it is written, so that a long list costs no more than its begin.
    text = repr(given[:60] if isinstance(given, str | list | tuple) else given)
    return text if len(text) <= 60 else text[:57] + "…"


class Model(BaseModel):
    """A part of a document, validated with strict types; unknown fields are kept.

    How it is validated is worked out when a document of its kind is first parsed: for all kinds that reading a photo
    imports this takes 60 ms, and it needs few of them.
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


def refuse_repeats(named: Iterable[tuple[str, object]]) -> None:
    """Raise `DocumentError` at the first field of the pairs ``(field, value)`` whose value came before."""
    seen: set[object] = set()
    for field, value in named:
        if value in seen:
            raise DocumentError(field, "twice", list(value) if isinstance(value, tuple) else value)
        seen.add(value)


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
