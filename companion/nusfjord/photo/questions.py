"""The questions that a photo left open about a harbour, with drawn answers, and what was read, on the photo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

from markupsafe import Markup

from companion.boardgames.board_game import Document
from companion.boardgames.photos import candidates_of, doubts_of, point_of
from companion.boardgames.questions import BoardAnswer, BoardQuestion
from companion.boardgames.seen import SeenThing, seen_around
from companion.language import N_, Translate, translator
from companion.nusfjord.photo.answers import ANSWER, NONE, UNKNOWN, counted_things, key_of_question
from companion.web.board.overlay import CloseUp
from games.nusfjord.drawing.glyphs import SPACE, paint, ship
from games.nusfjord.ships import KINDS, LENGTHS
from games.nusfjord.words import word
from games.svg_templates import SvgTemplates

NAMELESS = N_("Building {number}")
_BUILDING, _WHICH, _SHIP = N_("Is this building “{name}”?"), N_("Is this a building?"), N_("Is this a ship: {name}?")
_COUNTS = {
    "shares_owned": N_("How many shares does this player own?"),
    "free_spaces": N_("How many building spaces are free?"),
}
_THERE = {"shares_owned": N_("Is this a share?"), "free_spaces": N_("Is this a free building space?")}
_HOW_MANY_SHIPS = N_("How many ships of this kind: {name}?")
_YES, _NOTHING, _OTHER_CARD = N_("Yes"), N_("Nothing"), N_("A building that was not taught")
_FALLBACK_PX = 240.0
"""Pixels that a card is taken to be across where a photo shows only one thing. Chosen by hand."""
_ACROSS = 0.8
"""Width of a card beside the distance to the nearest thing. Chosen by hand; the photos' cards lie close together."""
_TEMPLATES = SvgTemplates(__package__)


def next_question(document: Document, player: int, lang: str) -> BoardQuestion | None:
    """Return the first open question about a player's harbour that can be drawn; ``None`` where there is none."""
    seat, say = document["players"][player], translator(lang)
    for doubt in doubts_of(seat):
        sentence, answers = _asked(seat, doubt, say, lang)
        if len(answers) > 1:
            return BoardQuestion(sentence, tuple(answers), _place_of(seat, doubt), _close_up(seat, doubt))
    return None


def seen_in_photo(document: Document, player: int, lang: str) -> Iterator[SeenThing]:
    """Yield the things of a player as they are drawn on the photo that they were read from."""
    seat = document["players"][player]
    across = _across(seat)
    doubtful = [px for doubt in doubts_of(seat) if (px := point_of(doubt)) is not None]
    for field, drawn in (("buildings", "building"), ("ships", "ship")):
        for index, thing in enumerate(seat[field]):
            if (px := point_of(thing)) is not None:
                drawing = _card(thing["name"]) if field == "buildings" else _ship(thing["kind"], seat)
                yield seen_around(px, across, f"{drawn}-{index}", drawing, px in doubtful)
    for field, drawn, first in (("shares_owned", "share", 1), ("free_spaces", "space", 0)):
        counted = [point_of(one) for one in counted_things(seat) if one.get("about") == field]
        places = [px for px in counted if px is not None]
        # Once the number was changed by hand it is not known which of them are meant.
        if len(places) == seat[field]:
            for number, px in enumerate(places, start=first):
                yield seen_around(px, across, f"{drawn}-{number}", _number(1, field), px in doubtful)


def _asked(
    seat: Mapping[str, Any], doubt: Mapping[str, Any], say: Translate, lang: str
) -> tuple[str, list[BoardAnswer]]:
    """Return the sentence of a question and its answers, the likeliest first; none where it cannot be drawn."""
    about, values = str(doubt.get("about")), candidates_of(doubt)
    if about == "building":
        return _building(seat, doubt, values, say)
    if about == "ship" or (about == "ships" and doubt.get("kind") in KINDS):
        return _of_ships(seat, doubt, values, say, lang)
    if about in _COUNTS:
        if "px" not in doubt:
            return say(_COUNTS[about]), [_answer(doubt, n, str(n), _number(n, about)) for n in values]
        there = [_answer(doubt, about, say(_YES), _number(1, about)), _answer(doubt, NONE, say(_NOTHING), _nothing())]
        return say(_THERE[about]), there
    return "", []


def _building(
    seat: Mapping[str, Any], doubt: Mapping[str, Any], values: list[Any], say: Translate
) -> tuple[str, list[BoardAnswer]]:
    named = next((str(value) for value in values if value not in (UNKNOWN, NONE)), "")
    # Nobody knows its points: it is opened to be corrected, behind the buildings that stay.
    chosen = f"buildings:{sum(building.get('px') != doubt.get('px') for building in seat['buildings'])}"
    other = _answer(doubt, UNKNOWN, say(_OTHER_CARD), _card("?"), nameless=say(NAMELESS), chosen=chosen)
    nothing = _answer(doubt, NONE, say(_NOTHING), _nothing())
    if not named:
        return say(_WHICH), [other, nothing]
    return say(_BUILDING).format(name=named), [_answer(doubt, named, named, _card(named)), other, nothing]


def _of_ships(
    seat: Mapping[str, Any], doubt: Mapping[str, Any], values: list[Any], say: Translate, lang: str
) -> tuple[str, list[BoardAnswer]]:
    if doubt["about"] == "ships":
        kind = str(doubt["kind"])
        numbers = [_answer(doubt, n, str(n), _ship(kind, seat, str(n))) for n in values]
        return say(_HOW_MANY_SHIPS).format(name=word(kind, lang)), numbers
    first = next((str(value) for value in values if value in KINDS), "")
    if not first:
        return "", []
    kinds = [first, *(kind for kind in KINDS if kind != first)]
    answers = [_answer(doubt, kind, word(kind, lang).capitalize(), _ship(kind, seat)) for kind in kinds]
    nothing = _answer(doubt, NONE, say(_NOTHING), _nothing())
    return say(_SHIP).format(name=word(first, lang)), [*answers, nothing]


def _answer(doubt: Mapping[str, Any], value: object, words: str, drawing: Markup, **more: str) -> BoardAnswer:
    tap = {"tap": ANSWER, **key_of_question(doubt), "value": str(value), **more}
    return BoardAnswer(words, _TEMPLATES.draw("answers.svg", drawing=drawing), tap)


def _card(name: str) -> Markup:
    return _TEMPLATES.macro("things.svg", "card")(name)


def _ship(kind: str, seat: Mapping[str, Any], number: str = "") -> Markup:
    drawn = ship(kind, LENGTHS[kind], paint(seat.get("colour")))
    return _TEMPLATES.macro("things.svg", "vessel")(drawn, LENGTHS[kind] * SPACE, number)


def _number(number: int, about: str) -> Markup:
    return _TEMPLATES.macro("things.svg", "number")(number, about)


def _nothing() -> Markup:
    return _TEMPLATES.macro("things.svg", "nothing")()


def _place_of(seat: Mapping[str, Any], doubt: Mapping[str, Any]) -> str:
    """Return the ``id`` of what is tapped to say something else than the answers."""
    about, px = doubt["about"], doubt.get("px")
    for field, drawn in (("buildings", "building"), ("ships", "ship")):
        at = next((index for index, thing in enumerate(seat[field]) if px and thing.get("px") == px), None)
        if at is not None:
            return f"{drawn}-{at}"
    if about == "ships":
        return f"dock-{doubt['kind']}"
    return {"shares_owned": "share-1", "free_spaces": "space-more", "ship": "dock-sloop"}.get(about, "new-card")


def _close_up(seat: Mapping[str, Any], doubt: Mapping[str, Any]) -> CloseUp | None:
    px = point_of(doubt)
    if px is None:
        return None
    side = 1.6 * _across(seat)
    box = f"{px[0] - side / 2:.0f} {px[1] - side / 2:.0f} {side:.0f} {side:.0f}"
    return CloseUp(box, 0, 0, spot=px)


def _across(seat: Mapping[str, Any]) -> float:
    """Return about how many pixels of the photo a card is across, from how far apart the things lie."""
    things = [*seat["buildings"], *seat["ships"], *doubts_of(seat)]
    points = {px for thing in things if (px := point_of(thing)) is not None}
    nearest = [min(_apart(a, b) for b in points if b != a) for a in points] if len(points) > 1 else []
    return _ACROSS * median(nearest) if nearest else _FALLBACK_PX


def _apart(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
