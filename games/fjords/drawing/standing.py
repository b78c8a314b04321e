"""Where a piece stands on the drawing of a tile: on its plains, as near to the middle as they are broad enough."""

from __future__ import annotations

from functools import lru_cache
from math import dist, inf

from games.fjords.drawing.land import SIZE, outlines
from games.fjords.tiles import PLAINS, Tile
from games.hexgrid import Point

_STEP = SIZE / 9
"""Distance between the points that are tried."""
_BROAD = 0.3 * SIZE
"""Distance to the nearest other land from which plains are broad enough for a piece, about its half width."""
_MOST_ASIDE = 0.45 * SIZE
_KNOWN_TILES = 512


def standing_place(tile: Tile) -> Point:
    """Return the place for a piece relative to the tile's middle: the middle itself on a tile without plains."""
    areas = tuple(outlines(tile))
    if _is_plains(areas, (0.0, 0.0)) or all(terrain != PLAINS for terrain, _ in areas):
        return 0.0, 0.0
    return _broadest_plains(areas)


_Areas = tuple[tuple[str, tuple[Point, ...]], ...]


@lru_cache(_KNOWN_TILES)
def _broadest_plains(areas: _Areas) -> Point:
    count = round(SIZE / _STEP)
    points = [(x * _STEP, y * _STEP) for x in range(-count, count + 1) for y in range(-count, count + 1)]
    plains = [at for at in points if _is_plains(areas, at)]
    others = [at for at in points if at not in plains]
    # A piece on the rim would lie over the next tile.
    plains = [at for at in plains if dist(at, (0.0, 0.0)) < _MOST_ASIDE] or plains

    def worth(at: Point) -> tuple[float, float]:
        clear = min((dist(at, other) for other in others), default=inf)
        return min(clear, _BROAD), -dist(at, (0.0, 0.0))

    return max(plains, key=worth, default=(0.0, 0.0))


def _is_plains(areas: _Areas, at: Point) -> bool:
    """Return whether a point is painted as plains: the last area that holds it counts."""
    return next((terrain == PLAINS for terrain, outline in reversed(areas) if _holds(outline, at)), False)


def _holds(outline: tuple[Point, ...], at: Point) -> bool:
    """Return whether a polygon holds a point: a ray from it crosses the rim an odd number of times."""
    inside, (x, y) = False, at
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside
