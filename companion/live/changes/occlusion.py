"""Classification of a changed picture: changes of the board, and occlusion by a hand, a head or a mug.

Changes are explained by tiles and pieces that have appeared in the reading or disappeared from it. A large region that
they do not explain is an occluder, and readings of the cells that it touches do not count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.live.changes.alignment import width
from companion.live.changes.frame_difference import Comparison
from games.hexgrid import Cell
from vision.detections import PieceReading, TileReading
from vision.reading.reading import Reading

MIN_CHANGED_SHARE = 0.01
"""Share of a cell's area from which it counts as changed; measured with `frame_difference._MIN_DIFFERENCE`."""
MIN_EXCHANGED_SHARE = 0.35
"""Share of a tile's picture, 0..1, that changes when it is turned, taken away or exchanged; a piece on it changes less.
Chosen by hand."""
_MIN_TOUCHED_SHARE = 0.15
"""Share of a piece's outline that changes when it is placed, removed or exchanged; chosen by hand."""
_MIN_BRUSHED_SHARE = 0.05
"""The same for a piece that the reading sees placed and that looks like its background, as white on snow does; chosen
by hand."""
_MIN_OCCLUDER_AREA = 0.3
"""Area of an unexplained region, in tiles, from which it is an occluder; chosen by hand."""
_MIN_BLOCKED_SHARE = 0.01
"""Share of a cell that an occluder covers from which the cell is blocked; chosen by hand."""
_TILE_MARGIN, _PIECE_MARGIN = 0.1, 0.2
"""Tile widths around tiles and pieces within which their thickness and shadows lie; chosen by hand."""
_MAX_PIECE_AREA = 0.6
"""Area of a piece's outline in squared tile widths; a larger one does not explain a change. Chosen by hand."""
_MAX_OUTSIDE = 1.0
"""Area of a change beyond a piece's outline, to that of the outline, up to which the piece explains it. Of 143 readings
of pieces that were placed in eleven synthetic games none has more than 0.74; of 98 readings of a piece in a cup, a
bottle, a bowl or a box 71 have more than 1."""
_MAX_PIECE_SHIFT = 0.3
"""Tile widths between the feet of two readings of one piece; chosen by hand."""
_RING = 0.4 * np.array([(np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 12, endpoint=False)])
"""(12, 2) circle around a piece's foot, in tile widths, used where its outline was seen only in part."""
_GAP_KERNEL = np.ones((5, 5), np.uint8)
"""Closing with this joins parts of one change; opening removes thin remains beside explained regions."""
_HEXAGON_AREA = 0.866
"""Area of a hexagon per squared width: sqrt(3) / 2."""


@dataclass(frozen=True)
class ChangeMap:
    """The changes of a picture.

    Attributes:
        points: (h, w) uint8, 1 where the picture has changed.
        occluder_mask: (h, w) uint8, 1 on and around occluders.
        scale: pixels of the masks per pixel of a reading.
        changed: cells whose picture has changed.
        blocked: cells that an occluder touches.
        cleared: cells whose tiles were taken away.
    """

    points: np.ndarray
    occluder_mask: np.ndarray
    scale: float
    changed: frozenset[Cell]
    blocked: frozenset[Cell]
    cleared: frozenset[Cell]

    def touches(self, piece: PieceReading) -> bool:
        """Return whether the picture has changed where the piece is seen."""
        return share(self.points, piece.hull * self.scale) >= _MIN_TOUCHED_SHARE

    def brushes(self, piece: PieceReading) -> bool:
        """Return whether the picture has changed at least slightly where the piece is seen, as for white on snow."""
        return share(self.points, piece.hull * self.scale) >= _MIN_BRUSHED_SHARE

    def near(self, piece: PieceReading, size: float) -> bool:
        """Return whether the picture has changed around the foot of a piece; `size` is a tile's width in pixels."""
        around = np.array(piece.px) + _RING * size
        return share(self.points, around * self.scale) >= _MIN_TOUCHED_SHARE / 2

    def exchanged(self, tile: TileReading) -> bool:
        """Return whether the picture shows that another tile, or none, has come in the place of this one."""
        is_exchanged = share(self.points, tile.outline * self.scale) >= MIN_EXCHANGED_SHARE
        return is_exchanged or tile.cell in self.cleared

    def mask_of(self, readings: Iterable[Reading], cells: Collection[Cell]) -> np.ndarray:
        """Return a (h, w) uint8 mask, 1 on the tiles and pieces of these readings in these cells."""
        mask = np.zeros(self.points.shape, np.uint8)
        shapes = [tile.outline for reading in readings for tile in reading.tiles if tile.cell in cells]
        shapes += [piece.hull for reading in readings for piece in reading.pieces if piece.cell in cells]
        for shape in shapes:
            cv2.fillPoly(mask, [np.round(shape * self.scale).astype(np.int32)], 1)
        return cv2.dilate(mask, np.ones((5, 5), np.uint8))


def same_piece(one: PieceReading, other: PieceReading, size: float) -> bool:
    """Return whether two readings of a piece stand in the same place; `size` is a tile's width in pixels."""
    return bool(np.hypot(one.px[0] - other.px[0], one.px[1] - other.px[1]) < _MAX_PIECE_SHIFT * size)


def any_exchanged(comparison: Comparison, known: Reading) -> bool:
    """Return whether any known tile's picture has changed as if it were taken away or covered."""
    outlines = (tile.outline * comparison.now.scale for tile in known.tiles)
    return any(share(comparison.points, outline) >= MIN_EXCHANGED_SHARE for outline in outlines)


def classify_changes(
    points: np.ndarray,
    scale: float,
    known: Reading,
    fresh: Reading,
    recent: Collection[Cell],
    cleared: Collection[Cell],
) -> ChangeMap:
    """Return the changes of a picture, with those that occluders make set apart.

    Args:
        points: (h, w) uint8, 1 where the picture has changed.
        scale: its pixels per pixel of a reading.
        known: the known board.
        fresh: the new reading, in the same coordinates.
        recent: cells with a change that is not settled yet.
        cleared: cells whose tiles were taken away.
    """
    outlines = {tile.cell: tile.outline for tile in (*fresh.tiles, *known.tiles)}
    size = _size(known) * scale
    area = _HEXAGON_AREA * size * size
    occluders = _occluders(points, _explained(points, scale, known, fresh, recent, cleared), area)
    around = cv2.dilate(occluders, _disc(_PIECE_MARGIN * size)) if occluders.any() else occluders
    changed = {cell for cell, outline in outlines.items() if share(points, outline * scale) >= MIN_CHANGED_SHARE}
    blocked = {cell for cell, outline in outlines.items() if share(around, outline * scale) >= _MIN_BLOCKED_SHARE}
    return ChangeMap(points, around, scale, frozenset(changed), frozenset(blocked), frozenset(cleared))


def _explained(
    points: np.ndarray,
    scale: float,
    known: Reading,
    fresh: Reading,
    recent: Collection[Cell],
    cleared: Collection[Cell],
) -> np.ndarray:
    """Return (h, w) uint8, 1 where tiles and pieces that appeared or disappeared explain a change."""
    size = _size(known)
    before, after = {t.cell: t for t in known.tiles}, {t.cell: t for t in fresh.tiles}
    gone = [t for cell, t in before.items() if cell not in after and cell in cleared]
    tiles = [t for cell, t in after.items() if cell not in before] + gone
    tiles += [t for cell, t in after.items() if cell in before and (t.edges != before[cell].edges or cell in recent)]
    pieces = [*_only_in(fresh.pieces, known.pieces, size), *_only_in(known.pieces, fresh.pieces, size)]
    hulls = [p.hull for p in pieces if cv2.contourArea(p.hull.astype(np.float32)) < _MAX_PIECE_AREA * size * size]
    of_tiles = _drawn(points, [t.outline * scale for t in tiles], _TILE_MARGIN * size * scale)
    whole = _whole_pieces(points, of_tiles, [hull * scale for hull in hulls])
    return np.asarray(of_tiles | _drawn(points, whole, _PIECE_MARGIN * size * scale))


def _whole_pieces(points: np.ndarray, of_tiles: np.ndarray, hulls: list[np.ndarray]) -> list[np.ndarray]:
    """Return those of the pieces' outlines that are no small part of a larger change, as a bottle or a bowl makes.

    Args:
        points: (h, w) uint8, 1 where the picture has changed.
        of_tiles: (h, w) uint8, 1 where tiles explain it.
        hulls: outlines (n, 2) of pieces, pixels of the masks.
    """
    changed, inside_any = _closed(points) & ~of_tiles, _drawn(points, hulls, 0)
    least = min((cv2.contourArea(hull.astype(np.float32)) for hull in hulls), default=0.0)
    if cv2.countNonZero(changed & ~inside_any) <= _MAX_OUTSIDE * least:
        # Nearly always, and components take a millisecond or two.
        return hulls
    _, components = cv2.connectedComponents(changed, connectivity=8)
    outside = np.bincount(components[inside_any == 0], minlength=components.max() + 1)

    def is_whole(hull: np.ndarray) -> bool:
        inside = _drawn(points, [hull], 0) > 0
        touched = np.setdiff1d(components[inside], 0)
        return bool(outside[touched].sum() <= _MAX_OUTSIDE * inside.sum())

    return [hull for hull in hulls if is_whole(hull)]


def _size(reading: Reading) -> float:
    return float(np.median([width(tile) for tile in reading.tiles]))


def _only_in(pieces: Iterable[PieceReading], others: tuple[PieceReading, ...], size: float) -> Iterable[PieceReading]:
    return (p for p in pieces if not any(p.kind == o.kind and same_piece(p, o, size) for o in others))


def _drawn(points: np.ndarray, polygons: list[np.ndarray], around: float) -> np.ndarray:
    """Return (h, w) uint8, 1 on the polygons and within `around` pixels of them."""
    mask = np.zeros(points.shape, np.uint8)
    for polygon in polygons:
        corners = np.round(polygon).astype(np.int32)
        cv2.fillPoly(mask, [corners], 1)
        cv2.polylines(mask, [corners], True, 1, 2 * max(1, round(around)) + 1)
    return mask


def _occluders(points: np.ndarray, explained: np.ndarray, area: float) -> np.ndarray:
    whole = _closed(points)
    remains = cv2.morphologyEx(whole & ~explained, cv2.MORPH_OPEN, _GAP_KERNEL)
    _, components = cv2.connectedComponents(whole, connectivity=8)
    unexplained = np.bincount(components[remains > 0], minlength=components.max() + 1)
    large = unexplained >= _MIN_OCCLUDER_AREA * area
    large[0] = False
    return np.asarray(large[components], np.uint8)


def _closed(points: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.morphologyEx(points, cv2.MORPH_CLOSE, _GAP_KERNEL))


def _disc(radius: float) -> np.ndarray:
    side = 2 * max(1, round(radius)) + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))


def share(points: np.ndarray, polygon: np.ndarray) -> float:
    """Return the share of a polygon, (n, 2) in the pixels of the (h, w) mask, that is set, 0..1; 0 outside the mask."""
    corners = np.round(polygon).astype(np.int32)
    x, y, width, height = cv2.boundingRect(corners)
    left, top = max(x, 0), max(y, 0)
    window = points[top : max(y + height, 0), left : max(x + width, 0)]
    if cv2.countNonZero(window) == 0:
        return 0.0
    inside = np.zeros(window.shape, np.uint8)
    cv2.fillPoly(inside, [corners - (left, top)], 1)
    return float(cv2.countNonZero(cv2.bitwise_and(window, inside))) / max(1, cv2.countNonZero(inside))
