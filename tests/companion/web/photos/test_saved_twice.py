"""A tally is saved once, whatever other pages still show of it."""

from __future__ import annotations

import html
import json
import re
from io import BytesIO

import pytest

from companion.web import Config, create_app
from tests.support.pages.forms import token_of
from tests.support.readers.truth_reader import SAMPLES

EN = {"HX-Request": "true", "Accept-Language": "en"}


@pytest.fixture
def client(truth, tmp_path):
    app = create_app(Config(data=str(tmp_path)), truth)
    yield app.test_client()
    app.extensions["longhouse-games"].library.close()


def shown(client, *photos):
    files = [(BytesIO((SAMPLES / photo).read_bytes()), photo) for photo in photos]
    return client.post("/tally", data={"photo": files}, headers=EN).text


def fields_of(tally):
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', tally)
    return {name: html.unescape(value) for name, value in found}


def save(client, shown_tally, **more):
    fields = {**fields_of(shown_tally), "csrf_token": token_of(client, "/games/new"), **more}
    return client.post("/games/save", data=fields, headers=EN)


def game_at(address):
    return int(address.rstrip("/").rpartition("/")[2])


def test_a_tally_is_not_saved_a_second_time_from_a_page_that_shows_it_unsaved(client):
    first, second = (shown(client, "table05.jpg") for _ in range(2))
    saved = save(client, first)
    assert saved.status_code == 204
    again = save(client, second, **{"name-white": "Ann"})
    assert again.status_code == 409
    assert "This tally is saved already" in again.text
    assert f'<a href="{saved.headers["HX-Redirect"]}"' in again.text
    russian = client.post(
        "/games/save",
        data={**fields_of(second), "csrf_token": token_of(client, "/games/new")},
        headers={"Accept": "text/html", "Accept-Language": "ru"},
    )
    assert russian.status_code == 409
    assert "уже сохранён" in russian.text
    assert len(client.application.extensions["longhouse-games"].library.games()) == 1


def test_a_tally_that_was_answered_stays_the_same_and_is_saved_once(client):
    tally = shown(client, "table05.jpg")
    fields = fields_of(tally)
    tile = json.loads(fields["document"])["tiles"][0]
    given = {"about": "tile", "q": tile["q"], "r": tile["r"], "answer": "tile"}
    answered = client.post("/tally/answer", data={**fields, "answer": json.dumps(given)}, headers=EN).text
    assert fields_of(answered)["tally"] == fields["tally"]
    assert [save(client, each).status_code for each in (answered, tally)] == [204, 409]


def test_other_photos_are_another_tally_and_their_order_does_not_matter(client):
    pair = fields_of(shown(client, "table05.jpg", "table07.jpg"))["tally"]
    assert fields_of(shown(client, "table05.jpg"))["tally"] == pair  # the other one shows another table
    assert fields_of(shown(client, "table07.jpg"))["tally"] != pair


def test_a_tally_whose_game_was_deleted_is_saved_again(client):
    tally = shown(client, "table05.jpg")
    first = game_at(save(client, tally).headers["HX-Redirect"])
    library = client.application.extensions["longhouse-games"].library
    library.delete(first)
    assert game_at(save(client, tally, **{"name-white": "Ann"}).headers["HX-Redirect"]) == first + 1


@pytest.mark.parametrize("wrong", ["", "words", "A" * 32, "0" * 33])
def test_what_names_no_tally_does_not_keep_a_board_from_being_saved(client, wrong):
    tally = shown(client, "table05.jpg")
    assert [save(client, tally, tally=wrong).status_code for _ in range(2)] == [204, 204]
