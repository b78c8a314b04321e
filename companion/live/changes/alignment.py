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
from games.hexgrid import SIDES, Cell
from vision.detections import TileReading
from vision.merging.alignment import Way, agreements
from vision.merging.coordinates import moved
from vision.reading.reading import Reading

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
        way: the turn and shift that brought it there.
    """

    reading: Reading
    motion: np.ndarray | None
    way: Way


def align(fresh: Reading, known: Reading) -> Aligned | None:
    """Bring a new reading into the coordinates of the known one; ``None`` if it cannot be the same table."""
    shared = min(len(fresh.tiles), len(known.tiles))
    if shared == 0:
        return None
    votes = _votes(fresh, known)
    turn, shift = max(votes, key=lambda vote: votes[vote])
    if votes[turn, shift] < _ENOUGH * shared or len(fresh.tiles) * 3 < len(known.tiles):
        return None
    found = moved(fresh, turn, shift)
    return Aligned(found, _motion(found, known), (turn, shift))


def _votes(fresh: Reading, known: Reading) -> dict[Way, float]:
    """Return how well the reading agrees with the board under each turn and shift."""
    ours, theirs = _edges(fresh), _edges(known)
    standing = _standing(fresh, known)
    beside = _beside(fresh, known)
    worth = []
    for turn in SIDES:
        like = (np.roll(ours, turn, axis=1)[:, None] == theirs[None]).mean(axis=2)
        worth.append(_EACH_EDGE * like + _SAME_EDGES * (like == 1) + _SAME_PLACE * beside + _SAME_PIECE * standing)
    return agreements(np.array(worth), [t.cell for t in fresh.tiles], [t.cell for t in known.tiles])


def _edges(reading: Reading) -> np.ndarray:
    return np.array([tile.edges for tile in reading.tiles], object).reshape(-1, 6)


def _standing(fresh: Reading, known: Reading) -> np.ndarray:
    """(n, m) bool, whether the same, and not nothing, stands on two tiles."""
    ours, theirs = _things(fresh), _things(known)
    return np.array([[ours[tile.cell] == theirs[other.cell] != () for other in known.tiles] for tile in fresh.tiles])


def _things(reading: Reading) -> defaultdict[Cell, tuple[object, ...]]:
    found: defaultdict[Cell, tuple[object, ...]] = defaultdict(tuple)
    for piece in reading.pieces:
        found[piece.cell] = (*found[piece.cell], what(piece))
    return found


def _beside(fresh: Reading, known: Reading) -> np.ndarray:
    """(n, m) bool, whether one tile lies in the picture where the other lay."""
    here, there = (np.array([tile.px for tile in reading.tiles]) for reading in (fresh, known))
    near = _NEAR * np.array([width(tile) for tile in known.tiles])
    beside: np.ndarray = np.linalg.norm(here[:, None] - there[None], axis=2) < near
    return beside


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
