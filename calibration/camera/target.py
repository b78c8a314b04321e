"""The printed target that a camera is taught with: a ChArUco board (Garrido-Jurado et al. 2014) at exact scale."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from PIL import Image, ImageDraw

from vision.drawing.font import font

PIXELS_PER_MM = 10
"""With this resolution every edge falls between two pixels: all lengths are multiples of 0.1 mm."""
_MM_PER_INCH = 25.4
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of each paper, millimetres."""
COLUMNS, ROWS = 7, 10
SQUARE_MM, MARKER_MM = 24.0, 16.8
_MARKER_BITS, _MARKER_BORDER = 5, 1
"""Modules along a marker inside its border, and the width of the border."""
_RULER_MM = 100
_TEXT_MM = 3.4
_FOOT_MM = 26.0
"""Height kept below the board for the ruler and the text."""
_SCALE = PIXELS_PER_MM


@dataclass(frozen=True)
class SheetWords:
    """The text printed below the board: its title, what the ruler is for, and how to use the sheet."""

    title: str
    ruler: str
    use: str


@cache
def board() -> cv2.aruco.CharucoBoard:
    """Return the ChArUco board; its unit is one square."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), 1.0, MARKER_MM / SQUARE_MM, dictionary)


def draw_sheet(paper: str, words: SheetWords) -> Image.Image:
    """Return the sheet for a paper of ``PAPERS`` as a 1-bit picture of ``PIXELS_PER_MM``."""
    width, height = (round(side * _SCALE) for side in PAPERS[paper])
    sheet = np.full((height, width), 255, np.uint8)
    left = round((width - COLUMNS * SQUARE_MM * _SCALE) / 2)
    top = round((height - (ROWS * SQUARE_MM + _FOOT_MM) * _SCALE) / 2) + round(_FOOT_MM * _SCALE / 4)
    _draw_board(sheet, left, top)
    picture = Image.fromarray(sheet)
    _draw_foot(picture, left, top + round(ROWS * SQUARE_MM * _SCALE), words)
    return picture.convert("1", dither=Image.Dither.NONE)


def encode_sheet(sheet: Image.Image, form: str) -> bytes:
    """Return the sheet as a ``PDF`` or ``PNG`` file whose resolution makes it print at true size."""
    dots = PIXELS_PER_MM * _MM_PER_INCH
    out = io.BytesIO()
    if form == "PDF":
        sheet.save(out, "PDF", resolution=dots, title="Longhouse")
    else:
        sheet.save(out, "PNG", dpi=(dots, dots), optimize=True)
    return out.getvalue()


def _draw_board(sheet: np.ndarray, left: int, top: int) -> None:
    """Paint the squares and the markers in the white ones, in the order in which OpenCV numbers them."""
    side, inset = round(SQUARE_MM * _SCALE), (SQUARE_MM - MARKER_MM) / 2 * _SCALE
    module = round(MARKER_MM * _SCALE / (_MARKER_BITS + 2 * _MARKER_BORDER))
    number = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            y, x = top + row * side, left + column * side
            if (row + column) % 2 == 0:
                sheet[y : y + side, x : x + side] = 0
                continue
            bits = cv2.aruco.generateImageMarker(board().getDictionary(), number, _MARKER_BITS + 2 * _MARKER_BORDER)
            marker = np.kron(bits, np.ones((module, module), np.uint8))
            y, x = y + round(inset), x + round(inset)
            sheet[y : y + marker.shape[0], x : x + marker.shape[1]] = marker
            number += 1


def _draw_foot(picture: Image.Image, left: int, bottom: int, words: SheetWords) -> None:
    """Draw a ruler to check the print by, and the text beside and below it."""
    draw = ImageDraw.Draw(picture)
    line = bottom + round(6 * _SCALE)
    draw.line([(left, line), (left + _RULER_MM * _SCALE, line)], 0, _SCALE // 3)
    for tick in range(_RULER_MM // 10 + 1):
        x = left + tick * 10 * _SCALE
        draw.line([(x, line - (2 if tick % 5 else 3) * _SCALE), (x, line)], 0, _SCALE // 3)
    room = round(COLUMNS * SQUARE_MM * _SCALE)
    beside = left + (_RULER_MM + 4) * _SCALE
    _write(draw, (beside, line - 3 * _SCALE), words.ruler, left + room - beside)
    _write_lines(draw, (left, line + 3 * _SCALE), (words.title, words.use), room)


def _write_lines(draw: ImageDraw.ImageDraw, at: tuple[int, int], lines: Sequence[str], room: int) -> None:
    for number, line in enumerate(lines):
        _write(draw, (at[0], at[1] + round(number * 1.45 * _TEXT_MM * _SCALE)), line, room)


def _write(draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, room: int) -> None:
    """Draw one line of text, scaled down if it is wider than ``room`` pixels."""
    size = _TEXT_MM * _SCALE
    wide = font(size).getlength(text)
    draw.text(at, text, 0, font(size * min(1.0, room / wide)))
