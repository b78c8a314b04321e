"""The tally of a board of Fjords: the one with typed scores, and with the reading that the board was seen in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.reader_service import PhotoReader
from companion.scoring.tally import Tally
from games.fjords.board import Board
from games.fjords.checks.warning import Warning as BoardWarning
from games.fjords.checks.warnings import status
from games.fjords.rulebook import RULEBOOK
from games.fjords.scoring import ScoreSheet, score
from vision.imaging.photo import decode_photo
from vision.reading.reading import Reading


@dataclass(frozen=True, eq=False)
class FjordsTally(Tally):
    """A board of Fjords with its score and warnings.

    Attributes:
        document: the board document.
        scores: the score of every player.
        reading: the reading that the board comes from; ``None`` where it was not read from a picture.
    """

    board: Board
    notices: tuple[BoardWarning, ...]
    document: Mapping[str, Any]
    scores: ScoreSheet
    reading: Reading | None = None


def tally_document(document: Mapping[str, Any], reading: Reading | None = None) -> FjordsTally:
    """Return the tally of a Fjords document; raises `DocumentError` where it is malformed."""
    board = Board.from_document(document)
    scores = score(board)
    return FjordsTally(RULEBOOK, board, scores.to_dict(), tuple(status(board)), document, scores, reading)


def tally_reading(reading: Reading) -> FjordsTally:
    """Return the tally of a board that was read from a picture."""
    return tally_document(reading.to_document(), reading)


def tally_photo(data: bytes, read: PhotoReader) -> FjordsTally:
    """Return the tally of the board in a picture file; raises `PhotoError` where no board can be read."""
    return tally_reading(read(decode_photo(data)))
