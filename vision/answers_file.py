"""Answers files: lists of taps, which say in a person's place what lies where in a photo."""

from __future__ import annotations

from typing import TypeVar

from games.documents import DocumentError
from games.envelope import Model

_Tap = TypeVar("_Tap", bound=Model)


def parse_tap_list(data: object, tap: type[_Tap]) -> tuple[_Tap, ...]:
    """Return the taps of an answers file.

    Args:
        data: the parsed JSON.
        tap: the model of one tap.

    Raises:
        DocumentError: it is not a list of such taps; the error names the field, such as ``answers[2].px``.
    """
    if not isinstance(data, list):
        raise DocumentError("answers", "type", data)
    return tuple(parse_tap(item, tap, f"answers[{index}]") for index, item in enumerate(data))


def parse_tap(item: object, tap: type[_Tap], field: str) -> _Tap:
    """Return one tap; raises a `DocumentError` whose field begins with this one."""
    try:
        return tap.parse(item)
    except DocumentError as error:
        raise error.prefixed(f"{field}.") from None
