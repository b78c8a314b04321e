"""What a person says of squares and cards in a photo: taps in an answers file, or the documents that hold the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from games.documents import DocumentError
from games.envelope import Model
from games.hokkaido.document import WORKS, Colour, Terrain
from vision.answers_file import parse_tap
from vision.calibration_fields import Pair
from vision.hokkaido.cards import COLUMNS, ROWS


class SquareTap(Model):
    """The terrain of a square; production and factory have a colour."""

    terrain: Terrain
    colour: Colour | None = None


class Tap(SquareTap):
    """A tap on a square: ``px`` in the upright photo; whether there is a ``cube``; ``file``, the photo's name."""

    px: Pair
    cube: bool | None = None
    file: str | None = None


class CardTap(Model):
    """A tap on a card: its squares in rows from the top as printed, in either orientation."""

    px: Pair
    squares: Annotated[list[list[SquareTap]], Field(min_length=ROWS, max_length=ROWS, strict=False)]
    file: str | None = None


Answers = tuple[Tap | CardTap, ...]


def parse_answers(data: object) -> Answers:
    """Return the taps on squares and on cards.

    Accepts a list of taps, or the documents of spread out cards and of boards, whose parts have the same form.

    Raises:
        DocumentError: naming the field that is wrong.
    """
    if isinstance(data, Mapping):
        data = data.get("cards") or [square for city in _rows(data, "players") for square in _rows(city, "squares")]
    if not isinstance(data, list):
        raise DocumentError("answers", "type", data)
    return tuple(_tap(item, f"answers[{n}]") for n, item in enumerate(data))


def _rows(data: object, field: str) -> list[Any]:
    """Return the list in a field, empty if it is missing; raises `DocumentError` if it is not a list."""
    rows = data.get(field, []) if isinstance(data, Mapping) else None
    if not isinstance(rows, list):
        raise DocumentError(field, "type", rows)
    return rows


def _tap(item: object, field: str) -> Tap | CardTap:
    """Return what a person tapped; ``field`` names it in the errors that are raised."""
    if not (isinstance(item, Mapping) and "squares" in item):
        tap = parse_tap(item, Tap, field)
        _check_colours([tap], field)
        return tap
    card = parse_tap(item, CardTap, field)
    if any(len(row) != COLUMNS for row in card.squares):
        raise DocumentError(f"{field}.squares", "value", "[…]")
    _check_colours([square for row in card.squares for square in row], field)
    return card


def _check_colours(squares: list[Tap] | list[SquareTap], field: str) -> None:
    """Raise `DocumentError` where a production or factory has no colour."""
    if any(square.terrain in WORKS and square.colour is None for square in squares):
        raise DocumentError(f"{field}.colour", "missing")
