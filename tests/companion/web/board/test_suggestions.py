"""Tiles that are suggested for an empty space fit what lies around it."""

from companion.record.entered_tile import tile_of
from companion.web.board.suggestions import suggested_tiles
from games.fjords.tiles import Tile
from games.hexgrid import SIDES, neighbour, opposite
from tests.games.fjords.boards import board


def test_every_suggested_tile_fits_its_neighbours_and_all_differ():
    around = board({(0, 0): ["M", "PO", "P", "P", "O", "O"], (1, 0): ["O", "O", "M", "M", "M", "P"]})
    for cell in ((0, 1), (1, -1), (-1, 0), (2, 0)):
        found = suggested_tiles(around, cell)
        assert len(found) == len(set(found)) > 3
        for side in SIDES:
            beside = around.tiles.get(neighbour(cell, side))
            if beside is not None:
                assert {edges[side] for edges in found} == {beside.edges[opposite(side)][::-1]}
        assert all(Tile.from_document(tile_of(edges)).edges == edges for edges in found)


def test_a_space_that_is_closed_in_has_one_tile_that_fits():
    ring = {neighbour((0, 0), side): ["P"] * 6 for side in SIDES}
    assert suggested_tiles(board(ring), (0, 0)) == [("P",) * 6]
