"""The questions that a photo left open about a city, until a person has settled them by a tap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.boardgames.photos import doubts_of
from companion.hokkaido.city_document import Player
from games.hokkaido.city import Place

VALUE = "value"
"""What the question about the value of factories is about: all factories together, none of which is in doubt itself."""


def doubtful_places(city: Mapping[str, Any]) -> set[Place]:
    """Return the places of a city about which a question is open, other than the one about the value of factories."""
    asked = ((doubt.get("x"), doubt.get("y")) for doubt in doubts_of(city) if doubt.get("about") != VALUE)
    return {(x, y) for x, y in asked if isinstance(x, int) and isinstance(y, int)}


def is_asked(player: Player, places: Iterable[Place]) -> bool:
    """Return whether a question about one of these places is open."""
    return not doubtful_places(player).isdisjoint(places)


def confirmed(player: Player, places: Iterable[Place]) -> Player:
    """Return a player's part without the questions about these places, which a person has settled."""
    settled = set(places)
    return _without(player, lambda doubt: doubt.get("about") != VALUE and _place_of(doubt) in settled)


def answered(player: Player, place: Place, about: str) -> Player:
    """Return a player's part without the one question about a place."""
    return _without(player, lambda doubt: doubt.get("about") == about and _place_of(doubt) == place)


def value_known(player: Player) -> Player:
    """Return a player's part without the question about the value of a factory."""
    return _without(player, lambda doubt: doubt.get("about") == VALUE)


def _place_of(doubt: Mapping[str, Any]) -> tuple[Any, Any]:
    return doubt.get("x"), doubt.get("y")


def _without(player: Player, is_settled: Callable[[Mapping[str, Any]], bool]) -> Player:
    asked = doubts_of(player)
    left = [doubt for doubt in asked if not is_settled(doubt)]
    return {**player, "ask": left} if len(left) < len(asked) else player
