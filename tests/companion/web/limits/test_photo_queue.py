"""The line in which photos wait to be read: bounded, fair, and behind the live table."""

import http.client
import io
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import expect

from companion.web import Config, create_app
from companion.web.limits.photo_queue import LivePriorityReader, PhotoQueue, PhotoQueueFull
from tests.companion.conftest import PATIENCE
from tests.support.readers.truth_reader import SAMPLES
from vision.imaging.photo import decode_photo

PHOTO = (SAMPLES / "table11.jpg").read_bytes()
ROUTES = (
    "/tally",
    "/camera/shot",
    "/teach/camera/photos",
    "/teach/colours/photo",
    "/teach/tiles/photos",
    "/teach/stones/photo",
    "/nusfjord/cards/photo",
    "/hokkaido/{hokkaido}/photo",
    "/vikings/{vikings}/photo",
    "/nusfjord/{nusfjord}/photo",
)


class Held:
    """A reader that begins to read, and goes on only when it is let."""

    def __init__(self, read):
        self.read, self.begun, self.go = read, threading.Semaphore(0), threading.Event()

    def __call__(self, photo):
        self.begun.release()
        assert self.go.wait(PATIENCE)
        return self.read(photo)


def asked(port, method, path, body=None, **headers):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = line.getresponse()
    answer.text = answer.read().decode()
    return answer


def tallied(port, accept="application/json", lang="en", name="photo.jpg"):
    head = f'--e\r\nContent-Disposition: form-data; name="photo"; filename="{name}"\r\n\r\n'.encode()
    kind = "multipart/form-data; boundary=e"
    body = head + PHOTO + b"\r\n--e--\r\n"
    return asked(port, "POST", "/tally", body, Content_Type=kind, Accept=accept, Accept_Language=lang)


@contextmanager
def waiting_photos(serve, truth, count, **limits):
    """A server that is reading one photo while others wait behind it; gives its port, its reader, the answers."""
    reader = Held(truth)
    with serve(Config(**limits), reader) as (address, here), ThreadPoolExecutor(count) as pool:
        port = int(address.rpartition(":")[2])
        # Until the test lets the reader go on, which takes long on a busy machine.
        here.photo_queue._turn_timeout = PATIENCE
        try:
            answers = [pool.submit(tallied, port) for _ in range(count)]
            assert reader.begun.acquire(timeout=PATIENCE)
            yield port, reader, answers, here
        finally:
            reader.go.set()


def is_full(here, count):
    return here.photo_queue.waiting == count


def test_a_full_queue_refuses_the_next_photo_in_one_sentence_and_continues(serve, truth, wait_for):
    with waiting_photos(serve, truth, 2, photos_waiting=2, photos_each=9) as (port, reader, answers, here):
        wait_for(lambda: is_full(here, 2))
        refused = tallied(port)
        assert (refused.status, int(refused.headers["Retry-After"]) > 0) == (503, True)
        assert json.loads(refused.text)["error"]["code"] == "busy"
        for lang, words in (("en", "Too many photos are waiting"), ("ru", "Слишком много снимков ждут")):
            page = tallied(port, "text/html", lang)
            assert (page.status, words in page.text) == (503, True)
        # Pages that need no reading never wait in the queue.
        assert [asked(port, "GET", path).status for path in ("/", "/table", "/healthz")] == [200, 200, 200]
        reader.go.set()
        assert [answer.result(120).status for answer in answers] == [200, 200]
        assert tallied(port).status == 200


def test_one_visitor_cannot_fill_the_queue(serve, truth, wait_for):
    with waiting_photos(serve, truth, 2, photos_waiting=12, photos_each=2) as (port, reader, answers, here):
        wait_for(lambda: is_full(here, 2))
        refused = tallied(port)
        assert (refused.status, int(refused.headers["Retry-After"]) > 0) == (429, True)
        assert json.loads(refused.text)["error"]["code"] == "too-many-photos"
        reader.go.set()
        assert [answer.result(120).status for answer in answers] == [200, 200]


def test_only_one_photo_is_read_at_a_time(serve, truth, wait_for):
    with waiting_photos(serve, truth, 3) as (_, reader, answers, here):
        wait_for(lambda: is_full(here, 3))
        assert not reader.begun.acquire(timeout=0.3)
        reader.go.set()
        assert [answer.result(120).status for answer in answers] == [200, 200, 200]


def test_an_unreadable_photo_gives_its_place_in_the_queue_back(client, app):
    for _ in range(20):
        assert client.post("/tally", data={"photo": (io.BytesIO(b"no picture"), "a.jpg")}).status_code == 415
        assert client.post("/tally", data={}).status_code == 400
    assert is_full(app.extensions["longhouse"], 0)


def test_every_page_that_takes_pictures_uses_the_queue(truth, tmp_path):
    app = create_app(Config(photos_waiting=0, camera="nowhere", data=str(tmp_path)), truth)
    client = app.test_client()
    token = re.search('name="csrf_token" value="([^"]+)"', client.get("/games/new").text).group(1)
    games = {}
    for game in ("hokkaido", "vikings", "nusfjord"):
        begun = client.post(f"/{game}/new", data={"csrf_token": token, "name-0": "Ann", "name-1": "Bo"})
        games[game] = re.search(r"/(\d+)/", begun.headers["Location"]).group(1)
    for route in ROUTES:
        sent = {"csrf_token": token, "photo": (io.BytesIO(PHOTO), "a.jpg")}
        assert client.post(route.format(**games), data=sent).status_code == 503, route


def test_a_photo_waits_while_the_live_table_is_read(truth):
    queue, held, order = PhotoQueue(4, 4, live_timeout=60), Held(truth), []
    photo = decode_photo(PHOTO)

    def reader(shown):
        found = held(shown)
        order.append("live")
        return found

    def live():
        LivePriorityReader(reader, queue)(photo)

    def sent():
        with queue.turn():
            order.append("photo")

    threads = [threading.Thread(target=live), threading.Thread(target=sent)]
    threads[0].start()
    assert held.begun.acquire(timeout=PATIENCE)
    threads[1].start()
    threads[1].join(0.2)
    held.go.set()
    for thread in threads:
        thread.join(60)
    assert order == ["live", "photo"]


def test_a_live_table_that_is_read_without_end_holds_photos_up_for_a_while_only():
    queue = PhotoQueue(1, 1, live_timeout=0.05)
    with queue.reading_live_table(), queue.turn():
        pass


def test_a_turn_that_does_not_come_is_given_up():
    queue, given_up = PhotoQueue(2, 2, turn_timeout=0.05), threading.Event()

    def wait():
        with suppress(PhotoQueueFull), queue.turn():
            return  # the turn came after all
        given_up.set()

    with queue.turn():
        threading.Thread(target=wait, daemon=True).start()
        assert given_up.wait(60)
    with queue.turn():
        pass


@pytest.mark.long
@pytest.mark.browser
def test_the_page_sends_a_photo_again_when_the_queue_was_full(serve, truth, visit, wait_for):
    with waiting_photos(serve, truth, 1, photos_waiting=1) as (port, reader, _, here):
        wait_for(lambda: is_full(here, 1))
        page = visit(f"http://127.0.0.1:{port}")
        page.set_input_files("#photo", SAMPLES / "table11.jpg")
        expect(page.locator("#tallied .refusal")).to_contain_text("Too many photos are waiting")
        expect(page.locator("#progress-words")).to_contain_text("sent again automatically")
        reader.go.set()
        expect(page.locator("#tallied .pair").first).to_be_visible()
        expect(page.locator("#progress")).to_be_hidden()
