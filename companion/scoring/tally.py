"""A board with what the rules say of it: scores and warnings. The value that pages and commands show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.reader_service import PhotoReader
from games.fjords.board import Board
from games.fjords.scoring import ScoreSheet, score
from games.fjords.warnings import Warning as BoardWarning
from games.fjords.warnings import status
from vision.imaging.photo import decode_photo
from vision.reading.reading import Reading


@dataclass(frozen=True, eq=False)
class Tally:
    """One board, counted.

    Attributes:
        document: the board document.
        board: the same as a board of the rules.
        scores: every player's score.
        warnings: every problem that the rules see.
        reading: what was seen, if the board comes from a picture.
    """

    document: Mapping[str, Any]
    board: Board
    scores: ScoreSheet
    warnings: tuple[BoardWarning, ...]
    reading: Reading | None = None


def tally_document(document: Mapping[str, Any], reading: Reading | None = None) -> Tally:
    """Count a board document; raises `DocumentError` where it does not have the form."""
    board = Board.from_document(document)
    return Tally(document, board, score(board), tuple(status(board)), reading)


def tally_reading(reading: Reading) -> Tally:
    """Count what was read from a picture."""
    return tally_document(reading.to_document(), reading)


def tally_photo(data: bytes, read: PhotoReader) -> Tally:
    """Count the board in a picture file; raises `PhotoError` where there is none to be read."""
    return tally_reading(read(decode_photo(data)))
