"""The tiles that lie open beside the board: where each of them may be laid now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.fjords.board import Board
from games.fjords.exploration import placements
from games.fjords.tiles import Tile


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
