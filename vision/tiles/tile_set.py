"""The taught tiles of one copy of the game, each with its rules and its picture, as a document that can be shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from games.fjords.tiles import Tile
from games.fjords.tilesets.document import TileSet
from vision.imaging.data_urls import decode_picture, encode_picture
from vision.terrain.edges import edge_number
from vision.tiles.colour_layout import rotated_colour_grids
from vision.tiles.descriptor import rotated_descriptors
from vision.tiles.registration import log_picture
from vision.tiles.shifted_descriptors import DescriptorTable

ART_SIDE = 128
"""Pixels along a tile's picture, which spans ``descriptor.SPAN`` tile widths."""


@dataclass(frozen=True, eq=False)
class KnownTile:
    """One tile of a copy.

    Attributes:
        tile: its edges, regions, marks and name.
        art: (n, n, 3) uint8 BGR, from straight above with edge 0 to the right, ``descriptor.SPAN`` widths along a side.
    """

    tile: Tile
    art: np.ndarray

    @cached_property
    def descriptors(self) -> DescriptorTable:
        """The tile's descriptors, turned clockwise by 0..5 sixths."""
        return DescriptorTable.of(rotated_descriptors(self.art))

    @cached_property
    def edge_numbers(self) -> np.ndarray:
        """(6, 6) indices in ``edges.EDGES`` of its edges, in these turns."""
        return np.array([[edge_number(edge) for edge in self.tile.turned(turn).edges] for turn in range(6)])

    @cached_property
    def colour_grids(self) -> np.ndarray:
        """(6, p, 3) coarse log colours in these turns."""
        return rotated_colour_grids(self.art)

    @cached_property
    def log_picture(self) -> np.ndarray:
        """Its log colours for `registration`."""
        return log_picture(self.art)


@dataclass(frozen=True)
class KnownSet:
    """The tiles of one copy.

    Attributes:
        name: the name that its owner gave it.
        tiles: the tiles.
        complete: whether all tiles of the copy are among them.
    """

    name: str
    tiles: tuple[KnownTile, ...]
    complete: bool = True

    @classmethod
    def from_document(cls, data: object) -> KnownSet:
        """Return the set in a tile-set document whose tiles carry ``art``; start tiles count as the others do.

        Raises:
            DocumentError: naming the field that is wrong.
        """
        checked = TileSet.from_document(data)
        start = [_known(tile, f"start[{i}]") for i, (_, tile) in enumerate(checked.start)]
        return cls(checked.name, (*start, *(_known(tile, f"tiles[{i}]") for i, tile in enumerate(checked.tiles))))

    def to_document(self) -> dict[str, Any]:
        """Return the set as data that ``from_document`` and ``games.fjords.tilesets.document.TileSet`` read back."""
        return {
            "format": "longhouse-tiles",
            "version": 1,
            "game": "fjords",
            "name": self.name,
            "start": [],
            "tiles": [{**known.tile.to_document(), "art": encode_picture(known.art)} for known in self.tiles],
        }


def are_complete(sets: Sequence[KnownSet]) -> bool:
    """Return whether there are sets, and all tiles of their copies are among them."""
    return bool(sets) and all(known.complete for known in sets)


def _known(tile: Tile, field: str) -> KnownTile:
    return KnownTile(tile, decode_picture(tile.source.get("art"), f"{field}.art"))
