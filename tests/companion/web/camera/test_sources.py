"""A camera is chosen and started on the page; a recording in place of one is labelled, paused, and ends."""

import re
import shutil
from dataclasses import replace

import cv2
import pytest

from companion.live import snapshots
from companion.live.cameras.demonstration import RECORDED_GAME
from companion.live.cameras.recordings import RATE
from companion.web import Config, create_app
from tests.support.readers.truth_reader import GAME
from vision.imaging.photo import decode_photo

PACE = 600.0
"""Seconds for which each picture is shown: on however busy a machine the recording is not over by itself."""


@pytest.fixture
def watching(truth, tmp_path):
    """An app that shows two pictures of the recorded game in place of a camera."""
    for picture in ("game_00.jpg", "game_01.jpg"):
        shutil.copy(GAME / picture, tmp_path)
    app = create_app(Config(camera=str(tmp_path), pace=PACE), truth)
    here = app.extensions["longhouse"]
    here.live.start()
    yield app.test_client(), here
    here.close()


@pytest.fixture
def client_without_camera(truth):
    """An app that was started without a camera."""
    app = create_app(Config(), truth)
    yield app.test_client(), app.extensions["longhouse"]
    app.extensions["longhouse"].close()


def post(client, path, **fields):
    token = re.search('name="csrf_token" value="([^"]+)"', client.get("/cameras/").text).group(1)
    return client.post(path, data={"csrf_token": token, **fields}, headers={"Accept": "text/html"})


def test_a_demonstration_is_started_on_the_page_of_a_server_that_was_given_no_recording(
    client_without_camera, wait_for
):
    client, here = client_without_camera
    assert "Show the demonstration" in client.get("/cameras/").text
    assert post(client, "/cameras/demonstration/pause").status_code == 404
    assert post(client, "/cameras/choose", source="demonstration").headers["Location"] == "/"
    wait_for(lambda: here.table.snapshot.playback == "playing")
    assert "A recorded game is shown as a demonstration." in client.get("/cameras/").text
    assert 'sse-connect="/events?' in client.get("/").text
    assert post(client, "/cameras/demonstration/pause").status_code == 303
    wait_for(lambda: here.table.snapshot.playback == "paused")
    assert decode_photo(client.get("/camera.jpg").data).width == 960
    post(client, "/cameras/choose", source="")
    wait_for(lambda: here.table.snapshot.playback == "")
    assert not here.watches


def test_the_recorded_game_that_is_shipped_shows_the_same_pictures_as_the_samples():
    shipped, samples = sorted(RECORDED_GAME.iterdir()), sorted(GAME.glob("*.jpg"))
    assert [path.stem for path in shipped] == [path.stem for path in samples]
    for one, other in zip(shipped, samples, strict=True):
        assert cv2.absdiff(*(decode_photo(path.read_bytes()).pixels for path in (one, other))).mean() < 8
    assert sum(path.stat().st_size for path in shipped) < 600_000


def test_who_looks_at_the_demonstration_can_go_back_to_the_camera_that_was_given(truth, wait_for):
    app = create_app(Config(camera="rtsp://127.0.0.1:9/none"), truth)
    client, here = app.test_client(), app.extensions["longhouse"]
    assert "Use the first camera again" not in client.get("/cameras/").text
    post(client, "/cameras/choose", source="demonstration")
    page = client.get("/cameras/").text
    assert "A recorded game is shown" in page and "Use the first camera again" in page
    post(client, "/cameras/choose", source="given")
    page = client.get("/cameras/").text
    assert "A recorded game is shown" not in page and "Use the first camera again" not in page
    wait_for(lambda: "The stream cannot be opened" in client.get("/cameras/").text)
    here.close()


def play_again(client, here, pace):
    """Play the recording again, each picture for so many seconds."""
    player = here.demonstration
    player._playback = replace(player._playback, hold=round(pace * RATE))
    assert post(client, "/cameras/demonstration/again").status_code == 303


def test_the_recorded_game_is_labelled_paused_and_played_once(watching, wait_for):
    client, here = watching
    wait_for(lambda: here.table.snapshot.playback == "playing")
    here.table.publish(advice=("edge",))
    shown = client.get("/live").text
    assert "Demonstration" in shown
    assert "outgrow" not in shown  # nobody can move the camera of a recording
    assert post(client, "/cameras/demonstration/pause").status_code == 303
    wait_for(lambda: here.table.snapshot.playback == "paused")
    assert "The recorded game is paused." in client.get("/live").text
    post(client, "/cameras/demonstration/go-on")
    wait_for(lambda: here.table.snapshot.playback == "playing")
    play_again(client, here, 0.5)
    wait_for(lambda: here.table.snapshot.playback == "over")
    assert "Play again" in client.get("/live").text
    play_again(client, here, PACE)
    wait_for(lambda: here.table.snapshot.playback == "playing")
    assert client.post("/cameras/demonstration/pause").status_code == 400  # without the token of a form


def test_a_camera_is_started_and_stopped_on_the_page_of_a_server_that_had_none(client_without_camera, wait_for):
    client, here = client_without_camera
    assert 'sse-connect="/events?' not in client.get("/").text
    assert "/cameras/" in client.get("/").text
    assert post(client, "/cameras/stream", address="file:///etc/passwd").status_code == 422
    assert not here.watches
    assert post(client, "/cameras/webcam", number="77").status_code == 422
    assert not here.watches
    post(client, "/cameras/stream", address="http://127.0.0.1:9/none")
    assert here.watches
    assert 'sse-connect="/events?' in client.get("/").text
    assert "127.0.0.1" in client.get("/cameras/").text
    wait_for(lambda: here.table.snapshot.camera == snapshots.FAILED)
    assert "127.0.0.1: The stream cannot be opened" in client.get("/cameras/").text
    assert "is watching the table" not in client.get("/cameras/").text
    assert "The stream cannot be opened" in client.get("/live").text
    post(client, "/cameras/choose", source="")
    assert not here.watches
    assert 'sse-connect="/events?' not in client.get("/").text
    assert post(client, "/cameras/choose", source="phone", here="1").headers["Location"] == "/camera/"
    assert client.get("/camera/").status_code == 200
    assert post(client, "/cameras/demonstration/pause").status_code == 404
