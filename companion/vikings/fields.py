"""Reads the places and numbers of a tap."""

from __future__ import annotations

from companion.boardgames.entry import Form
from companion.language import N_
from companion.numbers import whole_number
from companion.problems import Problem
from games.vikings.document import FURTHEST
from games.vikings.figures import ROWS, Cell

NO_PLACE = N_("Choose a place on the board first.")


def cell_in(form: Form, column: str) -> Cell:
    """Return the place of a tap in the rows of islands; raises `Problem` if there is none."""
    for row in ROWS:
        if form.get("row") == row:
            return row, number_in(column, FURTHEST, NO_PLACE)
    raise Problem(NO_PLACE)


def number_in(text: str, most: int, problem: str) -> int:
    """Return a number from 0 to `most`; raises `Problem` with this message if the text is none."""
    number = whole_number(text)
    if number is None or number > most:
        raise Problem(problem)
    return number
