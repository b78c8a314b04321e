"""Reads the places of a tap on a city."""

from __future__ import annotations

from companion.boardgames.board_game import Form
from companion.language import N_
from companion.numbers import signed_number
from companion.problems import Problem
from games.hokkaido.city import Place

_MAX_COORDINATE, _MAX_PLACES = 10_000, 400
"""Squares from the origin, and places of one tap, at most."""
_NO_PLACE = N_("Choose a square on the board first.")


def places_in(form: Form) -> list[Place]:
    """Return the places in the field ``cells``, as ``x,y`` with spaces between, each once.

    Raises:
        Problem: there are none, too many, or one of them is no place.
    """
    pairs = form.get("cells", "").split()
    places = [place for place in map(_place, pairs) if place is not None]
    if not 0 < len(places) <= _MAX_PLACES or len(places) < len(pairs):
        raise Problem(_NO_PLACE)
    return list(dict.fromkeys(places))


def _place(pair: str) -> Place | None:
    left, _, right = pair.partition(",")
    x, y = signed_number(left), signed_number(right)
    if x is None or y is None or max(abs(x), abs(y)) > _MAX_COORDINATE:
        return None
    return x, y
