"""A board drawn as SVG, seen from above; impossible boards are drawn too.

Each tile is ``<g class="tile" data-q data-r>`` and each piece a group inside it, so that a page can find and
style them. All looks are presentation attributes, which any style sheet overrides. Ids have a prefix derived from
the board, so that one page can hold several drawings. There is no background, for light and dark pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from zlib import crc32

from games.fjords.board import Board, Piece
from games.fjords.drawing.land import SIZE, definitions, hexagon, land, number
from games.fjords.drawing.pieces import paint, piece_glyph, printed_mark, rune_glyph
from games.fjords.runes import WISDOM
from games.fjords.sentences import word
from games.hexgrid import Cell, Point, centre, corners

MARGIN = 14.0
_SHADES = {
    "warning": 'fill="#d3212d" fill-opacity=".18" stroke="#d3212d" stroke-width="8" stroke-dasharray="18 9"',
    "hint": 'fill="#ffd84d" fill-opacity=".3" stroke="#e0a800" stroke-width="8"',
    "contested": 'fill="#fff" fill-opacity=".38" stroke="#fff" stroke-width="5" stroke-dasharray="4 10"',
}


def board_svg(board: Board, lang: str = "en", shade: Mapping[Cell, str] | None = None) -> str:
    """Return a drawing of `board` that scales with its frame.

    Args:
        board: the board to draw, also one that the rules forbid.
        lang: the language of titles, ``en`` or ``ru``.
        shade: classes for single cells, such as ``{(0, 1): "warning"}``. The classes ``warning``, ``hint``,
            ``contested`` and ``colour-white`` (any colour) have looks of their own; a page may style any other. A cell
            without a tile may be shaded too.
    """
    shade = shade or {}
    prefix = f"fjords-{crc32(repr((board.pieces, board.runes, sorted(board.tiles))).encode()):x}"
    spaces = [rune.cell for rune in board.runes if rune.cell not in board.tiles]
    cells = [*board.tiles, *(cell for cell in (*spaces, *shade) if cell not in board.tiles)]
    body = "".join(_cell(board, cell, prefix, shade.get(cell, ""), lang) for cell in dict.fromkeys(cells))
    label = word("board", lang).format(tiles=len(board.tiles), pieces=len(board.pieces))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fjords-board" viewBox="{_view_box(cells)}" '
        f'role="img" aria-label="{escape(label)}">{definitions(prefix)}{body}</svg>'
    )


def _view_box(cells: list[Cell]) -> str:
    points: list[Point] = [corner for cell in cells for corner in corners(cell, SIZE)] or [(0.0, 0.0)]
    left, top = (min(point[axis] for point in points) - MARGIN for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) + MARGIN for axis in (0, 1))
    return " ".join(number(value) for value in (left, top, right - left, bottom - top))


def _cell(board: Board, cell: Cell, prefix: str, classes: str, lang: str) -> str:
    x, y = centre(cell, SIZE)
    kind = "tile" if cell in board.tiles else "space"
    inside = "".join(_inside(board, cell, prefix, classes, lang))
    return (
        f'<g class="{escape(f"{kind} {classes}".strip())}" data-q="{cell[0]}" data-r="{cell[1]}" '
        f'transform="translate({number(x)} {number(y)})">{inside}</g>'
    )


def _inside(board: Board, cell: Cell, prefix: str, classes: str, lang: str) -> Iterator[str]:
    if cell in board.tiles:
        yield f'<g clip-path="url(#{prefix}-tile)">{"".join(land(board.tiles[cell], prefix))}</g>'
        yield f'<path d="{hexagon()}" fill="none" stroke="#2b2a22" stroke-opacity=".45" stroke-width="2"/>'
        for index, mark in enumerate(board.tiles[cell].marks):
            yield f'<g transform="translate({58 - 22 * index} {-38}) scale(.62)">{printed_mark(mark)}</g>'
    if classes:
        yield f'<path class="shade" d="{hexagon(0.95)}" stroke-linejoin="round" {_shade_look(classes)}/>'
    yield from _things(board, cell, lang)


def _shade_look(classes: str) -> str:
    for name in classes.split():
        if name in _SHADES:
            return _SHADES[name]
        if name.startswith("colour-"):
            colour = escape(paint(name.removeprefix("colour-")))
            return f'fill="{colour}" fill-opacity=".45" stroke="{colour}" stroke-width="5"'
    return 'fill="none"'


def _things(board: Board, cell: Cell, lang: str) -> Iterator[str]:
    """Yield the rune stones and the pieces of a cell, side by side where there are several."""
    runes, pieces = board.runes_at.get(cell, ()), board.pieces_at.get(cell, ())
    for index, rune in enumerate(runes):
        x = 34 * (index - (len(runes) - 1) / 2)
        y = 26 if pieces else 0
        about = word(rune.kind, lang) if rune.colour is None else f"{word(rune.kind, lang)} ({word(rune.colour, lang)})"
        look = ' opacity=".9"' if rune.kind == WISDOM and not pieces else ""
        yield (
            f'<g class="rune {rune.kind}" transform="translate({number(x)} {y})"{look}>'
            f"<title>{escape(about)}</title>{rune_glyph(rune)}</g>"
        )
    for index, piece in enumerate(pieces):
        x = 44 * (index - (len(pieces) - 1) / 2)
        yield _piece(piece, x, -16 if runes else 0, lang)


def _piece(piece: Piece, x: float, y: float, lang: str) -> str:
    about = f"{word(piece.kind, lang)}, {word(piece.colour, lang)}"
    return (
        f'<g class="piece {piece.kind}" data-colour="{escape(piece.colour)}" transform="translate({number(x)} {y:g})">'
        f"<title>{escape(about)}</title>{piece_glyph(piece)}</g>"
    )
