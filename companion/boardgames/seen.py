"""What was read of a board, drawn on the photo that it was read from, which the browser keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from markupsafe import Markup

from companion.boardgames.questions import SQUARE, Place, square_to_photo

_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


@dataclass(frozen=True)
class SeenThing:
    """Something that was read, as it is drawn on the photo.

    Attributes:
        place: the ``id`` of the element of the board that shows it.
        outline: its corners in pixels of the photo, as the attribute ``points`` of an SVG polygon.
        matrix: the six numbers of SVG's ``matrix()`` from units of `drawing` to pixels of the photo.
        drawing: what it was read as, about the origin, in a square of 100 units.
        is_doubtful: whether a question about it is open.
    """

    place: str
    outline: str
    matrix: tuple[float, ...]
    drawing: Markup
    is_doubtful: bool = False


def seen_in_squares(
    pixels: Mapping[Place, tuple[float, float]], drawings: Mapping[Place, Markup], places: Mapping[Place, str]
) -> Iterator[SeenThing]:
    """Yield what lies in the squares of a grid, each squared up with the squares around it.

    Args:
        pixels: the middles of squares that were seen, in pixels of the photo.
        drawings: what lies in each square that is drawn.
        places: the ``id`` of each square on the board.
    """
    for place, drawing in drawings.items():
        matrix = square_to_photo(pixels, place)
        if matrix is not None:
            yield SeenThing(places[place], _outline(matrix), tuple(float(v) for v in matrix.ravel()), drawing)


def seen_around(px: tuple[float, float], across: float, place: str, drawing: Markup, is_doubtful: bool) -> SeenThing:
    """Return something of which only the middle is known, in a square of `across` pixels of the photo."""
    matrix = np.array([[across / SQUARE, 0.0], [0.0, across / SQUARE], px])
    return SeenThing(place, _outline(matrix), tuple(float(v) for v in matrix.ravel()), drawing, is_doubtful)


def _outline(matrix: np.ndarray) -> str:
    corners = np.c_[np.array(_CORNERS) * SQUARE, np.ones(len(_CORNERS))] @ matrix
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
