"""The pages of a hosted Longhouse: strangers tally photos, the line is told, figures and readiness are given."""

import io
import json
import re
import subprocess
import sys

import pytest

from companion.hosted.jobs import Jobs
from companion.hosted.settings import HostedSettings
from companion.problems import Problem
from companion.reader_service import CopyReading, CopyUsed
from companion.web import Config, create_app
from companion.web.access.roles import codes_of
from tests.support.readers.truth_reader import GAME
from vision.imaging.photo import decode_photo

PHOTO = (GAME / "game_04.jpg").read_bytes()
FAR = {"REMOTE_ADDR": "203.0.113.9", "HTTP_HOST": "games.example"}


def send(client, **headers):
    data = {"photo": (io.BytesIO(PHOTO), "board.jpg")}
    return client.post("/tally", data=data, environ_overrides=FAR, headers={"Accept": "application/json", **headers})


def test_strangers_tally_photos_on_a_public_page_and_do_nothing_else(truth):
    settings = HostedSettings(public=True, hosts="games.example")
    client = create_app(Config(hosted=settings), truth).test_client()
    assert client.get("/", environ_overrides=FAR).status_code == 200
    assert send(client).json["board"]["tiles"]
    for address in ("/games/", "/table", "/events", "/teach/", "/cameras/", "/evenings/"):
        asked = client.get(address, environ_overrides=FAR, headers={"Accept": "application/json"})
        assert asked.status_code == 401, address
    assert client.get("/", environ_overrides={**FAR, "HTTP_HOST": "other.example"}).status_code == 400


def test_strangers_who_cannot_save_a_tally_are_not_told_that_it_was_not_saved(truth):
    settings = HostedSettings(public=True, hosts="games.example")
    client = create_app(Config(hosted=settings), truth).test_client()
    page = client.get("/", environ_overrides=FAR, headers={"Accept-Language": "en"}).text
    assert "The tally of your last photo can be shown again." in page
    assert "was not saved" not in page
    assert "was not saved" in client.get("/", headers={"Accept-Language": "en", "Host": "127.0.0.1"}).text


@pytest.mark.long
def test_at_home_nothing_of_the_extra_is_imported():
    made = "from companion.web import Config, create_app; create_app(Config()); create_app(Config(club=True, lan=True))"
    extra = "('redis', 'celery', 'kombu', 'msgspec', 'prometheus_client', 'psycopg')"
    code = f"{made}; import sys; print([name for name in {extra} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=120)
    assert found.stdout.strip() == "[]", found.stderr


def test_a_page_that_is_not_public_admits_no_stranger(truth):
    client = create_app(Config(hosted=HostedSettings(hosts="games.example")), truth).test_client()
    assert send(client).status_code == 401


def test_a_hosted_page_does_not_promise_that_photos_stay_on_ones_own_computer(truth):
    own = create_app(Config(), truth).test_client().get("/").text
    hosted = create_app(Config(hosted=HostedSettings(hosts="games.example")), truth).test_client().get("/").text
    promise = "Everything stays on this computer"
    assert promise in own
    assert promise not in hosted
    assert "read on this server" in hosted


def test_pages_with_a_line_of_photos_need_a_secret(truth):
    with pytest.raises(Problem):
        create_app(Config(hosted=HostedSettings(queue="redis://127.0.0.1:1/0")), truth)


def test_without_a_token_only_this_computer_is_told_the_figures(truth):
    client = create_app(Config(hosted=HostedSettings(hosts="games.example")), truth).test_client()
    for sent in ({}, {"Authorization": "Bearer "}):
        assert client.get("/metrics", environ_overrides=FAR, headers=sent).status_code == 401
    assert client.get("/metrics").status_code == 200


def test_a_host_elsewhere_joins_a_hosted_page_by_its_code(truth):
    app = create_app(Config(hosted=HostedSettings(hosts="games.example", proxies=1)), truth)
    client, code = app.test_client(), codes_of(app).now().host
    assert f"https://games.example/join/{codes_of(app).now().viewer}" in client.get("/").text
    sent = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example"}
    assert "The browser shows a warning" not in client.get("/").text
    page = client.get("/join/", headers=sent, base_url="https://games.example")
    token = page.text.partition('name="csrf_token" value="')[2].partition('"')[0]
    form = {"code": code, "csrf_token": token}
    sent["Referer"] = "https://games.example/join/"
    assert client.post("/join/", data=form, headers=sent, base_url="https://games.example").status_code == 303
    assert client.get("/evenings/", headers=sent, base_url="https://games.example").status_code == 200


def test_figures_and_readiness_are_given(truth):
    settings = HostedSettings(hosts="games.example", metrics_token="a token")
    client = create_app(Config(hosted=settings), truth).test_client()
    client.get("/")
    assert client.get("/readyz", environ_overrides=FAR).json == {"status": "ok", "wrong": []}
    for sent in ({}, {"Authorization": "Bearer another"}, {"Authorization": "Basic YTp0b2tlbg=="}):
        assert client.get("/metrics", environ_overrides=FAR, headers=sent).status_code == 401
    sent = {"Authorization": "Bearer a token"}
    figures = client.get("/metrics", environ_overrides=FAR, headers=sent).text
    assert client.get("/metrics").status_code == 200
    assert 'longhouse_requests_total{endpoint="table.page",method="GET",status="200"} 1.0' in figures


def test_made_up_methods_are_counted_together_and_so_do_not_fill_the_memory(truth):
    client = create_app(Config(hosted=HostedSettings(hosts="games.example")), truth).test_client()
    for number in range(3):
        assert client.open("/", method=f"BREW{number}", environ_overrides=FAR).status_code >= 400
    figures = client.get("/metrics").text
    assert "BREW" not in figures
    assert re.search(r'longhouse_requests_total\{[^}]*method="other"[^}]*\} 3.0', figures)


@pytest.fixture
def hosted(settings):
    made = settings.model_copy(
        update={"public": True, "hosts": "games.example", "wait_seconds": 0.2, "queue_length": 1, "photos_a_minute": 3}
    )
    return create_app(Config(hosted=made), None)


@pytest.mark.hosted
def test_who_waits_is_told_the_place_and_who_sends_too_many_when_to_come_again(hosted, broker):
    client = hosted.test_client()
    waiting = send(client)
    assert (waiting.status_code, waiting.headers["X-Queue-Place"], waiting.headers["Retry-After"]) == (503, "1", "1")
    other = {"photo": (io.BytesIO(PHOTO + b"x"), "board.jpg")}
    full = client.post("/tally", data=other, environ_overrides=FAR, headers={"Accept": "application/json"})
    assert (full.status_code, full.json["error"]["code"]) == (503, "busy")
    assert int(full.headers["Retry-After"]) > 0
    assert send(client).status_code == 503
    often = send(client)
    assert (often.status_code, often.json["error"]["code"]) == (429, "too-many-photos")
    assert 0 < int(often.headers["Retry-After"]) <= 61
    assert "longhouse_photos_waiting 1.0" in client.get("/metrics").text
    broker.kill()
    assert client.get("/readyz").json["wrong"] == ["queue"]
    broker.start()
    assert client.get("/readyz").status_code == 200


@pytest.mark.hosted
def test_what_a_worker_has_read_is_what_the_page_shows_and_whether_it_left_its_profile_aside(hosted, truth):
    client = hosted.test_client()
    send(client)
    jobs: Jobs = hosted.extensions["longhouse"].read.jobs
    job = jobs.enqueue(PHOTO)
    assert jobs.work(job, lambda photo, answers: CopyReading(truth(photo), CopyUsed("kitchen", other_copy=True)))
    assert send(client).json["board"]["tiles"]
    shown = send(client, **{"HX-Request": "true"}).text
    assert "This is not the copy of the game that was taught as “kitchen”" in shown


def test_an_answer_names_a_colour_as_the_profile_of_the_workers_does(truth):
    class Workers:
        def __init__(self):
            self.answers = None

        def read_file(self, data, answers=()):
            self.answers = answers
            return CopyReading(truth(decode_photo(data)), CopyUsed("kitchen", other_copy=False))

    workers = Workers()
    client = create_app(Config(), workers).test_client()
    answers = [
        {"about": "colour", "q": 0, "r": 0, "candidates": ["Ann", "Ben"], "answer": "Ann"},
        {"about": "home", "q": 0, "r": 0, "candidates": ["home"], "answer": "home", "colour": "Ben"},
    ]
    fields = {"photo": (io.BytesIO(PHOTO), "board.jpg"), "answers": json.dumps(answers)}
    assert client.post("/tally", data=fields).status_code == 200
    assert [(answer.value, answer.colour) for answer in workers.answers] == [("Ann", None), ("home", "Ben")]


@pytest.mark.long
def test_a_watched_table_is_read_by_its_own_process_where_workers_read_photos(wait_for):
    settings = HostedSettings(queue="redis://127.0.0.1:1/0", secret="a secret of some length", hosts="games.example")
    services = create_app(Config(hosted=settings, camera=str(GAME / "game_04.jpg"))).extensions["longhouse"]
    services.live.start()
    try:
        wait_for(lambda: services.table.snapshot.tally is not None)
        assert services.table.snapshot.tally.board.tiles
    finally:
        services.close()
