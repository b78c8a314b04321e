"""The rows of a form in which things in a photo are named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite

from flask import request

from companion.web.teach.names import code_of

_LONGEST_NAME = 40
"""Letters of a colour's name; longer names are cut off. Chosen by hand."""


@dataclass(frozen=True)
class NamedRow:
    """A row: a place in the photo, pixels, and what is said to be there.

    Attributes:
        px: the place.
        name: the English name of a colour, or another name as it was typed; empty where nothing was.
        kind: of the thing; empty where it is none.
    """

    px: tuple[float, float]
    name: str
    kind: str


def sent_rows(most: int) -> Iterator[NamedRow]:
    """Yield the rows in the fields ``x-0``, ``y-0``, ``name-0`` and ``kind-0``… of the form that have a place.

    Args:
        most: how many rows the form has at most.
    """
    form = request.form
    for number in range(most):
        x, y = form.get(f"x-{number}", type=float), form.get(f"y-{number}", type=float)
        if x is not None and y is not None and isfinite(x) and isfinite(y):
            name = code_of(form.get(f"name-{number}", "").strip()[:_LONGEST_NAME])
            yield NamedRow((x, y), name, form.get(f"kind-{number}", ""))
