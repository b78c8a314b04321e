"""Pixels of a picture that was decoded at a reduced size, and those of its file, in which documents and taps are."""

import cv2
import numpy as np
import pytest

from tests.support.readers.truth_reader import SAMPLES
from vision.drawing.annotate import annotate
from vision.imaging.file_pixels import decoded_pixels, document_px, file_pixels, file_point
from vision.imaging.photo import Photo, decode_photo
from vision.networks.models import load_networks
from vision.reading.answers.locate import facts_of
from vision.reading.answers.parse import parse_answers
from vision.reading.reader import read_photo

SCALES = (1.0, 2.0, 2.5, 4.0)


@pytest.mark.parametrize("scale", SCALES)
def test_the_corners_of_the_picture_are_its_corners_in_the_file(scale):
    corners = np.array([[-0.5, -0.5], [159.5, 119.5]])
    assert file_pixels(corners, scale) == pytest.approx(
        np.array([[-0.5, -0.5], [160 * scale - 0.5, 120 * scale - 0.5]])
    )


@pytest.mark.parametrize("scale", SCALES)
def test_a_spot_is_found_in_the_file_where_the_reduced_picture_shows_it_and_back_again(scale):
    file = np.zeros((round(120 * scale), round(160 * scale)), np.uint8)
    cv2.circle(file, (round(50 * scale), round(70 * scale)), round(12 * scale), 255, -1)
    decoded = cv2.resize(file, (160, 120), interpolation=cv2.INTER_AREA)
    in_file, in_decoded = (
        np.array([moments["m10"], moments["m01"]]) / moments["m00"] for moments in map(cv2.moments, (file, decoded))
    )
    assert file_pixels(in_decoded, scale) == pytest.approx(in_file, abs=0.05)
    assert decoded_pixels(in_file, scale) == pytest.approx(in_decoded, abs=0.05)


def test_nothing_changes_where_the_picture_has_the_size_of_its_file():
    point = np.array([0.1, 1234.5678])
    assert file_pixels(point, 1.0).tolist() == decoded_pixels(point, 1.0).tolist() == point.tolist()
    assert document_px(point, 1.0) == [0.1, 1234.6]
    assert file_point(point, 1.0) == (0.1, 1234.5678)


@pytest.fixture(scope="module")
def photos():
    """A photo, and the same as if its file were twice as large and had been decoded at half its size."""
    photo = decode_photo((SAMPLES / "table03.jpg").read_bytes())
    return photo, Photo(photo.pixels, 2 * photo.width, 2 * photo.height)


@pytest.mark.long
def test_a_photo_decoded_at_half_its_size_is_read_in_pixels_of_its_file_and_answered_and_drawn_in_them(photos):
    photo, reduced = photos
    networks = load_networks()
    whole, half = read_photo(photo, networks), read_photo(reduced, networks)
    for name in ("tiles", "pieces"):
        for one, other in zip(getattr(whole, name), getattr(half, name), strict=True):
            assert one.cell == other.cell
            assert np.array(other.px) == pytest.approx(2 * np.array(one.px) + 0.5)
    for one, other in zip(whole.tiles, half.tiles, strict=True):
        assert other.outline == pytest.approx(2 * one.outline + 0.5)
    for one, other in zip(whole.ask, half.ask, strict=True):
        assert other["px"] == pytest.approx([2 * v + 0.5 for v in one["px"]], abs=0.11)
    assert (annotate(photo, whole) == annotate(reduced, half)).all()
    given = parse_answers([{"about": "piece", "px": list(half.pieces[0].px), "answer": "none"}])
    (fact,) = facts_of(given, half.observation.lattice, reduced.scale).pieces
    foot = whole.observation.lattice.plane.to_table(np.array(whole.pieces[0].px))
    assert fact.spot == pytest.approx(foot)
