"""The kinds of points and their headings, for tables, panels and pages alike."""

from __future__ import annotations

from companion.language import N_
from companion.tally import Tally

HEADINGS = {
    "vikings": N_("Vikings"),
    "undisputed": N_("Undisputed"),
    "strength": N_("Strength"),
    "water": N_("Water"),
    "friendship": N_("Friendship"),
    "home": N_("Home"),
    "total": N_("Total"),
    "secure": N_("Secure"),
    "contested": N_("Contested"),
}
_EXTRA = ("undisputed", "strength", "water", "friendship", "home")


def kinds_of_points(tally: Tally) -> list[str]:
    """Return what points are made of at this table: vikings, and whatever else scores for somebody."""
    return ["vikings", *(kind for kind in _EXTRA if any(getattr(row, kind) for row in tally.scores.scores))]
