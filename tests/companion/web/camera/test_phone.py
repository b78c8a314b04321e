"""A phone as the camera: frames one at a time, silence and return, other phones, viewers on bad lines."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from contextlib import contextmanager
from io import BytesIO

import cv2
import numpy as np
import pytest

from companion.live import snapshots
from companion.live.cameras.cameras import CameraProblem, Frame
from companion.live.cameras.phone import PhoneCamera
from companion.live.cameras.sources import GIVEN, PHONE, Sources
from companion.live.loop import Delays, LiveTable
from companion.live.snapshots import Pictures, Table
from companion.web import Config, create_app
from companion.web.camera import pages as phone_pages
from companion.web.camera.frames import FRAME_BYTES, FRAME_SIDE, frame_photo
from companion.web.camera.words import phone_status
from companion.web.lan import addresses as lan_addresses
from tests.companion.conftest import PATIENCE, wait_for
from tests.support.readers.nearest_picture import read_nearest
from tests.support.readers.truth_reader import GAME
from tests.support.servers.home_network import LOCAL_NETWORK, serve_home_network, trusting
from vision.imaging.photo import decode_photo, photo_of


def jpeg(number):
    return (GAME / f"game_{number:02}.jpg").read_bytes()


def photo(number):
    return decode_photo(jpeg(number))


def tiles(table):
    return table.snapshot.tally and len(table.snapshot.tally.board.tiles)


# --- The camera itself


@contextmanager
def taking(phone, take=lambda frame: None):
    """Take the phone's frames in a thread, as the capture does."""
    ending = threading.Event()

    def run():
        for frame in phone.frames(ending.wait):
            take(frame)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        wait_for(lambda: phone.wanted)
        yield
    finally:
        ending.set()
        thread.join(PATIENCE)


def test_a_picture_is_answered_when_it_was_taken(wait_for):
    phone, taken = PhoneCamera(), []
    phone.claim("one")
    with taking(phone, taken.append):
        pictures = [photo_of(np.full((200, 300, 3), shade, np.uint8)) for shade in (10, 20, 30)]
        assert all(phone.send(picture, "one", 120) for picture in pictures)
        wait_for(lambda: len(taken) == len(pictures))  # the last one is on its way from the phone to the list
        assert [frame.photo for frame in taken] == pictures
        assert [frame.number for frame in taken] == [0, 1, 2]
    wait_for(lambda: not phone.wanted)


def test_a_picture_that_nobody_takes_is_given_up():
    phone = PhoneCamera()
    phone.claim("one")
    assert not phone.send(photo(0), "one", 0.01)
    assert not phone.wanted
    with pytest.raises(CameraProblem):
        next(PhoneCamera(silence=-1).frames(lambda _: False))


def test_the_phone_that_claimed_last_is_the_camera(wait_for):
    phone, taken = PhoneCamera(), []
    with taking(phone, taken.append):
        phone.claim("one")
        assert phone.send(photo(0), "one", 120)
        phone.claim("two")
        assert not phone.is_from("one")
        assert not phone.send(photo(0), "one", 120)
        assert phone.send(photo(1), "two", 120)
        phone.release()
        assert not phone.is_from("two")
        assert not phone.is_from("")
    assert len(taken) == 2


def test_a_single_shot_stands_for_the_table_until_the_next(wait_for):
    phone, taken = PhoneCamera(), []
    phone.claim("one")
    first, second = photo(0), photo(1)
    phone.show(first, "one")
    with taking(phone, taken.append):
        wait_for(lambda: len(taken) >= 3)
        assert all(frame.photo is first for frame in taken)
        phone.show(second, "one")
        wait_for(lambda: taken[-1].photo is second)
        phone.show(first, "another")
        phone.claim("another")
    # Nobody's picture outlives its sender.
    assert taken[-1].photo is second


def test_silence_is_said_according_to_whether_there_ever_was_a_phone(wait_for):
    said = []
    phone = PhoneCamera(silence=0.05)

    def take():
        try:
            list(phone.frames(lambda _: False))
        except CameraProblem as problem:
            said.append(str(problem))

    take()
    phone.claim("one")
    phone.show(photo(0), "one")
    frames = phone.frames(lambda _: False)
    assert next(frames).photo.width == 960
    frames.close()
    phone.release()
    take()
    assert "No phone" in said[0]
    assert "stopped" in said[1]


# --- The table behind it


@contextmanager
def watched(read, playing=lambda: False, **delays):
    phone, table = PhoneCamera(silence=1.5), Table()
    delays = Delays(stalled=0.2, **delays)
    loop = LiveTable(Sources(None, phone), read, table, Pictures(), playing=playing, delays=delays)
    loop.start()
    try:
        yield phone, table
    finally:
        table.close()
        loop.stop()


def show_for(phone, table, number, count, wait_for):
    """Send one picture again and again, as a phone does, until the table shows so many tiles."""
    wait_for(lambda: phone.wanted and (phone.send(photo(number), "one", 5), tiles(table) == count)[1])


def test_a_phone_that_falls_silent_is_said_and_comes_back_by_itself(truth, wait_for):
    with watched(truth) as (phone, table):
        wait_for(lambda: table.snapshot.camera == snapshots.FAILED)
        assert "No phone" in str(table.snapshot.trouble)
        phone._silence = 600.0  # until the stall has been seen, which a busy machine may see late
        phone.claim("one")
        show_for(phone, table, 0, 8, wait_for)
        before = {t.cell for t in table.snapshot.tally.reading.tiles}
        wait_for(lambda: table.snapshot.camera == snapshots.STALLED)
        phone._silence = 0.5
        wait_for(lambda: table.snapshot.camera == snapshots.FAILED)
        assert "stopped" in str(table.snapshot.trouble)
        show_for(phone, table, 1, 12, wait_for)
        wait_for(lambda: phone.send(photo(1), "one", 5) and table.snapshot.camera == snapshots.LIVE)
        assert before <= {t.cell for t in table.snapshot.tally.reading.tiles}


def test_the_phone_rests_when_nobody_watches_and_no_game_is_played(truth, wait_for):
    playing = []
    with watched(truth, playing=lambda: bool(playing), rest=0.3) as (phone, table):
        phone.claim("one")
        wait_for(lambda: (table.touch(), phone.wanted)[1])  # touched over and over: a busy machine may rest soon
        wait_for(lambda: table.snapshot.camera == snapshots.RESTING)
        assert not phone.wanted
        playing.append("a game")
        wait_for(lambda: phone.wanted)
        playing.clear()
        wait_for(lambda: not phone.wanted)
        wait_for(lambda: (table.touch(), phone.wanted)[1])


def test_another_camera_is_chosen_and_the_first_again(truth, wait_for):
    def given(wait):
        while not wait(0.01):
            yield Frame(photo(0), at=time.monotonic())

    phone, table = PhoneCamera(), Table()
    cameras = Sources(given, phone)
    loop = LiveTable(cameras, truth, table, Pictures())
    loop.start()
    phone.claim("one")
    wait_for(lambda: tiles(table) == 8)
    assert not phone.wanted
    cameras.choose(PHONE)
    show_for(phone, table, 1, 12, wait_for)
    cameras.choose(GIVEN)
    wait_for(lambda: not phone.wanted)
    with pytest.raises(KeyError):
        cameras.choose("/etc/passwd")
    table.close()
    loop.stop()


def test_after_a_recording_a_camera_shows_another_table(truth, wait_for):
    def given(wait):
        while not wait(0.01):
            yield Frame(photo(2), at=time.monotonic(), take=0)

    phone, table = PhoneCamera(), Table()
    cameras = Sources(given, phone)
    loop = LiveTable(cameras, truth, table, Pictures())
    loop.start()
    phone.claim("one")
    wait_for(lambda: tiles(table) == 16)
    cameras.choose(PHONE)
    show_for(phone, table, 0, 8, wait_for)
    table.close()
    loop.stop()


# --- What a phone may send


@pytest.fixture
def app(truth, monkeypatch):
    monkeypatch.setattr(phone_pages, "_FRAME_TIMEOUT_S", PATIENCE)  # a busy machine may take a frame late
    return create_app(Config(camera="phone"), truth)


@pytest.fixture
def sender(app):
    """A client on this computer that has claimed to be the camera, and its token."""
    client = app.test_client()
    token = re.search('data-token="([^"]+)"', client.get("/camera/").text).group(1)
    assert client.post("/camera/claim", headers={"X-CSRFToken": token}).status_code == 200

    def send(data, **more):
        return client.post(
            "/camera/frame", data=data, headers={"X-CSRFToken": token}, content_type="image/jpeg", **more
        )

    return send


def picture(width, height, kind=".jpg"):
    return cv2.imencode(kind, np.zeros((height, width, 3), np.uint8))[1].tobytes()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 415),
        (b"no picture " * 50, 415),
        (jpeg(0)[:9000], 415),
        (picture(640, 480, ".png"), 415),
        (picture(4000, 3000), 415),
        (jpeg(0) + b"x" * FRAME_BYTES, 415),
    ],
    ids=["empty", "words", "cut short", "no JPEG", "more than 4K", "too many bytes"],
)
def test_what_is_no_frame_is_refused_in_a_sentence(app, sender, data, status):
    with taking(app.extensions["longhouse"].phone):
        answer = sender(data)
    assert answer.status_code == status
    assert answer.get_json()["error"]["message"].endswith(".")


def test_nothing_larger_than_a_frame_is_decoded(app, sender, monkeypatch):
    decoded = []
    monkeypatch.setattr(cv2, "imdecode", lambda *_: decoded.append(1))
    with taking(app.extensions["longhouse"].phone):
        assert sender(picture(8000, 8000)).status_code == 415
    assert not decoded


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (3000, 2000), (720, 1280), (1000, 1000)])
def test_every_frame_is_handed_on_in_one_size(size):
    """To those who follow the table another size would be another camera, each time that the line gets slower."""
    height, width = frame_photo(picture(*size)).pixels.shape[:2]
    assert max(width, height) == FRAME_SIDE
    assert width / height == pytest.approx(size[0] / size[1], abs=0.01)


def test_a_frame_that_nobody_wants_is_not_even_looked_at(sender):
    answer = sender(b"no picture at all")
    assert answer.get_json()["state"] == "resting"
    assert answer.get_json()["words"].endswith(".")


def test_a_frame_of_a_phone_that_is_not_the_camera_is_refused(app, sender):
    other = app.test_client()
    token = re.search('data-token="([^"]+)"', other.get("/camera/").text).group(1)
    assert other.post("/camera/claim", headers={"X-CSRFToken": token}).status_code == 200
    assert sender(jpeg(0)).status_code == 409


def test_after_a_restart_the_phone_that_was_the_camera_is_it_again(app, sender):
    phone = app.extensions["longhouse"].phone
    phone.release()
    with taking(phone):
        assert sender(jpeg(0)).get_json()["state"] == "ok"
    stranger = app.test_client()
    phone.release()
    token = re.search('data-token="([^"]+)"', stranger.get("/camera/").text).group(1)
    answer = stranger.post("/camera/frame", data=jpeg(0), headers={"X-CSRFToken": token}, content_type="image/jpeg")
    assert answer.status_code == 409


def test_never_more_than_one_picture_is_on_its_way(app, sender):
    here = app.extensions["longhouse"]
    with taking(here.phone), here.phone_turn:
        refused = sender(jpeg(0))
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    with taking(here.phone):
        assert sender(jpeg(0)).get_json()["state"] == "ok"


def test_a_page_without_a_table_takes_no_pictures(truth):
    assert create_app(Config(), truth).test_client().get("/camera/").status_code == 409


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [(jpeg(0), 200, "was sent"), (b"no photo " * 40, 422, "not a picture"), (None, 400, "No photo was sent")],
)
def test_single_shots_need_no_script_and_no_tls(app, data, status, words):
    client = app.test_client()
    token = re.search('name="csrf_token" value="([^"]+)"', client.get("/camera/").text).group(1)
    fields = {"csrf_token": token} | ({"photo": (BytesIO(data), "a.jpg")} if data else {})
    answer = client.post("/camera/shot", data=fields)
    assert answer.status_code == status
    assert words in answer.text


@pytest.mark.parametrize(("data", "words"), [(b"no photo " * 40, "Это не"), (None, "Снимок не отправлен")])
def test_a_refused_shot_is_refused_in_the_visitors_language(app, data, words):
    client = app.test_client()
    token = re.search('name="csrf_token" value="([^"]+)"', client.get("/camera/").text).group(1)
    fields = {"csrf_token": token} | ({"photo": (BytesIO(data), "a.jpg")} if data else {})
    assert words in client.post("/camera/shot", data=fields, headers={"Accept-Language": "ru"}).text


@pytest.mark.parametrize(
    "seeing",
    [snapshots.WAITING, snapshots.MOVING, snapshots.READING, snapshots.STILL, snapshots.COVERED, snapshots.NO_BOARD],
)
def test_the_phone_shows_what_was_recognised_in_its_pictures(seeing):
    snapshot = snapshots.Snapshot(seeing=seeing)
    said = {
        phone_status(snapshot, True, True),
        phone_status(snapshot, False, True),
        phone_status(snapshot, True, False),
    }
    assert len(said) == 3


# --- Over the network


@contextmanager
def serving(folder):
    """A home whose camera is a phone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
        patch.setattr("companion.live.cameras.phone._SHOT_INTERVAL_S", 0.05)
        patch.setattr(phone_pages, "_FRAME_TIMEOUT_S", PATIENCE)
        with serve_home_network(Config(camera="phone", viewers=24), read_nearest, folder) as home:
            yield home


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("data")) as home:
        yield home


@pytest.fixture
def another_home(tmp_path):
    """A home whose table nobody has shown anything of."""
    with serving(tmp_path) as home:
        yield home


def camera_of(home, secure=True):
    phone = home.visitor(secure=secure)
    assert phone.join(home.codes.camera).status == 303
    token = phone.token()
    assert phone.ask("POST", "/camera/claim", b"", X_CSRFToken=token).status == 200

    def send(data):
        told = json.loads(phone.send_frame(data, token).data)
        return told.get("state", told)

    return send


def test_a_phone_on_the_network_becomes_the_camera_of_the_hosts_page(home, wait_for):
    host, send = home.host(), camera_of(home)
    host.get("/table")
    wait_for(lambda: send(jpeg(0)) == "ok" and tiles(home.services.table) == 8)
    assert json.loads(host.get("/healthz").data)["camera"] == "live"
    assert decode_photo(host.get("/camera.jpg").data).width == FRAME_SIDE


def deaf_viewer(home, asks=8):
    """A viewer on a bad line: asks for picture after picture, and reads nothing of what is sent."""
    viewer = home.visitor()
    viewer.join(home.codes.viewer)
    cookies = "; ".join(f"{name}={value}" for name, value in viewer.cookies.items())
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.connect(("127.0.0.1", home.port))
    line = trusting(home).wrap_socket(plain, server_hostname=viewer.name)
    request = f"GET /camera.jpg HTTP/1.1\r\nHost: {viewer.name}:{home.port}\r\nCookie: {cookies}\r\n\r\n"
    line.sendall(request.encode() * asks)
    return line


class Watcher(threading.Thread):
    """A viewer who asks for each next picture."""

    def __init__(self, home):
        super().__init__(daemon=True)
        self.viewer, self.number, self.ending = home.visitor(), 0, threading.Event()
        self.viewer.join(home.codes.viewer)

    def run(self):
        while not self.ending.is_set():
            answer = self.viewer.get(f"/camera.jpg?after={self.number}")
            if answer.status == 200:
                self.number = int(answer.headers["X-Picture"])


@pytest.mark.long
def test_twenty_viewers_with_one_who_reads_nothing_do_not_slow_the_camera(home, wait_for):
    send, watchers, deaf = camera_of(home), [Watcher(home) for _ in range(19)], deaf_viewer(home)
    home.host().get("/table")
    for watcher in watchers:
        watcher.start()
    try:
        wait_for(lambda: send(jpeg(0)) == "ok")
        # Each is answered when it was taken: not one is held back, or lost, by those who look.
        assert [send(jpeg(number % 3)) for number in range(40)] == ["ok"] * 40
        last = home.services.pictures.newer(0, 1)[0]
        wait_for(lambda: all(watcher.number >= last for watcher in watchers))
    finally:
        for watcher in watchers:
            watcher.ending.set()
        send(jpeg(0))
        deaf.close()
    for watcher in watchers:
        watcher.join(120)
        assert not watcher.is_alive()


def test_who_reads_nothing_is_handed_no_more_than_his_line_holds(home, wait_for, monkeypatch):
    send, handed = camera_of(home), []
    home.host().get("/table")
    wait_for(lambda: send(jpeg(0)) == "ok")
    newer = home.services.pictures.newer

    def counted(*asked):
        handed.append(newer(*asked))
        return handed[-1]

    monkeypatch.setattr(home.services.pictures, "newer", counted)
    deaf = deaf_viewer(home, asks=200)
    try:
        wait_for(lambda: handed)
        wait_for(lambda: (before := len(handed), time.sleep(1), len(handed) == before)[2])
        # What he has asked for waits in his line, not in the memory: of one picture there is but one.
        assert len(handed) < 100
        assert len({id(jpeg) for _, jpeg in handed}) == 1
        other = home.visitor()
        other.join(home.codes.viewer)
        assert other.get("/camera.jpg").status == 200
    finally:
        deaf.close()


def test_a_phone_without_tls_sends_single_shots(another_home, wait_for):
    home = another_home
    phone = home.visitor(secure=False)
    phone.join(home.codes.camera)
    page = phone.get("/camera/").text
    assert 'capture="environment"' in page
    assert "https://" in page
    token = phone.token()
    body = (
        b'--b\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n' + token.encode() + b"\r\n"
        b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n' + jpeg(2) + b"\r\n--b--\r\n"
    )
    answer = phone.ask("POST", "/camera/shot", body, Content_Type="multipart/form-data; boundary=b")
    assert answer.status == 200
    assert "was sent" in answer.text
    home.host().get("/table")
    wait_for(lambda: tiles(home.services.table) == 16)
