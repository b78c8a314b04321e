"""Small drawings of the answers to a question: a tile, a piece, a rune stone, or nothing.

Screen readers skip them, since each stands beside a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from companion.record.events import Thing
from games.fjords.board import LONGHOUSE, VIKING, Board, Rune
from games.fjords.drawing.board import board_svg
from games.fjords.drawing.land import hexagon
from games.fjords.drawing.pieces import longhouse_glyph, rune_glyph, viking_glyph
from games.fjords.landscape import Landscape
from games.fjords.tiles import Tile
from games.svg_templates import SvgTemplates

_TEMPLATES = SvgTemplates(__package__)


def tile_drawing(tile: Mapping[str, Any] | None) -> Markup:
    """Return the drawing of a tile document, or of an empty space for ``None``."""
    if tile is None:
        return _TEMPLATES.draw("nothing.svg", outline=hexagon(0.9), view_box="-100 -110 200 220")
    return board_svg(Board(Landscape({(0, 0): Tile.from_document(tile)})), decorative=True)


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
