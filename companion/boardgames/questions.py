"""The next question that a photo left open about a board: its place in the photo, and answers to tap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from companion.web.board.overlay import CloseUp

Place = tuple[int, int]

SQUARE = 100
"""Side of a square in a close-up, in units of its view box."""
_HALF = 95
_BOX = f"-{_HALF} -{_HALF} {2 * _HALF} {2 * _HALF}"
"""The view box of a close-up: a square and most of the squares around it."""
_OUTLINE = f"M{-SQUARE // 2} {-SQUARE // 2}h{SQUARE}v{SQUARE}h-{SQUARE}z"
_FEWEST = 3
"""Fewest squares by which the photo can be squared up."""


@dataclass(frozen=True)
class BoardAnswer:
    """One answer: its text, its drawing, and the fields of the tap that it stands for."""

    words: str
    drawing: Markup
    tap: Mapping[str, str]


@dataclass(frozen=True)
class BoardQuestion:
    """A question about a place of a board.

    Attributes:
        sentence: the question.
        answers: the likeliest first.
        place: the ``id`` of the element that is tapped on the board to say something else.
        close_up: the detail of the photo that shows the place; ``None`` where it is not known.
    """

    sentence: str
    answers: tuple[BoardAnswer, ...]
    place: str
    close_up: CloseUp | None = None


def close_up_of_square(
    pixels: Mapping[Place, tuple[float, float]], place: Place, spot: tuple[float, float] | None = None
) -> CloseUp | None:
    """Return the detail of a photo around a square of a grid, turned as the board is drawn.

    Args:
        pixels: the middles of squares that were seen, in pixels of the photo.
        place: column and row of the square, which need not be among them.
        spot: a point near the square, in pixels of the photo, that is shown and marked instead of it.

    Returns:
        The detail; ``None`` where fewer than three squares, or only squares in one row, were seen.
    """
    fitted = _around(pixels, place)
    if fitted is None:
        return None
    board, photo = fitted
    to_board, *_ = np.linalg.lstsq(np.c_[photo, np.ones(len(photo))], board, rcond=None)
    matrix = tuple(float(value) for value in to_board.ravel())
    if spot is None:
        return CloseUp(_BOX, 0, 0, matrix, _OUTLINE)
    x, y = np.append(spot, 1.0) @ to_board
    return CloseUp(f"{x - _HALF:.1f} {y - _HALF:.1f} {2 * _HALF} {2 * _HALF}", 0, 0, matrix).pointing_at(spot)


def square_to_photo(pixels: Mapping[Place, tuple[float, float]], place: Place) -> np.ndarray | None:
    """Return the (3, 2) affine map from units about the middle of a square to pixels of the photo.

    The arguments, and where there is none, are those of `close_up_of_square`.
    """
    fitted = _around(pixels, place)
    if fitted is None:
        return None
    board, photo = fitted
    to_photo, *_ = np.linalg.lstsq(np.c_[board, np.ones(len(board))], photo, rcond=None)
    return np.asarray(to_photo)


def _around(pixels: Mapping[Place, tuple[float, float]], place: Place) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the (N, 2) middles of the squares nearest to a square: in units of a close-up, and in pixels."""
    nearest = sorted(pixels, key=lambda at: abs(at[0] - place[0]) + abs(at[1] - place[1]))[:9]
    board = (np.array(nearest, float).reshape(-1, 2) - place) * SQUARE
    photo = np.array([pixels[at] for at in nearest], float).reshape(-1, 2)
    if len(nearest) < _FEWEST or any(np.linalg.matrix_rank(side - side[0]) < 2 for side in (board, photo)):
        return None
    return board, photo
