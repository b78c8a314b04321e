"""Doubtful places of a reading, until the user settles them by a tap.

A doubt names a place by ``row`` and ``column``, a ship by its ``column`` alone, figures at home by ``figure`` alone.
Places are pairs of level and column: the ships' row is level 0, the home fjord column -1.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from companion.boardgames.board_game import Form
from companion.boardgames.photos import doubts_of
from companion.numbers import whole_number
from games.vikings.board import Player
from games.vikings.figures import BOATSWAIN, ROWS

Place = tuple[int, int]
AT_HOME = -1
_KINDS = (BOATSWAIN, *ROWS)
_PLACED = ("tile", "part", "ship", "sail", "pays")
"""What a question is about that has nothing more to ask where no tile or ship lies."""


def asked_places(player: Player) -> set[Place]:
    """Return the doubtful places of a player's fjord."""
    return {place for doubt in doubts_of(player.source) if (place := place_of(doubt)) is not None}


def answered(player: Player, form: Form) -> Player:
    """Return the player without the questions about the places of a tap."""
    doubts = doubts_of(player.source)
    left = [doubt for doubt in doubts if not _settled(doubt, form)]
    if len(left) == len(doubts):
        return player
    source = {key: value for key, value in player.source.items() if key != "ask"}
    return replace(player, source={**source, "ask": left} if left else source)


def _settled(doubt: Mapping[str, Any], form: Form) -> bool:
    """Return whether a tap settles a question.

    An answer settles its own question, or all about its place if it says that nothing lies there; any other tap settles
    all about its places.
    """
    if form.get("do") != "answer":
        return place_of(doubt) in _touched(form)
    asked_there: dict[str, Any] = {field: form[field] for field in ("row", "figure") if field in form}
    # The column of an answer about figures at home was not validated, because such a question has none.
    same_place = place_of(doubt) == place_of({**asked_there, "column": whole_number(form.get("column", ""))})
    nothing_there = form.get("about") in _PLACED and form.get("value") == "none"
    return same_place and (nothing_there or form.get("about") == doubt.get("about"))


def place_of(doubt: Mapping[str, Any]) -> Place | None:
    """Return the place of a question; ``None`` where it names none."""
    row, column, figure = doubt.get("row"), doubt.get("column"), doubt.get("figure")
    if isinstance(column, int):
        return (ROWS.index(row) + 1 if row in ROWS else 0), column
    return (_KINDS.index(figure), AT_HOME) if figure in _KINDS else None


def _touched(form: Form) -> Collection[Place]:
    """Return the places of a tap that has been validated already."""
    do, row = form.get("do"), form.get("row")
    if do == "home":
        return [(level, AT_HOME) for level, kind in enumerate(_KINDS) if kind == form.get("figure")]
    if do == "ship":
        return [(0, int(form["column"]))]
    level = next((depth for depth, name in enumerate(ROWS, start=1) if name == row), 0)
    if do == "tile":
        return [(level, int(form["column"]))]
    if do == "island":
        first, last = sorted((int(form["first"]), int(form["last"])))
        return [(level, column) for column in range(first, last + 1)]
    return ()
