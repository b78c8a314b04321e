"""Boards with links: the drawing of the board, and over it a link for each tile and each adjacent space."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from companion.language import N_, translator
from companion.web.board.view import view_box_of
from games.fjords.board import Board
from games.fjords.drawing.board import board_svg
from games.fjords.drawing.land import SIZE
from games.fjords.landscape import Landscape
from games.fjords.sentences import word
from games.fjords.tiles import Tile
from games.hexgrid import Cell, Point, centre, corners, empty_neighbours
from games.svg_templates import SvgTemplates

_TEMPLATES = SvgTemplates(__package__)


@dataclass(frozen=True)
class _Link:
    """A link over a cell: its address and name, and whether the cell is chosen, or empty and to be filled."""

    cell: Cell
    centre: Point
    outline: tuple[Point, ...]
    address: str
    name: str
    chosen: bool
    fillable: bool


def board_to_tap(board: Board, chosen: Cell | None, lang: str, address: Callable[[Cell], str]) -> Markup:
    """Return the board with links over its tiles and over the adjacent spaces.

    Args:
        board: the board; an empty one has a single space.
        chosen: the cell that is chosen now.
        lang: the language of the links' labels, ``en`` or ``ru``.
        address: returns the address of a cell's link.
    """
    free = list(empty_neighbours(board.tiles)) or [(0, 0)]
    shade = dict.fromkeys(free, "free")
    if chosen is not None:
        shade[chosen] = "hint"
    drawing = board_svg(board, lang, shade)
    return drawing + _links(board, drawing, (*board.tiles, *sorted(free)), "cell", lang, address, chosen)


def tiles_to_tap(board: Board, drawing: str, lang: str, address: Callable[[Cell], str], prefix: str = "tile") -> Markup:
    """Return an overlay with links for the tiles of a drawing, whose ids begin with the prefix."""
    return _links(board, drawing, board.tiles, prefix, lang, address)


def tile_to_tap(tile: Mapping[str, Any], lang: str) -> Markup:
    """Return one tile with a wedge over each edge, which the page's script makes tappable."""
    drawing = board_svg(Board(Landscape({(0, 0): Tile.from_document(tile)})), lang)
    wedges = _TEMPLATES.draw("wedges.svg", view_box=view_box_of(drawing), corners=corners((0, 0), SIZE))
    return drawing + wedges


def _links(
    board: Board,
    drawing: str,
    cells: Iterable[Cell],
    prefix: str,
    lang: str,
    address: Callable[[Cell], str],
    chosen: Cell | None = None,
) -> Markup:
    """Return an overlay of a drawing with a link for each of these cells, whose ids begin with the prefix."""
    links = [
        _Link(
            cell,
            centre(cell, SIZE),
            corners(cell, SIZE),
            address(cell),
            _name(board, cell, lang),
            chosen=cell == chosen,
            fillable=cell not in board.tiles and cell != chosen,
        )
        for cell in cells
    ]
    return _TEMPLATES.draw("links.svg", view_box=view_box_of(drawing), prefix=prefix, links=links)


def _name(board: Board, cell: Cell, lang: str) -> str:
    say = translator(lang)
    if cell not in board.tiles:
        return say(N_("Lay a tile in the space {q}, {r}")).format(q=cell[0], r=cell[1])
    pieces = [(piece.kind, piece.colour) for piece in board.pieces_at.get(cell, ())]
    runes = [(rune.kind, rune.colour) for rune in board.runes_at.get(cell, ())]
    things = [word(kind, lang) + (f" ({word(colour, lang)})" if colour else "") for kind, colour in (*pieces, *runes)]
    return ", ".join([say(N_("Tile {q}, {r}")).format(q=cell[0], r=cell[1]), *things])
