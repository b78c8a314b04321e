"""A tally is saved once, whatever other pages still show of it."""

from __future__ import annotations

import html
import json
import re
from io import BytesIO

import pytest

from companion.record.events.cells import TileRemoved
from companion.record.events.log import HAND
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


def continue_by_hand(client, shown_tally, **more):
    fields = {**fields_of(shown_tally), "csrf_token": token_of(client, "/games/new"), **more}
    return client.post("/games/keep", data=fields, headers={"Accept": "text/html", "Accept-Language": "en"})


def answered(client, shown_tally):
    """The tally after a tile was found to be none."""
    fields = fields_of(shown_tally)
    tile = json.loads(fields["document"])["tiles"][0]
    given = {"about": "tile", "q": tile["q"], "r": tile["r"], "answer": "none"}
    return client.post("/tally/answer", data={**fields, "answer": json.dumps(given)}, headers=EN).text


def library_of(client):
    return client.application.extensions["longhouse-games"].library


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
    assert len(library_of(client).games()) == 1


def test_a_tally_that_was_answered_stays_the_same_and_is_saved_once(client):
    tally = shown(client, "table05.jpg")
    later = answered(client, tally)
    assert fields_of(later)["tally"] == fields_of(tally)["tally"]
    assert [save(client, each).status_code for each in (later, tally)] == [204, 409]


def test_other_photos_are_another_tally_and_their_order_does_not_matter(client):
    pair = fields_of(shown(client, "table05.jpg", "table07.jpg"))["tally"]
    assert fields_of(shown(client, "table05.jpg"))["tally"] == pair  # the other one shows another table
    assert fields_of(shown(client, "table07.jpg"))["tally"] != pair


def test_a_tally_whose_game_was_deleted_is_saved_again(client):
    tally = shown(client, "table05.jpg")
    first = game_at(save(client, tally).headers["HX-Redirect"])
    library_of(client).delete(first)
    assert game_at(save(client, tally, **{"name-white": "Ann"}).headers["HX-Redirect"]) == first + 1


def test_a_tally_that_was_saved_is_continued_by_hand_as_the_same_game(client):
    tally = shown(client, "table05.jpg")
    saved = save(client, tally, **{"name-white": "Ann"}).headers["HX-Redirect"]
    assert continue_by_hand(client, tally).headers["Location"] == f"{saved.rstrip('/')}/build/"
    (game,) = library_of(client).games()
    assert "Ann" in {seat.name for seat in game.timeline.position.setup.players}


def test_a_tally_that_is_continued_by_hand_once_more_goes_on_where_it_was(client):
    tally = shown(client, "table05.jpg")
    editor = continue_by_hand(client, tally).headers["Location"]
    (game,) = library_of(client).games()
    q, r = min(game.timeline.position.tiles)
    library_of(client).add(game.id, HAND, TileRemoved(q=q, r=r))
    assert continue_by_hand(client, tally).headers["Location"] == editor
    (again,) = library_of(client).games()
    assert len(again.timeline.position.tiles) == len(game.timeline.position.tiles) - 1


def test_a_tally_that_is_continued_by_hand_is_saved_already(client):
    tally = shown(client, "table05.jpg")
    assert continue_by_hand(client, tally).status_code == 303
    (game,) = library_of(client).games()
    again = save(client, tally)
    assert again.status_code == 409
    assert f'<a href="/games/{game.id}/"' in again.text


def test_a_tally_that_was_answered_since_replaces_no_game_that_it_was_continued_as(client):
    tally = shown(client, "table05.jpg")
    assert continue_by_hand(client, tally).status_code == 303
    (before,) = library_of(client).games()
    again = continue_by_hand(client, answered(client, tally))
    assert again.status_code == 409
    assert "This tally is saved already" in again.text
    assert f'href="/games/{before.id}/"' in again.text
    (after,) = library_of(client).games()
    assert after.timeline.entries == before.timeline.entries


def test_a_board_that_is_of_no_tally_is_continued_as_often_as_one_likes(client):
    tally = shown(client, "table05.jpg")
    assert [continue_by_hand(client, tally, tally="").status_code for _ in range(2)] == [303, 303]
    assert len(library_of(client).games()) == 2


@pytest.mark.parametrize("wrong", ["", "words", "A" * 32, "0" * 33])
def test_what_names_no_tally_does_not_keep_a_board_from_being_saved(client, wrong):
    tally = shown(client, "table05.jpg")
    assert [save(client, tally, tally=wrong).status_code for _ in range(2)] == [204, 204]
