"""A hint as an overlay of the board: the best cells, numbered by rank."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from games.fjords.drawing.land import SIZE, hexagon, number
from games.hexgrid import Cell, centre


def hint_svg(cells: Sequence[Cell], layer: str) -> str:
    """Return the SVG layer that replaces the empty one of this name; the page's script sets its view box."""
    body = "".join(_badge(cell, rank) for rank, cell in enumerate(cells, start=1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hints" id="hints-{escape(layer)}" hx-swap-oob="true" '
        f'aria-hidden="true">{body}</svg>'
    )


def _badge(cell: Cell, rank: int) -> str:
    x, y = centre(cell, SIZE)
    best = " best" if rank == 1 else ""
    return (
        f'<g class="hint{best}" transform="translate({number(x)} {number(y)})"><path d="{hexagon(0.9)}"/>'
        f'<circle r="34"/><text dominant-baseline="central" text-anchor="middle">{rank}</text></g>'
    )
