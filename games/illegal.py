"""The error for moves that the rules forbid; each game lists its own rules in a subclass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games.language import translate


class IllegalMove(ValueError):
    """A move that breaks a rule: `code` names the rule, and the text of the error is the rule's sentence."""

    RULES: ClassVar[Mapping[str, str]] = {}
    """The English sentence for each code; each game lists its own in a subclass."""

    def __init__(self, move: object, code: str) -> None:
        """Keep the move and the rule's code."""
        self.move, self.code = move, code
        super().__init__(f"{move}: {self.message()}")

    def message(self, lang: str = "en") -> str:
        """Return the rule that the move breaks as a sentence, in English (``en``) or Russian (``ru``)."""
        return self.rule(self.code, lang)

    @classmethod
    def rule(cls, code: str, lang: str = "en") -> str:
        """Return the rule of this code as a sentence, in English (``en``) or Russian (``ru``)."""
        return translate(cls.RULES[code], lang)
