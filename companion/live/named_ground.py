"""Ground that people have named on the live table: as answers for the reader, and as corrections of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from companion.live.changes.frame_difference import Comparison
from companion.live.changes.occlusion import MIN_CHANGED_SHARE, share
from companion.live.events import TILE_MOVED, TILE_REMOVED, Event, laid
from companion.live.votes.cell_votes import tile_key
from vision.detections import TileReading
from vision.facts import HalfEdge
from vision.reading.answers.answer import Answer
from vision.reading.reading import Reading

Grounds = Mapping[HalfEdge, str]
"""The terrains that people have named at half edges, in the coordinates of the board that they are about."""
_FROM_MIDDLE = 0.88
"""Part of the way from a tile's middle to its edge at which the ground of that edge is looked at: the mean of the
distances at which `vision.terrain.edges` samples it."""


def answers_about(grounds: Grounds, board: Reading, comparison: Comparison | None = None) -> tuple[Answer, ...]:
    """Return the answers that tell a reader of the picture before the camera what was named on a board.

    Args:
        grounds: what was named.
        board: the board, with its tiles' places in the picture.
        comparison: of the picture with that of the board; tiles where they differ are left out, since a hand may
            cover them or another tile lie there.
    """
    lying = {tile.cell: tile for tile in board.tiles}
    return tuple(
        Answer("terrain", terrain, px=_middle(lying[cell], edge, half))
        for (cell, edge, half), terrain in sorted(grounds.items())
        if cell in lying and (comparison is None or not _has_changed(lying[cell], comparison))
    )


def _middle(tile: TileReading, edge: int, half: int) -> tuple[float, float]:
    """Return the pixel in the middle of the ground along half of an edge."""
    start, end = tile.outline[edge], tile.outline[(edge + 1) % 6]
    middle = np.array(tile.px)
    x, y = middle + _FROM_MIDDLE * (start + (0.25 + 0.5 * half) * (end - start) - middle)
    return float(x), float(y)


def _has_changed(tile: TileReading, comparison: Comparison) -> bool:
    return share(comparison.points, tile.outline * comparison.now.scale) >= MIN_CHANGED_SHARE


def terrain_corrections(known: Reading, before: Reading, after: Reading) -> Iterator[Event]:
    """Yield the corrections of tiles that are read otherwise once ground is named.

    Args:
        known: the board.
        before: a reading of a picture without what was named since, in the board's coordinates.
        after: the reading of the same picture with it.
    """
    lying, plain = ({tile.cell: tile_key(tile) for tile in reading.tiles} for reading in (known, before))
    for tile in after.tiles:
        if tile.cell in lying and tile_key(tile) not in (plain.get(tile.cell), lying[tile.cell]):
            yield laid(tile, correction=True)


def remaining_grounds(grounds: Grounds, events: tuple[Event, ...]) -> Grounds:
    """Return what is still known of the ground after events: nothing of tiles that were removed, moved or turned."""
    gone = {event.cell for event in events if event.name in (TILE_REMOVED, TILE_MOVED)}
    gone |= {event.start for event in events if event.start is not None}
    return {at: terrain for at, terrain in grounds.items() if at[0] not in gone}
