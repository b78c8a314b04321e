"""Places of tiles where the bare table has come to light, told by its colours nearby.

A hand, a cup or a paper over a tile hides it as well as its removal does; only the latter shows the table.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from companion.live.changes.alignment import width
from companion.live.changes.frame_difference import Comparison
from games.hexgrid import Cell
from vision.detections import TileReading

_INSIDE = 0.8
"""Part of a tile, to its size, whose colours are compared: beside it lie the shadows of other tiles."""
_RING = (0.15, 0.8)
"""Tile widths around the board between which the table lies, beyond the tiles' shadows."""
_NEAR = 2.0
"""Tile widths around a tile within which the table is compared, for lamps light it unevenly."""
_MIN_TABLE = 50
"""Pixels of the table that tell its colours."""
_SAMPLES = 400
"""Pixels of the table, and of the place, that are compared at most."""
_MAX_COLOUR, _MAX_LIGHT = 4.0, 10.0
"""Distance of colours in the plane a, b of CIELAB, and of their lightness, that counts as one."""
_NEIGHBOURS = 4
"""Pixels of the table that a pixel of the bare table must resemble, so that single odd ones do not count."""
_MIN_BARE_SHARE = 0.75
"""Share of a place's pixels that resemble the table where it lies bare. On 40 synthetic tables of held-out looks all
118 places of taken tiles have it, and 6 of 236 tiles under a cup, bottle, bowl or box; within the colours' medians,
twice as far, 98 of the former had nine tenths, and 3 of the latter."""


def bare_cells(tiles: Iterable[TileReading], board: Iterable[TileReading], comparison: Comparison) -> frozenset[Cell]:
    """Return the cells of those of the tiles in whose places the picture has changed to the table.

    Args:
        tiles: that are not read any more.
        board: all tiles that were known, or are read now.
        comparison: of the picture with that of the known board.
    """
    places = list(tiles)
    if not places:
        return frozenset()
    scale = comparison.now.scale
    known = [*board, *places]
    size = scale * float(np.median([width(tile) for tile in known]))
    colours = _scaled_colours(comparison.now.pixels)
    table = _table_around(known, comparison, size)
    return frozenset(
        tile.cell for tile in places if _is_bare(tile.outline * scale, comparison.points, colours, table, _NEAR * size)
    )


def _scaled_colours(pixels: np.ndarray) -> np.ndarray:
    """Return the (h, w, 3) float32 colours of (h, w, 3) uint8 BGR pixels, in which pixels of one table are 1 apart."""
    lab = cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return np.asarray(lab / np.array([_MAX_LIGHT, _MAX_COLOUR, _MAX_COLOUR], np.float32))


def _table_around(tiles: Iterable[TileReading], comparison: Comparison, size: float) -> np.ndarray:
    """Return (n, 2) the rows and columns of pixels beside the board that show the table as before."""
    beside = np.ones(comparison.points.shape, np.uint8)
    for tile in tiles:
        cv2.fillPoly(beside, [np.round(tile.outline * comparison.now.scale).astype(np.int32)], 0)
    away = cv2.distanceTransform(beside, cv2.DIST_L2, 3) / size
    return np.argwhere((away > _RING[0]) & (away < _RING[1]) & (comparison.points == 0))


def _is_bare(outline: np.ndarray, points: np.ndarray, colours: np.ndarray, table: np.ndarray, near: float) -> bool:
    """Return whether most pixels of a place, and of what has changed in it, resemble the table, whatever its pattern.

    Grass on a green table resembles it, too, but not what covers a part of it.

    Args:
        outline: (6, 2) of the place, pixels.
        points: (h, w) uint8, 1 where the picture has changed.
        colours: (h, w, 3) the picture's scaled colours.
        table: (n, 2) rows and columns of pixels that show the table.
        near: reach of the table that is compared, pixels.
    """
    middle = outline.mean(axis=0)
    beside = table[np.hypot(*(table - middle[::-1]).T) < near]
    place = np.zeros(colours.shape[:2], np.uint8)
    cv2.fillPoly(place, [np.round(middle + _INSIDE * (outline - middle)).astype(np.int32)], 1)
    if len(beside) < _MIN_TABLE:
        return False
    bare = colours[tuple(_spread(beside).T)]
    return all(_resembles(colours[tuple(_spread(np.argwhere(part)).T)], bare) for part in (place, place & points))


def _resembles(seen: np.ndarray, table: np.ndarray) -> bool:
    """Return whether most of (n, 3) colours are among (m, 3) of the table; not if there are none."""
    squares = np.square(seen[:, None] - table).sum(axis=2)
    nearest = np.partition(squares, _NEIGHBOURS - 1, axis=1)[:, _NEIGHBOURS - 1]
    return len(nearest) > 0 and float((nearest < 1).mean()) >= _MIN_BARE_SHARE


def _spread(pixels: np.ndarray) -> np.ndarray:
    """Return at most `_SAMPLES` of (n, 2) pixels, evenly from all."""
    return pixels[:: -(-len(pixels) // _SAMPLES)]
