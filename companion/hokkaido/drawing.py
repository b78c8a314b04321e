"""A city drawn on the result card."""

from __future__ import annotations

from PIL import ImageDraw

from companion.boardgames.board_game import Box
from companion.record.result_card.pen import FINE, INK, Place, write
from games.hokkaido.city import FACTORY, PRODUCTION, Board, Square
from games.hokkaido.glyphs import COLOUR_PAINT, PAINT
from games.hokkaido.svg import extent

_MAX_SQUARE_SIDE = 110.0 * FINE
_MARKS: dict[str, tuple[tuple[tuple[float, float], ...], str]] = {
    "mountain": (((0.1, 0.85), (0.38, 0.3), (0.52, 0.55), (0.66, 0.38), (0.9, 0.85)), "#5d5249"),
    "forest": (((0.5, 0.12), (0.82, 0.8), (0.18, 0.8)), "#274a24"),
    "district": (((0.15, 0.85), (0.15, 0.5), (0.5, 0.2), (0.85, 0.5), (0.85, 0.85)), "#a5472f"),
    "lake": (((0.1, 0.45), (0.9, 0.45), (0.9, 0.55), (0.1, 0.55)), "#e8f5fb"),
}


def draw_city(pen: ImageDraw.ImageDraw, board: Board, player: int, box: Box) -> None:
    """Draw the city of one player into a box of the card."""
    city = board.cities[player]
    if not city.squares:
        return
    (x0, y0), (x1, y1) = extent(city.squares)
    left, top, right, bottom = box
    size = min((right - left) / (x1 - x0 + 1), (bottom - top) / (y1 - y0 + 1), _MAX_SQUARE_SIDE)
    left += ((right - left) - size * (x1 - x0 + 1)) / 2
    top += ((bottom - top) - size * (y1 - y0 + 1)) / 2
    for (x, y), square in sorted(city.squares.items()):
        _draw_square(pen, square, (left + (x - x0) * size, top + (y - y0) * size), size)
    for (x, y), colours in city.cubes.items():
        for colour in colours:
            _draw_cube(pen, colour, (left + (x - x0 + 0.5) * size, top + (y - y0 + 0.5) * size), size * 0.28)


def _draw_square(pen: ImageDraw.ImageDraw, square: Square, at: tuple[float, float], size: float) -> None:
    x, y = at
    pen.rectangle((x, y, x + size, y + size), PAINT[square.terrain], INK, max(2, round(size / 30)))
    if square.terrain in _MARKS:
        outline, paint = _MARKS[square.terrain]
        pen.polygon([(x + dx * size, y + dy * size) for dx, dy in outline], paint)
    if square.terrain in (PRODUCTION, FACTORY):
        inset = 0.3 if square.terrain == PRODUCTION else 0.14
        corners = (x + inset * size, y + inset * size, x + (1 - inset) * size, y + (1 - inset) * size)
        pen.rectangle(corners, COLOUR_PAINT[square.colour or "grey"], INK, max(2, round(size / 40)))
    if square.terrain == FACTORY:
        middle = ((x + size / 2) / FINE, (y + size / 2) / FINE)
        write(pen, Place(middle, size, "mm"), str(square.value), round(size / FINE * 0.45), "#ffffff")


def _draw_cube(pen: ImageDraw.ImageDraw, colour: str, at: tuple[float, float], size: float) -> None:
    x, y = at
    outline = [(-1, -0.5), (0, -1), (1, -0.5), (1, 0.6), (0, 1.1), (-1, 0.6)]
    corners = [(x + dx * size, y + dy * size) for dx, dy in outline]
    pen.polygon(corners, COLOUR_PAINT[colour])
    pen.line([*corners, corners[0]], INK, max(2, round(size / 8)), joint="curve")
    pen.line([corners[0], (x, y), corners[2]], INK, max(2, round(size / 10)))
    pen.line([(x, y), corners[4]], INK, max(2, round(size / 10)))
