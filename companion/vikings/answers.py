"""Applies the answer to a question of a photo: what is at one place of the fjord, and nothing else, changes."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from companion.boardgames.board_game import Form
from companion.language import N_
from companion.problems import Problem
from companion.vikings.cycle import put, tapped, without
from companion.vikings.fields import MOST_PAID, NO_PLACE, cell_in, number_in
from companion.vikings.moved import emptied, moved
from games.vikings.board import Player
from games.vikings.document import FURTHEST
from games.vikings.figures import FIGURES, FIGURES_OF_A_KIND, Sail, depth
from games.vikings.islands import PARTS
from games.vikings.ships import Ship

NONE = "none"
_GONE = N_("What was asked about is no longer there; tap what you see.")


def with_answer(player: Player, form: Form) -> Player:
    """Return the player after an answer.

    Fields: ``about``, as in the questions of a photo; ``row`` and ``column``, ``column`` or ``figure``, as there; and
    ``value``, one of the candidates, or ``none``. A candidate of ``place`` is the row and the column, such as
    ``jarl 2``.

    Raises:
        Problem: the fields are invalid, or the tile or ship that was asked about is gone.
    """
    about, value = form.get("about", ""), form.get("value", "")
    if about in ("tile", "part", "figure"):
        return _with_tile(player, form, about, value)
    if about in ("ship", "sail", "pays"):
        return _with_ship(player, form, about, value)
    if about == "place":
        return _at_place(player, form, value)
    for figure in FIGURES:
        if about == "home" and form.get("figure") == figure:
            return player.with_home(figure, number_in(value, FIGURES_OF_A_KIND, NO_PLACE) - player.home[figure])
    raise Problem(NO_PLACE)


def _with_tile(player: Player, form: Form, about: str, value: str) -> Player:
    cell = cell_in(form, form.get("column", ""))
    tile = player.laid.get(cell)
    if value == NONE and about != "figure":
        return without(player, cell)
    if about == "tile":
        return tapped(player, cell) if tile is None else player
    if tile is None:
        raise Problem(_GONE)
    if about == "figure":
        return put(player, cell, (tile.part, value != NONE))
    for part in PARTS:
        if value == part:
            return put(player, cell, (part, tile.figure is not None))
    raise Problem(NO_PLACE)


def _at_place(player: Player, form: Form, value: str) -> Player:
    """Return the player with all tiles and ships moved as far as a tile is from where it lies, or without any."""
    row, column = cell_in(form, form.get("column", ""))
    if (row, column) not in player.laid:
        raise Problem(_GONE)
    if value == NONE:
        return emptied(player)
    there, _, number = value.partition(" ")
    new_row, new_column = cell_in({"row": there}, number)
    return moved(player, depth(new_row) - depth(row), new_column - column)


def _with_ship(player: Player, form: Form, about: str, value: str) -> Player:
    column = number_in(form.get("column", ""), FURTHEST, NO_PLACE)
    old = next((ship for ship in player.ships if ship.column == column), None)
    if old is None:
        raise Problem(_GONE)
    if value == NONE:
        return replace(player, ships=tuple(ship for ship in player.ships if ship is not old))
    if about == "ship":
        return player
    new = replace(payment(old, value) if about == "pays" else _sailing(old, value), source=old.source)
    return replace(player, ships=tuple(new if ship is old else ship for ship in player.ships))


def payment(ship: Ship, text: str) -> Ship:
    """Return a ship that pays what a candidate such as ``gold 4`` says; raises `Problem` if it is none."""
    kind, _, number = text.partition(" ")
    amount = number_in(number, MOST_PAID, NO_PLACE)
    if kind == "gold":
        return Ship(ship.column, ship.sail, gold=amount)
    if kind == "points":
        return Ship(ship.column, ship.sail, points=amount)
    raise Problem(NO_PLACE)


def _sailing(ship: Ship, name: str) -> Ship:
    for sail in get_args(Sail):
        if name == sail:
            return replace(ship, sail=sail)
    raise Problem(NO_PLACE)
