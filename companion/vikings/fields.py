"""Reads the places, numbers and ships of a tap."""

from __future__ import annotations

from typing import get_args

from companion.boardgames.board_game import Form
from companion.language import N_
from companion.numbers import whole_number
from companion.problems import Problem
from games.vikings.document import FURTHEST
from games.vikings.figures import ROWS, Cell, Sail
from games.vikings.ships import Ship

NO_PLACE = N_("Choose a place on the board first.")
_NO_SHIP = N_("Choose the colour of the sail, and points or gold from 0 to 99.")
MOST_HELD, MOST_PAID = 999, 99
"""Points, or gold, that a player may hold and that a ship may pay."""


def cell_in(form: Form, column: str) -> Cell:
    """Return the place of a tap in the rows of islands; raises `Problem` if there is none."""
    for row in ROWS:
        if form.get("row") == row:
            return row, number_in(column, FURTHEST, NO_PLACE)
    raise Problem(NO_PLACE)


def ship_in(form: Form, column: int) -> Ship:
    """Return the ship of the tools: its ``sail``, and the ``amount`` of ``kind``, ``points`` or ``gold``, that it pays.

    Raises:
        Problem: one of the fields is wrong.
    """
    amount = number_in(form.get("amount", ""), MOST_PAID, _NO_SHIP)
    for sail in get_args(Sail):
        if form.get("sail") == sail and form.get("kind") == "points":
            return Ship(column, sail, points=amount)
        if form.get("sail") == sail and form.get("kind") == "gold":
            return Ship(column, sail, gold=amount)
    raise Problem(_NO_SHIP)


def number_in(text: str, most: int, problem: str) -> int:
    """Return a number from 0 to `most`; raises `Problem` with this message if the text is none."""
    number = whole_number(text)
    if number is None or number > most:
        raise Problem(problem)
    return number
