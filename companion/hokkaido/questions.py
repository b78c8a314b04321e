"""The questions that a photo left open about a city, with drawn answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.boardgames.board_game import Document
from companion.boardgames.photos import candidates_of, doubts_of, point_of
from companion.boardgames.questions import BoardAnswer, BoardQuestion, Place, close_up_of_square
from companion.boardgames.seen import SeenThing, seen_in_squares
from companion.hokkaido.brushes import ERASER, drawing_of, drawing_on_photo, square_of
from companion.hokkaido.doubts import VALUE, doubtful_places
from companion.hokkaido.painting import HIGH_VALUE
from companion.language import N_, Translate, translator
from games.hokkaido.city import Square
from games.hokkaido.document import FACTORY_VALUE
from games.hokkaido.svg import square_name

_WHAT, _CUBE = N_("What is here?"), N_("Is there a cube on this square?")
_NOTHING, _WITH, _WITHOUT = N_("Nothing"), N_("With a cube"), N_("Without a cube")
_WHICH_VALUE = N_("Does a factory earn 5 points? On side B, one start province has one that does.")
_USUAL_VALUES = N_("None: 4 each")
_NONE = "none"
_YES_OR_NO = 2
Asked = tuple[str, tuple[BoardAnswer, ...]]
"""A question's sentence and its answers."""


def next_question(document: Document, player: int, lang: str) -> BoardQuestion | None:
    """Return the first open question about a player's city; ``None`` where none is open."""
    city, say = document["players"][player], translator(lang)
    for doubt in doubts_of(city):
        place = doubt.get("x"), doubt.get("y")
        if not all(isinstance(value, int) for value in place):
            continue
        asked = _ASKED.get(str(doubt.get("about")), _square)(city, doubt, say, lang)
        if asked is None:
            continue
        sentence, answers = asked
        is_here = doubt.get("about") != VALUE or len(answers) == _YES_OR_NO
        shown = close_up_of_square(_pixels(city), place) if is_here else None  # type: ignore[arg-type]  # whole numbers
        return BoardQuestion(say(sentence), answers, f"place_{place[0]}_{place[1]}", shown)
    return None


def seen_in_photo(document: Document, player: int, _lang: str) -> Iterator[SeenThing]:
    """Yield the squares of a player's city as they are drawn on the photo that it was read from."""
    city = document["players"][player]
    cubes = {(cube["x"], cube["y"]) for cube in city.get("cubes", ())}
    asked = doubtful_places(city)
    drawings, places = {}, {}
    for square in city["squares"]:
        at = square["x"], square["y"]
        drawings[at] = drawing_on_photo(_drawn(square), at in cubes)
        places[at] = f"place_{at[0]}_{at[1]}"
    doubtful = {places[at] for at in asked if at in places}
    for thing in seen_in_squares(_pixels(city), drawings, places):
        yield replace(thing, is_doubtful=thing.place in doubtful)


def _drawn(square: Document) -> Square:
    return Square(square["terrain"], square.get("colour"), square.get("value", FACTORY_VALUE))


def _pixels(city: Document) -> dict[Place, tuple[float, float]]:
    """Return where the photo shows the middles of squares."""
    return {(s["x"], s["y"]): px for s in city["squares"] if (px := point_of(s)) is not None}


def _square(_: Document, doubt: dict[str, Any], say: Translate, lang: str) -> Asked | None:
    codes = [code for code in candidates_of(doubt) if isinstance(code, str)]
    answers = tuple(_squares([*codes, *([] if _NONE in codes else [_NONE])], doubt, say, lang))
    return (_WHAT, answers) if len(answers) > 1 else None


def _squares(codes: list[str], doubt: dict[str, Any], say: Translate, lang: str) -> Iterator[BoardAnswer]:
    at = {"cells": f"{doubt['x']},{doubt['y']}", "about": "square"}
    for code in codes:
        square = square_of(code)
        if code == _NONE:
            yield BoardAnswer(say(_NOTHING), drawing_of(None), {**at, "brush": ERASER})
        elif square is not None:
            name = square_name(square, lang)
            yield BoardAnswer(name[:1].upper() + name[1:], drawing_of(square), {**at, "brush": code})


def _cube(city: Document, doubt: dict[str, Any], say: Translate, _: str) -> Asked | None:
    place = doubt["x"], doubt["y"]
    found = next((s for s in city["squares"] if (s["x"], s["y"]) == place and s.get("colour")), None)
    if found is None:
        return None
    square = Square(found["terrain"], found["colour"])
    at = {"cells": f"{place[0]},{place[1]}", "about": "cube"}
    answers = (
        BoardAnswer(say(_WITH), drawing_of(square, with_cube=True), {**at, "cube": "cube"}),
        BoardAnswer(say(_WITHOUT), drawing_of(square, with_cube=False), {**at, "cube": _NONE}),
    )
    likely_first = answers if candidates_of(doubt)[:1] in ([], ["cube"]) else answers[::-1]
    return _CUBE, likely_first


def _value(city: Document, doubt: dict[str, Any], say: Translate, lang: str) -> Asked | None:
    there = {square_of(f"{s['terrain']}-{s.get('colour')}") for s in city["squares"]}
    codes = [code for code in candidates_of(doubt) if isinstance(code, str)]
    offered = [(code, square) for code in codes if (square := square_of(code)) is not None and square in there]
    if not offered:
        return None
    plain = BoardAnswer(say(_USUAL_VALUES), drawing_of(offered[0][1]), {"about": VALUE, "brush": _NONE})
    valuable = (
        BoardAnswer(
            f"{square_name(square, lang).capitalize()}: {HIGH_VALUE}",
            drawing_of(replace(square, value=HIGH_VALUE)),
            {"about": VALUE, "brush": code},
        )
        for code, square in offered
    )
    return _WHICH_VALUE, (plain, *valuable)


_ASKED: Mapping[str, Callable[[Document, dict[str, Any], Translate, str], Asked | None]] = {
    "square": _square,
    "cube": _cube,
    VALUE: _value,
}
