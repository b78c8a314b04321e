"""The sheet of tiles: filled from photos and the camera's picture, none of which loses what is on it."""

import json
import re

import cv2
import numpy as np
import pytest

from companion.reader_service import NetworkReader
from companion.web import Config, create_app
from tests.support.pages.teaching import files, post, tile_names
from vision.imaging.photo import decode_photo

pytestmark = pytest.mark.usefixtures("cached_tile_search")


def test_a_photo_fills_the_sheet_and_keeping_it_says_what_it_brings(shared):
    data, sheet, kept = shared
    found = tile_names(sheet)
    assert len(found) > 3 and sheet.count("<polygon") == len(found)
    assert "It is not saved yet" in sheet and "Everything is saved" in kept
    assert re.findall(r"<b>(\d+ of \d+)</b>", kept)[1] == f"{6 * len(found)} of {6 * len(found)}"
    assert [tile["id"] for tile in json.loads(data)["tiles"]] == sorted(found)


def test_photos_that_cannot_be_used_are_named_and_nothing_on_the_sheet_is_lost(taught):
    before = tile_names(taught.get("/teach/tiles/").text)
    grey = cv2.imencode(".png", np.full((300, 400, 3), 130, np.uint8))[1].tobytes()
    answer = post(taught, "/teach/tiles/photos", photo=[*files(b"none", name="a.txt"), *files(grey, name="b.png")])
    alerts = re.findall('role="alert">([^<]+)<', answer.text)
    assert len(alerts) == 2 and alerts[0].startswith("a.txt:") and "No tile" in alerts[1]
    assert tile_names(answer.text) == before


def test_a_glance_at_the_camera_says_what_to_do_and_its_picture_is_taken_like_a_photo(tmp_path, few):
    app = create_app(Config(camera="before the test", data=str(tmp_path)), NetworkReader())
    client = app.test_client()
    post(client, "/teach/begin", name="Mine")
    assert "is not sending a picture" in post(client, "/teach/tiles/look").text
    app.extensions["longhouse"].pictures.show(decode_photo(few.read_bytes()))
    glance = post(client, "/teach/tiles/look").text
    assert "good picture" in glance and glance.count("<polygon") > 3
    assert len(tile_names(post(client, "/teach/tiles/photos", camera="1", set="2021").text)) == glance.count("<polygon")


@pytest.mark.parametrize("address", ["tile/t99", "tile/t99/preview", "art/t99.jpg", "photo/9.jpg", "set.json?set=no"])
def test_what_is_not_there_is_refused_with_the_way_back(taught, address):
    assert taught.get(f"/teach/tiles/{address}").status_code == 404
