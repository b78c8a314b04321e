"""A database that others hold, a clock that goes back, faults that last: what pages and the camera do meanwhile."""

import logging
import re
import sqlite3
import time

import pytest

from companion.faults import FaultLog
from companion.record.events.games import SetUp
from companion.record.events.log import HAND
from companion.record.recorder import BROKEN, FOLLOWS, Recorder
from companion.web import Config, create_app
from tests.support.games.recorded_games import ANN_AND_BO, laid, library_in

EMPTY = {"format": "longhouse-board", "version": 1, "game": "fjords", "tiles": [], "pieces": []}


def board(count):
    return {**EMPTY, "tiles": [{**laid(0, 0).tile, "q": q, "r": 0} for q in range(count)]}


@pytest.fixture
def held(tmp_path):
    """The lock that another program has on the database once it is asked for."""
    connection = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    yield connection
    connection.close()


@pytest.fixture
def short_patience(monkeypatch):
    """Who finds a database held by others waits for less long than people would."""
    monkeypatch.setattr("companion.record.storage.database.PATIENCE", 1.0)


@pytest.fixture
def app(tmp_path, truth):
    made = create_app(Config(data=str(tmp_path)), truth)
    yield made
    made.extensions["longhouse-games"].library.close()


def token_of(client):
    return re.search('name="csrf_token" value="([^"]+)"', client.get("/games/new").text).group(1)


def test_a_write_waits_for_others_for_five_seconds(tmp_path):
    library = library_in(tmp_path)
    with library._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 5000  # milliseconds
    library.close()


@pytest.mark.usefixtures("short_patience")
def test_a_write_that_others_hold_up_is_refused_within_seconds_and_says_when_to_try_again(app, held):
    client, library = app.test_client(), app.extensions["longhouse-games"].library
    game = library.begin(HAND, ANN_AND_BO, laid(0, 0))
    fields = {"csrf_token": token_of(client)}
    held.execute("BEGIN IMMEDIATE")
    answer = client.post(f"/games/{game}/do/undo", data=fields, headers={"Accept-Language": "ru"})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "попробуйте ещё раз" in answer.get_json()["error"]["message"]
    assert client.get(f"/games/{game}/").status_code == 200  # who only reads waits for nobody
    held.execute("COMMIT")
    assert client.post(f"/games/{game}/do/undo", data=fields).status_code == 303
    assert library.game(game).timeline.last_number == 3


@pytest.mark.usefixtures("short_patience")
def test_what_the_camera_saw_while_others_held_the_database_is_recorded_afterwards(tmp_path, caplog):
    library = library_in(tmp_path)
    recorder = Recorder(library)
    recorder.follow(library.begin(HAND, SetUp(watched=True)))
    recorder.record_board(board(2))
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    recorder.record_board(board(3))
    assert recorder.state == BROKEN
    other.execute("COMMIT")
    other.close()
    recorder.record_board(board(4))
    assert recorder.state == FOLLOWS
    assert len(recorder.current().timeline.position.tiles) == 4
    assert [record.exc_info for record in caplog.records] == [None]
    library.close()


@pytest.mark.parametrize("jump", [-7200.0, -30 * 365 * 86400.0, 3600.0])
def test_an_open_form_is_taken_after_the_computers_clock_has_jumped(app, monkeypatch, jump):
    client, now = app.test_client(), time.time
    fields = {"csrf_token": token_of(client), "colour-0": "white"}
    monkeypatch.setattr(time, "time", lambda: now() + jump)
    assert client.post("/games/new", data=fields).status_code == 303
    # The page that it leads to has a form, too, which is signed by the new time.
    again = {"csrf_token": token_of(client), "colour-0": "red"}
    assert client.post("/games/new", data=again).status_code == 303


def test_a_session_still_ends_after_its_time_and_a_forged_one_is_none(app, monkeypatch):
    client, now = app.test_client(), time.time
    fields = {"csrf_token": token_of(client), "colour-0": "white"}
    monkeypatch.setattr(time, "time", lambda: now() + 40 * 86400.0)
    assert client.post("/games/new", data=fields).status_code == 400
    monkeypatch.setattr(time, "time", now)
    cookie = client.get_cookie("longhouse").value
    client.set_cookie("longhouse", cookie[:-4] + "AAAA")
    assert client.post("/games/new", data=fields).status_code == 400


def test_a_lasting_fault_is_logged_in_one_line_a_minute(caplog):
    seconds = [0.0]
    log = FaultLog(logging.getLogger("test"), "It cannot be kept. %s", lambda: seconds[0])
    for _ in range(125):
        log.report(OSError(28, "No space left on device\nand more"))
        seconds[0] += 1.0
    assert [record.getMessage() for record in caplog.records] == [
        "It cannot be kept. OSError: [Errno 28] No space left on device"
    ] * 3
    assert all(record.exc_info is None for record in caplog.records)
