"""The tiles of a copy that a photo shows, kept so that later photos are read with their help."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.tiles.merge import match_tiles
from games.fjords.document import MOST_TILES
from vision.detections import TileReading
from vision.imaging.photo import Photo
from vision.loose_tiles.pose import TilePose
from vision.reading.observation import Observation
from vision.reading.reading import Reading
from vision.terrain.regions import RegionLayout
from vision.tiles.crop import tile_picture
from vision.tiles.tile_set import ART_SIDE, KnownSet, KnownTile, are_complete

_MIN_CONFIDENCE = 0.9
"""Confidence from which the edges and regions of a tile are kept; answered ones have 1. By hand."""
_MAX_COVERED = 0.1
"""Probability up to which nothing covers a tile that is kept. By hand."""
_MIN_SAME = 0.62
"""Similarity from which a tile is taken for one that was kept before; by hand. A tile that is wrongly taken for a kept
one is not kept itself, which costs a question later, while a tile that is kept twice only takes space."""


def seen_tiles(reading: Reading, photo: Photo, before: KnownSet | None) -> tuple[KnownTile, ...]:
    """Return the tiles that are known of a copy of the game once a reading is kept.

    Args:
        reading: of the photo.
        photo: what was read.
        before: the tiles of earlier photos; where one of them was read otherwise now, the new one counts.
    """
    known = () if before is None else before.tiles
    seen = reading.observation
    if seen is None:
        return known
    new = [_known(tile, seen, photo) for tile in certain_tiles(reading)]
    return merged(known, new)[:MOST_TILES]


def merged(known: Sequence[KnownTile], new: Sequence[KnownTile]) -> tuple[KnownTile, ...]:
    """Return known tiles with the new ones added; a known tile that was read otherwise now is replaced."""
    same = match_tiles([one.art for one in known], [one.art for one in new], _MIN_SAME)
    kept, added = dict(enumerate(known)), []
    for one, place in zip(new, same, strict=True):
        if place is None:
            added.append(one)
        elif known[place[0]].tile.turned(place[1]) != one.tile:
            kept[place[0]] = one
    return (*kept.values(), *added)


def certain_tiles(reading: Reading) -> list[TileReading]:
    """Return the tiles that are certain, wholly in the picture and covered by nothing but pieces."""
    seen = reading.observation
    if seen is None:
        return []
    size = np.array([reading.width, reading.height])
    return [
        tile
        for tile in reading.tiles
        if min(tile.confidence, tile.region_confidence) >= _MIN_CONFIDENCE
        and seen.covered.get(tile.cell, 0.0) <= _MAX_COVERED
        and bool(((tile.outline >= 0) & (tile.outline <= size)).all())
    ]


def count_new_tiles(reading: Reading) -> int:
    """Return how many certain tiles of a reading are none of those known to the profile with which it was read."""
    seen = reading.observation
    if seen is None or are_complete(seen.taught.sets):
        return 0
    return sum(not tile.recognised for tile in certain_tiles(reading))


def _known(tile: TileReading, seen: Observation, photo: Photo) -> KnownTile:
    pose = TilePose(seen.lattice.centres[tile.cell], 0.0, 1.0)
    art = tile_picture(photo.normalised, seen.lattice.plane, pose, ART_SIDE)
    return KnownTile(RegionLayout(tuple(map(dict, tile.regions)), tile.touching).to_tile(tile.edges), art)
