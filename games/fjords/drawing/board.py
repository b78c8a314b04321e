"""A board drawn as SVG, seen from above; impossible boards are drawn too.

Each tile is ``<g class="tile" data-q data-r>`` and each piece a group inside it, so that a page can find and
style them. All looks are presentation attributes, which any style sheet overrides. Ids have a prefix derived from
the board, so that one page can hold several drawings. There is no background, for light and dark pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

from games.fjords.board import Board
from games.fjords.drawing.colours import paint
from games.fjords.drawing.land import SIZE, Patch, hexagon, patches
from games.fjords.drawing.pieces import piece_glyph, printed_mark, rune_glyph
from games.fjords.drawing.standing import standing_place
from games.fjords.runes import WISDOM
from games.fjords.sentences import word
from games.hexgrid import Cell, Point, centre, corners
from games.svg_templates import SvgTemplates, number

if TYPE_CHECKING:
    from markupsafe import Markup

MARGIN = 14.0
_TEMPLATES = SvgTemplates(__package__)
_SHADES = ("warning", "hint", "contested")
"""Classes of shaded cells that have a look of their own."""


@dataclass(frozen=True)
class _Thing:
    """A piece or rune stone in a cell: its place relative to the centre, its title and its drawing."""

    kind: str
    colour: str
    x: float
    y: float
    about: str
    glyph: Markup
    faint: bool = False


@dataclass(frozen=True)
class _CellView:
    """A cell: its centre, the patches of its tile, and what is printed or lies there.

    `look` is the kind of its shade: one of `_SHADES`, ``colour`` in `tint`, ``plain``, or empty without a shade.
    """

    q: int
    r: int
    x: float
    y: float
    classes: str
    look: str
    tint: str
    patches: tuple[Patch, ...]
    marks: tuple[Markup, ...]
    runes: tuple[_Thing, ...]
    pieces: tuple[_Thing, ...]


def board_svg(
    board: Board, lang: str = "en", shade: Mapping[Cell, str] | None = None, decorative: bool = False
) -> Markup:
    """Return a drawing of `board` that scales with its frame.

    Args:
        board: the board to draw, also one that the rules forbid.
        lang: the language of titles, ``en`` or ``ru``.
        shade: classes for single cells, such as ``{(0, 1): "warning"}``. The classes ``warning``, ``hint``,
            ``contested`` and ``colour-white`` (any colour) have looks of their own; a page may style any other. A cell
            without a tile may be shaded too.
        decorative: whether a text beside the drawing says the same, so that screen readers skip the drawing.
    """
    shade = shade or {}
    spaces = [rune.cell for rune in board.runes if rune.cell not in board.tiles]
    cells = [*board.tiles, *(cell for cell in (*spaces, *shade) if cell not in board.tiles)]
    return _TEMPLATES.draw(
        "board.svg",
        view_box=_view_box(cells),
        label=word("board", lang).format(tiles=len(board.tiles), pieces=len(board.pieces)),
        decorative=decorative,
        prefix=f"fjords-{crc32(repr((board.pieces, board.runes, sorted(board.tiles))).encode()):x}",
        cells=[_view(board, cell, shade.get(cell, ""), lang) for cell in dict.fromkeys(cells)],
        outline=hexagon(),
        inner=hexagon(0.95),
        clip=hexagon(1.002),
    )


def _view_box(cells: list[Cell]) -> str:
    points: list[Point] = [corner for cell in cells for corner in corners(cell, SIZE)] or [(0.0, 0.0)]
    left, top = (min(point[axis] for point in points) - MARGIN for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) + MARGIN for axis in (0, 1))
    return " ".join(number(value) for value in (left, top, right - left, bottom - top))


def _view(board: Board, cell: Cell, classes: str, lang: str) -> _CellView:
    tile = board.tiles.get(cell)
    look, tint = _shade_look(classes)
    return _CellView(
        *cell,
        *centre(cell, SIZE),
        classes=f"{'space' if tile is None else 'tile'} {classes}".strip(),
        look=look,
        tint=tint,
        patches=() if tile is None else tuple(patches(tile)),
        marks=() if tile is None else tuple(map(printed_mark, tile.marks)),
        runes=tuple(_runes(board, cell, lang)),
        pieces=tuple(_pieces(board, cell, lang)),
    )


def _shade_look(classes: str) -> tuple[str, str]:
    """Return the kind of a cell's shade, and its CSS colour where it is that of a player."""
    for name in classes.split():
        if name in _SHADES:
            return name, ""
        if name.startswith("colour-"):
            return "colour", paint(name.removeprefix("colour-"))
    return "plain" if classes else "", ""


def _runes(board: Board, cell: Cell, lang: str) -> Iterator[_Thing]:
    """Yield the rune stones of a cell, side by side, below its pieces."""
    runes, pieces = board.runes_at.get(cell, ()), board.pieces_at.get(cell, ())
    for index, rune in enumerate(runes):
        x = 34 * (index - (len(runes) - 1) / 2)
        about = word(rune.kind, lang) if rune.colour is None else f"{word(rune.kind, lang)} ({word(rune.colour, lang)})"
        faint = rune.kind == WISDOM and not pieces
        yield _Thing(rune.kind, rune.colour or "", x, 26 if pieces else 0, about, rune_glyph(rune), faint)


def _pieces(board: Board, cell: Cell, lang: str) -> Iterator[_Thing]:
    """Yield the pieces of a cell, side by side, above its rune stones."""
    pieces = board.pieces_at.get(cell, ())
    alone = len(pieces) == 1 and cell in board.tiles and cell not in board.runes_at
    left, top = standing_place(board.tiles[cell]) if alone else (0.0, 0.0)
    for index, piece in enumerate(pieces):
        about = f"{word(piece.kind, lang)}, {word(piece.colour, lang)}"
        up = -16 if cell in board.runes_at else 0
        x = left + 44 * (index - (len(pieces) - 1) / 2)
        yield _Thing(piece.kind, piece.colour, x, top + up, about, piece_glyph(piece))
