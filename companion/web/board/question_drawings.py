"""Small drawings of the answers to a question: a tile, a piece, a rune stone, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.record.events import Thing
from games.fjords.board import LONGHOUSE, VIKING, Board, Rune
from games.fjords.drawing.board import board_svg
from games.fjords.drawing.land import hexagon
from games.fjords.drawing.pieces import longhouse_glyph, rune_glyph, viking_glyph
from games.fjords.landscape import Landscape
from games.fjords.tiles import Tile

_HIDDEN = 'aria-hidden="true" focusable="false"'


def tile_drawing(tile: Mapping[str, Any] | None) -> str:
    """Return the drawing of a tile document, or of an empty space for ``None``."""
    if tile is None:
        return _framed(f'<path d="{hexagon(0.9)}" class="nothing"/>', "-100 -110 200 220")
    drawn = board_svg(Board(Landscape({(0, 0): Tile.from_document(tile)})))
    # Screen readers read the text beside it.
    return drawn.replace('role="img"', _HIDDEN, 1)


def things_drawing(things: Sequence[Thing]) -> str:
    """Return the drawing of pieces and rune stones side by side, or of an empty space without any."""
    if not things:
        return _framed(f'<path d="{hexagon(0.4)}" class="nothing"/>', "-48 -48 96 96")
    places = (f'<g transform="translate({96 * n} 0)">{_glyph(thing)}</g>' for n, thing in enumerate(things))
    return _framed("".join(places), f"-48 -48 {96 * len(things)} 96")


def _glyph(thing: Thing) -> str:
    if thing.kind == VIKING:
        return viking_glyph(thing.colour or "")
    if thing.kind == LONGHOUSE:
        return longhouse_glyph(thing.colour or "")
    return rune_glyph(Rune(thing.kind, (0, 0), thing.colour))


def _framed(body: str, box: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {_HIDDEN}>{body}</svg>'
