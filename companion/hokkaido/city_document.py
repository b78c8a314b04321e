"""A player's part of a document of Hokkaido: squares and cubes as they are laid and taken away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.hokkaido.city import PRODUCTION, Place, Square, square_document

Player = dict[str, Any]


def new_player(name: str) -> Player:
    """Return a player's part of a document, with no square laid yet."""
    return {"name": name, "squares": [], "cubes": [], "goals": []}


def shows(player: Player, place: Place, square: Square) -> bool:
    """Return whether a square of this terrain and colour lies in a place."""
    return any(
        _at(s) == place and s["terrain"] == square.terrain and s.get("colour") == square.colour
        for s in player["squares"]
    )


def without(player: Player, places: Iterable[Place]) -> Player:
    """Return a player's part with nothing in these places."""
    gone = set(places)
    return {
        **player,
        "squares": [square for square in player["squares"] if _at(square) not in gone],
        "cubes": [cube for cube in player.get("cubes", []) if _at(cube) not in gone],
    }


def laid(player: Player, squares: Iterable[tuple[Place, Square]]) -> Player:
    """Return a player's part with these squares in their places; each production square gets its cube.

    Where the photo shows the places stays known.
    """
    new_squares = list(squares)
    px = {_at(s): {"px": s["px"]} for s in player["squares"] if "px" in s}
    player = without(player, (place for place, _ in new_squares))
    return {
        **player,
        "squares": [*player["squares"], *({**_square(at, square), **px.get(at, {})} for at, square in new_squares)],
        "cubes": [*player["cubes"], *(_cube(p, s.colour) for p, s in new_squares if s.terrain == PRODUCTION)],
    }


def has_cube(player: Player, place: Place) -> bool:
    """Return whether a cube lies in a place."""
    return any(_at(cube) == place for cube in player.get("cubes", []))


def with_cube(player: Player, place: Place, *, there: bool) -> Player:
    """Return a player's part with a cube of the square's colour in a place, or with none."""
    kept = [cube for cube in player.get("cubes", []) if _at(cube) != place]
    colour = next((s.get("colour") for s in player["squares"] if _at(s) == place), None)
    return {**player, "cubes": [*kept, _cube(place, colour)] if there and colour is not None else kept}


def _at(thing: dict[str, Any]) -> Place:
    return thing["x"], thing["y"]


def _square(place: Place, square: Square) -> dict[str, Any]:
    return {"x": place[0], "y": place[1], **square_document(square)}


def _cube(place: Place, colour: str | None) -> dict[str, Any]:
    return {"x": place[0], "y": place[1], "colour": colour}
