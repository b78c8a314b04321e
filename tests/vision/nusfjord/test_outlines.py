"""Cards are rectified within their corners, in one of four rotations that is known where the corners are in order."""

from __future__ import annotations

import numpy as np
import pytest

from vision.imaging.photo import Photo
from vision.nusfjord import calibration
from vision.nusfjord.faces import SIDE
from vision.nusfjord.outlines import distinct_outlines, quarters_to_upright, rectified_card


@pytest.mark.parametrize("first", range(4))
def test_a_card_is_turned_upright_by_its_first_corner(first: int) -> None:
    corners = np.array([[40.0, 30], [160, 44], [150, 170], [34, 160]])
    pixels = np.zeros((200, 200, 3), np.uint8)
    x, y = (0.7 * corners[first] + 0.3 * corners.mean(axis=0)).astype(int)
    pixels[y - 6 : y + 7, x - 6 : x + 7] = 255
    ordered = np.roll(corners, -first, axis=0)
    upright = np.rot90(rectified_card(pixels, ordered), quarters_to_upright(ordered))
    rows, columns = np.nonzero(upright[..., 0])
    assert rows.mean() < SIDE / 2
    assert columns.mean() < SIDE / 2


def test_one_outline_is_left_of_each_card_and_they_go_row_by_row() -> None:
    card = np.array([[0.0, 0], [60, 0], [60, 90], [0, 90]])
    places = [(200, 110), (10, 100), (100, 300)]
    seen = [card * size + np.array(place) for place in places for size in (0.5, 1.0, 0.9)]
    assert [corners[0].tolist() for corners in distinct_outlines(seen)] == [[10, 100], [200, 110], [100, 300]]
    assert distinct_outlines([]) == []


def test_corners_in_pixels_of_the_file_are_those_of_a_photo_that_was_decoded_at_a_quarter_of_its_size() -> None:
    pixels = np.random.default_rng(3).integers(0, 255, (300, 400, 3), np.uint8)
    corners = np.array([[40.0, 30], [160, 44], [150, 170], [34, 160]])
    answer = {"px": [400, 400], "kind": "share", "corners": ((corners + 0.5) * 4 - 0.5).tolist()}
    (face,) = calibration.detect(Photo(pixels, 1600, 1200), "", calibration.parse_answers([answer]), None).faces
    assert np.array_equal(face.picture, rectified_card(pixels, corners))
