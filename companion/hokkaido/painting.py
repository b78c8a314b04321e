"""Paints squares of a city with a brush."""

from __future__ import annotations

from companion.hokkaido.brushes import ERASER, square_of
from companion.hokkaido.city_document import Player, has_cube, laid, shows, with_cube, without
from companion.hokkaido.doubts import is_asked, value_known
from companion.language import N_
from companion.problems import Problem
from games.hokkaido.city import FACTORY, PRODUCTION, Place, Square
from games.hokkaido.document import FACTORY_VALUE

HIGH_VALUE = 5
"""The value of the one factory in a start province of side B."""
_VALUES = (FACTORY_VALUE, HIGH_VALUE, 6, 2, 3)
"""Values of a factory, in the order in which taps cycle through them."""
NO_BRUSH = N_("First choose what the square shows.")


def painted(player: Player, places: list[Place], brush: str) -> Player:
    """Return a player's part after places were painted; one that shows the same already is changed further.

    Raises:
        Problem: the brush paints nothing.
    """
    if brush == ERASER:
        return without(player, places)
    square = square_of(brush)
    if square is None:
        raise Problem(NO_BRUSH)
    if len(places) == 1 and shows(player, places[0], square):
        # A tap on what is asked about confirms it.
        return player if is_asked(player, places) else _painted_again(player, places[0], square)
    return laid(player, [(place, square) for place in places if not shows(player, place, square)])


def _painted_again(player: Player, place: Place, square: Square) -> Player:
    """Return a player's part after a tap with the square's own brush: toggles the cube or changes the value."""
    if square.terrain == PRODUCTION:
        return with_cube(player, place, there=not has_cube(player, place))
    if square.terrain == FACTORY:
        return value_known(_with_next_value(player, place))
    return player


def _with_next_value(player: Player, place: Place) -> Player:
    (old,) = (s for s in player["squares"] if (s["x"], s["y"]) == place)
    value = old.get("value", FACTORY_VALUE)
    later = _VALUES[(_VALUES.index(value) + 1) % len(_VALUES)] if value in _VALUES else FACTORY_VALUE
    changed = {key: held for key, held in old.items() if key != "value"}
    if later != FACTORY_VALUE:
        changed["value"] = later
    return {**player, "squares": [changed if s is old else s for s in player["squares"]]}
