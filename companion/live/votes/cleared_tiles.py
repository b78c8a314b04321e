"""Tiles that were taken off the table.

A hand, a cup or a paper over tiles hides them, too. Where tiles were taken away the bare table comes to light. Several
at once are more often covered than taken: they count once it has stayed so for as long as the next move takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.live.changes.bare_table import bare_cells
from companion.live.changes.frame_difference import Comparison
from companion.live.changes.occlusion import share
from games.hexgrid import Cell
from vision.detections import TileReading
from vision.reading.reading import Reading

_FEW = 2
"""Tiles that are gone at once at most so that they count as taken at first sight of the bare table; chosen by hand."""
_MIN_READINGS, _MIN_S = 4, 10.0
"""Readings that see the same tiles gone and nothing over their places, and seconds from the first to the last in which
the table lies bare there, after which they count as taken away: as long as an object must lie still to count as a part
of the scene. In every other reading of bare table beside the picture's rim something may seem to hide it."""
_MIN_CHANGED_SHARE = 0.1
"""Share of a place, 0..1, that changes when its tile is taken. Of the 118 taken tiles of `bare_table` one changes less,
and ten, like grass on a green table, by less than a third."""
_MAX_SHARE = 0.5
"""Share of the known tiles that are taken away at most; where more than a few are gone, the game is being put away."""


@dataclass(frozen=True)
class ClearedTiles:
    """Known tiles in whose places the last readings saw the bare table.

    Attributes:
        cells: their cells.
        since: when they were first gone, seconds.
        until: when they were gone last, seconds.
        readings: in how many of the readings since then nothing seemed to hide their places.
        are_few: whether no more than a few known tiles were gone in the last reading, covered ones included.
    """

    cells: frozenset[Cell] = field(default=frozenset())
    since: float = 0.0
    until: float = 0.0
    readings: int = 0
    are_few: bool = False

    @property
    def certain(self) -> frozenset[Cell]:
        """The cells whose tiles were taken away."""
        has_lasted = self.readings >= _MIN_READINGS and self.until - self.since >= _MIN_S
        return self.cells if self.are_few or has_lasted else frozenset()

    def after(self, known: Reading, fresh: Reading, comparison: Comparison, now: float) -> ClearedTiles:
        """Return this after one more reading.

        Args:
            known: the known board.
            fresh: the reading, in the same coordinates.
            comparison: of its picture with that of the known board.
            now: its time, seconds.
        """
        gone = _gone(known, fresh)
        bare = _bare(gone, (*known.tiles, *fresh.tiles), comparison)
        lasting, are_few = self.cells & bare, len(gone) <= _FEW
        in_sight = int((lasting or bare).isdisjoint(fresh.unseen))
        if are_few:
            return ClearedTiles(bare - frozenset(fresh.unseen), now, now, in_sight, are_few)
        if not lasting:
            return ClearedTiles(bare, now, now, in_sight)
        return ClearedTiles(lasting, self.since, now, self.readings + in_sight)


def _gone(known: Reading, fresh: Reading) -> list[TileReading]:
    """Return the known tiles that are not read any more; none where these are most of many."""
    seen = {tile.cell for tile in fresh.tiles}
    gone = [tile for tile in known.tiles if tile.cell not in seen]
    return gone if len(gone) <= max(_FEW, _MAX_SHARE * len(known.tiles)) else []


def _bare(gone: Iterable[TileReading], board: Iterable[TileReading], comparison: Comparison) -> frozenset[Cell]:
    """Return the cells of tiles in whose places the picture has changed to the table."""
    scale = comparison.now.scale
    changed = [tile for tile in gone if share(comparison.points, tile.outline * scale) >= _MIN_CHANGED_SHARE]
    return bare_cells(changed, board, comparison)
