"""Small drawings of the answers to a question: a tile, a piece, a rune stone, or nothing.

Screen readers skip them, since each stands beside a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from companion.record.events.cells import Thing
from games.fjords.board import LONGHOUSE, VIKING, Board, Rune
from games.fjords.drawing.board import MARGIN, board_svg
from games.fjords.drawing.land import SIZE, hexagon
from games.fjords.drawing.pieces import longhouse_glyph, rune_glyph, viking_glyph
from games.fjords.landscape import Landscape
from games.fjords.tiles import Tile
from games.hexgrid import corners
from games.svg_templates import SvgTemplates

_TEMPLATES = SvgTemplates(__package__)


def tile_drawing(tile: Mapping[str, Any] | None, asked: Sequence[int] = ()) -> Markup:
    """Return the drawing of a tile document, or of an empty space for ``None``.

    Args:
        tile: the tile.
        asked: the edges, 0..5, that a question is about, which are ringed.
    """
    if tile is None:
        return _TEMPLATES.draw("nothing.svg", outline=hexagon(0.9), view_box="-100 -110 200 220")
    drawing = board_svg(Board(Landscape({(0, 0): Tile.from_document(tile)})), decorative=True)
    if not asked:
        return drawing
    around = corners((0, 0), SIZE)
    ends = [(around[edge], around[(edge + 1) % len(around)]) for edge in asked]
    spots = [(round(0.44 * (a[0] + b[0]), 1), round(0.44 * (a[1] + b[1]), 1)) for a, b in ends]
    left, top = (min(point[axis] for point in around) - MARGIN for axis in (0, 1))
    box = [round(value, 1) for value in (left, top, -2 * left, -2 * top)]
    return _TEMPLATES.draw("marked.svg", tile=drawing, spots=spots, box=box)


def things_drawing(things: Sequence[Thing]) -> Markup:
    """Return the drawing of pieces and rune stones side by side, or of an empty space without any."""
    if not things:
        return _TEMPLATES.draw("nothing.svg", outline=hexagon(0.4), view_box="-48 -48 96 96")
    return _TEMPLATES.draw("things.svg", glyphs=[_glyph(thing) for thing in things])


def _glyph(thing: Thing) -> Markup:
    if thing.kind == VIKING:
        return viking_glyph(thing.colour or "")
    if thing.kind == LONGHOUSE:
        return longhouse_glyph(thing.colour or "")
    return rune_glyph(Rune(thing.kind, (0, 0), thing.colour))
