"""Each kind of camera is started from a table's page, in a camera process of the table's own."""

import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from companion.web import Config, create_app
from companion.web.base.store import store_of
from companion.web.club.club import club_of
from tests.support.readers.club_reader import make_truth_reader
from tests.support.readers.truth_reader import GAME

pytestmark = pytest.mark.long

PICTURE = (GAME / "game_04.jpg").read_bytes()


@pytest.fixture
def app(truth, tmp_path):
    made = create_app(Config(club=True, data=str(tmp_path)), truth, make_truth_reader)
    store_of(made).register.add("Oak")
    club_of(made).start()
    yield made
    club_of(made).close()


@pytest.fixture
def client(app):
    return app.test_client()


def send(client, page, **fields):
    token = re.search('name="csrf_token" value="([^"]+)"', client.get("/tables/1/cameras/").text)[1]
    return client.post(page, data={"csrf_token": token, **fields})


def shows_a_picture(client):
    return client.get("/tables/1/camera.jpg?after=0").status_code == 200


class Stream(BaseHTTPRequestHandler):
    """A network camera that shows a board for as long as somebody looks."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(PICTURE))
                self.wfile.write(PICTURE + b"\r\n")
                time.sleep(0.2)
        except OSError:
            pass

    def log_message(self, *_):
        pass


@pytest.fixture
def stream():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/table.mjpg"
    server.shutdown()
    server.server_close()


def test_a_stream(app, client, stream, wait_for):
    assert send(client, "/tables/1/cameras/stream", address=stream).status_code == 303
    wait_for(lambda: club_of(app).context(1).services.table.snapshot.camera == "live")
    wait_for(lambda: shows_a_picture(client))
    assert store_of(app).register.table(1).camera == stream
    assert send(client, "/tables/1/cameras/choose", source="").status_code == 303


def test_a_phone(app, client, wait_for):
    assert send(client, "/tables/1/cameras/choose", source="phone").status_code == 303
    page = client.get("/tables/1/camera/").text
    token = re.search('name="csrf_token" value="([^"]+)"|name="csrf-token" content="([^"]+)"', page)
    sent = {"X-CSRFToken": token[1] or token[2]}
    assert client.post("/tables/1/camera/claim", headers=sent).status_code == 200

    def taken():
        answer = client.post("/tables/1/camera/frame", data=PICTURE, headers=sent)
        return answer.status_code == 200 and answer.json["state"] == "ok"

    wait_for(taken)
    wait_for(lambda: taken() and shows_a_picture(client))


def test_a_webcam_that_cannot_be_opened_is_named_on_the_page(app, client, wait_for):
    # As the page opens one of the list; no test can count on a webcam.
    cameras = club_of(app).context(1).services.cameras
    cameras.open("63", "Table camera")
    club_of(app).context(1).services.live.start()
    wait_for(lambda: club_of(app).context(1).services.table.snapshot.camera == "failed")
    assert "Table camera" in client.get("/tables/1/cameras/").text or "Table camera" in client.get("/tables/1/").text
    assert "camera" in client.get("/tables/1/live").text.lower()
    assert send(client, "/tables/1/cameras/webcam", number="63").status_code == 422
