"""Cards of Nusfjord are taught on a page: found in a photo, named, kept in a profile, and then read on a table."""

from __future__ import annotations

import io
import re
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.profile.folder import load_profile
from companion.reader_service import NetworkReader
from companion.web import Config, create_app
from tests.companion.browser.test_accessibility import faults_in_both_themes, faults_of_width
from tests.support.pages.forms import token_of
from tests.support.pictures.made_cards import cards_on_table
from tests.support.pictures.stored_pictures import PictureStore

CARDS = "/nusfjord/cards/"
NAMED = {
    **{"name-0": "Smithy", "points-0": "3", "name-1": "  the   Inn ", "kind-2": "cutter", "points-2": "4"},
    **{"kind-3": "share", "kind-4": "", "name-4": "left out"},
}
"""What is written into the form; the kind of a card is a building unless it is changed."""


def _jpeg(pixels: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


@pytest.fixture(scope="module")
def spread(stored: PictureStore) -> bytes:
    """A photo of six cards in a row."""
    return _jpeg(stored(cards_on_table, [(k, (180 + 210 * k, 300), 0) for k in range(6)], 1.0)[0])


@pytest.fixture
def client_and_folder(tmp_path):
    """A client of an app with a data folder of its own, and that folder."""
    app = create_app(Config(data=str(tmp_path)), NetworkReader())
    yield app.test_client(), tmp_path
    app.extensions["longhouse-games"].library.close()


def _post(client: FlaskClient, address: str, **fields: Any) -> TestResponse:
    return client.post(address, data={"csrf_token": token_of(client, "/nusfjord/"), **fields})


def _shown(client: FlaskClient, photo: bytes) -> dict[str, str]:
    """Send a photo of cards, and return the fields of the form in which they are named."""
    assert _post(client, CARDS + "photo", photo=(io.BytesIO(photo), "cards.jpg")).status_code == 303
    page = client.get(CARDS).text
    (key,) = re.findall('name="photo" value="([0-9a-f]+)"', page)
    assert client.get(f"{CARDS}photo/{key}.jpg").mimetype == "image/jpeg"
    return {"photo": key, **dict.fromkeys(re.findall('select name="(kind-[0-9]+)"', page), "building")}


def _learned(client: FlaskClient, photo: bytes, named: dict[str, str]) -> TestResponse:
    return _post(client, CARDS + "learn", **{**_shown(client, photo), **named})


def _taught(folder) -> list[tuple[str, str, int]]:
    (profile,) = (load_profile(found.parent) for found in folder.glob("profiles/*/profile.json"))
    return [(face.label.kind, face.label.name, face.label.points) for face in profile.games.get("nusfjord", ())]


def test_cards_that_are_named_in_a_photo_are_kept_in_a_profile_which_is_made_where_there_is_none(
    client_and_folder, spread
) -> None:
    client, folder = client_and_folder
    assert 'href="/nusfjord/cards/"' in client.get("/nusfjord/").text
    assert len([field for field in _shown(client, spread) if field.startswith("kind-")]) == 6
    answer = _learned(client, spread, NAMED)
    assert re.findall("<b>([0-9]+)</b>", answer.text) == ["0", "4"]
    known = [("building", "Smithy", 3), ("building", "the Inn", 0), ("cutter", "", 4), ("share", "", 0)]
    assert _taught(folder) == known
    page = client.get(CARDS).text
    assert "select name=" not in page
    faces = re.findall(f'src="({CARDS}face/[0-9a-f]+.jpg)"', page)
    assert [client.get(face).mimetype for face in faces] == ["image/jpeg"] * 4
    _learned(client, spread, {"name-5": "Pier"})
    assert _taught(folder) == [*known, ("building", "Pier", 0)]
    assert "Taught." in client.get("/teach/").text


@pytest.mark.long
def test_a_harbour_is_filled_in_from_a_photo_with_what_was_taught_on_the_page(client_and_folder, spread) -> None:
    client, _ = client_and_folder
    address = _post(client, "/nusfjord/new", **{"name-0": "Ann"}).headers["Location"]
    assert 'href="/nusfjord/cards/"' in client.get(address).text.partition("have been taught:")[2]
    _learned(client, spread, NAMED)
    assert "have been taught:" not in client.get(address).text
    table = _jpeg(cards_on_table([(0, (300, 260), 12), (2, (820, 500), -30)], 0.8)[0])
    assert _post(client, address + "photo", photo=(io.BytesIO(table), "table.jpg")).status_code == 303
    (player,) = client.get(address + "board.json").get_json()["players"]
    assert [(card["name"], card["points"]) for card in player["buildings"]] == [("Smithy", 3)]
    assert [(ship["kind"], ship["points"]) for ship in player["ships"]] == [("cutter", 4)]


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ({}, "Name at least one card"),
        ({"name-0": " "}, "Name at least one card"),
        ({"name-0": "Smithy", "points-0": "many"}, "“many” is not a whole number from -99 to 99."),
        ({"name-0": "Smithy", "kind-1": "house"}, "kind” has a value that is not known"),
    ],
)
def test_names_that_cannot_be_learned_are_refused_in_a_sentence_and_stay_in_the_form(
    client_and_folder, spread, named, sentence
) -> None:
    client, folder = client_and_folder
    answer = _learned(client, spread, {"name-3": "", **named})
    assert sentence in answer.text.partition('class="card refusal"')[2]
    assert ('value="Smithy"' in answer.text) == ("Smithy" in named.values())
    assert not list(folder.glob("profiles/*/games"))


def test_names_never_come_to_the_cards_of_a_later_photo(client_and_folder, spread) -> None:
    client, folder = client_and_folder
    first = _shown(client, spread)
    second = _shown(client, _jpeg(cards_on_table([(9, (300, 300), 0)], 1.0)[0]))
    late = _post(client, CARDS + "learn", **first, **{"name-0": "Smithy"})
    assert (late.status_code, "Another photo of cards" in late.text) == (409, True)
    assert client.get(f"{CARDS}photo/{first['photo']}.jpg").status_code == 404
    assert _post(client, CARDS + "learn", **second, **{"name-0": "Smithy"}).status_code == 200
    assert _taught(folder) == [("building", "Smithy", 0)]
    assert _post(client, CARDS + "learn", **second, **{"name-0": "Smithy"}).status_code == 409


@pytest.mark.parametrize("photo", [b"no picture", _jpeg(np.full((300, 400, 3), 90, np.uint8))])
def test_a_photo_without_cards_is_refused_in_a_sentence_and_the_last_one_stays(
    client_and_folder, spread, photo
) -> None:
    client, _ = client_and_folder
    shown = _shown(client, spread)
    answer = _post(client, CARDS + "photo", photo=(io.BytesIO(photo), "cards.jpg"))
    assert "cards.jpg: " in answer.text.partition('class="card refusal"')[2]
    assert shown["photo"] in answer.text


def test_points_left_empty_are_those_of_the_catalogue(client_and_folder, spread) -> None:
    client, folder = client_and_folder
    _post(client, "/nusfjord/catalogue", name="Smithy", points="5")
    _learned(client, spread, {"name-0": "smithy", "name-1": "Inn"})
    assert _taught(folder) == [("building", "smithy", 5), ("building", "Inn", 0)]


def test_a_taught_card_is_forgotten_once_and_the_others_stay(client_and_folder, spread) -> None:
    client, folder = client_and_folder
    _learned(client, spread, NAMED)
    smithy, *_ = re.findall('name="card" value="([0-9a-f]+)"', client.get(CARDS).text)
    assert _post(client, CARDS + "forget", card=smithy).status_code == 303
    assert [name for _, name, _ in _taught(folder)] == ["the Inn", "", ""]
    assert _post(client, CARDS + "forget", card=smithy).status_code == 404
    assert client.get(f"{CARDS}face/{smithy}.jpg").status_code == 404


def test_cards_that_are_taught_to_a_damaged_profile_do_not_take_the_place_of_those_in_it(
    client_and_folder, spread
) -> None:
    client, folder = client_and_folder
    _learned(client, spread, NAMED)
    (cards,) = folder.glob("profiles/*/games/nusfjord.json")
    known = cards.read_bytes()
    (cards.parents[1] / "colours.json").write_text("{", encoding="utf-8")
    answer = _learned(client, spread, {"name-5": "Pier"})
    assert "colours.json" in answer.text.partition('class="card refusal"')[2].partition("</p>")[0]
    assert cards.read_bytes() == known


@pytest.mark.long
@pytest.mark.browser
def test_cards_are_named_on_a_phone(serve, visit, spread, tmp_path) -> None:
    photo = tmp_path / "cards.jpg"
    photo.write_bytes(spread)
    with serve(Config(data=str(tmp_path / "data")), NetworkReader()) as (address, _):
        page = visit(address + CARDS, size=(390, 844), lang="ru-RU")
        page.set_input_files("#photo", str(photo))
        page.click("#find-things")
        page.get_by_label("К номеру 2").click()
        assert page.url.endswith("#card-1")
        small = page.locator(".question-words > *:not(legend)").evaluate_all("all => all.map(e => e.offsetHeight)")
        assert min(small) >= 44
        assert not faults_in_both_themes(page) + faults_of_width(page)
        page.get_by_label("Название номера 2").fill("Кузница")
        page.click("#learn")
        assert page.locator(".stone-faces li").all_inner_texts()[0].startswith("Кузница · 0")
        assert not faults_in_both_themes(page) + faults_of_width(page)
