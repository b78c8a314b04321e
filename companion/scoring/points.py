"""The kinds of points and their headings, for tables, panels and pages alike."""

from __future__ import annotations

from companion.scoring.fjords_tally import FjordsTally
from games.fjords.rulebook import RULEBOOK

_EXTRA = ("undisputed", "strength", "water", "friendship", "home")


def kinds_of_points(tally: FjordsTally) -> list[str]:
    """Return what points are made of at this table: vikings, and whatever else scores for somebody."""
    return ["vikings", *(kind for kind in _EXTRA if any(getattr(row, kind) for row in tally.scores.scores))]


def heading(kind: str, lang: str) -> str:
    """Return what a kind of points is called in this language."""
    return RULEBOOK.heading(kind, lang)
