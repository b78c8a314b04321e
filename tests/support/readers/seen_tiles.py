"""A set of any number of alike tiles, for tests in which only their number matters."""

from __future__ import annotations

import numpy as np

from games.fjords.tiles import Tile
from vision.tiles.tile_set import ART_SIDE, KnownSet, KnownTile


def tiles_of_photos(count: int) -> KnownSet:
    """Return a set of so many tiles, as if earlier photos had shown them."""
    plain = {"terrain": "P", "ports": [[edge, 0] for edge in range(6)]}
    tile = Tile.from_document({"edges": ["P"] * 6, "regions": [plain], "touching": []})
    return KnownSet("", (KnownTile(tile, np.zeros((ART_SIDE, ART_SIDE, 3), np.uint8)),) * count, complete=False)
