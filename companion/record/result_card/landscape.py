"""The landscape of the pages' masthead, painted across the top of a result card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from PIL import ImageDraw

from companion.record.result_card.outlines import lines_of
from companion.record.result_card.pen import FINE, HEIGHT, INK, PAPER, WIDTH
from games.hexgrid import Point

_PAINTS: Mapping[str, str] = MappingProxyType(
    {
        "sun": "#c8452a",
        "far": "#8aa39a",
        "far-cut": "#2f4a4b",
        "near": "#2f4a4b",
        "near-cut": "#f3e9d4",
        "sea": "#1d5468",
        "hull": "#1b2a31",
        "cut": "#f3e9d4",
        "sail": "#f3e9d4",
        "stripe": "#b83f26",
    }
)
"""The colours of the pages' light theme; parts that are not named are too fine for a card."""
SKY = "#e9d9b4"
_PATH = re.compile(r'<path class="([a-z-]+)" d="([^"]+)"')
_CIRCLE = re.compile(r'<circle class="sun" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"')
_SHIP = re.compile(r'<g class="ship" transform="translate\(([\d.]+) ([\d.]+)\)">')
_SHOWN = (100.0, 1600.0)
"""The part of the landscape, in its own units, that a card shows across its width: the ship and the sun."""
_SEA_BELOW = 36
"""Height of the sea that is cut off, pixels of the shown card."""


def paint_landscape(pen: ImageDraw.ImageDraw, bottom: float) -> None:
    """Paint sky and landscape above `bottom`, in pixels of the shown card, and paper below."""
    scale = WIDTH / (_SHOWN[1] - _SHOWN[0])

    def at(point: Point) -> Point:
        return (point[0] - _SHOWN[0]) * scale * FINE, (bottom + _SEA_BELOW - (300 - point[1]) * scale) * FINE

    pen.rectangle((0, 0, WIDTH * FINE, bottom * FINE), SKY)
    found = _CIRCLE.search(_drawing())
    if found is not None:
        x, y, radius = map(float, found.groups())
        pen.ellipse((*at((x - radius, y - radius)), *at((x + radius, y + radius))), _PAINTS["sun"])
    for paint, line in _areas():
        pen.polygon([at(point) for point in line], paint)
    pen.rectangle((0, bottom * FINE, WIDTH * FINE, HEIGHT * FINE), PAPER)
    pen.rectangle((0, bottom * FINE, WIDTH * FINE, bottom * FINE + 3 * FINE), INK)


@lru_cache(maxsize=1)
def _areas() -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """Return the colour and the outline of each area, in the order in which they are painted."""
    drawing = _drawing()
    ship = _SHIP.search(drawing)
    found = []
    for path in _PATH.finditer(drawing):
        by = (0.0, 0.0) if ship is None or path.start() < ship.start() else (float(ship[1]), float(ship[2]))
        if path[1] in _PAINTS:
            found += [(_PAINTS[path[1]], _moved(line, by)) for line in lines_of(path[2]) if len(line) > 2]
    return tuple(found)


def _moved(line: list[Point], by: Point) -> tuple[Point, ...]:
    return tuple((x + by[0], y + by[1]) for x, y in line)


@lru_cache(maxsize=1)
def _drawing() -> str:
    return (files("companion.web") / "templates" / "_landscape.svg").read_text(encoding="utf-8")
