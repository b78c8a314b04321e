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

from companion.live.changes.frame_difference import Comparison
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
_MIN_PAIRS = 3
"""Tiles of a reading that lie in cells of known ones, from which the camera's motion is found as a homography, and
without which the reading of a larger board is of another table; chosen by hand."""
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
    motion = _motion(found, known)
    return Aligned(found, motion, (turn, shift)) if _lies_alike(found, known, motion) else None


def _lies_alike(fresh: Reading, known: Reading, motion: np.ndarray | None) -> bool:
    """Return whether tiles lie where the known ones are seen after the motion; on another lattice most do not."""
    lying = {tile.cell: tile for tile in (known if motion is None else carried(known, motion)).tiles}
    pairs = [(tile, lying[tile.cell]) for tile in fresh.tiles if tile.cell in lying]
    near = [np.hypot(*np.subtract(one.px, other.px)) < _MAX_DISTANCE * width(one) for one, other in pairs]
    return len(pairs) >= min(_MIN_PAIRS, len(known.tiles), len(fresh.tiles)) and 2 * sum(near) > len(near)


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
    if not pairs or float(np.median(away)) < _MIN_BUMP:
        return None
    old, new = (
        np.concatenate([side.outline for side in sides]).astype(np.float32) for sides in zip(*pairs, strict=True)
    )
    threshold = _RANSAC_THRESHOLD * width(pairs[0][1])
    if len(pairs) >= _MIN_PAIRS:
        matrix, _ = cv2.findHomography(old, new, cv2.RANSAC, threshold)
        return None if matrix is None else np.asarray(matrix)
    # The corners of a tile or two tell nothing of the vanishing points.
    similarity, _ = cv2.estimateAffinePartial2D(old, new, method=cv2.RANSAC, ransacReprojThreshold=threshold)
    return None if similarity is None else np.vstack([similarity, [0, 0, 1]])


def with_motion(comparison: Comparison, found: Aligned) -> Comparison | None:
    """Return the comparison after the camera's motion; ``None`` if the picture does not agree better with it.

    Misread tiles seem to have moved, too, by a lattice of their own. On synthetic evenings 22 bumps left less than 1 %
    of the tiles' area different, of a quarter and more before; 16 misreadings a third and more, more than before.
    """
    if found.motion is None:
        return comparison
    after = comparison.warped(found.motion)
    tiles = np.zeros(comparison.points.shape, np.uint8)
    for tile in found.reading.tiles:
        cv2.fillPoly(tiles, [np.round(tile.outline * comparison.now.scale).astype(np.int32)], 1)
    # Where the known picture shows nothing after the motion, nothing agrees.
    differs = after.points | ~after.known.valid
    return after if cv2.countNonZero(differs & tiles) < cv2.countNonZero(comparison.points & tiles) else None


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
