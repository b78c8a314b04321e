"""Answers files: lists of taps, which say in a person's place what lies where in a photo."""

from __future__ import annotations

from typing import Annotated, TypeVar

from pydantic import Field

from games.documents import DocumentError
from games.envelope import Model

Coordinate = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]
"""One coordinate of a position in the upright photo, pixels."""

_Tap = TypeVar("_Tap", bound=Model)


def parse_answers(data: object, tap: type[_Tap]) -> tuple[_Tap, ...]:
    """Return the taps of an answers file.

    Args:
        data: the parsed JSON.
        tap: the model of one tap.

    Raises:
        DocumentError: it is not a list of such taps; the error names the field, such as ``answers[2].px``.
    """
    if not isinstance(data, list):
        raise DocumentError("answers", "type", data)
    return tuple(_parsed(item, tap, f"answers[{index}].") for index, item in enumerate(data))


def _parsed(item: object, tap: type[_Tap], prefix: str) -> _Tap:
    try:
        return tap.parse(item)
    except DocumentError as error:
        raise error.prefixed(prefix) from None
