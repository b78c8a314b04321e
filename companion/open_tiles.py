"""The open tiles beside the board, and where each of them may be laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.fjords.board import Board
from games.fjords.exploration import placements, refusals
from games.fjords.tiles import Tile
from games.hexgrid import Cell
from vision.tiles.open_tiles import OpenTile

DOUBTFUL = 0.5
"""Confidence, 0..1, below which an open tile may be misidentified; chosen by hand."""


@dataclass(frozen=True)
class Offer:
    """An open tile and its legal placements.

    Attributes:
        open: the tile.
        places: for each cell where it may be laid, the turns (clockwise sixths) in which it fits.
    """

    open: OpenTile
    places: Mapping[Cell, tuple[int, ...]]

    @property
    def key(self) -> str:
        """Its identifier in URLs, valid as long as it is not moved."""
        return "-".join((*self.open.tile.edges, self.open.tile.name))

    def ways(self, cell: Cell) -> int:
        """Return the number of distinct ways to lay it in a cell."""
        return len({self.open.tile.turned(turn).edges for turn in self.places[cell]})

    @property
    def doubtful(self) -> bool:
        """Whether it may be misidentified."""
        return self.open.confidence < DOUBTFUL


def offers(board: Board, row: Sequence[OpenTile]) -> list[Offer]:
    """Return the open tiles with their legal placements on a board, from left to right in the photo."""
    return [Offer(tile, _places(board, tile.tile)) for tile in sorted(row, key=lambda tile: tile.px)]


def reasons(board: Board, tile: Tile) -> dict[str, int]:
    """Return the number of spaces in which each rule, by its code, forbids a tile; see `exploration.refusals`."""
    return dict(Counter(refusal.code for refusal in refusals(board, tile).values()).most_common())


def _places(board: Board, tile: Tile) -> dict[Cell, tuple[int, ...]]:
    found: dict[Cell, tuple[int, ...]] = {}
    for place in placements(board, tile):
        found[place.cell] = (*found.get(place.cell, ()), place.rotation)
    return found


def with_places(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a board document whose open tiles (``draft``) have their legal placements.

    Each gets ``placements``, a list of ``{"q", "r", "turn"}`` as the command ``place`` prints them; ``turn`` counts
    clockwise sixths from the edges as the document gives them. An empty list is a tile that fits nowhere.
    """
    if not document.get("draft"):
        return dict(document)
    board = Board.from_document({key: value for key, value in document.items() if key != "draft"})
    draft = [
        {**tile, "placements": [place.to_dict() for place in placements(board, Tile.from_document(tile))]}
        for tile in document["draft"]
    ]
    return {**document, "draft": draft}
