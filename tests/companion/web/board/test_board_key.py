"""A board's key changes with what lies on it, and with nothing else."""

import json
from dataclasses import replace

import pytest

from companion.web.board.board_key import board_key
from games.fjords.board import Board, Piece
from tests.support.readers.truth_reader import GAME


@pytest.fixture
def board():
    return Board.from_document(json.loads((GAME / "game_10.json").read_bytes()))


def test_the_order_in_which_things_were_read_makes_no_difference(board):
    assert board_key(replace(board, pieces=board.pieces[::-1], runes=board.runes[::-1])) == board_key(board)


def test_how_sure_a_reading_was_makes_no_difference(board):
    surer = tuple(replace(piece, source={"confidence": 0.5}) for piece in board.pieces)
    assert board_key(replace(board, pieces=surer)) == board_key(board)


def test_a_piece_more_or_less_or_of_another_colour_makes_another_key(board):
    others = [
        board.pieces[1:],
        (*board.pieces, Piece("viking", "white", next(iter(board.tiles)))),
        (replace(board.pieces[0], colour="purple"), *board.pieces[1:]),
    ]
    assert len({board_key(board), *(board_key(replace(board, pieces=pieces)) for pieces in others)}) == 4
