"""The questions that a photo left open about a fjord, with drawn answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from markupsafe import Markup

from companion.boardgames.board_game import Document
from companion.boardgames.photos import candidates_of, doubts_of, listed_in, point_of
from companion.boardgames.questions import (
    SQUARE,
    BoardAnswer,
    BoardQuestion,
    Place,
    close_up_of_square,
    square_to_photo,
)
from companion.boardgames.seen import SeenThing, seen_around, seen_in_squares
from companion.language import N_, Translate, translator
from companion.problems import Problem
from companion.vikings.answers import NONE, payment, with_answer
from companion.vikings.doubts import AT_HOME, place_of
from games.vikings.board import Player
from games.vikings.drawing.fjord import ship_name, tile_name
from games.vikings.drawing.parts import INK, PAINT, SAND, SEA, figure, island, ship, under_sail, water
from games.vikings.figures import COLOURS, FIGURES, ROWS, Figure, depth
from games.vikings.reading import board_of
from games.vikings.words import many, word

Shown = tuple[str, Markup]
_HERE = N_("What is here?")
_SENTENCES = {
    "tile": _HERE,
    "ship": _HERE,
    "part": N_("Which part of an island is this?"),
    "figure": N_("Does a figure stand here?"),
    "sail": N_("Which sail does this ship have?"),
    "pays": N_("What does this ship pay?"),
    "home": N_("How many of these figures are at home?"),
    "place": N_("In which row, and how far from the home fjord, does this tile lie?"),
}
_NOTHING, _NOBODY = N_("Nothing"), N_("No figure")
_ELSEWHERE = N_("Elsewhere: start with an empty fjord")
_CELL = N_("Row of {figures}, place {column}")
_BAND, _FIRST = 15, -45
"""Side of a place, and left and upper edge of the drawing of all of them, units of its view box."""
_COLUMNS_DRAWN = 6
_MOST_DRAWN = 4
"""Figures that are drawn for a number of them; more would hide each other."""
_FIGURE = 0.45
"""Width of a figure at home as it is framed in the photo, squares. Both chosen by hand."""
_DRAWING = Markup('<svg viewBox="-50 -50 100 100" aria-hidden="true" focusable="false">{}</svg>')


def next_question(document: Document, player: int, lang: str) -> BoardQuestion | None:
    """Return the first open question about a player's fjord that can be drawn; ``None`` where there is none."""
    fjord, say = board_of(document).players[player], translator(lang)
    for doubt in doubts_of(document["players"][player]):
        place = place_of(doubt)
        answers = tuple(_answers(fjord, doubt, say, lang)) if place is not None else ()
        if place is None or len(answers) < 2:
            continue
        level, column = place
        target = "board" if column == AT_HOME else f"place_{level}_{column}"
        spot = point_of(doubt) if column == AT_HOME else None
        is_seen = column != AT_HOME or spot is not None
        shown = close_up_of_square(_pixels(document["players"][player]), (column, level), spot) if is_seen else None
        return BoardQuestion(say(_SENTENCES[doubt["about"]]), answers, target, shown)
    return None


def seen_in_photo(document: Document, player: int, _lang: str) -> Iterator[SeenThing]:
    """Yield what was read of a player's fjord as it is drawn on the photo: tiles, ships, and figures at home."""
    drawings: dict[Place, Markup] = {}
    fjord = board_of(document).players[player]
    for tile in fjord.island_tiles:
        stands = Markup() if tile.figure is None else figure(tile.figure)
        drawings[tile.column, ROWS.index(tile.row) + 1] = island(tile.part) + stands
    drawings |= {(laid.column, 0): ship(laid, False) for laid in fjord.ships}
    places = {at: f"place_{at[1]}_{at[0]}" for at in drawings}
    asked = {f"place_{at[0]}_{at[1]}" for at in map(place_of, doubts_of(document["players"][player])) if at}
    for thing in seen_in_squares(_pixels(document["players"][player]), drawings, places):
        yield replace(thing, is_doubtful=thing.place in asked)
    yield from _seen_at_home(document["players"][player], fjord)


def _seen_at_home(player: Mapping[str, Any], fjord: Player) -> Iterator[SeenThing]:
    """Yield the figures at home, of each kind of which the reading's number has not been changed."""
    seen = listed_in(player, "home_figures")
    found = [(kind, point_of(one)) for one in seen for kind in FIGURES if one.get("figure") == kind]
    read = Counter(kind for kind, _ in found)
    asked = [doubt.get("figure") for doubt in doubts_of(player) if doubt.get("about") == "home"]
    matrix = square_to_photo(_pixels(player), (AT_HOME, len(ROWS) // 2))
    if matrix is None:
        return
    across = _FIGURE * SQUARE * float(abs(np.linalg.det(matrix[:2]))) ** 0.5
    for kind, spot in found:
        if spot is not None and kind in fjord.home and read[kind] == fjord.home[kind]:
            yield seen_around(spot, across, f"home_{kind}_more", _figures(kind, 1), kind in asked)


def _pixels(player: Mapping[str, Any]) -> dict[Place, tuple[float, float]]:
    """Return where the photo shows tiles and ships, by column and level."""
    tiles = [(t["column"], ROWS.index(t["row"]) + 1, t) for t in player.get("island_tiles", ())]
    seen = [*tiles, *((s["column"], 0, s) for s in player.get("ships", ()))]
    return {(column, level): px for column, level, thing in seen if (px := point_of(thing)) is not None}


def _answers(fjord: Player, doubt: Mapping[str, Any], say: Translate, lang: str) -> Iterator[BoardAnswer]:
    about = str(doubt.get("about"))
    if about not in _SENTENCES:
        return
    at = {field: str(doubt[field]) for field in ("row", "column", "figure") if field in doubt}
    for candidate in candidates_of(doubt):
        value = _value(candidate)
        tap = {"do": "answer", "about": about, **at, "value": value}
        try:
            after = with_answer(fjord, tap)
            words, drawing = _SHOWN[about](after, tap, say, lang)
        except (Problem, KeyError):
            continue  # what it is about is gone, or the document names what the game has not
        yield BoardAnswer(words[:1].upper() + words[1:], _DRAWING.format(drawing), tap)


def _value(candidate: object) -> str:
    """Return a candidate as the value of a tap."""
    if isinstance(candidate, dict):
        return f"{candidate.get('row')} {candidate.get('column')}"
    return NONE if candidate is None else str(candidate)


def _place(_after: Player, tap: Mapping[str, str], say: Translate, lang: str) -> Shown:
    if tap["value"] == NONE:
        return say(_ELSEWHERE), water()
    name, _, column = tap["value"].partition(" ")
    row = next(one for one in ROWS if one == name)
    return say(_CELL).format(figures=many(row, lang), column=int(column) + 1), _fjord_with(depth(row) + 1, int(column))


def _fjord_with(level: int, column: int) -> Markup:
    """Return a drawing of the ships' and the islands' rows with a tile in one place."""
    paints = (SEA, *(PAINT[COLOURS[row]] for row in ROWS))
    bar = Markup('<rect x="{}" y="{}" width="{}" height="{}" fill="{}" stroke="{}"/>')
    bands = [bar.format(_FIRST, _FIRST + n * _BAND, -2 * _FIRST, _BAND, paint, INK) for n, paint in enumerate(paints)]
    x = _FIRST + min(column, _COLUMNS_DRAWN - 1) * _BAND
    return Markup("").join([*bands, bar.format(x, _FIRST + level * _BAND, _BAND, _BAND, SAND, INK)])


def _tile(after: Player, tap: Mapping[str, str], say: Translate, lang: str) -> Shown:
    laid = {(str(tile.row), str(tile.column)): tile for tile in after.island_tiles}.get((tap["row"], tap["column"]))
    if laid is None:
        return say(_NOTHING), water()
    if tap["about"] == "figure":
        name = say(_NOBODY) if laid.figure is None else word(laid.figure, lang)
    else:
        name = word(laid.part, lang) if tap["about"] == "part" else tile_name(after, laid, lang)
    stands = Markup() if laid.figure is None else figure(laid.figure)
    return name, island(laid.part) + stands


def _ship(after: Player, tap: Mapping[str, str], say: Translate, lang: str) -> Shown:
    laid = next((one for one in after.ships if str(one.column) == tap["column"]), None)
    if laid is None:
        return say(_NOTHING), water()
    if tap["about"] == "sail":
        return word("ship", lang, sail=word(laid.sail, lang)), water() + under_sail(laid.sail)
    if tap["about"] == "pays":
        paid = payment(laid, tap["value"])
        kind, amount = ("pays gold", paid.gold) if paid.gold else ("pays points", paid.points)
        return word(kind, lang, amount=amount), ship(laid, False)
    return ship_name(laid, lang), ship(laid, False)


def _home(after: Player, tap: Mapping[str, str], say: Translate, lang: str) -> Shown:
    kind = next(one for one in after.home if one == tap["figure"])
    number = int(tap["value"])
    return f"{word(kind, lang)}: {number}", _figures(kind, number)


def _figures(kind: Figure, number: int) -> Markup:
    """Return a drawing of this number of figures, a few at most, or of none."""
    shown = min(number, _MOST_DRAWN)
    size, step = (1.6, 0.0) if shown < 2 else (1.1, 60.0 / (shown - 1))
    return Markup("").join(
        Markup('<g transform="translate({0} 0) scale({1})">{2}</g>').format(
            round(n * step - step * (shown - 1) / 2, 1), size, figure(kind)
        )
        for n in range(shown)
    )


_SHOWN: dict[str, Callable[[Player, Mapping[str, str], Translate, str], Shown]] = {
    "tile": _tile,
    "part": _tile,
    "figure": _tile,
    "ship": _ship,
    "sail": _ship,
    "pays": _ship,
    "home": _home,
    "place": _place,
}
