"""Boards with links: the drawing of the board, and over it a link for each tile and each adjacent space."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from companion.language import N_, translator
from companion.web.board.view import view_box_of
from games.fjords.board import Board
from games.fjords.drawing.board import board_svg
from games.fjords.drawing.land import SIZE
from games.fjords.landscape import Landscape
from games.fjords.sentences import word
from games.fjords.tiles import Tile
from games.hexgrid import Cell, centre, corners, rim


def board_to_tap(board: Board, chosen: Cell | None, lang: str, address: Callable[[Cell], str]) -> str:
    """Return the board with links over its tiles and over the adjacent spaces.

    Args:
        board: the board; an empty one has a single space.
        chosen: the cell that is chosen now.
        lang: the language of the links' labels, ``en`` or ``ru``.
        address: returns the address of a cell's link.
    """
    free = list(rim(board.tiles)) or [(0, 0)]
    shade = dict.fromkeys(free, "free")
    if chosen is not None:
        shade[chosen] = "hint"
    drawing = board_svg(board, lang, shade)
    links = "".join(_link(board, cell, cell == chosen, lang, address(cell)) for cell in (*board.tiles, *sorted(free)))
    return drawing + _over(drawing, links, "taps")


def tiles_to_tap(board: Board, drawing: str, lang: str, address: Callable[[Cell], str]) -> str:
    """Return an overlay with links for the tiles of a drawing."""
    links = "".join(_link(board, cell, False, lang, address(cell), "tile") for cell in board.tiles)
    return _over(drawing, links, "taps")


def tile_to_tap(tile: Mapping[str, Any], lang: str) -> str:
    """Return one tile with a wedge over each edge, which the page's script makes tappable."""
    drawing = board_svg(Board(Landscape({(0, 0): Tile.from_document(tile)})), lang)
    return drawing + _over(drawing, "".join(_wedges()), "wedges", ' aria-hidden="true"')


def _over(drawing: str, body: str, classes: str, more: str = "") -> str:
    box = view_box_of(drawing)
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" viewBox="{box}"{more}>{body}</svg>'


def _link(board: Board, cell: Cell, chosen: bool, lang: str, address: str, name: str = "cell") -> str:
    current = ' aria-current="true"' if chosen else ""
    plus = "" if cell in board.tiles or chosen else _plus(cell)
    return (
        f'<a id="{name}{cell[0]}_{cell[1]}" data-cells="{cell[0]},{cell[1]}" href="{escape(address)}" '
        f'aria-label="{escape(_name(board, cell, lang))}"'
        f'{current}><path d="{_outline(cell)}"/>{plus}</a>'
    )


def _plus(cell: Cell) -> str:
    x, y = centre(cell, SIZE)
    return f'<path class="plus" d="M{x - 18:.1f} {y:.1f}h36M{x:.1f} {y - 18:.1f}v36"/>'


def _outline(cell: Cell) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners(cell, SIZE)) + "Z"


def _name(board: Board, cell: Cell, lang: str) -> str:
    say = translator(lang)
    if cell not in board.tiles:
        return say(N_("Lay a tile in the space {q}, {r}")).format(q=cell[0], r=cell[1])
    pieces = [(piece.kind, piece.colour) for piece in board.pieces_at.get(cell, ())]
    runes = [(rune.kind, rune.colour) for rune in board.runes_at.get(cell, ())]
    things = [word(kind, lang) + (f" ({word(colour, lang)})" if colour else "") for kind, colour in (*pieces, *runes)]
    return ", ".join([say(N_("Tile {q}, {r}")).format(q=cell[0], r=cell[1]), *things])


def _wedges() -> Iterator[str]:
    rim_points = corners((0, 0), SIZE)
    for side in range(6):
        (ax, ay), (bx, by) = rim_points[side], rim_points[(side + 1) % 6]
        yield f'<path data-edge="{side}" d="M0 0L{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}Z"/>'
