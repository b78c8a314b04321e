"""A hint as an overlay of the board: the best cells, numbered by rank."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from games.fjords.drawing.land import SIZE, hexagon
from games.hexgrid import Cell, centre
from games.svg_templates import SvgTemplates

_TEMPLATES = SvgTemplates(__package__)


def hint_svg(cells: Sequence[Cell], layer: str, view_box: str = "") -> Markup:
    """Return an SVG layer with numbered cells.

    Args:
        cells: the cells, by rank.
        layer: the name of the layer.
        view_box: of the drawing that it lies over; without it the layer replaces the empty one of its name on the page,
            and the page's script sets its view box.
    """
    centres = [centre(cell, SIZE) for cell in cells]
    return _TEMPLATES.draw("hints.svg", layer=layer, centres=centres, outline=hexagon(0.9), view_box=view_box)
