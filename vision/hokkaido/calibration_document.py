"""The calibration of a printing as a profile's file keeps it: the described squares of some photos of the copy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from games.documents import DocumentError
from games.envelope import Model
from vision.calibration_fields import Number, Pair
from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.printings.photo_squares import PhotoSquares
from vision.hokkaido.printings.prior import printing_prior

FORMAT = "longhouse-looks"
MAX_PHOTOS = 6
"""Photos of one copy that are used, the newest ones: the cost of recognition grows faster than the square of their
number, and 40 take over 20 s for one photo of a city."""


class _SquareModel(Model):
    """A square: its position in the photo, -1..1, its features, and the numbers of its possible classes."""

    spot: Pair
    figures: Annotated[list[Number], Field(strict=False)]
    may: Annotated[list[int], Field(min_length=1, strict=False)]


class _PhotoModel(Model):
    file: str
    squares: Annotated[list[_SquareModel], Field(min_length=1, max_length=2000, strict=False)]


class _DocumentModel(Model):
    format: Literal["longhouse-looks"]
    version: Literal[1]
    game: Literal["hokkaido"]
    photos: Annotated[list[_PhotoModel], Field(min_length=1, max_length=40, strict=False)]


def parse(document: object) -> tuple[PhotoSquares, ...]:
    """Return the squares of at most ``MAX_PHOTOS`` photos in a profile's file.

    Raises:
        DocumentError: naming the field that is wrong.
    """
    model = _DocumentModel.parse(document)
    count = len(printing_prior().middle)
    for n, photo in enumerate(model.photos):
        for k, square in enumerate(photo.squares):
            if len(square.figures) != count or not all(0 <= number < len(APPEARANCES) for number in square.may):
                raise DocumentError(f"photos[{n}].squares[{k}]", "value", "{…}")
    return tuple(_photo_squares(photo) for photo in model.photos[:MAX_PHOTOS])


def document_of(photos: Iterable[tuple[str, PhotoSquares]]) -> dict[str, Any]:
    """Return data that `parse` reads back.

    Args:
        photos: the name of each photo's file, which may be empty, and its squares; the newest photo first.
    """
    kept = [{"file": file, "squares": _squares(squares)} for file, squares in photos][:MAX_PHOTOS]
    return {"format": FORMAT, "version": 1, "game": "hokkaido", "photos": kept}


def _squares(squares: PhotoSquares) -> list[dict[str, Any]]:
    return [
        {
            "spot": [round(float(v), 4) for v in spot],
            "figures": [round(float(v), 4) for v in features],
            "may": [int(k) for k in np.flatnonzero(possible)],
        }
        for spot, features, possible in zip(squares.spots, squares.features, squares.possible_classes, strict=True)
    ]


def _photo_squares(photo: _PhotoModel) -> PhotoSquares:
    possible = np.zeros((len(photo.squares), len(APPEARANCES)), bool)
    for row, square in zip(possible, photo.squares, strict=True):
        row[square.may] = True
    return PhotoSquares(
        np.array([square.figures for square in photo.squares], float),
        np.array([square.spot for square in photo.squares], float),
        possible,
    )
