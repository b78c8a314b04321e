"""Pictures that the tests make are read right, with the shipped network: bytes in, board document out."""

import cv2
import numpy as np
import pytest

from games.fjords.document import parse_document
from tests.benchmarks.grading import grade
from vision.photo import PhotoError, decode_photo, photo_of
from vision.reader import load_eyes, read_photo
from vision.training.scene import SceneOptions, make_picture

_PLAIN = SceneOptions(tiles=(9, 30), tilt=(0, 35), pitch=(60, 90), matching=1.0, whole=True, empty=0.0, clutter=False)


@pytest.fixture(scope="module")
def eyes():
    return load_eyes()


@pytest.fixture(scope="module")
def graded(eyes):
    """Six made pictures, each with its reading and its grade."""
    graded = []
    for seed in range(6):
        picture = make_picture(np.random.default_rng([seed, 77]), 960, 720, _PLAIN)
        data = cv2.imencode(".jpg", picture.image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
        document = read_photo(decode_photo(data), eyes).to_document()
        graded.append((document, grade(document, picture.document())))
    return graded


def test_nearly_all_tiles_are_found(graded):
    assert sum(g.tiles_found for _, g in graded) >= 0.95 * sum(g.tiles for _, g in graded)


def test_hardly_any_tile_is_made_up(graded):
    assert sum(g.tiles_extra for _, g in graded) <= 0.03 * sum(g.tiles for _, g in graded)


def test_nearly_all_edges_are_right(graded):
    assert sum(g.edges_right for _, g in graded) >= 0.92 * sum(g.edges for _, g in graded)


def test_most_pieces_are_right_in_tile_kind_and_colour(graded):
    assert np.mean([g.pieces_f1 for _, g in graded]) >= 0.8


def test_every_reading_is_a_board_document(graded):
    for document, _ in graded:
        assert len(parse_document(document).tiles) == len(document["tiles"])


def test_bare_tables_and_noise_are_refused(eyes):
    bare = make_picture(np.random.default_rng(5), 640, 480, SceneOptions(tiles=(0, 0), clutter=False)).image
    noise = np.random.default_rng(6).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    for pixels in (bare, noise, np.zeros_like(noise)):
        with pytest.raises(PhotoError) as caught:
            read_photo(photo_of(pixels), eyes)
        assert caught.value.code == "no-board"


def test_the_same_photo_is_read_the_same_twice(eyes):
    picture = make_picture(np.random.default_rng(9), 640, 480, _PLAIN)
    assert (
        read_photo(photo_of(picture.image), eyes).to_document()
        == read_photo(photo_of(picture.image), eyes).to_document()
    )
