"""Two web processes serve the viewers of one table: each sees every change, and one outlasts the other."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.hosted.shared import SharedState
from companion.record.events.games import Seat, SetUp
from companion.record.events.log import HAND
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from companion.record.storage.table_register import TableRegister
from companion.web.access.rate_limits import FROM_ONE, TooManyTries
from companion.web.hosted.shared_access import shared_access_control
from tests.support.readers.truth_reader import GAME
from tests.support.servers.ports import free_port

pytestmark = pytest.mark.hosted

LAST = json.loads(max(GAME.glob("game_*.json")).read_bytes())
SECRET = "only for these tests"
PACE = "3"
"""Seconds for which each picture is shown: a board that lies for less may be gone before a busy process has begun."""


class WebProcess:
    """A web process, and a viewer of its table 1."""

    def __init__(self, broker, database, data):
        self.port = free_port()
        hosted = {"LONGHOUSE_QUEUE": broker.url, "LONGHOUSE_SECRET": SECRET, "DB": database}
        environment = {**os.environ, **hosted, "PACE": PACE}
        command = [sys.executable, "-m", "tests.support.servers.web_process", str(self.port), str(data)]
        self.process = subprocess.Popen(command, env=environment, cwd=Path(__file__).parents[3])
        self.boards: list[int] = []
        self.events: list[str] = []
        self._reading = threading.Thread(target=self._follow, daemon=True)
        self._reading.start()

    def get(self, address):
        return self._ask("GET", address, None)

    def post(self, address):
        page = self.get("/tables/1/live")[1].decode()
        token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
        return self._ask("POST", address, f"csrf_token={token}")

    def _ask(self, method, address, body):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": getattr(self, "cookie", "")}
        line.request(method, address, body, headers)
        answer = line.getresponse()
        self.cookie = (answer.getheader("Set-Cookie") or getattr(self, "cookie", "")).partition(";")[0]
        return answer.status, answer.read()

    def camera(self):
        """The state of the camera in this process' eyes."""
        return json.loads(self.get("/tables/1/healthz")[1])["camera"]

    def tiles(self):
        try:
            status, document = self.get("/tables/1/board.json")
        except OSError:
            return 0  # it has not begun to listen yet
        return len(json.loads(document)["tiles"]) if status == 200 else 0

    def has_camera(self):
        """Say whether the camera process is a child of this one."""
        children = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        pids = [pid for file in children for pid in file.read_text(encoding="utf-8").split()]
        return any("spawn_main" in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8") for pid in pids)

    def _follow(self):
        """Read the board at each event, as a page does."""
        while self.process.poll() is None:
            try:
                line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                line.request("GET", "/tables/1/events")
                answer = line.getresponse()
                while line_read := answer.readline():
                    name = line_read.decode().strip()
                    if name.startswith("event: "):
                        self.events.append(name.removeprefix("event: "))
                    if name == "event: table":
                        self.boards.append(self.tiles())
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.1)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def game(postgres):
    """A recorded game is played at a table before the camera; the number of the game."""
    engine = open_database(postgres.url)
    register, library = TableRegister(engine), Library(engine)
    number = library.begin(HAND, SetUp(players=(Seat("Ann", ("white",)), Seat("Bo", ("yellow",))), watched=True))
    register.begin_game(register.add("Oak", str(GAME)), number)
    yield library, number
    library.close()


@pytest.fixture
def webs(broker, postgres, game, tmp_path):
    processes = [WebProcess(broker, postgres.url, tmp_path) for _ in range(2)]
    yield processes
    for process in processes:
        process.stop()


def test_viewers_of_both_see_each_change_and_one_takes_over_the_camera_of_the_other(webs, game, broker, wait_for):
    library, number = game
    whole = len(LAST["tiles"])
    wait_for(lambda: all(web.tiles() >= 6 for web in webs))
    assert sum(web.has_camera() for web in webs) == 1
    holder = next(web for web in webs if web.has_camera())
    other = next(web for web in webs if web is not holder)
    # The broker dies: the camera goes on, and the other catches up.
    broker.kill()
    time.sleep(1.0)
    broker.start()
    wait_for(lambda: all(web.tiles() == whole for web in webs))
    wait_for(lambda: all(web.boards and web.boards[-1] == whole for web in webs))
    for web in webs:
        assert len(set(web.boards)) >= 3, web.boards
    # What a person does at one is shown at the other.
    for here, there in ((holder, other), (other, holder), (holder, other)):
        before = there.events.count("entered")
        assert here.post(f"/tables/1/games/{number}/do/undo")[0] == 303
        wait_for(lambda there=there, before=before: there.events.count("entered") > before)
    # A command for the camera goes through the process that has it.
    assert other.post("/tables/1/cameras/demonstration/again")[0] == 303
    holder.process.kill()
    wait_for(other.has_camera)
    wait_for(lambda: other.camera() == "live")
    assert other.tiles() > 0
    entries = library.game(number).timeline.entries
    assert [entry.number for entry in entries] == list(range(1, 1 + len(entries)))


def test_codes_and_wrong_codes_are_those_of_all_processes(settings, broker, wait_for):
    first, second = (SharedState(broker.url) for _ in range(2))
    controls = [shared_access_control(settings, shared) for shared in (first, second)]
    codes = [control.codes(3) for control in controls]
    for shared in (first, second):
        shared.start()
        wait_for(lambda shared=shared: shared.is_connected)
    known = codes[0].now()
    assert codes[1].now() == known
    assert controls[0].codes(4).now() != known
    new = codes[1].change()
    wait_for(lambda: codes[0].now() == new)
    controls[0].ended.add("a session")
    assert "a session" in controls[1].ended
    for number in range(FROM_ONE.amount):
        assert controls[number % 2].checker.role_of("wrong", new, "203.0.113.9") is None
    with pytest.raises(TooManyTries):
        controls[1].checker.role_of(new.viewer, new, "203.0.113.9")
    # Nobody is let in or out because Redis was away.
    broker.kill()
    wait_for(lambda: not first.is_connected)
    assert codes[0].now() == new
    broker.start()
    wait_for(lambda: first.is_connected)
    assert codes[0].now() == new
    for shared in (first, second):
        shared.close()


def test_a_work_is_done_by_one_process_and_goes_to_another_when_that_lets_go(broker):
    first, second = (SharedState(broker.url) for _ in range(2))
    assert [shared.take_lease("camera:1") for shared in (first, second, first)] == [True, False, True]
    first.release_lease("camera:1")
    assert [shared.take_lease("camera:1") for shared in (second, first)] == [True, False]
    # While Redis is away whoever did it goes on, and afterwards nobody else takes it over at once.
    broker.kill()
    assert [shared.take_lease("camera:1") for shared in (second, first)] == [True, False]
    broker.start()
    assert [shared.take_lease("camera:1") for shared in (first, second)] == [False, True]
