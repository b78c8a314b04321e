"""Tiles of earlier photos of a copy of the game, of which only the number matters."""

from __future__ import annotations

import numpy as np

from games.fjords.tiles import Tile
from vision.tiles.tile_set import KnownSet, KnownTile


def tiles_of_photos(count: int) -> KnownSet:
    """Return as many tiles as earlier photos showed."""
    tile = KnownTile(Tile(edges=("P",) * 6, regions=(), touching=()), np.zeros((8, 8, 3), np.uint8))
    return KnownSet("", (tile,) * count, complete=False)
