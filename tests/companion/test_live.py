"""The live loop: what is worth reading, what is believed, cameras that fail and come back."""

import itertools
import shutil
import threading
import time
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.live import table as at
from companion.live.belief import PATIENCE, Belief, align, update
from companion.live.cameras import CameraProblem, Frame, open_camera
from companion.live.coordinates import moved
from companion.live.loop import LiveTable
from companion.live.stillness import Stillness
from companion.live.table import Pictures, Table
from tests.companion.truth import GAME
from vision.photo import PhotoError, decode_photo, photo_of


def photo(number):
    return decode_photo((GAME / f"game_{number:02}.jpg").read_bytes())


@pytest.fixture(scope="module")
def readings(truth):
    return {n: truth(photo(n)) for n in (7, 8, 10)}


def never(_seconds):
    return False


# --- Stillness


def noisy(picture, seed):
    noise = np.random.default_rng(seed).normal(0, 4, picture.pixels.shape)
    return photo_of(np.clip(picture.pixels + noise, 0, 255).astype(np.uint8))


def test_noise_is_still_and_a_new_viking_is_news():
    eye = Stillness(frames=2)
    before, after = photo(7), photo(8)
    assert [eye.see(noisy(before, n)) for n in range(3)] == [False, False, True]
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


# --- Belief


def without_tile(reading):
    gone = reading.tiles[3].cell
    return replace(
        reading,
        tiles=tuple(t for t in reading.tiles if t.cell != gone),
        pieces=tuple(p for p in reading.pieces if p.cell != gone),
    )


def test_what_is_added_is_believed_at_once(readings):
    belief = update(update(None, readings[7], 0), readings[8], 1)
    assert belief.doubted_since is None
    assert len(belief.reading.pieces) == len(readings[8].pieces)


def test_what_is_hidden_stays_until_it_has_lasted(readings):
    known = update(None, readings[8], 0)
    hidden = without_tile(readings[8])
    doubted = update(known, hidden, 1)
    assert doubted.covered
    assert doubted.reading is known.reading
    assert not doubted.is_due(1 + PATIENCE / 2)
    assert doubted.is_due(1 + PATIENCE)
    assert len(update(doubted, hidden, 1 + PATIENCE).reading.tiles) == len(hidden.tiles)
    back = update(doubted, readings[8], 2)
    assert back.doubted_since is None
    assert not back.covered
    assert len(back.reading.tiles) == len(readings[8].tiles)


def test_the_surer_reading_of_a_tile_holds(readings):
    known = readings[8]
    other = ("M",) * 6
    for sure, edges in ((0.5, known.tiles[2].edges), (0.99, other)):
        tiles = list(known.tiles)
        tiles[2] = replace(tiles[2], edges=other, confidence=sure)
        belief = update(Belief(known), replace(known, tiles=tuple(tiles)), 1)
        assert belief.reading.tiles[2].edges == edges
        assert (belief.doubted_since is None) == (sure > 0.9)
        assert not belief.covered


def test_the_surer_reading_of_a_piece_holds(readings):
    known = readings[8]
    doubtful = replace(known.pieces[0], colour="pink", confidence=0.4)
    belief = update(Belief(known), replace(known, pieces=(doubtful, *known.pieces[1:])), 1)
    assert belief.reading.pieces[0].colour == known.pieces[0].colour


def test_a_piece_must_be_missed_twice(readings):
    known = readings[8]
    fewer = replace(known, pieces=known.pieces[1:])
    once = update(Belief(known), fewer, 1)
    assert len(once.reading.pieces) == len(known.pieces)
    assert len(update(once, known, 2).missed) == 0
    assert len(update(once, fewer, 2).reading.pieces) == len(fewer.pieces)


@pytest.mark.parametrize(("turn", "shift"), [(0, (2, -1)), (1, (0, 0)), (5, (-3, 4))])
def test_a_reading_in_other_coordinates_is_the_same_table(readings, turn, shift):
    known = readings[8]
    back = align(moved(known, turn, shift), known)
    assert back.to_document() == known.to_document()
    assert all(np.allclose(a.outline, b.outline) for a, b in zip(back.tiles, known.tiles, strict=True))


# --- Cameras


def test_a_folder_plays_in_order_and_begins_anew(tmp_path):
    for number in (0, 1):
        shutil.copy(GAME / f"game_{number:02}.jpg", tmp_path)
    frames = list(itertools.islice(open_camera(str(tmp_path), 0.2, never), 9))
    assert [f.take for f in frames] == [0] * 8 + [1]
    assert frames[0].photo is frames[3].photo is not frames[4].photo


def test_a_video_file_is_a_camera(tmp_path):
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 25, (320, 240))
    for shade in (40, 90, 140):
        writer.write(np.full((240, 320, 3), shade, np.uint8))
    writer.release()
    frames = list(itertools.islice(open_camera(str(path), 1, never), 4))
    assert [f.take for f in frames] == [0, 0, 0, 1]
    assert abs(int(frames[1].photo.pixels.mean()) - 90) < 4


@pytest.mark.parametrize("name", ["nowhere", "empty", "words.mp4", "broken"])
def test_a_camera_that_is_none_says_so(tmp_path, name):
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "a.jpg").write_bytes(b"no picture")
    (tmp_path / "words.mp4").write_text("no video")
    with pytest.raises(CameraProblem) as problem:
        next(iter(open_camera(str(tmp_path / name), 1, never)))
    assert str(problem.value).endswith(".")
    assert problem.value.sentence("ru") != str(problem.value)


# --- The loop


class Stage:
    """A camera in the test's hands."""

    def __init__(self):
        self.photo = None
        self.fault = None
        self.opened = 0
        self.take = 0

    def __call__(self, wait):
        self.opened += 1
        while not wait(0.01):
            if self.fault is not None:
                raise self.fault
            if self.photo is not None:
                yield Frame(self.photo, self.take)


@pytest.fixture
def stage():
    return Stage()


@pytest.fixture
def live(stage, truth):
    table = Table()
    loop = LiveTable(stage, truth, table, Pictures(), retry=0.05)
    loop.start()
    yield table
    table.close()
    loop.stop()
    assert threading.active_count() < 8


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
    wait_for(lambda: live.snapshot.seeing == at.NO_BOARD)
    time.sleep(0.2)
    assert live.snapshot.seeing == at.NO_BOARD
    assert tiles(live) == 8


def test_a_camera_that_fails_is_said_and_tried_again(stage, live, wait_for):
    stage.fault = CameraProblem("The camera stopped sending pictures; check its cable or its network.")
    wait_for(lambda: live.snapshot.camera == at.FAILED and stage.opened > 2)
    assert "кабель" in live.snapshot.trouble.sentence("ru")
    stage.fault, stage.photo = None, photo(0)
    wait_for(lambda: live.snapshot.camera == at.LIVE and tiles(live) == 8)
    assert live.snapshot.trouble is None


def test_a_recording_that_begins_anew_forgets_the_board(stage, live, wait_for):
    stage.photo = photo(2)
    wait_for(lambda: tiles(live) == 16)
    stage.photo, stage.take = photo(0), 1
    assert wait_for(lambda: tiles(live) == 8)


def test_a_reader_that_breaks_does_not_end_the_loop(stage, wait_for, truth):
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


def test_capture_goes_on_while_a_photo_is_read(stage, wait_for):
    reading, go_on = threading.Event(), threading.Event()

    def slow(_picture):
        reading.set()
        go_on.wait(10)
        raise PhotoError("no-board", "None.")

    pictures = Pictures()
    loop = LiveTable(stage, slow, Table(), pictures)
    loop.start()
    stage.photo = photo(0)
    assert reading.wait(10)
    number, _ = pictures.newer(0, 1)
    stage.photo = photo(1)
    assert pictures.newer(number, 5) is not None
    go_on.set()
    loop.stop()


# --- Snapshots and pictures


def test_the_same_again_is_no_news():
    table = Table()
    table.publish(camera=at.LIVE)
    version = table.snapshot.version
    table.publish(camera=at.LIVE, seeing=at.WAITING)
    assert table.snapshot.version == version


def test_a_picture_is_encoded_once_for_all_viewers():
    pictures = Pictures()
    assert pictures.newer(0, 0.01) is None
    pictures.show(photo(0))
    number, jpeg = pictures.newer(0, 1)
    assert jpeg.startswith(b"\xff\xd8")
    assert pictures.newer(0, 1)[1] is jpeg
    started = time.monotonic()
    assert pictures.newer(number, 0.1) is None
    assert time.monotonic() - started < 2
