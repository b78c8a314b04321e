"""The tally of a board of any game: its score, and the notices of its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rulebook import Notice, RecordedFacts, Rulebook, rulebook_of


@dataclass(frozen=True, eq=False)
class Tally:
    """A board with its score and notices.

    Attributes:
        rulebook: the game's rules.
        board: the board as the rulebook represents it.
        score: the score document.
        notices: every notice of the rules about the board.
    """

    rulebook: Rulebook[Any]
    board: Any
    score: Mapping[str, Any]
    notices: Sequence[Notice]

    @property
    def is_decided(self) -> bool:
        """Whether the board shows that the game is over; a photo of it may be in doubt all the same."""
        return self.rulebook.over(self.board)


def tally_of(document: object, facts: RecordedFacts = ()) -> Tally:
    """Return the tally of a board document by the rules of its ``game``.

    Args:
        document: the board document, as parsed from JSON.
        facts: those of the game's record that the document does not hold.

    Raises:
        DocumentError: the document is malformed.
    """
    rulebook = rulebook_of(document)
    board = rulebook.recorded(rulebook.read(document), facts)
    return Tally(rulebook, board, rulebook.score(board), rulebook.status(board))
