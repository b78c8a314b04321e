"""Pieces that a reading holds for possible only, where something small has come onto a tile before the camera's eye.

A single photo must not make pieces out of cracks in a rock; but where the picture has changed by just so much, and
the reading names a piece among what may stand there, one was placed. Its colour is that of the pieces most like it;
what looks more like the rest of its tile is a light that moved over it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import cv2
import numpy as np

from companion.live.changes.frame_difference import Picture
from companion.live.changes.occlusion import Sight
from games.hexgrid import Cell
from vision.detections import PieceReading, TileReading
from vision.reading.reading import Reading

_LEAST, _MOST = 0.03, 0.35
"""Shares of a tile that a piece covers."""
_SURE = 0.4
_PLAIN = 0.6
"""Pieces read as surely as this are what others are compared with."""
_VIKING = 0.55
"""How large a viking looks beside a longhouse."""
_NEARER = 0.6
"""A spot is a piece if it is so much nearer in colour to one than to what lies beside it on the tile."""
_WORDS = ("viking", "longhouse")


def with_glimpses(fresh: Reading, known: Reading, sight: Sight, picture: Picture) -> Reading:
    """Return the reading with the pieces that the picture's change speaks for."""
    return replace(fresh, pieces=(*fresh.pieces, *_glimpses(fresh, known, sight, picture)))


def _glimpses(fresh: Reading, known: Reading, sight: Sight, picture: Picture) -> Iterator[PieceReading]:
    tiles = {tile.cell: tile for tile in known.tiles}
    taken = {piece.cell for piece in chain(fresh.pieces, known.pieces)}
    for cell, kind in _possible(fresh).items():
        if cell in tiles and cell in sight.changed - sight.blocked and cell not in taken:
            tile = _inside(tiles[cell], sight)
            spot = _spot(tile, sight)
            colour = None if spot is None else _colour(spot, (tile > 0) & ~spot, fresh, picture)
            if spot is not None and colour is not None:
                hull = cv2.convexHull(np.argwhere(spot)[:, ::-1].astype(np.int32)).reshape(-1, 2) / sight.scale
                x, y = hull.mean(axis=0)
                kind = _kind_by_size(hull, fresh) or kind
                yield PieceReading(kind, colour, cell, (float(x), float(y)), hull, _SURE)


def _possible(fresh: Reading) -> dict[Cell, str]:
    """Return the likeliest piece in each cell where the reading asks whether there is one."""
    asked = (doubt for doubt in fresh.ask if doubt["about"] == "piece" and doubt["candidates"][0] == "none")
    kinds = (((d["q"], d["r"]), [kind for kind in d["candidates"] if kind in _WORDS]) for d in asked)
    return {cell: likely[0] for cell, likely in kinds if likely}


def _inside(tile: TileReading, sight: Sight) -> np.ndarray:
    inside = np.zeros(sight.points.shape, np.uint8)
    return np.asarray(cv2.fillPoly(inside, [np.round(tile.outline * sight.scale).astype(np.int32)], 1))


def _spot(inside: np.ndarray, sight: Sight) -> np.ndarray | None:
    """Return the mask of what has changed inside a tile, if it is of a piece's size and in one place."""
    count, things, stats, _ = cv2.connectedComponentsWithStats(inside & sight.points)
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    share = float(stats[largest, cv2.CC_STAT_AREA]) / max(1, cv2.countNonZero(inside))
    return things == largest if _LEAST <= share <= _MOST else None


def _kind_by_size(hull: np.ndarray, fresh: Reading) -> str | None:
    """Return the kind of the pieces that look as large as this; ``None`` where no longhouse is there to compare."""
    sizes = {kind: [_area(p.hull) for p in fresh.pieces if p.kind == kind and p.confidence > _PLAIN] for kind in _WORDS}
    if not sizes["longhouse"]:
        return None
    house = float(np.median(sizes["longhouse"]))
    viking = float(np.median(sizes["viking"])) if sizes["viking"] else _VIKING * house
    return "viking" if _area(hull) < np.sqrt(house * viking) else "longhouse"


def _area(hull: np.ndarray) -> float:
    return float(cv2.contourArea(hull.astype(np.float32)))


def _colour(spot: np.ndarray, beside: np.ndarray, fresh: Reading, picture: Picture) -> str | None:
    """Return the colour of the pieces on the board that look most like a spot; ``None`` if what lies beside it does."""
    shade = _shade(picture, spot)
    away: dict[str | None, float] = {None: _NEARER * float(np.linalg.norm(_shade(picture, beside) - shade))}
    for piece in fresh.pieces:
        mask = np.zeros(picture.pixels.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(piece.hull * picture.scale).astype(np.int32)], 1)
        if piece.colour is not None and mask.any():
            distance = float(np.linalg.norm(_shade(picture, mask > 0) - shade))
            away[piece.colour] = min(distance, away.get(piece.colour, distance))
    return min(away, key=lambda colour: away[colour])


def _shade(picture: Picture, mask: np.ndarray) -> np.ndarray:
    """Return the typical hue of the brighter half of a spot; its darker half is in its own shadow."""
    pixels = picture.pixels[mask].astype(np.float32)
    bright = pixels.sum(axis=1)
    shade: np.ndarray = np.median(pixels[bright >= np.median(bright)], axis=0)
    return shade
