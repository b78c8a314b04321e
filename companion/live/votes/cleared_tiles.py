"""Tiles that were taken off the table, more at once than are told from covered ones by their number.

A hand, a head or a paper over several tiles hides them, too. Where tiles were taken away the bare table comes to light,
and it stays so for as long as the next move takes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.live.changes.alignment import width
from companion.live.changes.frame_difference import Comparison
from companion.live.changes.occlusion import MAX_REMOVED_TILES, MIN_EXCHANGED_SHARE, share
from games.hexgrid import Cell
from vision.detections import TileReading
from vision.reading.reading import Reading

_MIN_READINGS, _MIN_S = 4, 10.0
"""Readings that see the same tiles gone and nothing over their places, and seconds from the first to the last in which
the table lies bare there, after which they count as taken away: as long as an object must lie still to count as a part
of the scene. In every other reading of bare table beside the picture's rim something may seem to hide it."""
_MAX_SHARE = 0.5
"""Share of the known tiles that are taken away at most; where more are gone, the game is being put away."""
_INSIDE = 0.8
"""Part of a tile, to its size, whose colours are compared: beside it lie the shadows of other tiles."""
_RING = (0.15, 0.8)
"""Tile widths around the board between which the table lies, beyond the tiles' shadows."""
_NEAR = 2.0
"""Tile widths around a tile within which the table is compared, for lamps light it unevenly."""
_MIN_TABLE = 50
"""Pixels of the table that tell its colour."""
_MAX_COLOUR, _MAX_LIGHT = 8.0, 20.0
"""Distance of colours in the plane a, b of CIELAB, and of their lightness, within which a pixel may be bare table. In
the recorded game the medians of 23 bare places are up to 2 and 8 from those of the table, those of hands 10 or more in
colour."""
_MIN_BARE_SHARE = 0.9
"""Share of a tile's pixels that are bare table where it was taken away."""


@dataclass(frozen=True)
class ClearedTiles:
    """Known tiles in whose places the last readings saw the bare table.

    Attributes:
        cells: their cells.
        since: when they were first gone, seconds.
        until: when they were gone last, seconds.
        readings: in how many of the readings since then nothing seemed to hide their places.
    """

    cells: frozenset[Cell] = field(default=frozenset())
    since: float = 0.0
    until: float = 0.0
    readings: int = 0

    @property
    def certain(self) -> frozenset[Cell]:
        """The cells whose tiles were taken away."""
        return self.cells if self.readings >= _MIN_READINGS and self.until - self.since >= _MIN_S else frozenset()

    def after(self, known: Reading, fresh: Reading, comparison: Comparison, now: float) -> ClearedTiles:
        """Return this after one more reading.

        Args:
            known: the known board.
            fresh: the reading, in the same coordinates.
            comparison: of its picture with that of the known board.
            now: its time, seconds.
        """
        bare = _bare(known, fresh, comparison)
        lasting = self.cells & bare
        in_sight = int((lasting or bare).isdisjoint(fresh.unseen))
        if not lasting:
            return ClearedTiles(bare, now, now, in_sight)
        return ClearedTiles(lasting, self.since, now, self.readings + in_sight)


def _bare(known: Reading, fresh: Reading, comparison: Comparison) -> frozenset[Cell]:
    """Return the cells of known tiles in whose places the picture shows the table; none where few or most are gone."""
    seen = {tile.cell for tile in fresh.tiles}
    gone = [tile for tile in known.tiles if tile.cell not in seen]
    if not MAX_REMOVED_TILES < len(gone) <= _MAX_SHARE * len(known.tiles):
        return frozenset()
    scale = comparison.now.scale
    changed = [t for t in gone if share(comparison.points, t.outline * scale) >= MIN_EXCHANGED_SHARE]
    if not changed:
        return frozenset()
    colours = cv2.cvtColor(comparison.now.pixels.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    size = scale * float(np.median([width(tile) for tile in known.tiles]))
    table = _table_around((*known.tiles, *fresh.tiles), comparison, size)
    return frozenset(tile.cell for tile in changed if _is_table(tile.outline * scale, colours, table, _NEAR * size))


def _table_around(tiles: tuple[TileReading, ...], comparison: Comparison, size: float) -> np.ndarray:
    """Return (n, 2) the rows and columns of pixels beside the board that show the table as before."""
    beside = np.ones(comparison.points.shape, np.uint8)
    for tile in tiles:
        cv2.fillPoly(beside, [np.round(tile.outline * comparison.now.scale).astype(np.int32)], 0)
    away = cv2.distanceTransform(beside, cv2.DIST_L2, 3) / size
    return np.argwhere((away > _RING[0]) & (away < _RING[1]) & (comparison.points == 0))


def _is_table(outline: np.ndarray, colours: np.ndarray, table: np.ndarray, near: float) -> bool:
    """Return whether a place looks like the table near it.

    Args:
        outline: (6, 2) of the place, pixels.
        colours: (h, w, 3) the picture in CIELAB.
        table: (n, 2) rows and columns of pixels that show the table.
        near: reach of the table that is compared, pixels.
    """
    middle = outline.mean(axis=0)
    beside = table[np.hypot(*(table - middle[::-1]).T) < near]
    if len(beside) < _MIN_TABLE:
        return False
    bare = np.median(colours[beside[:, 0], beside[:, 1]], axis=0)
    place = np.zeros(colours.shape[:2], np.uint8)
    cv2.fillPoly(place, [np.round(middle + _INSIDE * (outline - middle)).astype(np.int32)], 1)
    apart = colours[place > 0] - bare
    alike = (np.hypot(apart[:, 1], apart[:, 2]) < _MAX_COLOUR) & (np.abs(apart[:, 0]) < _MAX_LIGHT)
    return bool(len(alike)) and float(alike.mean()) >= _MIN_BARE_SHARE
