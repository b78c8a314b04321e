"""Applies a tap to the document of a Nusfjord game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.boardgames.board_game import Document, Form
from companion.language import N_
from companion.nusfjord.form_fields import name_in, number_in, points_in, unused_name
from companion.problems import Problem
from games.nusfjord.board import ALONE, BASE, CAMPAIGN, rules_of
from games.nusfjord.campaign import GAMES
from games.nusfjord.ships import KINDS

COUNTED = ("shares_owned", "unissued", "gold", "free_spaces")
MOST_COUNTED, MOST_THINGS = 999, 60
"""The largest number that may be entered of anything, and the most things in a list, such as of buildings; chosen by
hand, above what any game brings."""

_NO_TAP = N_("This tap cannot be understood; load the page again.")
_GONE = N_("What you tapped is no longer there; reload the page.")
_FULL = N_("More than {most} things of one kind cannot be entered.")

Player = dict[str, Any]


def new_player(name: str) -> Player:
    """Return a harbour of which nothing has been entered yet."""
    return {"name": name, "buildings": [], "ships": [], **dict.fromkeys(COUNTED, 0)}


def changed(document: Document, player: int, form: Form) -> dict[str, Any]:
    """Return the document after a tap on the board of `player`, an index.

    The field ``tap`` of the form says which; ``choose`` changes nothing, for it only opens a thing to be corrected.

    Raises:
        Problem: The tap cannot be understood, what it means is not there, or a number is none.
    """
    tap = form.get("tap", "")
    if tap == "choose":
        return dict(document)
    if tap in _OF_THE_GAME:
        return {**document, "rules": _OF_THE_GAME[tap](rules_of(document), form)}
    if tap not in _OF_A_PLAYER:
        raise Problem(_NO_TAP)
    players = list(document["players"])
    players[player] = _OF_A_PLAYER[tap](dict(players[player]), form)
    return {**document, "players": players}


def _count(player: Player, form: Form) -> Player:
    """Set a count, or change it by `by`; it never falls below 0."""
    field = form.get("field", "")
    if field not in COUNTED:
        raise Problem(_NO_TAP)
    if form.get("by"):
        value = player[field] + number_in(form, "by", -MOST_COUNTED, MOST_COUNTED)
    else:
        value = number_in(form, "value", 0, MOST_COUNTED)
    return {**player, field: min(max(value, 0), MOST_COUNTED)}


def _build(player: Player, form: Form) -> Player:
    """Put a building on a space, or another in the place of the one with this `index`.

    One that has no name is called by the pattern in ``nameless``, in which ``{number}`` makes it the only one.
    """
    buildings = list(player["buildings"])
    name = name_in(form) or unused_name(form.get("nameless", ""), (building["name"] for building in buildings))
    if not name:
        raise Problem(_NO_TAP)
    building = {"name": name, "points": points_in(form)}
    if form.get("index"):
        index = _index(form, buildings)
        buildings[index] = {**buildings[index], **building}
    else:
        buildings.append(building)
    return {**player, "buildings": _few(buildings)}


def _launch(player: Player, form: Form) -> Player:
    if form.get("kind") not in KINDS:
        raise Problem(_NO_TAP)
    ship = {"kind": form["kind"], "points": points_in(form)}
    return {**player, "ships": _few([*player["ships"], ship])}


def _points(player: Player, form: Form) -> Player:
    """Set the points of a building or a ship."""
    things, field = _things(player, form)
    index = _index(form, things)
    things[index] = {**things[index], "points": points_in(form)}
    return {**player, field: things}


def _remove(player: Player, form: Form) -> Player:
    things, field = _things(player, form)
    del things[_index(form, things)]
    return {**player, field: things}


def _things(player: Player, form: Form) -> tuple[list[Any], str]:
    field = form.get("field", "")
    if field not in ("buildings", "ships"):
        raise Problem(_NO_TAP)
    return list(player[field]), field


def _index(form: Form, things: list[Any]) -> int:
    """Return the number of the building or ship that was tapped.

    Its name or kind (``called``) and the number of things (``of``), where the form has them, are those that were seen:
    a page in another window, or a second tap before the first was answered, may mean something that has moved since.
    """
    try:
        index = number_in(form, "index", 0, len(things) - 1)
    except Problem:
        raise Problem(_GONE) from None
    called = things[index].get("name", things[index].get("kind"))
    if form.get("called", called) != called or form.get("of", str(len(things))) != str(len(things)):
        raise Problem(_GONE)
    return index


def _few(things: list[Any]) -> list[Any]:
    if len(things) > MOST_THINGS:
        raise Problem(_FULL, most=MOST_THINGS)
    return things


def _variant(rules: Player, form: Form) -> Player:
    """Set the kind of solitaire game; `campaign_game` is the number of the game within a campaign."""
    variant = form.get("variant", "")
    if variant not in (BASE, *ALONE):
        raise Problem(_NO_TAP)
    rules = {key: value for key, value in rules.items() if key != "campaign_game"} | {"variant": variant}
    if variant == CAMPAIGN:
        rules["campaign_game"] = number_in(form, "campaign_game", 1, GAMES)
    return rules


_OF_A_PLAYER: Mapping[str, Callable[[Player, Form], Player]] = {
    "count": _count,
    "build": _build,
    "launch": _launch,
    "points": _points,
    "remove": _remove,
}
_OF_THE_GAME: Mapping[str, Callable[[Player, Form], Player]] = {"variant": _variant}
