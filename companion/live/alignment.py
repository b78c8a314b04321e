"""A reading in the coordinates of the board known so far, and how far the camera moved since.

Origin and turn of a reading are free. The board is known again by the tiles' edges, by what stands on them, and, as
long as the camera stands still, by where they lie in the picture.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import chain

import cv2
import numpy as np

from companion.live.events import what
from games.hexgrid import Cell, shifted, turned
from vision.coordinates import moved
from vision.reading import Reading, TileReading

_NEAR = 0.3
"""Widths of a tile within which one that lies where another lay is taken for the same."""
_SAME_EDGES, _EACH_EDGE, _SAME_PLACE, _SAME_PIECE = 1.0, 0.3, 0.5, 0.3
_ENOUGH = 0.45
"""What each tile that the board and the reading can share must add to the score on average."""
_MOVED = 0.05
"""Widths of a tile by which the whole picture must have shifted to count as a bump."""


@dataclass(frozen=True)
class Aligned:
    """A reading in known coordinates.

    Attributes:
        reading: the reading.
        motion: (3, 3) homography from the known picture's pixels to the new one's; ``None`` where the camera stood
            still.
    """

    reading: Reading
    motion: np.ndarray | None


def align(fresh: Reading, known: Reading) -> Aligned | None:
    """Bring a new reading into the coordinates of the known one; ``None`` if it cannot be the same table."""
    votes = _votes(fresh, known)
    shared = min(len(fresh.tiles), len(known.tiles))
    if not votes or shared == 0:
        return None
    turn, shift = max(votes, key=lambda vote: votes[vote])
    if votes[turn, shift] < _ENOUGH * shared or len(fresh.tiles) * 3 < len(known.tiles):
        return None
    found = moved(fresh, turn, shift)
    return Aligned(found, _motion(found, known))


def _votes(fresh: Reading, known: Reading) -> dict[tuple[int, Cell], float]:
    """Return how well the reading agrees with the board under each turn and shift."""
    votes: dict[tuple[int, Cell], float] = defaultdict(float)
    ours, theirs = _things(fresh), _things(known)
    for turn in range(6):
        for tile in fresh.tiles:
            edges = tuple(tile.edges[(i - turn) % 6] for i in range(6))
            q, r = turned(tile.cell, turn)
            for other in known.tiles:
                like = sum(a == b for a, b in zip(edges, other.edges, strict=True)) / 6
                score = _EACH_EDGE * like + _SAME_EDGES * (like == 1) + _SAME_PLACE * _lies_at(tile, other)
                score += _SAME_PIECE * (ours[tile.cell] == theirs[other.cell] != ())
                votes[turn, shifted(other.cell, (-q, -r))] += score
    return votes


def _things(reading: Reading) -> defaultdict[Cell, tuple[object, ...]]:
    found: defaultdict[Cell, tuple[object, ...]] = defaultdict(tuple)
    for piece in reading.pieces:
        found[piece.cell] = (*found[piece.cell], what(piece))
    return found


def _lies_at(one: TileReading, other: TileReading) -> bool:
    return bool(np.hypot(one.px[0] - other.px[0], one.px[1] - other.px[1]) < width(other) * _NEAR)


def width(tile: TileReading) -> float:
    """Return how wide a tile is in the picture, pixels."""
    return float(np.ptp(tile.outline[:, 0]))


def _motion(fresh: Reading, known: Reading) -> np.ndarray | None:
    before = {tile.cell: tile for tile in known.tiles}
    pairs = [(before[tile.cell], tile) for tile in fresh.tiles if tile.cell in before]
    away = [np.hypot(old.px[0] - new.px[0], old.px[1] - new.px[1]) / width(old) for old, new in pairs]
    if len(pairs) < 3 or float(np.median(away)) < _MOVED:
        return None
    old, new = (
        np.concatenate([side.outline for side in sides]).astype(np.float32) for sides in zip(*pairs, strict=True)
    )
    matrix, _ = cv2.findHomography(old, new, cv2.RANSAC, 0.08 * width(pairs[0][1]))
    return None if matrix is None else np.asarray(matrix)


def carried(reading: Reading, motion: np.ndarray) -> Reading:
    """Return a reading as the camera sees it after it moved."""

    def to(points: object) -> np.ndarray:
        there: np.ndarray = cv2.perspectiveTransform(np.asarray(points, float).reshape(1, -1, 2), motion)[0]
        return there

    def spot(px: tuple[float, float]) -> tuple[float, float]:
        x, y = chain.from_iterable(to(px))
        return float(x), float(y)

    return replace(
        reading,
        tiles=tuple(replace(t, px=spot(t.px), outline=to(t.outline)) for t in reading.tiles),
        pieces=tuple(replace(p, px=spot(p.px), hull=to(p.hull)) for p in reading.pieces),
    )
