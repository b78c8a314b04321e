"""Notices: breaches of the rules on a board, and what else players should know about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.language import translate


class Notice(Protocol):
    """A breach of the rules on a board, or something else that players should know about it."""

    @property
    def code(self) -> str:
        """The kind of notice, for programs, such as ``broken-range``."""

    @property
    def player(self) -> str | None:
        """The name of the player whom it concerns; None where it concerns no single player."""

    @property
    def tiles(self) -> Sequence[tuple[int, int]]:
        """The places of the board that it is about."""

    def message(self, lang: str = "en") -> str:
        """Return the notice as a sentence for players, in English (``en``) or Russian (``ru``)."""

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the notice as ``check`` prints it: ``code``, ``tiles``, ``player`` if it has one, ``message``."""


@dataclass(frozen=True)
class RuleNotice:
    """A notice made of one sentence, for games that need no more.

    Attributes:
        code: the kind of notice, for programs.
        sentence: the English sentence, marked for the catalogue, with ``{player}`` where the name goes.
        player: the player whom it concerns, if it concerns one.
        tiles: the places of the board that it is about, as pairs of integers.
        words: further places of the sentence and the marked English words that fill them.
        names: further places of the sentence and the names that fill them in every language.
    """

    code: str
    sentence: str
    player: str | None = None
    tiles: tuple[tuple[int, int], ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    names: tuple[tuple[str, str], ...] = ()

    def message(self, lang: str = "en") -> str:
        """Return the sentence in this language."""
        words = {place: translate(word, lang) for place, word in self.words}
        return translate(self.sentence, lang).format(player=self.player, **words, **dict(self.names))

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """Return the notice as ``check`` prints it."""
        written: dict[str, Any] = {"code": self.code, "tiles": [list(tile) for tile in self.tiles]}
        if self.player is not None:
            written["player"] = self.player
        return {**written, "message": self.message(lang)}
