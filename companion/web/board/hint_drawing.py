"""A hint as an overlay of the board: the best cells, numbered by rank."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from games.fjords.drawing.land import SIZE, hexagon
from games.hexgrid import Cell, centre
from games.svg_templates import SvgTemplates

_TEMPLATES = SvgTemplates(__package__)


def hint_svg(cells: Sequence[Cell], layer: str) -> Markup:
    """Return the SVG layer that replaces the empty one of this name; the page's script sets its view box."""
    centres = [centre(cell, SIZE) for cell in cells]
    return _TEMPLATES.draw("hints.svg", layer=layer, centres=centres, outline=hexagon(0.9))
