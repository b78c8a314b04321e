"""What a photo left in doubt about a harbour is asked until a tap says what is right."""

from __future__ import annotations

from companion.nusfjord.changes import new_player
from companion.nusfjord.photo.doubts import doubtful_things
from companion.nusfjord.tapping import change

_DOUBTS = [{"about": "building", "confidence": 0.5}, {"about": "free_spaces", "confidence": 0.6}]


def _asked(form: dict[str, str]) -> list[str]:
    player = {**new_player("Ann"), "ask": _DOUBTS}
    document = {"format": "longhouse-board", "version": 1, "game": "nusfjord", "players": [player]}
    return [doubt["about"] for doubt in change(document, 0, form)["players"][0].get("ask", [])]


def test_a_tap_on_what_was_doubtful_answers_it() -> None:
    assert _asked({"tap": "count", "field": "free_spaces", "by": "1"}) == ["building"]


def test_a_tap_on_something_else_leaves_doubts_open() -> None:
    assert _asked({"tap": "count", "field": "gold", "by": "1"}) == ["building", "free_spaces"]


def test_what_a_photo_left_in_doubt_is_marked() -> None:
    buildings = [{"name": name, "points": 2, "confidence": sure} for name, sure in (("Inn", 0.9), ("Inn", 0.5))]
    ships = [{"kind": "sloop", "points": 4}, {"kind": "cutter", "points": 6}]
    doubts = [
        {"about": "building", "candidates": ["Inn"], "confidence": 0.5},
        {"about": "ship", "candidates": ["cutter"], "confidence": 0.4},
        {"about": "shares_owned", "candidates": ["share"], "confidence": 0.3},
    ]
    player = {**new_player("Ann"), "buildings": buildings, "ships": ships, "ask": doubts}
    assert doubtful_things(player) == {"buildings:1", "ships:1", "shares_owned"}
    assert doubtful_things({**new_player("Ann"), "ask": [{"about": "building", "candidates": "Inn"}]}) == frozenset()
    assert doubtful_things(new_player("Ann")) == frozenset()
