"""The kinds of points and their headings, for tables, panels and pages alike."""

from __future__ import annotations

from companion.scoring.fjords_tally import FjordsTally
from games.fjords.rulebook import RULEBOOK

_OPTIONAL_KINDS = ("undisputed", "strength", "water", "friendship", "home")


def kinds_of_points(tally: FjordsTally) -> list[str]:
    """Return the kinds of points to show: vikings, and any other for which a player has points."""
    return ["vikings", *(kind for kind in _OPTIONAL_KINDS if any(getattr(row, kind) for row in tally.scores.scores))]


def heading(kind: str, lang: str) -> str:
    """Return the heading of a kind of points in this language."""
    return RULEBOOK.heading(kind, lang)
