"""Open tiles beside the board say where they may be laid, by the rulebook, in the turn they lie in."""

import json
from pathlib import Path

from companion.open_tiles import with_places
from games.fjords.board import Board
from games.fjords.exploration import placements
from games.fjords.tiles import Tile

CASE = Path(__file__).parents[1] / "games" / "cases" / "place-13.json"


def test_each_open_tile_says_where_it_fits_and_the_board_stays_as_it_was():
    case = json.loads(CASE.read_text())
    document = case["board"]
    board = Board.from_document(document)
    tiles = [Tile(t.edges, t.regions, t.touching) for t in list(board.tiles.values())[:4]]
    draft = [{**tile.to_document(), "px": [1.0, 2.0]} for tile in tiles]
    placed = with_places({**document, "draft": draft})
    assert [t["placements"] for t in placed["draft"]] == [
        [p.to_dict() for p in placements(board, tile)] for tile in tiles
    ]
    assert any(t["placements"] for t in placed["draft"])
    assert placed["tiles"] == document["tiles"]
    assert placed["draft"][0]["px"] == [1.0, 2.0]


def test_a_document_without_open_tiles_is_left_alone():
    assert with_places({"tiles": []}) == {"tiles": []}
