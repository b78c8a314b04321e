"""Alignment of a reading with the known board, and the camera's motion since.

The origin and turn of a reading's coordinates are arbitrary. Tiles are matched by their edges, by the pieces on them
and, as long as the camera stands still, by their place in the picture.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import chain

import cv2
import numpy as np

from companion.live.events import identity_of
from games.hexgrid import SIDES, Cell
from vision.detections import TileReading
from vision.merging.alignment import Transform, transform_scores
from vision.merging.coordinates import move_reading
from vision.reading.reading import Reading

_MAX_DISTANCE = 0.3
"""Tile widths between two tiles' places in the picture that still count as the same place; chosen by hand."""
_SAME_EDGES, _EACH_EDGE, _SAME_PLACE, _SAME_PIECE = 1.0, 0.3, 0.5, 0.3
"""Weights of the matching features of two tiles in the score of an alignment, chosen by hand."""
_MIN_MEAN_SCORE = 0.45
"""Least score of an alignment, per tile of the smaller of board and reading; chosen by hand."""
_MAX_TILE_RATIO = 3
"""Largest ratio of the known board's tiles to those of a reading of the same table; chosen by hand."""
_MIN_BUMP = 0.05
"""Tile widths of median shift from which the camera counts as moved; chosen by hand."""
_RANSAC_THRESHOLD = 0.08
"""Tile widths within which a corner agrees with the motion of the camera; chosen by hand."""


@dataclass(frozen=True)
class Aligned:
    """A reading in known coordinates.

    Attributes:
        reading: the reading.
        motion: (3, 3) homography from the known picture's pixels to the new one's; ``None`` where the camera has not
            moved.
        way: the turn and shift from the reading's own coordinates.
    """

    reading: Reading
    motion: np.ndarray | None
    way: Transform


def align(fresh: Reading, known: Reading) -> Aligned | None:
    """Return a new reading in the coordinates of the known one; ``None`` if it cannot be the same table."""
    shared = min(len(fresh.tiles), len(known.tiles))
    if shared == 0:
        return None
    scores = _scores(fresh, known)
    turn, shift = max(scores, key=lambda way: scores[way])
    if scores[turn, shift] < _MIN_MEAN_SCORE * shared or len(fresh.tiles) * _MAX_TILE_RATIO < len(known.tiles):
        return None
    found = move_reading(fresh, turn, shift)
    return Aligned(found, _motion(found, known), (turn, shift))


def _scores(fresh: Reading, known: Reading) -> dict[Transform, float]:
    """Return the score of each turn and shift: how well the reading then agrees with the board."""
    ours, theirs = _edges(fresh), _edges(known)
    standing = _standing(fresh, known)
    beside = _beside(fresh, known)
    score = []
    for turn in SIDES:
        like = (np.roll(ours, turn, axis=1)[:, None] == theirs[None]).mean(axis=2)
        score.append(_EACH_EDGE * like + _SAME_EDGES * (like == 1) + _SAME_PLACE * beside + _SAME_PIECE * standing)
    return transform_scores(np.array(score), [t.cell for t in fresh.tiles], [t.cell for t in known.tiles])


def _edges(reading: Reading) -> np.ndarray:
    return np.array([tile.edges for tile in reading.tiles], object).reshape(-1, 6)


def _standing(fresh: Reading, known: Reading) -> np.ndarray:
    """Return (n, m) bool: whether two tiles carry the same pieces, at least one."""
    ours, theirs = _pieces_by_cell(fresh), _pieces_by_cell(known)
    return np.array([[ours[tile.cell] == theirs[other.cell] != () for other in known.tiles] for tile in fresh.tiles])


def _pieces_by_cell(reading: Reading) -> defaultdict[Cell, tuple[object, ...]]:
    found: defaultdict[Cell, tuple[object, ...]] = defaultdict(tuple)
    for piece in reading.pieces:
        found[piece.cell] = (*found[piece.cell], identity_of(piece))
    return found


def _beside(fresh: Reading, known: Reading) -> np.ndarray:
    """Return (n, m) bool: whether two tiles lie in the same place of the picture."""
    here, there = (np.array([tile.px for tile in reading.tiles]) for reading in (fresh, known))
    near = _MAX_DISTANCE * np.array([width(tile) for tile in known.tiles])
    beside: np.ndarray = np.linalg.norm(here[:, None] - there[None], axis=2) < near
    return beside


def width(tile: TileReading) -> float:
    """Return the width of a tile in the picture, pixels."""
    return float(np.ptp(tile.outline[:, 0]))


def _motion(fresh: Reading, known: Reading) -> np.ndarray | None:
    before = {tile.cell: tile for tile in known.tiles}
    pairs = [(before[tile.cell], tile) for tile in fresh.tiles if tile.cell in before]
    away = [np.hypot(old.px[0] - new.px[0], old.px[1] - new.px[1]) / width(old) for old, new in pairs]
    if len(pairs) < 3 or float(np.median(away)) < _MIN_BUMP:
        return None
    old, new = (
        np.concatenate([side.outline for side in sides]).astype(np.float32) for sides in zip(*pairs, strict=True)
    )
    matrix, _ = cv2.findHomography(old, new, cv2.RANSAC, _RANSAC_THRESHOLD * width(pairs[0][1]))
    return None if matrix is None else np.asarray(matrix)


def carried(reading: Reading, motion: np.ndarray) -> Reading:
    """Return a reading transformed by the motion of the camera, a (3, 3) homography of pixels."""

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
