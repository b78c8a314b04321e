"""Whether what is still in doubt about a photo could change the score, so that nobody can be said to have won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.record.doubts.answers import answered
from companion.record.doubts.asked import Asked, is_asked
from companion.scoring.caveats import caveats_in
from companion.scoring.fjords_tally import FjordsTally
from companion.scoring.tally import Tally
from games.documents import DocumentError
from games.fjords.board import Board
from games.fjords.scoring import score

_MANY_PLACES = 3
"""Places settled by one answer from which its question always matters: only the effect on its own place is tried."""


def has_winner(tally: Tally, that_matter: Sequence[Asked] | None = None) -> bool:
    """Return whether the leader has won: the game is over, and nothing in doubt about the board could change it.

    Args:
        tally: the board, counted.
        that_matter: its questions that matter, where they are known already.
    """
    if not tally.is_decided or not isinstance(tally, FjordsTally):
        return tally.is_decided
    if caveats_in(tally.document, "en"):
        return False
    if that_matter is None:
        that_matter = questions_that_matter(tally.document, doubts_in(tally.document))
    return not that_matter


def doubts_in(document: Mapping[str, Any]) -> list[Asked]:
    """Return the well-formed questions of a board document, which may come from anywhere."""
    asked = document.get("ask")
    return [doubt for doubt in asked if is_asked(doubt)] if isinstance(asked, Sequence) else []


def questions_that_matter(document: Mapping[str, Any], asked: Sequence[Asked]) -> list[Asked]:
    """Return the questions of a board document whose answers could change the score, in their order.

    Each candidate is tried alone, and the second candidates of those that change nothing alone are tried together.

    Args:
        document: the board document.
        asked: its well-formed questions.
    """
    now = _points(document)
    alone = [doubt for doubt in asked if _settles_many(doubt) or any(p != now for p in _tried(document, doubt))]
    rest = [doubt for doubt in asked if doubt not in alone]
    seconds = [{**doubt, "answer": doubt["candidates"][1]} for doubt in rest if len(doubt["candidates"]) > 1]
    if len(seconds) > 1 and _points(_after(document, seconds)) != now:
        return list(asked)
    return alone


def _settles_many(doubt: Asked) -> bool:
    return bool(doubt.get("covers", 1) >= _MANY_PLACES)


def _tried(document: Mapping[str, Any], doubt: Asked) -> Iterator[object]:
    """Yield the points after each candidate."""
    board = Board.from_document(document)
    owners = [player.colours[0] for player in board.players] if doubt["about"] in ("stone", "home") else []
    for candidate in doubt["candidates"]:
        for owner in owners if candidate == "home" else (None,):
            given = {**doubt, "answer": candidate} | ({} if owner is None else {"colour": owner})
            yield _points(_after(document, [given]))


def _after(document: Mapping[str, Any], given: list[dict[str, Any]]) -> Mapping[str, Any]:
    try:
        return answered(document, given)
    except DocumentError:
        # An answer that this board cannot take, such as edges that its regions do not fit, says nothing of the score.
        return document


def _points(document: Mapping[str, Any]) -> tuple[dict[str, int], str | None]:
    sheet = score(Board.from_document(document))
    return {row.player: row.total for row in sheet.scores if row.total}, sheet.winner
