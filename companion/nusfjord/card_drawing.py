"""A harbour on the result card."""

from __future__ import annotations

from PIL.ImageDraw import ImageDraw

from companion.boardgames.board_game import Box
from companion.record.result_card.pen import CARD, FINE, INK, Place, write
from games.nusfjord.board import Board, Harbour
from games.nusfjord.drawing.glyphs import paint
from games.nusfjord.ships import LENGTHS, TRACK, fleet_length

_LAND, _WATER, _WOOD, _ROOF, _GOLD = "#b9c59a", "#5d9cba", "#8a5a30", "#6d2a20", "#e5b53a"
_GOOD, _BAD, _BLANK = "#3d6a38", "#a3271f", "#d9d2c0"
_COLUMNS, _MOST_DRAWN = 5, 30
"""Spaces for buildings side by side on a result card, and in all; further ones are left out. Chosen by hand."""


def draw_harbour(pen: ImageDraw, board: Board, index: int, box: Box) -> None:
    """Draw the harbour of a player (by index) into a box, in the picture's own pixels: buildings, supply, ships."""
    harbour = board.harbours[index]
    left, top, right, bottom = box
    shore, supply = bottom - (bottom - top) * 0.24, top + (bottom - top) * 0.16
    pen.rounded_rectangle(box, 16 * FINE, _LAND)
    pen.rounded_rectangle((left, shore, right, bottom), 16 * FINE, _WATER)
    _draw_supply(pen, harbour, (left + 20 * FINE, top + 8 * FINE, right - 20 * FINE, supply))
    _draw_ground(pen, harbour, (left + 16 * FINE, supply + 8 * FINE, right - 16 * FINE, shore - 10 * FINE))
    _draw_fleet(pen, harbour, (left + 20 * FINE, shore + 10 * FINE, right - 20 * FINE, bottom - 10 * FINE))
    pen.rounded_rectangle(box, 16 * FINE, None, paint(harbour.colour) if harbour.colour else INK, 4 * FINE)


def _draw_supply(pen: ImageDraw, harbour: Harbour, box: Box) -> None:
    """Draw a share, an unissued share and a coin, each with how many there are."""
    things = ((paint(harbour.colour), harbour.shares_owned), (_BLANK, harbour.unissued), (_GOLD, harbour.gold))
    left, top, right, bottom = box
    middle, step = (top + bottom) / 2, (right - left) / len(things)
    for number, (fill, count) in enumerate(things):
        x = left + number * step
        if fill == _GOLD:
            _disc(pen, (x + 24 * FINE, middle), 22, fill)
        else:
            share = (x, middle - 28 * FINE, x + 42 * FINE, middle + 28 * FINE)
            pen.rounded_rectangle(share, 6 * FINE, fill, INK, 2 * FINE)
        _say(pen, (x + 64 * FINE, middle - 22 * FINE), f"× {count}", 36, 140, "la")


def _draw_ground(pen: ImageDraw, harbour: Harbour, box: Box) -> None:
    spaces = [*harbour.buildings, *[None] * harbour.free_spaces][:_MOST_DRAWN]
    if not spaces:
        return
    left, top, right, bottom = box
    rows = max(3, -(-len(spaces) // _COLUMNS))
    wide, high = (right - left) / _COLUMNS, (bottom - top) / rows
    for number, building in enumerate(spaces):
        row, column = divmod(number, _COLUMNS)
        x, y = left + column * wide, top + row * high
        cell = (x + 6 * FINE, y + 6 * FINE, x + wide - 6 * FINE, y + high - 6 * FINE)
        if building is None:
            pen.rounded_rectangle(cell, 10 * FINE, None, INK, FINE)
            _draw_points(pen, (cell[2] - 18 * FINE, cell[1] + 18 * FINE), -1)
        else:
            _draw_building(pen, building.name, building.points, cell)


def _draw_building(pen: ImageDraw, name: str, points: int, cell: Box) -> None:
    left, top, right, bottom = cell
    eaves = top + (bottom - top) * 0.34
    pen.polygon([(left, eaves), ((left + right) / 2, top), (right, eaves)], _ROOF, INK, 2 * FINE)
    pen.rectangle((left + 6 * FINE, eaves, right - 6 * FINE, bottom), CARD, INK, 2 * FINE)
    _say(pen, ((left + right) / 2, eaves + (bottom - eaves) * 0.28), name, 19, (right - left) / FINE - 20, "ma")
    _draw_points(pen, (right - 14 * FINE, top + 16 * FINE), points)


def _draw_fleet(pen: ImageDraw, harbour: Harbour, box: Box) -> None:
    """Draw the ships in a line, as long as they are on the track."""
    left, top, right, bottom = box
    unit = (right - left) / max(TRACK, fleet_length(ship.kind for ship in harbour.ships))
    water, x = top + (bottom - top) * 0.58, left
    for ship in harbour.ships:
        end = x + unit * LENGTHS[ship.kind]
        for mast in range(1, LENGTHS[ship.kind]):
            _draw_sail(pen, x + (end - x) * mast / LENGTHS[ship.kind], top, water, unit)
        inset = min(18 * FINE, unit / 2)
        hull = [(x + 4, water), (end - 4, water), (end - inset, bottom), (x + inset, bottom)]
        pen.polygon(hull, _WOOD, INK, 2 * FINE)
        _draw_points(pen, ((x + end) / 2, (water + bottom) / 2), ship.points)
        x = end


def _draw_sail(pen: ImageDraw, x: float, top: float, water: float, unit: float) -> None:
    pen.line([(x, top), (x, water)], INK, 3 * FINE)
    pen.polygon(
        [(x - 2 * FINE, top), (x - 2 * FINE, water - 6 * FINE), (x - unit * 0.7, water - 6 * FINE)], CARD, INK, FINE
    )


def _draw_points(pen: ImageDraw, at: tuple[float, float], points: int) -> None:
    _disc(pen, at, 18, _BAD if points < 0 else _GOOD)
    _say(pen, (at[0], at[1] - 13 * FINE), str(points).replace("-", "−"), 22, 34, "ma", CARD)


def _disc(pen: ImageDraw, at: tuple[float, float], radius: float, fill: str) -> None:
    reach = radius * FINE
    pen.ellipse((at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach), fill, INK, 2 * FINE)


def _say(
    pen: ImageDraw, at: tuple[float, float], words: str, size: int, width: float, anchor: str, colour: str = INK
) -> None:
    write(pen, Place((at[0] / FINE, at[1] / FINE), width, anchor), words, size, colour)
