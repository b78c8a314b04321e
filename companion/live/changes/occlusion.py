"""What of a changed picture belongs to the game, and which cells something foreign hides: a hand, a head, a mug.

What is new is explained by tiles and pieces that a reading finds or misses. A large part that nothing explains is
foreign, and of the cells that it touches nothing is believed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.live.changes.alignment import width
from games.hexgrid import Cell
from vision.detections import PieceReading, TileReading
from vision.reading.reading import Reading

CHANGED = 0.02
"""Share of a cell that must differ; a viking covers more."""
_TOUCHED = 0.15
"""Share of a piece's outline that must differ if it came, went or was exchanged."""
_BRUSHED = 0.05
"""The same for a piece that a reading sees to have come, where it looks like what it stands on."""
_FOREIGN = 0.3
"""Area in tiles of a thing that nothing explains."""
_HIDDEN = 0.01
_AROUND_TILE, _AROUND_PIECE = 0.1, 0.2
"""Widths of a tile around tiles and pieces within which their thickness and their shadows lie."""
_LARGEST_PIECE = 0.6
_MOST_GONE = 2
"""More tiles than these do not vanish at once: something lies over them."""
_SAME_SPOT = 0.3
_RING = 0.4 * np.array([(np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 12, endpoint=False)])
"""Around a piece's foot, in widths of a tile; its outline may have been seen but in part."""
_GAP = np.ones((5, 5), np.uint8)


@dataclass(frozen=True)
class Sight:
    """A changed picture, sorted.

    Attributes:
        points: (h, w) uint8, 1 where it differs.
        foreign: (h, w) uint8, 1 around what does not belong there.
        scale: its pixels to one of a reading.
        changed: cells in which something differs.
        blocked: cells that something foreign touches.
    """

    points: np.ndarray
    foreign: np.ndarray
    scale: float
    changed: frozenset[Cell]
    blocked: frozenset[Cell]

    def touches(self, piece: PieceReading) -> bool:
        """Say whether the picture differs where the piece is seen."""
        return share(self.points, piece.hull * self.scale) >= _TOUCHED

    def brushes(self, piece: PieceReading) -> bool:
        """Say whether the picture differs at least a little where the piece is seen, as for white on snow."""
        return share(self.points, piece.hull * self.scale) >= _BRUSHED

    def near(self, piece: PieceReading, size: float) -> bool:
        """Say whether the picture differs around the foot of a piece; `size` is a tile's width in pixels."""
        around = np.array(piece.px) + _RING * size
        return share(self.points, around * self.scale) >= _TOUCHED / 2

    def share(self, tile: TileReading) -> float:
        """Return how much of a tile differs, 0..1."""
        return share(self.points, tile.outline * self.scale)


def same_piece(one: PieceReading, other: PieceReading, size: float) -> bool:
    """Say whether two readings mean the same piece by where it stands; `size` is a tile's width in pixels."""
    return bool(np.hypot(one.px[0] - other.px[0], one.px[1] - other.px[1]) < _SAME_SPOT * size)


def sort_out(points: np.ndarray, scale: float, known: Reading, fresh: Reading, recent: Collection[Cell]) -> Sight:
    """Sort a changed picture.

    Args:
        points: (h, w) uint8, 1 where it differs from an earlier one.
        scale: its pixels to one of a reading.
        known: the board as it is known.
        fresh: what was now read, in the same coordinates.
        recent: cells whose change is known of but not settled yet.
    """
    outlines = {tile.cell: tile.outline for tile in (*fresh.tiles, *known.tiles)}
    size = _size(known) * scale
    area = 0.866 * size * size
    foreign = _foreign(points, _explained(points, scale, known, fresh, recent), area)
    around = cv2.dilate(foreign, _disc(_AROUND_PIECE * size)) if foreign.any() else foreign
    changed = {cell for cell, outline in outlines.items() if share(points, outline * scale) >= CHANGED}
    blocked = {cell for cell, outline in outlines.items() if share(around, outline * scale) >= _HIDDEN}
    return Sight(points, around, scale, frozenset(changed), frozenset(blocked))


def _explained(
    points: np.ndarray, scale: float, known: Reading, fresh: Reading, recent: Collection[Cell]
) -> np.ndarray:
    """Return where tiles and pieces that came or went may have changed the picture."""
    size = _size(known)
    before, after = {t.cell: t for t in known.tiles}, {t.cell: t for t in fresh.tiles}
    gone = [t for cell, t in before.items() if cell not in after]
    tiles = [t for cell, t in after.items() if cell not in before] + (gone if len(gone) <= _MOST_GONE else [])
    tiles += [t for cell, t in after.items() if cell in before and (t.edges != before[cell].edges or cell in recent)]
    pieces = [*_only_in(fresh.pieces, known.pieces, size), *_only_in(known.pieces, fresh.pieces, size)]
    hulls = [p.hull for p in pieces if cv2.contourArea(p.hull.astype(np.float32)) < _LARGEST_PIECE * size * size]
    of_tiles = _drawn(points, [t.outline * scale for t in tiles], _AROUND_TILE * size * scale)
    of_pieces = _drawn(points, [hull * scale for hull in hulls], _AROUND_PIECE * size * scale)
    return np.asarray(of_tiles | of_pieces)


def _size(reading: Reading) -> float:
    return float(np.median([width(tile) for tile in reading.tiles]))


def _only_in(pieces: Iterable[PieceReading], others: tuple[PieceReading, ...], size: float) -> Iterable[PieceReading]:
    return (p for p in pieces if not any(p.kind == o.kind and same_piece(p, o, size) for o in others))


def _drawn(points: np.ndarray, polygons: list[np.ndarray], around: float) -> np.ndarray:
    """Return a mask of the polygons and of what is so many points around them."""
    mask = np.zeros(points.shape, np.uint8)
    for polygon in polygons:
        corners = np.round(polygon).astype(np.int32)
        cv2.fillPoly(mask, [corners], 1)
        cv2.polylines(mask, [corners], True, 1, 2 * max(1, round(around)) + 1)
    return mask


def _foreign(points: np.ndarray, explained: np.ndarray, area: float) -> np.ndarray:
    whole = cv2.morphologyEx(points, cv2.MORPH_CLOSE, _GAP)
    strange = cv2.morphologyEx(whole & ~explained, cv2.MORPH_OPEN, _GAP)
    _, things = cv2.connectedComponents(whole, connectivity=8)
    unexplained = np.bincount(things[strange > 0], minlength=things.max() + 1)
    large = unexplained >= _FOREIGN * area
    large[0] = False
    return np.asarray(large[things], np.uint8)


def _disc(radius: float) -> np.ndarray:
    side = 2 * max(1, round(radius)) + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))


def share(points: np.ndarray, polygon: np.ndarray) -> float:
    """Return which share of a polygon, (n, 2) in the pixels of the (h, w) mask, is marked; 0 outside the mask."""
    corners = np.round(polygon).astype(np.int32)
    low = np.maximum(corners.min(axis=0), 0)
    high = np.minimum(corners.max(axis=0) + 1, [points.shape[1], points.shape[0]])
    if (high <= low).any():
        return 0.0
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillPoly(inside, [corners - low], 1)
    window = points[low[1] : high[1], low[0] : high[0]]
    return float(cv2.countNonZero(cv2.bitwise_and(window, inside))) / max(1, cv2.countNonZero(inside))
