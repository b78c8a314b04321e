"""Applies the answer to a question that a photo left open about a city."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.boardgames.board_game import Form
from companion.hokkaido.brushes import square_of
from companion.hokkaido.city_document import Player, shows, with_cube
from companion.hokkaido.doubts import VALUE, answered, confirmed, value_known
from companion.hokkaido.painting import HIGH_VALUE, painted
from companion.hokkaido.places import places_in
from games.hokkaido.city import FACTORY


def with_answer(player: Player, form: Form) -> Player:
    """Return a player's part after an answer: other questions stay unless they were about what is not there.

    Fields: ``about``, ``square``, ``cube`` or ``value``, with the answer in ``brush`` or in ``cube``, and ``cells``.

    Raises:
        Problem: the fields name no place or no brush.
    """
    brush = form.get("brush", "")
    if form.get("about") == VALUE:
        return _with_valuable_factory(player, brush)
    place = places_in(form)[0]
    if form.get("about") == "cube":
        return answered(with_cube(player, place, there=form.get("cube") == "cube"), place, "cube")
    square = square_of(brush)
    if square is not None and shows(player, place, square):
        return answered(player, place, "square")
    return confirmed(painted(player, [place], brush), [place])


def _with_valuable_factory(player: Player, brush: str) -> Player:
    """Return a player's part with the factory of a start province, the first of the brush's colour, or with none."""
    player, square = value_known(player), square_of(brush)
    if square is None or square.terrain != FACTORY:
        return player
    index = next((n for n, s in enumerate(player["squares"]) if square_of(_code(s)) == square), None)
    squares = [{**s, "value": HIGH_VALUE} if n == index else s for n, s in enumerate(player["squares"])]
    return {**player, "squares": squares}


def _code(square: Mapping[str, Any]) -> str:
    return "-".join(filter(None, (square["terrain"], square.get("colour"))))
