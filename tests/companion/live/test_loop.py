"""The live loop: what is worth reading, what is believed, cameras that fail and come back."""

import itertools
import shutil
import threading
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from companion.live import snapshots
from companion.live.cameras.cameras import CameraProblem, Frame, open_camera
from companion.live.cameras.recordings import Playback, held
from companion.live.changes.alignment import align
from companion.live.changes.stillness import Stillness
from companion.live.loop import Delays, LiveTable
from companion.live.snapshots import Pictures, Table
from tests.support.readers.truth_reader import GAME
from vision.imaging.photo import PhotoError, decode_photo, photo_of
from vision.merging.coordinates import move_reading


def photo(number):
    return decode_photo((GAME / f"game_{number:02}.jpg").read_bytes())


@pytest.fixture(scope="module")
def readings(truth):
    return {n: truth(photo(n)) for n in (7, 8, 10)}


def never(_seconds):
    return False


# --- Stillness


def noisy(picture, seed):
    return next(held(picture, seed, 1))


def test_noise_is_still_and_a_new_viking_is_news():
    eye = Stillness(frames=2)
    before, after = photo(7), photo(8)
    assert [eye.see(noisy(before, n)) for n in range(2)] == [False, True]
    assert eye.is_news()
    eye.mark_read()
    assert eye.see(noisy(before, 5))
    assert not eye.is_news()
    for n in range(3):
        still = eye.see(noisy(after, n))
    assert still
    assert eye.is_news()


def test_a_hand_that_moves_is_not_still():
    eye = Stillness(frames=2)
    for n in range(3):
        eye.see(noisy(photo(8), n))
    assert not eye.see(noisy(photo(9), 9))


# --- Coordinates


@pytest.mark.parametrize(("turn", "shift"), [(0, (2, -1)), (1, (0, 0)), (5, (-3, 4))])
def test_a_reading_in_other_coordinates_is_the_same_table(readings, turn, shift):
    known = readings[8]
    found = align(move_reading(known, turn, shift), known)
    back = found.reading
    assert found.motion is None
    assert back.to_document() == known.to_document()
    assert all(np.allclose(a.outline, b.outline) for a, b in zip(back.tiles, known.tiles, strict=True))


def test_how_a_doubtful_tile_may_be_parted_turns_with_it(readings):
    tile = readings[8].tiles[0]
    candidate = {"regions": list(tile.regions), "touching": []}
    doubt = {"about": "region", "q": tile.cell[0], "r": tile.cell[1], "candidates": [candidate], "confidence": 0.6}
    (turned,) = move_reading(replace(readings[8], tiles=(tile,), ask=(doubt,)), 2, (1, 0)).ask
    (same,) = move_reading(replace(readings[8], tiles=(tile,)), 2, (1, 0)).tiles
    assert (turned["q"], turned["r"]) == same.cell
    assert tuple(turned["candidates"][0]["regions"]) == same.regions


# --- Cameras


def frames(folder, count=None, **playback):
    return list(itertools.islice(open_camera(str(folder), Playback(**playback), never), count))


def test_a_folder_plays_in_order_by_its_own_clock(tmp_path):
    for number in (0, 1):
        shutil.copy(GAME / f"game_{number:02}.jpg", tmp_path)
    shown = frames(tmp_path, hold=3)
    assert [f.name for f in shown] == ["game_00.jpg"] * 3 + ["game_01.jpg"] * 3
    assert [f.number for f in shown] == list(range(6))
    assert shown[5].at == pytest.approx(5 / 25)
    pixels = [f.photo.pixels for f in shown]
    assert 0.5 < np.abs(pixels[0].astype(int) - pixels[1]).mean() < 12
    assert all((a == f.photo.pixels).all() for a, f in zip(pixels, frames(tmp_path, hold=3), strict=True))


def test_a_clean_folder_that_plays_again_holds_the_same_picture(tmp_path):
    for number in (0, 1):
        shutil.copy(GAME / f"game_{number:02}.jpg", tmp_path)
    shown = frames(tmp_path, 9, hold=2, clean=True, again=True)
    assert [f.take for f in shown] == [0] * 8 + [1]
    assert shown[0].photo is shown[1].photo is not shown[2].photo


def test_a_picture_is_shown_by_itself_though_others_follow_its_number(tmp_path):
    for number in (0, 1):
        shutil.copy(GAME / f"game_{number:02}.jpg", tmp_path)
    assert [f.name for f in frames(tmp_path / "game_00.jpg", hold=2)] == ["game_00.jpg"] * 2


def test_a_video_file_is_a_camera(tmp_path):
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 25, (320, 240))
    for shade in (40, 90, 140):
        writer.write(np.full((240, 320, 3), shade, np.uint8))
    writer.release()
    shown = frames(path, 4, again=True)
    assert [f.take for f in shown] == [0, 0, 0, 1]
    assert abs(int(shown[1].photo.pixels.mean()) - 90) < 4


class Stream(BaseHTTPRequestHandler):
    """A network camera: JPEG after JPEG in one answer, five in all."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for shade in (40, 80, 120, 160, 200):
            jpeg = cv2.imencode(".jpg", np.full((240, 320, 3), shade, np.uint8))[1].tobytes()
            self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg))
            self.wfile.write(jpeg + b"\r\n")

    def log_message(self, *_):
        pass


def test_a_stream_is_a_camera_and_one_that_ends_says_so():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    shown = open_camera(f"http://127.0.0.1:{server.server_port}/table.mjpg", Playback(), never)
    assert abs(int(next(shown).photo.pixels.mean()) - 40) < 4
    with pytest.raises(CameraProblem, match="stopped"):
        list(shown)
    server.shutdown()
    server.server_close()


def test_a_folder_of_an_unknown_user_is_no_camera():
    with pytest.raises(CameraProblem, match="~nobody-of-this-name/game"):
        open_camera("~nobody-of-this-name/game", Playback(), never)


@pytest.mark.parametrize("name", ["nowhere", "empty", "words.mp4", "broken"])
def test_a_camera_that_is_none_says_so(tmp_path, name):
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "a.jpg").write_bytes(b"no picture")
    (tmp_path / "words.mp4").write_text("no video", encoding="utf-8")
    with pytest.raises(CameraProblem) as problem:
        frames(tmp_path / name)
    assert str(problem.value).endswith(".")
    assert problem.value.sentence("ru") != str(problem.value)


# --- The loop


class Stage:
    """A camera in the test's hands."""

    def __init__(self):
        self.photo = None
        self.fault = None
        self.opened = self.closed = 0
        self.take = None

    def __call__(self, wait):
        self.opened += 1
        try:
            while not wait(0.01):
                if self.fault is not None:
                    raise self.fault
                if self.photo is not None:
                    yield Frame(self.photo, at=time.monotonic(), take=self.take)
        finally:
            self.closed += 1


@pytest.fixture
def stage():
    return Stage()


@pytest.fixture
def live(stage, truth):
    before = set(threading.enumerate())
    table = Table()
    loop = LiveTable(stage, truth, table, Pictures(), delays=Delays(retry=0.05))
    loop.start()
    yield table
    table.close()
    loop.stop(patience=60)
    # Other threads may have been started meanwhile, by what else runs in this process.
    started = {thread.name for thread in set(threading.enumerate()) - before}
    assert started.isdisjoint({"camera", "reader", "watchdog"})


def tiles(table):
    return table.snapshot.tally and len(table.snapshot.tally.board.tiles)


def test_the_table_follows_the_camera(stage, live, wait_for):
    stage.photo = photo(0)
    wait_for(lambda: tiles(live) == 8)
    first = live.snapshot
    stage.photo = photo(1)
    wait_for(lambda: tiles(live) == 12)
    assert len(first.tally.board.tiles) == 8


def test_a_picture_without_a_board_changes_nothing(stage, live, wait_for):
    stage.photo = photo(0)
    wait_for(lambda: tiles(live) == 8)
    stage.photo = photo_of(np.full((720, 960, 3), 90, np.uint8))
    wait_for(lambda: live.snapshot.seeing == snapshots.NO_BOARD)
    time.sleep(0.2)
    # The picture is looked at again now and then.
    wait_for(lambda: live.snapshot.seeing == snapshots.NO_BOARD)
    assert tiles(live) == 8


class Spoken(Table):
    """Keeps what it said of the picture, each time that changed."""

    def __init__(self):
        super().__init__()
        self.said = []

    def publish(self, **changes):
        super().publish(**changes)
        if self.said[-1:] != [self.snapshot.seeing]:
            self.said.append(self.snapshot.seeing)


def test_a_still_picture_that_is_read_over_and_over_is_said_to_be_still(readings):
    """The votes about a piece that is seen every other time never agree, so that the table is read again and again."""
    seen, table = readings[8], Spoken()
    without = replace(seen, pieces=seen.pieces[1:])
    turns = itertools.chain([seen] * 3, itertools.cycle((without, seen)))
    loop = LiveTable(Stage(), lambda _: next(turns), table, Pictures())
    picture = photo(8)
    for number in range(300):
        loop.see(Frame(picture, number, at=number * 40 / 300))
    assert table.said[-1] == snapshots.STILL
    assert len(table.said) <= 4


def test_a_camera_that_fails_is_said_and_tried_again(stage, live, wait_for):
    stage.fault = CameraProblem("The camera stopped sending pictures; check its cable or its network.")
    wait_for(lambda: live.snapshot.camera == snapshots.FAILED and stage.opened > 2)
    assert "кабель" in live.snapshot.trouble.sentence("ru")
    stage.fault, stage.photo = None, photo(0)
    wait_for(lambda: live.snapshot.camera == snapshots.LIVE and tiles(live) == 8)
    assert live.snapshot.trouble is None


def test_a_camera_that_comes_back_shows_the_same_table(stage, live, wait_for):
    stage.photo = photo(1)
    wait_for(lambda: tiles(live) == 12)
    before = {t.cell for t in live.snapshot.tally.reading.tiles}
    stage.fault = CameraProblem("The camera stopped sending pictures; check its cable or its network.")
    wait_for(lambda: live.snapshot.camera == snapshots.FAILED)
    stage.fault, stage.photo = None, photo(2)
    wait_for(lambda: tiles(live) == 16)
    assert before <= {t.cell for t in live.snapshot.tally.reading.tiles}


def test_a_camera_that_stalls_is_said_and_goes_on_by_itself(stage, truth, wait_for):
    table = Table()
    loop = LiveTable(stage, truth, table, Pictures(), delays=Delays(stalled=0.1))
    loop.start()
    stage.photo = photo(0)
    wait_for(lambda: tiles(table) == 8)
    stage.photo = None
    wait_for(lambda: table.snapshot.camera == snapshots.STALLED)
    stage.photo = photo(1)
    wait_for(lambda: table.snapshot.camera == snapshots.LIVE and tiles(table) == 12)
    loop.stop()


def test_a_camera_rests_when_nobody_watches_and_wakes_when_somebody_does(stage, truth, wait_for):
    playing = []
    table = Table()
    loop = LiveTable(stage, truth, table, Pictures(), playing=lambda: bool(playing), delays=Delays(rest=0.2))
    viewer = table.follow(0.05)
    next(viewer)
    loop.start()
    stage.photo = photo(0)
    wait_for(lambda: tiles(table) == 8)
    viewer.close()
    wait_for(lambda: table.snapshot.camera == snapshots.RESTING)
    assert stage.closed == stage.opened == 1
    viewer = table.follow(0.05)
    next(viewer)
    wait_for(lambda: stage.opened == 2 and table.snapshot.camera == snapshots.LIVE)
    time.sleep(0.4)
    assert table.snapshot.camera == snapshots.LIVE
    viewer.close()
    wait_for(lambda: table.snapshot.camera == snapshots.RESTING)
    playing.append("a game")
    wait_for(lambda: table.snapshot.camera == snapshots.LIVE)
    loop.stop()


def test_events_are_handed_on(stage, truth, wait_for):
    heard = []
    loop = LiveTable(stage, truth, Table(), Pictures(), on_change=lambda happening: heard.extend(happening.events))
    loop.start()
    stage.photo = photo(7)
    wait_for(lambda: len(heard) == 22 + 9)
    stage.photo = photo(8)
    wait_for(lambda: len(heard) == 22 + 10)
    assert heard[-1].to_dict()["colour"] == "yellow"
    loop.stop()


def test_a_recording_that_begins_anew_forgets_the_board(stage, live, wait_for):
    stage.photo, stage.take = photo(2), 0
    wait_for(lambda: tiles(live) == 16)
    stage.photo, stage.take = photo(0), 1
    assert wait_for(lambda: tiles(live) == 8)


def test_a_reader_that_breaks_does_not_end_the_loop(stage, wait_for, truth, caplog):
    calls = []

    def read(picture):
        calls.append(picture)
        if len(calls) == 1:
            raise RuntimeError("broken")
        return truth(picture)

    table = Table()
    loop = LiveTable(stage, read, table, Pictures())
    loop.start()
    stage.photo = photo(0)
    wait_for(lambda: calls)
    stage.photo = photo(1)
    assert wait_for(lambda: tiles(table) == 12)
    loop.stop()
    # Its thread went on: no other had to take its place.
    assert "A picture could not be read" in caplog.text
    assert "is started again" not in caplog.text


def test_capture_goes_on_while_a_photo_is_read(stage, wait_for):
    reading, go_on = threading.Event(), threading.Event()

    def slow(_picture):
        reading.set()
        go_on.wait(120)
        raise PhotoError("no-board", "None.")

    pictures = Pictures()
    loop = LiveTable(stage, slow, Table(), pictures)
    loop.start()
    stage.photo = photo(0)
    assert reading.wait(120)
    number, _ = pictures.newer(0, 120)
    stage.photo = photo(1)
    assert pictures.newer(number, 120) is not None
    go_on.set()
    loop.stop()


# --- Snapshots and pictures


def test_the_same_again_is_no_news():
    table = Table()
    table.publish(camera=snapshots.LIVE)
    version = table.snapshot.version
    table.publish(camera=snapshots.LIVE, seeing=snapshots.WAITING)
    assert table.snapshot.version == version


def test_a_picture_is_encoded_once_for_all_viewers():
    pictures = Pictures()
    assert pictures.newer(0, 0.01) is None
    pictures.show(photo(0))
    number, jpeg = pictures.newer(0, 1)
    assert jpeg.startswith(b"\xff\xd8")
    assert pictures.newer(0, 1)[1] is jpeg
    assert pictures.newer(number, 0.1) is None


@pytest.mark.parametrize("coded", [False, True], ids=["a picture", "a JPEG"])
def test_a_phone_gets_a_smaller_picture_of_the_same_shape(coded):
    picture, pictures = photo(0), Pictures()
    height, width = picture.pixels.shape[:2]
    pictures.show(cv2.imencode(".jpg", picture.pixels)[1].tobytes() if coded else picture)
    number, small = pictures.newer(0, 1, small=True)
    assert decode_photo(small).pixels.shape == (round(height * 720 / width), 720, 3)
    assert pictures.newer(0, 1)[0] == number
    assert decode_photo(pictures.newer(0, 1)[1]).pixels.shape == picture.pixels.shape
    assert pictures.newer(0, 1, small=True)[1] is small
    pictures.show(photo_of(np.full((200, 300, 3), 90, np.uint8)))
    assert decode_photo(pictures.newer(number, 1, small=True)[1]).pixels.shape == (200, 300, 3)
