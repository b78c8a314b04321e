"""Draws the fjord for tapping, with a tap target over every place.

Tiles and ships are tapped or drawn over; figures at home are counted up on the right half, down on the left.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape

from companion.language import N_, translator
from companion.vikings.asked import AT_HOME, Place
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


def fjord_to_tap(player: Player, lang: str, wrong: Iterable[Place] = (), asked: Iterable[Place] = ()) -> str:
    """Return the drawing of a player's fjord with its tap targets.

    Args:
        player: whose fjord.
        lang: the language of what places are called.
        wrong: places that the rules have something to say of, as rows from the ships' row, 0, down, and columns.
        asked: places that a photo left in doubt; column -1 is the home fjord.
    """
    spare = max(1, MIN_COLUMNS - columns(player))
    across = columns(player) + spare
    parts = [
        fjord_body(player, lang, spare),
        *_counters(lang),
        *map(_frame, sorted(set(wrong))),
        *map(_question, sorted(asked)),
        *(_place(player, level, column, lang) for level in range(1 + len(ROWS)) for column in range(across)),
    ]
    box = f"-3 -3 {HOME + SIDE * across + 6} {height() + 6}"
    label = escape(word("fjord", lang, player=player.name))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="vikings-board to-tap" viewBox="{box}" role="group" '
        f'aria-label="{label}">{"".join(parts)}</svg>'
    )


def _question(place: Place) -> str:
    level, column = place
    x, y = (HOME // 2, middle(level, 0)[1]) if column == AT_HOME else middle(level, column)
    inside = SIDE - 8
    frame = f'x="{x - inside // 2}" y="{y - inside // 2}" width="{inside}" height="{inside}"'
    return (
        f'<g class="asked"><rect {frame} rx="12"/>'
        f'<circle cx="{x + 28}" cy="{y - 28}" r="20"/><text x="{x + 28}" y="{y - 16}">?</text></g>'
    )


def _frame(place: Place) -> str:
    x, y = middle(*place)
    inside = SIDE - 8
    return f'<rect class="wrong" x="{x - inside // 2}" y="{y - inside // 2}" width="{inside}" height="{inside}"/>'


def _place(player: Player, level: int, column: int, lang: str) -> str:
    x, y = middle(level, column)
    row = f' data-row="{ROWS[level - 1]}"' if level else ""
    return (
        f'<rect class="place" id="place_{level}_{column}" data-level="{level}" data-column="{column}"{row} '
        f'x="{x - SIDE // 2}" y="{y - SIDE // 2}" width="{SIDE}" height="{SIDE}" role="button" '
        f'tabindex="{-1 if level or column else 0}" aria-label="{escape(_about(player, level, column, lang))}"/>'
    )


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


def _counters(lang: str) -> Iterator[str]:
    kinds: tuple[Figure, ...] = (BOATSWAIN, *ROWS)
    for level, kind in enumerate(kinds):
        for side, by, left, words in (("fewer", -1, 0, _FEWER), ("more", 1, HOME // 2, _MORE)):
            tap = escape(json.dumps({"do": "home", "figure": kind, "by": str(by)}))
            name = escape(translator(lang)(words).format(figure=word(kind, lang)))
            top = SIDE * level + 16
            mark = f"M8 {top}h16" if by < 0 else f"M{HOME - 40} {top}h16m-8-8v16"
            yield (
                f'<path class="sign" d="{mark}"/><rect class="counter" id="home_{kind}_{side}" '
                f'x="{left}" y="{SIDE * level}" width="{HOME // 2}" height="{SIDE}" role="button" tabindex="0" '
                f'data-tap="{tap}" aria-label="{name}"/>'
            )
