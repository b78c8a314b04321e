"""The tiles that lie open beside the board: where each of them may be laid now."""

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
"""A tile less sure than this may be another one."""


@dataclass(frozen=True)
class Offer:
    """One open tile, and what may be done with it.

    Attributes:
        open: the tile.
        places: for each cell where it may be laid the turns, clockwise sixths, in which it fits there.
    """

    open: OpenTile
    places: Mapping[Cell, tuple[int, ...]]

    @property
    def key(self) -> str:
        """What it is called in addresses, as long as it lies there as it does."""
        return "-".join((*self.open.tile.edges, self.open.tile.name))

    def ways(self, cell: Cell) -> int:
        """Return in how many turns that look different it may be laid in a cell."""
        return len({self.open.tile.turned(turn).edges for turn in self.places[cell]})

    @property
    def doubtful(self) -> bool:
        """Whether it is not clear which tile it is."""
        return self.open.confidence < DOUBTFUL


def offers(board: Board, row: Sequence[OpenTile]) -> list[Offer]:
    """Return the open tiles with the places on a board where each may be laid; they lie as they do in the photo."""
    return [Offer(tile, _places(board, tile.tile)) for tile in sorted(row, key=lambda tile: tile.px)]


def reasons(board: Board, tile: Tile) -> dict[str, int]:
    """Return by code in how many spaces beside the board a rule forbids a tile; see `exploration.refusals`."""
    return dict(Counter(refusal.code for refusal in refusals(board, tile).values()).most_common())


def _places(board: Board, tile: Tile) -> dict[Cell, tuple[int, ...]]:
    found: dict[Cell, tuple[int, ...]] = {}
    for place in placements(board, tile):
        found[place.cell] = (*found.get(place.cell, ()), place.turn)
    return found


def with_places(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a board document whose open tiles (``draft``) say where they may be laid.

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
