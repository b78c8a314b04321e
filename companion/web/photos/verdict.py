"""Who wins or leads, with how many points: the first line of a tally."""

from __future__ import annotations

from dataclasses import dataclass

from companion.web.board.view import Mark, View

WINS, LEADS, LEVEL, NOBODY = "wins", "leads", "level", "nobody"


@dataclass(frozen=True)
class Verdict:
    """The result in one line.

    Attributes:
        what: ``wins`` where nobody can settle any more and no doubt can change the score, ``leads`` before,
            ``level`` without a single first, or ``nobody`` without points.
        name: the first player's shown name; empty unless somebody wins or leads.
        colours: the first player's marks.
        points: all points, the most first.
    """

    what: str
    name: str
    colours: tuple[Mark, ...]
    points: tuple[int, ...]


def verdict_of(view: View, has_winner: bool) -> Verdict:
    """Return the result of a tally; `has_winner` tells whether the leader has won."""
    points = tuple(sorted((player.total for player in view.players), reverse=True))
    first = next((player for player in view.players if player.leads), None)
    if first is not None:
        what = WINS if has_winner else LEADS
        return Verdict(what, first.shown, first.marks, points)
    return Verdict(LEVEL if any(points) else NOBODY, "", (), points)
