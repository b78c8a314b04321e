"""The result of a game as a picture to share: the board and the scores."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from PIL import Image, ImageDraw

from companion.language import player_name
from companion.record.headline import headline, occasion
from companion.record.result_card.display_type import write_headline
from companion.record.result_card.landscape import paint_landscape
from companion.record.result_card.outlines import lines_of
from companion.record.result_card.pen import (
    CARD,
    FINE,
    GOLD,
    HEIGHT,
    INK,
    MARGIN,
    SOFT,
    WIDTH,
    Place,
    box,
    finished,
    new_card,
    write,
)
from companion.record.storage.library import StoredGame
from companion.record.summary import summary_of
from games.fjords.board import LONGHOUSE, Board, Piece, Rune
from games.fjords.drawing.colours import ink_on, mark_of, paint
from games.fjords.drawing.land import SIZE, outlines
from games.fjords.drawing.pieces import sign_of
from games.fjords.drawing.standing import standing_place
from games.fjords.tiles import Tile
from games.hexgrid import Cell, Point, centre, corners

_LAND = {"P": "#a9c670", "M": "#948a80", "O": "#4c92b8"}
_ROW = 92
"""Height of a player's row, pixels."""
_BAND = 300
"""Height of the landscape at the top, pixels."""
_STONE = "#c9c5bd"
_SHORE, _RIDGE = "#ecd9a6", "#8d9a6b"
_MARK, _SIGN = 0.065, 0.045
"""Scale of marks and signs, whose paths extend 8 and 16 units from the centre, to the radius of their piece."""


@dataclass(frozen=True)
class _Frame:
    """Transform from the plane of the board to pixels: multiply by `scale`, then add `by`."""

    scale: float
    by: Point

    def at(self, point: Point) -> Point:
        return point[0] * self.scale + self.by[0], point[1] * self.scale + self.by[1]


def result_card(stored: StoredGame, lang: str) -> bytes:
    """Return the card as a PNG."""
    summary = summary_of(stored)
    picture, pen = new_card()
    rows = summary.result.ranking[:6]
    paint_landscape(pen, _BAND)
    write_headline(pen, Place((MARGIN, 22), WIDTH - 2 * MARGIN), headline(summary, lang), 84, INK)
    about = occasion(summary, stored.timeline.position.setup, lang)
    title = f"{summary.title}  ·  {about}" if summary.title else about
    write(pen, Place((MARGIN, _BAND + 14), WIDTH - 2 * MARGIN, height=46), title, 28, SOFT)
    top, bottom = _BAND + 62, HEIGHT - 50 - len(rows) * _ROW - 24
    box(pen, (MARGIN, top, WIDTH - MARGIN, bottom), CARD)
    _draw_board(pen, stored.timeline.fjords_tally.board, (MARGIN + 24, top + 24, WIDTH - MARGIN - 24, bottom - 24))
    for number, (player, score) in enumerate(rows):
        y = bottom + 24 + number * _ROW
        wins = player.name == summary.winner
        box(pen, (MARGIN, y, WIDTH - MARGIN, y + _ROW - 12), CARD, GOLD if wins else INK, 6 if wins else 3)
        for index, colour in enumerate(player.colours):
            _disc(pen, (MARGIN + 48 + 30 * index, y + (_ROW - 12) / 2), 24, colour)
        left = MARGIN + 90 + 30 * len(player.colours)
        middle = y + (_ROW - 12) / 2
        named = Place((left, middle), WIDTH - 290 - left, "lm", _ROW - 24)
        write(pen, named, player_name(player.name, lang), 40, INK)
        write(pen, Place((WIDTH - MARGIN - 36, y + 14), 200, "ra"), str(score.total), 50, GOLD if wins else INK)
    return finished(picture)


def _disc(pen: ImageDraw.ImageDraw, at: Point, radius: float, colour: str) -> None:
    _circle(pen, (at[0] * FINE, at[1] * FINE), radius * FINE, colour)


def _circle(pen: ImageDraw.ImageDraw, at: Point, radius: float, colour: str) -> None:
    box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
    pen.ellipse(box, _solid(colour), INK, max(2, round(radius / 6)))
    _mark(pen, at, radius, colour)


def _solid(colour: str) -> str:
    """Return a CSS colour in Pillow's syntax, with commas."""
    return paint(colour).replace(" ", ",")


def board_thumbnail(board: Board, side: int) -> bytes:
    """Return a small drawing of a board, a square of this side in pixels, as WebP without a background."""
    picture = Image.new("RGBA", (side * FINE, side * FINE))
    _draw_board(ImageDraw.Draw(picture), board, (1, 1, side - 1, side - 1))
    written = io.BytesIO()
    picture.resize((side, side), Image.Resampling.LANCZOS).save(written, "WEBP", quality=80)
    return written.getvalue()


def _draw_board(pen: ImageDraw.ImageDraw, board: Board, box: tuple[float, float, float, float]) -> None:
    if not board.tiles:
        return
    frame = _framed(board.tiles, box)
    for cell, tile in board.tiles.items():
        _draw_tile(pen, frame, cell, tile)
    for rune in board.runes:
        _draw_rune(pen, frame, rune)
    for piece in board.pieces:
        _draw_piece(pen, frame, piece, _standing(board, piece.cell))


def _framed(cells: Mapping[Cell, object], box: tuple[float, float, float, float]) -> _Frame:
    points = [corner for cell in cells for corner in corners(cell)]
    lows, highs = ([pick(p[axis] for p in points) for axis in (0, 1)] for pick in (min, max))
    left, top, right, bottom = (v * FINE for v in box)
    scale = min((right - left) / (highs[0] - lows[0]), (bottom - top) / (highs[1] - lows[1]), 90.0 * FINE)
    x, y = (left + right) / 2, (top + bottom) / 2
    return _Frame(scale, (x - scale * (lows[0] + highs[0]) / 2, y - scale * (lows[1] + highs[1]) / 2))


def _draw_tile(pen: ImageDraw.ImageDraw, frame: _Frame, cell: Cell, tile: Tile) -> None:
    """Draw a tile's land with the coasts and ridges of the pages' drawing."""
    x, y = centre(cell)
    below = ""
    for terrain, outline in outlines(tile):
        area = [frame.at((x + px / SIZE, y + py / SIZE)) for px, py in outline]
        pen.polygon(area, _LAND[terrain])
        if below:
            # The border is the part of the outline inside the tile; along the rim the tile's own line covers it.
            shore = "O" in (terrain, below)
            pen.line([*area, area[0]], _SHORE if shore else _RIDGE, max(2, round(frame.scale / 16)), joint="curve")
        below = below or terrain
    rim = [frame.at(corner) for corner in corners(cell)]
    pen.line([*rim, rim[0]], INK, max(2, round(frame.scale / 22)), joint="curve")


def _standing(board: Board, cell: Cell) -> Point:
    """Return where a single piece stands on a tile, relative to its middle in units of a tile."""
    if len(board.pieces_at.get(cell, ())) != 1 or cell not in board.tiles or cell in board.runes_at:
        return 0.0, 0.0
    x, y = standing_place(board.tiles[cell])
    return x / SIZE, y / SIZE


def _draw_piece(pen: ImageDraw.ImageDraw, frame: _Frame, piece: Piece, aside: Point) -> None:
    middle = centre(piece.cell)
    x, y = frame.at((middle[0] + aside[0], middle[1] + aside[1]))
    size = frame.scale * 0.36
    if piece.kind != LONGHOUSE:
        _circle(pen, (x, y), size, piece.colour)
        return
    roof = [(-1.2, 0.1), (0, -1), (1.2, 0.1), (0.85, 0.1), (0.85, 0.9), (-0.85, 0.9), (-0.85, 0.1)]
    outline = [(x + dx * size, y + dy * size) for dx, dy in roof]
    pen.polygon(outline, _solid(piece.colour))
    pen.line([*outline, outline[0]], INK, max(2, round(size / 7 * sqrt(1.5))), joint="curve")
    _mark(pen, (x, y + size * 0.2), size * 0.8, piece.colour)


def _mark(pen: ImageDraw.ImageDraw, at: Point, radius: float, colour: str) -> None:
    """Draw the shape that identifies a colour without seeing it, inside a piece of this radius."""
    outer, *others = (_placed(line, at, radius * _MARK) for line in lines_of(mark_of(colour)))
    pen.polygon(outer, ink_on(colour))
    for line in others:
        hole = max(x for x, _ in line) < max(x for x, _ in outer)
        pen.polygon(line, _solid(colour) if hole else ink_on(colour))


def _draw_rune(pen: ImageDraw.ImageDraw, frame: _Frame, rune: Rune) -> None:
    x, y = frame.at(centre(rune.cell))
    size = frame.scale * 0.42
    box = (x - size, y - size, x + size, y + size)
    ring = INK if rune.colour is None else _solid(rune.colour)
    pen.rounded_rectangle(box, size * 0.55, _STONE, INK, max(3, round(size / 6)))
    pen.rounded_rectangle([v + d for v, d in zip(box, (2, 2, -2, -2), strict=True)], size * 0.55, None, ring, 4)
    for line in lines_of(sign_of(rune.kind)):
        pen.line(_placed(line, (x, y), size * _SIGN), INK, max(2, round(size / 8)), joint="curve")


def _placed(line: list[Point], at: Point, scale: float) -> list[Point]:
    return [(at[0] + x * scale, at[1] + y * scale) for x, y in line]
