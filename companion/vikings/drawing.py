"""A fjord drawn on the result card."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import ImageDraw

from companion.boardgames.board_game import Box
from companion.record.result_card.pen import FINE, INK, Place, write
from games.vikings.board import Board, Player
from games.vikings.drawing.fjord import columns
from games.vikings.drawing.parts import GOLD, LAND, PAINT, POINTS, SAND, SEA
from games.vikings.figures import BOATSWAIN, COLOURS, ROWS, Figure, depth
from games.vikings.islands import IslandTile, opens_left, opens_right
from games.vikings.ships import Ship

_MAX_TILE_SIDE = 120.0 * FINE
_HOME_WIDTH = 1.4
"""Width of the home fjord, in tiles."""
_SHORE, _DANGER = "#b9ad8d", "#5a2a33"


@dataclass(frozen=True)
class _Frame:
    """The fjord's position in the picture: its corner and the size of a tile, pixels."""

    left: float
    top: float
    size: float

    def square(self, level: int, column: int, inset: float = 0.0) -> tuple[float, float, float, float]:
        """Return a place's box; `inset` is a part of its size."""
        x, y = self.left + (_HOME_WIDTH + column) * self.size, self.top + level * self.size
        gap = inset * self.size
        return x + gap, y + gap, x + self.size - gap, y + self.size - gap


def draw_fjord(pen: ImageDraw.ImageDraw, board: Board, player: int, box: Box) -> None:
    """Draw the fjord of one player into a box of the card."""
    fjord = board.players[player]
    left, top, right, bottom = box
    across, down = _HOME_WIDTH + columns(fjord), 1 + len(ROWS)
    size = min((right - left) / across, (bottom - top) / down, _MAX_TILE_SIDE)
    frame = _Frame(left + (right - left - size * across) / 2, top + (bottom - top - size * down) / 2, size)
    _draw_home(pen, fjord, frame)
    for tile in fjord.island_tiles:
        _draw_tile(pen, tile, tile.cell in fjord.threatened, frame)
    for ship in fjord.ships:
        _draw_ship(pen, ship, frame)


def _draw_home(pen: ImageDraw.ImageDraw, fjord: Player, frame: _Frame) -> None:
    size, kinds = frame.size, (BOATSWAIN, *ROWS)
    whole = (frame.left, frame.top, frame.left + (_HOME_WIDTH - 0.1) * size, frame.top + len(kinds) * size)
    pen.rounded_rectangle(whole, size / 10, _SHORE, INK, _line(size))
    for level, kind in enumerate(kinds):
        y = frame.top + (level + 0.5) * size
        _draw_figure(pen, kind, (frame.left + 0.4 * size, y), size)
        at = ((frame.left + 0.95 * size) / FINE, y / FINE)
        write(pen, Place(at, size, "mm"), str(fjord.home[kind]), round(size / FINE * 0.4), INK)


def _draw_tile(pen: ImageDraw.ImageDraw, tile: IslandTile, threatened: bool, frame: _Frame) -> None:
    level = depth(tile.row) + 1
    x0, y0, x1, y1 = frame.square(level, tile.column)
    size = frame.size
    pen.rectangle((x0, y0, x1, y1), _DANGER if threatened else SEA, INK, _line(size) // 2)
    open_left, open_right = opens_left(tile.part), opens_right(tile.part)
    for inset, paint in ((0.14, SAND), (0.19, LAND)):
        ground = (
            x0 if open_left else x0 + inset * size,
            y0 + (inset + 0.06) * size,
            x1 if open_right else x1 - inset * size,
            y1 - (inset + 0.06) * size,
        )
        corners = (not open_left, not open_right, not open_right, not open_left)
        pen.rounded_rectangle(ground, 0.22 * size, paint, None, corners=corners)
    if tile.figure is not None:
        _draw_figure(pen, tile.figure, ((x0 + x1) / 2, (y0 + y1) / 2), size)


def _draw_ship(pen: ImageDraw.ImageDraw, ship: Ship, frame: _Frame) -> None:
    x0, y0, x1, y1 = frame.square(0, ship.column)
    size = frame.size
    pen.rectangle((x0, y0, x1, y1), SEA, INK, _line(size) // 2)
    hull = [(0.14, 0.6), (0.86, 0.6), (0.74, 0.86), (0.26, 0.86)]
    sail = [(0.22, 0.14), (0.78, 0.14), (0.7, 0.52), (0.3, 0.52)]
    for outline, paint in ((hull, "#7a4a26"), (sail, PAINT[ship.sail])):
        pen.polygon([(x0 + dx * size, y0 + dy * size) for dx, dy in outline], paint, INK, _line(size) // 2)
    coin = (x1 - 0.42 * size, y1 - 0.42 * size, x1 - 0.04 * size, y1 - 0.04 * size)
    pen.ellipse(coin, GOLD if ship.gold else POINTS, INK, _line(size) // 2)
    middle = ((coin[0] + coin[2]) / 2 / FINE, (coin[1] + coin[3]) / 2 / FINE)
    write(pen, Place(middle, size, "mm"), str(ship.gold or ship.points), round(size / FINE * 0.24), INK)


def _draw_figure(pen: ImageDraw.ImageDraw, kind: Figure, at: tuple[float, float], size: float) -> None:
    x, y = at
    paint = PAINT[COLOURS[kind]]
    body = [(-0.19, 0.3), (-0.13, 0.0), (0.13, 0.0), (0.19, 0.3)]
    pen.polygon([(x + dx * size, y + dy * size) for dx, dy in body], paint, INK, _line(size) // 2)
    head = (x - 0.13 * size, y - 0.26 * size, x + 0.13 * size, y + 0.02 * size)
    pen.ellipse(head, paint, INK, _line(size) // 2)


def _line(size: float) -> int:
    return max(4, round(size / 25))
