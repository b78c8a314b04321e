"""Tells which detections in a photo of a board are pieces, by the board's reading and the colours of the bare table."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.lattice import nearest_cell
from vision.imaging.file_pixels import decoded_pixels
from vision.imaging.photo import Photo, PhotoError
from vision.networks.models import Networks
from vision.pieces.background import share_of_art
from vision.reading.reader import read_photo

_MIN_SPECKS, _MAX_SPECKS = 2e-4, 0.1
"""Shares of the bare table in the colour of a detection beside a board between which it is a speck of the table: less
is chance, and more is a plain table in the colour of a piece. Of 336 specks that are found on the tables of 30 made
boards 319 lie between, and of 224 pieces beside these 11, most of them on tables with specks of their colour."""
_MAX_DISTANCE = 0.5
"""Largest distance of a read piece's foot from the outline of its detection, in the square root of its area: a tall
piece leans away from its foot. Chosen by hand."""


def are_plausible(
    photo: Photo, networks: Networks, outlines: Sequence[np.ndarray], shades: np.ndarray, table: np.ndarray
) -> list[bool]:
    """Return for each detection whether it may be a piece, judged by the rest of the photo of a board.

    On a tile, a detection is plausible if a reading of the board finds the piece, too; beside the tiles, if the table
    has no specks of its colour elsewhere. If no board can be read, all detections are.

    Args:
        photo: the photo.
        networks: the loaded networks.
        outlines: the (n, 2) outline of each detection, pixels of the upright photo.
        shades: (n, 3) the colours of the detections, linear BGR, 0..1.
        table: (m, 3) `chromaticity.chroma` of the bare table's pixels, m may be 0.
    """
    try:
        reading = read_photo(photo, networks)
    except PhotoError:
        return [True] * len(outlines)
    assert reading.observation is not None  # of a photo that was just read
    lattice = reading.observation.lattice
    feet = [piece.px for piece in reading.pieces if piece.kind != "stone"]
    specks = share_of_art(shades, table) if len(table) else np.zeros(len(outlines))
    plain = (specks < _MIN_SPECKS) | (specks > _MAX_SPECKS)
    middles = decoded_pixels(np.array([_middle(outline) for outline in outlines]).reshape(-1, 2), photo.scale)
    cells = [nearest_cell(spot) for spot in lattice.plane.to_table(middles)]
    return [
        _stands_at(outline, feet) or (cell not in lattice.centres and bool(alone))
        for outline, cell, alone in zip(outlines, cells, plain, strict=True)
    ]


def _middle(outline: np.ndarray) -> np.ndarray:
    middle: np.ndarray = (outline.min(axis=0) + outline.max(axis=0)) / 2
    return middle


def _stands_at(outline: np.ndarray, feet: Sequence[tuple[float, float]]) -> bool:
    """Return whether one of the feet (x, y) belongs to the detection with this outline."""
    contour = outline.astype(np.float32)
    reach = _MAX_DISTANCE * float(np.sqrt(cv2.contourArea(contour)))
    return any(cv2.pointPolygonTest(contour, foot, True) > -reach for foot in feet)
