"""The pages through the app factory: what they answer, in which form and language, and what they refuse."""

import json
import re
from io import BytesIO

import pytest

from companion.live.snapshots import LIVE, STILL
from companion.scoring.fjords_tally import tally_document
from companion.web import Config, create_app
from tests.support.readers.truth_reader import GAME, SAMPLES, reading_of


def photo(name="table05"):
    return {"photo": ((SAMPLES / f"{name}.jpg").open("rb"), f"{name}.jpg")}


@pytest.fixture
def seen(app):
    """An app whose table shows a board that was laid wrong."""
    document = json.loads((SAMPLES / "table11.json").read_bytes())
    tally = tally_document(document, reading_of(document, 1600, 1200))
    app.extensions["longhouse"].table.publish(camera=LIVE, seeing=STILL, tally=tally)
    return app


def test_the_server_says_that_it_lives(client):
    assert client.get("/healthz").get_json() == {"status": "ok", "camera": "off"}


def test_without_a_camera_the_page_takes_photos(client):
    page = client.get("/").text
    assert 'name="photo"' in page
    assert 'capture="environment"' in page
    assert "sse-connect" not in page


def test_every_answer_carries_the_strict_policy(client):
    for address in ("/", "/healthz", "/nothing", "/static/longhouse.css"):
        policy = client.get(address).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
    page = client.get("/").text
    assert "<style" not in page
    assert " style=" not in page
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert "https://" not in page


def test_the_browsers_language_counts_until_one_is_chosen(client):
    assert "Подсчитать по снимку" in client.get("/", headers={"Accept-Language": "ru,en;q=0.5"}).text
    assert "Tally photos" in client.get("/", headers={"Accept-Language": "fi"}).text
    chosen = client.post("/language/ru")
    assert chosen.status_code == 303
    assert '<html lang="ru">' in client.get("/", headers={"Accept-Language": "en"}).text
    assert client.post("/language/xx").status_code == 404


def test_a_photo_is_answered_like_score_with_the_board(client):
    answer = client.post("/tally", data=photo())
    assert answer.status_code == 200
    assert list(answer.get_json()) == ["file", "scores", "winner", "board"]
    assert len(answer.get_json()["board"]["tiles"]) == 33


def test_the_pages_own_script_and_a_bare_browser_get_pages(client):
    fragment = client.post("/tally", data=photo(), headers={"HX-Request": "true"})
    assert fragment.text.lstrip().startswith('<div class="tallied">')
    whole = client.post("/tally", data=photo(), headers={"Accept": "text/html,*/*;q=0.8", "Accept-Language": "ru"})
    assert whole.text.startswith("<!doctype html>")
    assert "Викинги" in whole.text


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"", 400, "empty"),
        (b"no picture " * 50, 415, "not-an-image"),
        ((SAMPLES / "table05.jpg").read_bytes()[:9000], 400, "truncated"),
        ((GAME / "game_00.jpg").read_bytes() + b" ", 200, None),
    ],
)
def test_a_bad_photo_is_refused_in_a_sentence(client, data, status, code):
    answer = client.post("/tally", data={"photo": (BytesIO(data), "a.jpg")})
    assert answer.status_code == status
    if code:
        error = answer.get_json()["error"]
        assert error["code"] == code
        assert error["message"].endswith(".")
        russian = client.post(
            "/tally",
            data={"photo": (BytesIO(data), "a.jpg")},
            headers={"Accept-Language": "ru", "HX-Request": "true"},
        )
        assert russian.status_code == status
        assert 'role="alert"' in russian.text


def test_a_request_without_a_photo_is_refused(client):
    assert client.post("/tally").get_json()["error"]["code"] == "no-photo"
    assert client.post("/tally", data={"photo": (BytesIO(b""), "")}).status_code == 400


def test_too_large_an_upload_is_refused(truth):
    small = create_app(Config(upload_megabytes=1), truth).test_client()
    answer = small.post("/tally", data={"photo": (BytesIO(b"x" * 1_100_000), "a.jpg")})
    assert answer.status_code == 413
    assert "1 MB" in answer.get_json()["error"]["message"]


def test_requests_from_elsewhere_are_refused(client):
    assert client.post("/tally", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 200


def test_before_anything_is_seen_there_is_no_board(client):
    for address in ("/board.json", "/board.svg"):
        assert client.get(address).status_code == 404
    assert client.get("/camera.jpg").status_code in (200, 204)


def test_the_table_is_shown_with_scores_drawings_and_warnings(seen):
    client = seen.test_client()
    part = client.get("/table").text
    assert part.count("data-player=") == 3
    entered = [player["name"] for player in json.loads((SAMPLES / "table11.json").read_bytes())["players"]]
    assert re.findall('data-player="([a-z]+)"', part) == entered
    assert 'class="seen"' in part
    assert 'class="fjords-board"' in part
    assert 'data-code="edge-mismatch"' in part
    assert len(client.get("/board.json").get_json()["tiles"]) == 49
    assert client.get("/board.svg").text.startswith("<svg")
    assert "неподвижно" in client.get("/live", headers={"Accept-Language": "ru"}).text


def test_a_name_from_a_document_cannot_break_out_of_the_page(app):
    document = json.loads((SAMPLES / "table05.json").read_bytes())
    document["players"][0]["name"] = '<script>alert("x")</script>'
    app.extensions["longhouse"].table.publish(camera=LIVE, tally=tally_document(document))
    page = app.test_client().get("/table").text
    assert "<script" not in page
    assert "&lt;script" in page
