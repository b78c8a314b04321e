"""Reads names and numbers from the fields of Nusfjord's forms."""

from __future__ import annotations

from collections.abc import Iterable

from companion.boardgames.board_game import Form
from companion.language import N_
from companion.numbers import signed_number
from companion.problems import Problem

LONGEST_NAME = 60
"""Letters of a name; longer names are cut off. Chosen by hand."""
MOST_POINTS = 99
"""Largest number of points, and of each thing in the price of a card."""
_NOTHING = N_("A number is missing; enter a whole number from {least} to {most}.")
_NO_NUMBER = N_("“{given}” is not a whole number from {least} to {most}.")


def number_in(form: Form, field: str, least: int, most: int) -> int:
    """Return the whole number in a field; raises `Problem` if it is missing or out of bounds."""
    given = form.get(field, "").strip()
    if not given:
        raise Problem(_NOTHING, least=least, most=most)
    number = signed_number(given)
    if number is None or not least <= number <= most:
        raise Problem(_NO_NUMBER, given=given[:20], least=least, most=most)
    return number


def points_in(form: Form, field: str = "points") -> int:
    """Return the points in a field, which may be negative; raises like `number_in`."""
    return number_in(form, field, -MOST_POINTS, MOST_POINTS)


def amount_in(form: Form, field: str) -> int:
    """Return the amount of a thing in a field, 0 where it is empty; raises like `number_in`."""
    return number_in(form, field, 0, MOST_POINTS) if form.get(field, "").strip() else 0


def name_in(form: Form, field: str = "name") -> str:
    """Return the name in a field; empty where it is missing."""
    return tidy_name(form.get(field, ""))


def tidy_name(text: str) -> str:
    """Return a name as it is kept: without spaces that nobody sees, and not too long."""
    return " ".join(text.split())[:LONGEST_NAME]


def unused_name(pattern: str, taken: Iterable[str]) -> str:
    """Return a name that no other thing has.

    Args:
        pattern: the name, in which ``{number}`` stands for the first number that makes it differ.
        taken: the names of the others.
    """
    others = set(taken)
    names = (pattern[:LONGEST_NAME].replace("{number}", str(number)) for number in range(1, len(others) + 2))
    return next((name for name in names if name not in others), pattern[:LONGEST_NAME])
