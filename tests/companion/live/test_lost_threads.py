"""Cameras and readers that break or hang: the live table says so, goes on by itself, and the server's health tells."""

import logging
import resource
import threading
import time
from contextlib import contextmanager

import cv2
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from companion.hosted.settings import HostedSettings
from companion.live.cameras.cameras import Frame
from companion.live.cameras.capture import Capture
from companion.live.loop import Delays, LiveTable
from companion.live.snapshots import FAILED, HALTED, LIVE, Pictures, Table
from companion.live.supervised_thread import SupervisedThread, Watchdog
from companion.web import Config, create_app
from companion.web.health import Health
from tests.companion.conftest import PATIENCE
from tests.support.games.recorded_games import library_in
from tests.support.processes.small_disk import run_on_small_disk
from tests.support.servers.live_server import game_photo


def frames(wait):
    """A camera that works."""
    number = 0
    while not wait(0.02):
        yield Frame(moment_0(), number, number / 25)
        number += 1


def moment_0(known=[]):  # noqa: B006
    """The first moment of the recorded game, decoded once."""
    known.extend([] if known else [game_photo(0)])
    return known[0]


class Stage:
    """Cameras by turns: each opening takes the next one, and the last one stays."""

    def __init__(self, *cameras):
        self.cameras = list(cameras)

    def __call__(self, wait):
        return (self.cameras.pop(0) if len(self.cameras) > 1 else self.cameras[0])(wait)


class Heard(Table):
    """A table that remembers what it was told."""

    def __init__(self):
        super().__init__()
        self.heard = []

    @property
    def told(self):
        """All that was published, in order."""
        return [changes for _, changes in list(self.heard)]

    def publish(self, **changes):
        self.heard.append((threading.current_thread(), changes))
        super().publish(**changes)


@contextmanager
def watching(stage, read, **delays):
    table = Heard()
    loop = LiveTable(stage, read, table, Pictures(), playing=lambda: True, delays=Delays(retry=0.02, **delays))
    loop.start()
    try:
        yield loop, table
    finally:
        loop.stop()


def raising(fault):
    def camera(_wait):
        raise fault
        yield

    return camera


@pytest.mark.parametrize(
    "fault", [cv2.error("bad pixels"), RuntimeError("driver\nsays no"), MemoryError(), ValueError("x"), OSError("gone")]
)
def test_a_camera_that_raises_any_exception_is_reported_and_opened_again(fault, truth, wait_for, caplog):
    with caplog.at_level(logging.ERROR), watching(Stage(*[raising(fault)] * 3, frames), truth) as (loop, table):
        wait_for(lambda: table.snapshot.camera == LIVE and table.snapshot.tally is not None)
        told = [changes["trouble"] for changes in table.told if changes.get("camera") == FAILED]
        assert {trouble.sentence("en") for trouble in told} == {"The camera cannot be read; trying again."}
        assert loop.failing_threads == ()
    lines = [record.getMessage() for record in caplog.records if "The camera cannot be read" in record.getMessage()]
    assert (len(lines), "\n" in lines[0]) == (1, False)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_camera_whose_thread_dies_gets_another_one(truth, wait_for):
    with watching(Stage(raising(SystemExit()), frames), truth, camera_hangs=0.2) as (loop, table):
        wait_for(lambda: table.snapshot.camera == LIVE and table.snapshot.tally is not None)
        wait_for(lambda: loop.failing_threads == ())


def test_a_camera_that_hangs_is_left_behind_and_shows_nothing_afterwards(truth, wait_for):
    hanging, left = threading.Event(), threading.Event()

    def hung(wait):
        try:
            assert hanging.wait(60)
            yield Frame(game_photo(9), 0, 0.0)
        finally:
            left.set()

    shown = []
    with watching(Stage(hung, frames), truth, camera_hangs=1.0) as (loop, table):
        wait_for(lambda: any(changes.get("camera") == FAILED for changes in table.told))
        wait_for(lambda: table.snapshot.camera == LIVE and table.snapshot.tally is not None)
        wait_for(lambda: loop.failing_threads == ())
        loop._pictures.show = shown.append
        hanging.set()
        assert left.wait(60)
    assert all(photo is moment_0() for photo in shown)


def test_a_reader_that_hangs_is_left_behind_and_publishes_nothing_afterwards(truth, wait_for):
    hanging, left_behind = threading.Event(), []

    def read(photo):
        if not left_behind:
            left_behind.append(threading.current_thread())
            assert hanging.wait(PATIENCE)
        return truth(photo)

    with watching(frames, read, reader_hangs=2.0) as (loop, table):
        wait_for(lambda: {"seeing": HALTED} in table.told)
        wait_for(lambda: table.snapshot.tally is not None and loop.failing_threads == ())
        hanging.set()
        left_behind[0].join(PATIENCE)
        assert not left_behind[0].is_alive()
        assert left_behind[0] not in [thread for thread, _ in table.heard[table.told.index({"seeing": HALTED}) :]]


def test_a_camera_that_hangs_every_time_counts_as_failing_until_it_works(truth, wait_for):
    hanging = threading.Event()

    def hung(wait):
        assert hanging.wait(60)
        yield from frames(wait)

    with watching(hung, truth, camera_hangs=0.1) as (loop, _):
        wait_for(lambda: loop.failing_threads == ("camera",))
        hanging.set()
        wait_for(lambda: loop.failing_threads == ())


def test_a_loss_that_cannot_be_handled_is_tried_again_and_other_threads_are_still_replaced(wait_for, caplog):
    begun, handled = [], []
    lost = SupervisedThread("lost", lambda _: begun.append("lost"), hangs_after=60)
    other = SupervisedThread("other", lambda _: begun.append("other"), hangs_after=60)

    def refuse_twice():
        handled.append(1)
        if len(handled) <= 2:
            raise OSError("no answer")

    watchdog = Watchdog({lost: refuse_twice, other: lambda: None}, every=0.01)
    lost.start()
    other.start()
    with caplog.at_level(logging.ERROR):
        watchdog.start()
        wait_for(lambda: begun.count("lost") > 1 and begun.count("other") > 1)
        watchdog.stop()
    assert sum("could not be handled" in record.getMessage() for record in caplog.records) == 2


def test_frames_that_are_long_waited_for_on_purpose_are_no_sign_of_hanging(monkeypatch):
    def slow(wait):
        while not wait(50.0):
            yield Frame(moment_0())

    clock, lost = [time.monotonic()], []
    capture = Capture(slow, lambda *_: None, hangs_after=3.0)

    def pass_at_once(seconds):
        clock[0] += seconds
        lost.append(capture.thread.is_lost)

    # Nothing but the waits takes time.
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(capture._stopping, "wait", pass_at_once)
    capture.start()
    try:
        assert capture.next(PATIENCE) is not None
    finally:
        capture.stop()
    assert len(lost) >= 50
    assert not any(lost)


def refuse_all(connection, cursor, statement, *_):
    raise OperationalError(statement, {}, Exception("no answer"))


def test_the_database_is_checked_seldom_and_its_failure_is_reported(tmp_path):
    library, asked, now = library_in(tmp_path), [], [100.0]
    event.listen(library._engine, "before_cursor_execute", lambda *_: asked.append(1))
    health = Health(library, clock=lambda: now[0])
    assert [health.wrong(()) for _ in range(50)] == [()] * 50
    assert len(asked) == 1
    event.listen(library._engine, "before_cursor_execute", refuse_all)
    now[0] += 60
    assert health.wrong(()) == ("database",)
    event.remove(library._engine, "before_cursor_execute", refuse_all)
    now[0] += 60
    assert health.wrong(()) == ()


def test_a_database_that_never_answers_holds_up_only_the_first_who_asks(tmp_path, wait_for):
    library, now, asking, go = library_in(tmp_path), [100.0], threading.Event(), threading.Event()

    def hang(*_):
        asking.set()
        assert go.wait(60)

    event.listen(library._engine, "before_cursor_execute", hang)
    health = Health(library, clock=lambda: now[0])
    first = threading.Thread(target=health.wrong, args=((),))
    first.start()
    assert asking.wait(60)
    assert health.wrong(()) == ()
    now[0] += 60
    assert health.wrong(()) == ("database",)
    go.set()
    first.join(60)


def test_the_health_page_answers_503_and_names_what_is_wrong(client, app):
    well = client.get("/healthz")
    assert well.get_json() == {"status": "ok", "camera": "off"}
    assert "Retry-After" not in well.headers
    engine = app.extensions["longhouse-games"].library._engine
    event.listen(engine, "before_cursor_execute", refuse_all)
    app.extensions["longhouse-health"] = Health(app.extensions["longhouse-games"].library)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.get_json()["wrong"]) == (503, ["database"])
    assert answer.headers["Retry-After"] == "5"
    assert "OperationalError" not in answer.text


_ON_A_SMALL_DISK = """
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from companion.web.health import Health
from pathlib import Path
here, now = Path.cwd(), [100.0]
health = Health(Library(open_database("sqlite://")), [here], lambda: now[0])
for size in (0, 40_000, 0):
    (here / "filling").write_bytes(bytes(size))
    now[0] += 60
    print(health.wrong(("camera",)), [path.name for path in here.iterdir()])
"""


@pytest.mark.long
def test_a_full_disk_is_reported_until_there_is_room_and_nothing_is_left_on_it(tmp_path):
    lines = run_on_small_disk(tmp_path, _ON_A_SMALL_DISK).splitlines()
    well, full = "('camera',) ['filling']", "('storage', 'camera') ['filling']"
    assert lines == [well, full, well]


def test_the_health_page_answers_503_where_the_data_folder_cannot_be_written_though_photos_can_be_tallied(
    truth, tmp_path
):
    app = create_app(Config(data=str(tmp_path / "data"), hosted=HostedSettings(hosts="games.example")), truth)
    client, most = app.test_client(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most[1]))
    try:
        answer = client.get("/healthz")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert (answer.status_code, answer.get_json()["wrong"]) == (503, ["storage"])
    assert client.get("/readyz").get_json() == {"status": "ok", "wrong": []}
