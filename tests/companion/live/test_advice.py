"""Advice on the camera's place: the board is about to outgrow the picture, or something only hides a cell beside it."""

from dataclasses import replace

import pytest

from companion.live.advice import EDGE, position_advice
from games.hexgrid import neighbours
from tests.support.games.simulated_table import scene
from vision.geometry.lattice import positions
from vision.imaging.photo import photo_of
from vision.merging.photo_view import PhotoView


@pytest.fixture(scope="module")
def growing(truth):
    """Return the reading of a board before any viking, in the middle of the picture."""
    board = truth(photo_of(scene(2).pixels))
    assert not any(piece.kind == "viking" for piece in board.pieces)
    return replace(board, unseen=())


def next_cells(board):
    """Return the cells that touch two tiles or more, with where they lie in the picture, pixels."""
    lying = {tile.cell for tile in board.tiles}
    beside = {cell for tile in lying for cell in neighbours(tile)} - lying
    cells = sorted(cell for cell in beside if len(lying & set(neighbours(cell))) > 1)
    return cells, PhotoView(board).plane.to_photo(positions(cells))


def with_picture_that_ends_at(board, right):
    """Return the board in a picture whose right border was cut away from here on, pixels."""
    return replace(board, width=round(right))


def test_a_cell_that_a_hand_hides_is_no_sign_that_the_board_outgrows_the_picture(growing):
    cells, px = next_cells(growing)
    inside = [
        c for c, (x, y) in zip(cells, px, strict=True) if 99 < x < growing.width - 99 and 99 < y < growing.height - 99
    ]
    assert len(inside) > 5
    assert EDGE not in position_advice(replace(growing, unseen=tuple(inside)))


def test_a_cell_that_the_picture_cuts_off_is_one(growing):
    cells, px = next_cells(growing)
    outermost = int(px[:, 0].argmax())
    cut = with_picture_that_ends_at(growing, px[outermost, 0])
    assert EDGE in position_advice(replace(cut, unseen=(cells[outermost],)))
    wider = with_picture_that_ends_at(growing, px[outermost, 0] + 99)
    assert EDGE not in position_advice(replace(wider, unseen=(cells[outermost],)))
