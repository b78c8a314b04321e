"""Detects and reads the tiles in one photo, corrected by a person's taps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.tiles.detect import DetectedTile, detect_spread, read_tiles
from calibration.tiles.face_down import face_down
from calibration.tiles.taps import Tap, corrected, no_tile, tapped
from vision.geometry.lens import Lens
from vision.imaging.file_pixels import decoded_pixels, file_point
from vision.imaging.photo import Photo
from vision.loose_tiles.fit_pose import fit_pose
from vision.loose_tiles.spread import SpreadTiles
from vision.networks.models import Networks

_MIN_TAPPED_SCORE = 0.2
"""Smallest score of ``fit_pose`` for a tile where the user says that there is one; chosen by hand."""


@dataclass(frozen=True)
class DetectedPhoto:
    """The tiles in one photo.

    Attributes:
        name: the photo's file name.
        tiles: the tiles that lie face up.
        face_down: centres of the tiles that lie face down, pixels of the upright photo.
        size: width and height of the upright photo, pixels.
        unplaced: taps that name no photo and are on no tile of this one.
    """

    name: str
    tiles: tuple[DetectedTile, ...]
    face_down: tuple[tuple[float, float], ...] = ()
    size: tuple[int, int] = (0, 0)
    unplaced: tuple[Tap, ...] = ()


def detect_tiles(photo: Photo, name: str, networks: Networks, lens: Lens | None, taps: Sequence[Tap]) -> DetectedPhoto:
    """Detect and read the tiles in one photo, corrected by the taps that name it or no photo.

    Raises:
        CalibrationError: there is no tile, the photo is blurred, or a tap for this photo is not on a tile.
    """
    spread = detect_spread(photo, networks, lens)
    tiles = read_tiles(spread, spread.tiles, photo, name)
    unplaced = []
    for tap in taps:
        if tap.file not in (None, name):
            continue
        k = tapped(tap, tiles)
        if k is None and tap.tile:
            tiles += _missed_tiles(tap, spread, photo, name)
            k = tapped(tap, tiles)
        if k is None:
            if tap.file == name:
                raise no_tile(tap)
            unplaced.append(tap)
        elif tap.tile:
            tiles[k] = corrected(tiles[k], tap)
        else:
            del tiles[k]
    backs = tuple(file_point(middle, photo.scale) for middle in face_down(spread))
    return DetectedPhoto(name, tuple(tiles), backs, (photo.width, photo.height), tuple(unplaced))


def _missed_tiles(tap: Tap, spread: SpreadTiles, photo: Photo, name: str) -> list[DetectedTile]:
    """Return the tile where a person says that there is one; none if nothing there has the outline of a tile."""
    spot = spread.plane.to_table(decoded_pixels(np.array(tap.px), photo.scale))
    pose, score = fit_pose(spread.maps, spread.view, spot)
    return read_tiles(spread, (pose,), photo, name) if score >= _MIN_TAPPED_SCORE else []
