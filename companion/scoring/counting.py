"""A board of any game with what its rules say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.scoring.tally import Tally
from games.fjords.rulebook import RULEBOOK as FJORDS
from games.rulebook import Notice, Rulebook, Told, rulebook_of


@dataclass(frozen=True)
class Counted:
    """One board, counted.

    Attributes:
        rulebook: the game's rules.
        board: what the rulebook takes for a board.
        score: the score document.
        notices: everything that the rules say of the board.
    """

    rulebook: Rulebook[Any]
    board: Any
    score: Mapping[str, Any]
    notices: Sequence[Notice]


def count(document: object, told: Told = ()) -> Counted:
    """Count a board document by the rules of its ``game``, with what its record tells beside it.

    Raises `DocumentError` where the document does not have the form.
    """
    rulebook = rulebook_of(document)
    board = rulebook.recorded(rulebook.read(document), told)
    return Counted(rulebook, board, rulebook.score(board), rulebook.status(board))


def counted(tally: Tally) -> Counted:
    """Return a tally of Fjords as the board of one game among others."""
    return Counted(FJORDS, tally.board, tally.scores.to_dict(), tally.warnings)
