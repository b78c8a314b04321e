"""Another board in the place of the known one.

The game was cleared away and the next one is laid out; or the first readings were wrong, as of a tile or two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.live.changes.alignment import align, width
from companion.live.changes.frame_difference import Comparison
from companion.live.changes.occlusion import MIN_EXCHANGED_SHARE, share
from vision.detections import TileReading
from vision.reading.reading import Reading

_MIN_READINGS, _MIN_S = 4, 5.0
"""Readings of the same other board, and seconds from the first to the last, after which the known one is gone. A hand
or a paper over it shows no other board, and a misreading is rarely the same each time; by hand."""
_MIN_EXCHANGED_TILES = 0.5
"""Share of the known tiles, 0..1, where another lies or none; chosen by hand."""
_SAME_PLACE = 0.3
"""Tile widths between the middles of two tiles that lie in the same place of the picture; chosen by hand."""


@dataclass(frozen=True)
class AnotherBoard:
    """What was read instead of the known board lately.

    Attributes:
        reading: the last reading of another board; ``None`` where the last reading was of the known one.
        since: when it was read first, seconds.
        readings: how often it was read.
    """

    reading: Reading | None = None
    since: float = 0.0
    readings: int = 0

    def after(self, known: Reading, fresh: Reading, comparison: Comparison, now: float) -> AnotherBoard:
        """Return this after one more reading.

        Args:
            known: the known board.
            fresh: the reading.
            comparison: of its picture with that of the known board.
            now: its time, seconds.
        """
        if not _is_another(known, fresh, comparison):
            return AnotherBoard()
        if self.reading is None or not _is_same(self.reading, fresh):
            return AnotherBoard(fresh, now, 1)
        return AnotherBoard(fresh, self.since, self.readings + 1)

    def is_certain(self, now: float) -> bool:
        """Return whether the known board is gone."""
        return self.readings >= _MIN_READINGS and now - self.since >= _MIN_S


def _is_another(known: Reading, fresh: Reading, comparison: Comparison) -> bool:
    """Return whether most tiles of a reading are none of the known ones, and these are out of sight or never were."""
    if 2 * _shared(fresh, known) >= len(fresh.tiles):
        return False
    scale = comparison.now.scale
    changed = sum(share(comparison.points, t.outline * scale) >= MIN_EXCHANGED_SHARE for t in known.tiles)
    if changed >= _MIN_EXCHANGED_TILES * len(known.tiles):
        return True
    return len(fresh.tiles) > len(known.tiles) and align(fresh, known) is None


def _is_same(one: Reading, other: Reading) -> bool:
    """Return whether two readings are of one board, to which a tile may have been added in between."""
    return 2 * _shared(one, other) > max(len(one.tiles), len(other.tiles))


def _shared(one: Reading, other: Reading) -> int:
    """Return how many tiles of one reading lie in the same place of the other's picture."""
    return sum(any(_same_tile(tile, twin) for twin in other.tiles) for tile in one.tiles)


def _same_tile(one: TileReading, other: TileReading) -> bool:
    apart = np.hypot(one.px[0] - other.px[0], one.px[1] - other.px[1])
    alike = any(one.edges[k:] + one.edges[:k] == other.edges for k in range(len(one.edges)))
    return bool(alike and apart < _SAME_PLACE * width(other))
