"""What a game answers beside its score: legal moves, places for a tile, what happened between two boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from games.documents import DocumentError
from games.language import N_, translate
from games.notice import Notice

B = TypeVar("B")
Described = Mapping[str, Any]
"""A move, a place or an event as a document."""


@dataclass(frozen=True)
class Judged:
    """What happened between two boards, and what of it the rules forbid."""

    events: Sequence[Described] = ()
    warnings: Sequence[Notice] = ()

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return ``{"events": […], "warnings": […]}`` as the command prints it."""
        warnings = [warning.to_dict(lang) for warning in self.warnings]
        return {"events": [dict(event) for event in self.events], "warnings": warnings}


@dataclass(frozen=True)
class Answers(Generic[B]):
    """The answers of a game; each is None where the game has nothing of the kind, or not yet.

    Attributes:
        moves: the legal moves of a player, by name, on a board.
        place: the places on a board where a thing, given as a document, may be laid.
        judge: what happened between two boards.
        fields: the English label, marked for the catalogue, of each field of its moves, places and events.
        words: the English words, marked for the catalogue, of their kinds and of the values of their fields.
        why_not: the English sentence, marked for the catalogue, for each command that has no answer.
    """

    moves: Callable[[B, str], Sequence[Described]] | None = None
    place: Callable[[B, Any], Sequence[Described]] | None = None
    judge: Callable[[B, B], Judged] | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    why_not: Mapping[str, str] = field(default_factory=dict)

    def refuse(self, command: str, game: str) -> NoAnswer:
        """Return the error that says why a command has no answer for this game, whose English title is given."""
        return NoAnswer(self.why_not.get(command, NoAnswer.UNKNOWN), game=game, command=command)


class NoAnswer(DocumentError):
    """A document that a command cannot answer about; the sentence says why."""

    UNKNOWN: ClassVar[str] = N_("The rules of {game} have no answer to “{command}”; score and check know the game.")

    def __init__(self, sentence: str, *, game: str = "", command: str = "") -> None:
        """Keep the English sentence, marked for the catalogue, and the values of its placeholders."""
        self.sentence, self.game, self.command = sentence, game, command
        super().__init__("game", "unknown")

    def message(self, lang: str = "en") -> str:
        """Return the sentence in English (``en``) or Russian (``ru``)."""
        return translate(self.sentence, lang).format(game=translate(self.game, lang), command=self.command)


def fresh_notices(before: Iterable[Notice], after: Iterable[Notice]) -> list[Notice]:
    """Return the notices of a later board that did not hold for the earlier one."""
    old = {(notice.code, notice.player, tuple(notice.tiles)) for notice in before}
    return [notice for notice in after if (notice.code, notice.player, tuple(notice.tiles)) not in old]
