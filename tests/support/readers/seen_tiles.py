"""Tiles of earlier photos of a copy of the game, of which only the number matters."""

from __future__ import annotations

import numpy as np

from games.fjords.tiles import Tile
from vision.tiles.tile_set import ART_SIDE, KnownSet, KnownTile


def tiles_of_photos(count: int) -> KnownSet:
    """Return as many tiles as earlier photos showed."""
    plain = {"terrain": "P", "ports": [[edge, 0] for edge in range(6)]}
    tile = Tile.from_document({"edges": ["P"] * 6, "regions": [plain], "touching": []})
    return KnownSet("", (KnownTile(tile, np.zeros((ART_SIDE, ART_SIDE, 3), np.uint8)),) * count, complete=False)
