"""What all board documents have in common apart from their validation: the format, and the error that names a field.

It is apart from `games.envelope`: reading a photo parses no document, and Pydantic is slow to import.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

from games.language import N_, translate

FORMAT, VERSION = "longhouse-board", 1


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
    # Cut before it is written, so that a long list costs no more than its beginning.
    text = repr(given[:60] if isinstance(given, str | list | tuple) else given)
    return text if len(text) <= 60 else text[:57] + "…"


def refuse_repeats(named: Iterable[tuple[str, object]]) -> None:
    """Raise `DocumentError` at the first field of the pairs ``(field, value)`` whose value came before."""
    seen: set[object] = set()
    for field, value in named:
        if value in seen:
            raise DocumentError(field, "twice", list(value) if isinstance(value, tuple) else value)
        seen.add(value)
