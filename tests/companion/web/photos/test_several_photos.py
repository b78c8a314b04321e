"""The tally of several photos of one table: on which it is drawn, and in which of them a place is shown."""

import html
import json
import re
from io import BytesIO

import cv2
import numpy as np
import pytest

from companion.web import Config, create_app
from companion.web.board.overlay import close_up_of_cell
from companion.web.photos.other_photos import OtherPhoto, close_up_elsewhere
from games.fjords.drawing.land import SIZE as TILE
from games.hexgrid import centre, neighbours
from tests.support.readers.truth_reader import SAMPLES
from tests.vision.tables import SIZE, photographed, table_on
from vision.geometry.lattice import position
from vision.geometry.plane import Plane

LONG = table_on([(q, r) for r in (-1, 0, 1) for q in range(-8, 9)], 7)
LEFT, RIGHT, FAR_RIGHT = -5, 5, (7, 0)
EN = {"HX-Request": "true", "Accept-Language": "en"}


def tallied(client, *photos):
    """Return the part of the page that shows the tally of photos, each given as its content and its name."""
    files = [(BytesIO(content), name) for content, name in photos]
    return client.post("/tally", data={"photo": files}, headers=EN).text


def from_above(x):
    """Look down at a place of the table beside its middle, in pitches."""
    middle = np.array(SIZE) / 2
    return Plane(np.array([[105.0, 0, middle[0] - 105 * x], [0, 105.0, middle[1]], [0, 0, 1]]), 0.0, middle, 1000.0)


def grey(level):
    return cv2.imencode(".png", np.full((600, 800, 3), level, np.uint8))[1].tobytes()


def end_of_long_board(photo):
    """Read the left end of a long board in a dark photo, and the right end in a light one."""
    return photographed(LONG, from_above(LEFT if photo.pixels.mean() < 100 else RIGHT))


@pytest.fixture
def halves(tmp_path):
    """A client of an app that reads the ends of a long board."""
    app = create_app(Config(data=str(tmp_path)), end_of_long_board)
    yield app.test_client()
    app.extensions["longhouse-games"].library.close()


def fields_of(shown):
    """Return the fields that the page of a tally sends with each answer."""
    found = re.findall(r'<input type="hidden" name="(document|width|height|others)" value="([^"]*)"', shown)
    return {name: html.unescape(value) for name, value in found[:4]}


def test_the_tally_is_drawn_on_the_photo_that_was_read_where_a_refused_one_has_the_same_name(client):
    good = (SAMPLES / "table05.jpg").read_bytes()
    shown = tallied(client, (b"no photo", "image.jpg"), (good, "image.jpg"))
    assert re.search(r'<img data-preview="(\d+)"', shown)[1] == "1"


def test_a_tile_that_the_first_photo_does_not_show_is_corrected_beside_the_one_that_does(halves):
    fields = fields_of(tallied(halves, (grey(50), "a.png"), (b"no photo", "b.png"), (grey(200), "c.png")))
    assert len(json.loads(fields["document"])["tiles"]) == len(LONG.tiles)
    sheet = halves.post("/tally/cell", data={**fields, "cell": "7,0"}, headers=EN).text
    photo, matrix = re.search(r'<image data-preview="(\d+)" .*?matrix\(([^)]*)\)', sheet).groups()
    assert photo == "2"
    a, b, c, d, e, f = map(float, matrix.split())
    x, y = from_above(RIGHT).to_photo(position(FAR_RIGHT))
    assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx((0, 0), abs=1)
    sheet = halves.post("/tally/cell", data={**fields, "cell": "-7,0"}, headers=EN).text
    assert "<image data-preview width" in sheet


def test_photos_that_are_refused_for_the_same_reason_are_named_together(halves):
    shown = tallied(halves, (b"text", "a.txt"), (grey(50), "b.png"), (b"", "c.jpg"), (b"more text", "d.txt"))
    refused = [re.sub("<[^>]+>", "", one) for one in re.findall(r'<p class="card refusal".*?</p>', shown)]
    assert len(refused) == 2
    assert refused[0].startswith("a.txt, d.txt: This is not a picture")
    assert refused[1].startswith("c.jpg: The file is empty")
    nothing = tallied(halves, (b"text", "a.txt"), (b"more text", "d.txt"))
    assert nothing.count("This is not a picture") == 1
    assert "a.txt, d.txt: This is not a picture" in nothing


def test_further_photos_that_are_malformed_are_refused_with_a_sentence(halves):
    fields = fields_of(tallied(halves, (grey(50), "a.png"), (grey(200), "c.png")))
    for others in ("[", "{}", '[{"number": 0}]', '[{"number": 1, "size": [9, 9], "tiles": [[0, 0, 1e9, 0]]}]'):
        answer = halves.post("/tally/cell", data={**fields, "others": others, "cell": "7,0"}, headers=EN)
        assert answer.status_code == 422
        assert "tally the photo again" in answer.text


def test_a_place_that_is_told_in_pixels_of_the_first_photo_is_pointed_at_in_another():
    cells = ((0, 0), *neighbours((0, 0)))

    def in_first(at):
        return tuple(np.array([[0.6, 0.1], [-0.2, 0.3]]) @ at + (-500, 40))

    def in_other(at):
        return tuple(np.array([[-0.2, 0.5], [0.4, 0.1]]) @ at + (300, 200))

    first = {cell: in_first(centre(cell, TILE)) for cell in cells}
    assert close_up_of_cell(first, (0, 0), (640, 480)) is None
    other = OtherPhoto(3, (640, 480), tuple((*cell, *in_other(centre(cell, TILE))) for cell in cells))
    detail = close_up_elsewhere((other,), first, (0, 0))
    assert detail.photo == 3
    assert detail.pointing_at(in_first((20, -10))).spot == pytest.approx((20, -10))
    a, b, c, d, e, f = detail.standing_at(in_first((20, -10))).matrix
    x, y = in_other((20, -10))
    assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx((0, 0), abs=1e-6)
