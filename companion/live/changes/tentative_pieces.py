"""Pieces that a reading only considers possible, accepted where something small has appeared on a tile.

A single photo must not turn cracks in a rock into pieces; but where a region of a piece's size has changed, and the
reading has a piece among its candidates there, one was placed. It gets the colour of the most similar pieces; a region
more similar to the rest of its tile is a change of light.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import cv2
import numpy as np

from companion.live.changes.frame_difference import Picture
from companion.live.changes.occlusion import ChangeMap
from games.hexgrid import Cell
from vision.detections import PieceReading, TileReading
from vision.reading.reading import Reading

_MIN_AREA, _MAX_AREA = 0.03, 0.35
"""Area of a piece in the picture, as a share of its tile's; chosen by hand."""
_CONFIDENCE = 0.4
"""Confidence of a tentative piece, chosen by hand."""
_MIN_REFERENCE_CONFIDENCE = 0.6
"""Confidence from which pieces serve as references for sizes; chosen by hand."""
_VIKING_AREA_RATIO = 0.55
"""Area of a viking to that of a longhouse in the picture; chosen by hand."""
_MAX_COLOUR_RATIO = 0.6
"""A region is a piece if its colour distance to one is less than this times that to the rest of its tile; chosen by
hand."""
_KINDS = ("viking", "longhouse")


def with_tentative_pieces(fresh: Reading, known: Reading, change_map: ChangeMap, picture: Picture) -> Reading:
    """Return the reading with the possible pieces that the change of the picture supports."""
    return replace(fresh, pieces=(*fresh.pieces, *_tentative_pieces(fresh, known, change_map, picture)))


def _tentative_pieces(
    fresh: Reading, known: Reading, change_map: ChangeMap, picture: Picture
) -> Iterator[PieceReading]:
    tiles = {tile.cell: tile for tile in known.tiles}
    taken = {piece.cell for piece in chain(fresh.pieces, known.pieces)}
    for cell, kind in _candidates(fresh).items():
        if cell in tiles and cell in change_map.changed - change_map.blocked and cell not in taken:
            tile = _inside(tiles[cell], change_map)
            region = _region(tile, change_map)
            colour = None if region is None else _colour(region, (tile > 0) & ~region, fresh, picture)
            if region is not None and colour is not None:
                hull = cv2.convexHull(np.argwhere(region)[:, ::-1].astype(np.int32)).reshape(-1, 2) / change_map.scale
                x, y = hull.mean(axis=0)
                kind = _kind_by_size(hull, fresh) or kind
                yield PieceReading(kind, colour, cell, (float(x), float(y)), hull, _CONFIDENCE)


def _candidates(fresh: Reading) -> dict[Cell, str]:
    """Return the likeliest kind in each cell where the reading doubts whether there is a piece."""
    kinds = ((piece.cell, [kind for kind in piece.kinds if kind in _KINDS]) for piece in fresh.possible)
    return {cell: likely[0] for cell, likely in kinds if likely}


def _inside(tile: TileReading, change_map: ChangeMap) -> np.ndarray:
    inside = np.zeros(change_map.points.shape, np.uint8)
    return np.asarray(cv2.fillPoly(inside, [np.round(tile.outline * change_map.scale).astype(np.int32)], 1))


def _region(inside: np.ndarray, change_map: ChangeMap) -> np.ndarray | None:
    """Return (h, w) bool, the largest changed region inside a tile; ``None`` unless it has the size of a piece."""
    count, components, stats, _ = cv2.connectedComponentsWithStats(inside & change_map.points)
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    share = float(stats[largest, cv2.CC_STAT_AREA]) / max(1, cv2.countNonZero(inside))
    return components == largest if _MIN_AREA <= share <= _MAX_AREA else None


def _kind_by_size(hull: np.ndarray, fresh: Reading) -> str | None:
    """Return the kind of piece by the area of its outline; ``None`` without a longhouse to compare with."""
    sizes = {
        kind: [_area(p.hull) for p in fresh.pieces if p.kind == kind and p.confidence > _MIN_REFERENCE_CONFIDENCE]
        for kind in _KINDS
    }
    if not sizes["longhouse"]:
        return None
    house = float(np.median(sizes["longhouse"]))
    viking = float(np.median(sizes["viking"])) if sizes["viking"] else _VIKING_AREA_RATIO * house
    return "viking" if _area(hull) < np.sqrt(house * viking) else "longhouse"


def _area(hull: np.ndarray) -> float:
    return float(cv2.contourArea(hull.astype(np.float32)))


def _colour(region: np.ndarray, beside: np.ndarray, fresh: Reading, picture: Picture) -> str | None:
    """Return the colour of the pieces most similar to a region; ``None`` if the rest of its tile is more similar."""
    colour_there = _colour_of(picture, region)
    distances: dict[str | None, float] = {
        None: _MAX_COLOUR_RATIO * float(np.linalg.norm(_colour_of(picture, beside) - colour_there))
    }
    for piece in fresh.pieces:
        mask = np.zeros(picture.pixels.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(piece.hull * picture.scale).astype(np.int32)], 1)
        if piece.colour is not None and mask.any():
            distance = float(np.linalg.norm(_colour_of(picture, mask > 0) - colour_there))
            distances[piece.colour] = min(distance, distances.get(piece.colour, distance))
    return min(distances, key=lambda colour: distances[colour])


def _colour_of(picture: Picture, mask: np.ndarray) -> np.ndarray:
    """Return (3,) the median BGR colour of the brighter half of a region; its darker half lies in shadow."""
    pixels = picture.pixels[mask].astype(np.float32)
    bright = pixels.sum(axis=1)
    colour_there: np.ndarray = np.median(pixels[bright >= np.median(bright)], axis=0)
    return colour_there
