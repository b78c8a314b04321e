"""Draws the fjord for tapping, with a tap target over every place.

Tiles and ships are tapped or drawn over; figures at home are counted up on the right half, down on the left.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.language import N_, translator
from companion.vikings.doubts import AT_HOME, Place
from games.svg_templates import SvgTemplates
from games.vikings.board import Player
from games.vikings.drawing.fjord import HOME, columns, fjord_body, height, middle, ship_name, tile_name
from games.vikings.drawing.parts import SIDE
from games.vikings.figures import BOATSWAIN, ROWS, Figure
from games.vikings.words import many, word

MIN_COLUMNS = 7
"""Smallest number of columns, so that tap targets do not move while a board is entered."""
_SHIPS = N_("Ships, place {column}")
_ROW = N_("Row of {figures}, place {column}")
_EMPTY = N_("empty")
_MORE = N_("One more at home: {figure}")
_FEWER = N_("One fewer at home: {figure}")
_TEMPLATES = SvgTemplates(__package__)


@dataclass(frozen=True)
class _Target:
    """A tap target over a place of the ships' row (level 0) or of an island row, with the words for what lies there."""

    level: int
    column: int
    row: str
    x: int
    y: int
    about: str


@dataclass(frozen=True)
class _Counter:
    """A tap target that changes the number of figures of a kind at home, by 1 or -1."""

    level: int
    kind: Figure
    by: int
    tap: str
    about: str


def fjord_to_tap(player: Player, lang: str, wrong: Iterable[Place] = (), asked: Iterable[Place] = ()) -> Markup:
    """Return the drawing of a player's fjord with its tap targets.

    Args:
        player: whose fjord.
        lang: the language of what places are called.
        wrong: places that the rules have something to say of, as rows from the ships' row, 0, down, and columns.
        asked: places that a photo left in doubt; column -1 is the home fjord.
    """
    spare = max(1, MIN_COLUMNS - columns(player))
    across = columns(player) + spare
    return _TEMPLATES.draw(
        "fjord.svg",
        home=HOME,
        side=SIDE,
        view_box=f"-3 -3 {HOME + SIDE * across + 6} {height() + 6}",
        label=word("fjord", lang, player=player.name),
        body=fjord_body(player, lang, spare),
        counters=list(_counters(lang)),
        wrong=[middle(*place) for place in sorted(set(wrong))],
        asked=[_middle_of(place) for place in sorted(asked)],
        targets=[_target(player, level, column, lang) for level in range(1 + len(ROWS)) for column in range(across)],
    )


def _middle_of(place: Place) -> tuple[int, int]:
    level, column = place
    return (HOME // 2, middle(level, 0)[1]) if column == AT_HOME else middle(level, column)


def _target(player: Player, level: int, column: int, lang: str) -> _Target:
    row = ROWS[level - 1] if level else ""
    return _Target(level, column, row, *middle(level, column), _about(player, level, column, lang))


def _about(player: Player, level: int, column: int, lang: str) -> str:
    say = translator(lang)
    if not level:
        laid = next((ship for ship in player.ships if ship.column == column), None)
        shown = say(_EMPTY) if laid is None else ship_name(laid, lang)
        return f"{say(_SHIPS).format(column=column + 1)}: {shown}"
    row = ROWS[level - 1]
    tile = player.laid.get((row, column))
    shown = say(_EMPTY) if tile is None else tile_name(player, tile, lang)
    return f"{say(_ROW).format(figures=many(row, lang), column=column + 1)}: {shown}"


def _counters(lang: str) -> Iterator[_Counter]:
    kinds: tuple[Figure, ...] = (BOATSWAIN, *ROWS)
    for level, kind in enumerate(kinds):
        for by, words in ((-1, _FEWER), (1, _MORE)):
            tap = json.dumps({"do": "home", "figure": kind, "by": str(by)})
            yield _Counter(level, kind, by, tap, translator(lang)(words).format(figure=word(kind, lang)))
