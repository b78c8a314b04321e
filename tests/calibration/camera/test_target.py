"""The sheet is drawn at its exact size, and OpenCV finds every corner of it."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from calibration.camera.target import COLUMNS, PAPERS, ROWS, SQUARE_MM, board, draw_sheet, encode_sheet
from tests.calibration.rendered import WORDS


@pytest.mark.parametrize("paper", PAPERS)
def test_a_png_is_as_large_as_its_paper(paper):
    picture = Image.open(io.BytesIO(encode_sheet(draw_sheet(paper, WORDS), "PNG")))
    inches = [side / dots for side, dots in zip(picture.size, picture.info["dpi"], strict=True)]
    assert [25.4 * v for v in inches] == pytest.approx(PAPERS[paper], abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_pdf_page_is_as_large_as_its_paper(paper):
    data = encode_sheet(draw_sheet(paper, WORDS), "PDF")
    box = data.split(b"/MediaBox [")[1].split(b"]")[0].split()
    assert [float(v) / 72 * 25.4 for v in box[2:]] == pytest.approx(PAPERS[paper], abs=0.05)


@pytest.mark.parametrize("paper", PAPERS)
def test_squares_are_of_the_size_that_is_printed_below_them(paper):
    picture = Image.open(io.BytesIO(encode_sheet(draw_sheet(paper, WORDS), "PNG")))
    grey = np.array(picture.convert("L"))
    corners, labels, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(grey)
    assert len(labels) == (COLUMNS - 1) * (ROWS - 1)
    dots = picture.info["dpi"][0]
    across = (corners[COLUMNS - 2, 0] - corners[0, 0]) / (COLUMNS - 2) / dots * 25.4
    down = (corners[-1, 1] - corners[0, 1]) / (ROWS - 2) / dots * 25.4
    assert (across, down) == pytest.approx((SQUARE_MM, SQUARE_MM), abs=0.01)
