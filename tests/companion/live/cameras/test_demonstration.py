"""A recording in place of a camera: it plays once, is paused, ends with its last picture, and is played again."""

import itertools

import cv2
import numpy as np
import pytest

from companion.live.cameras.cameras import CameraProblem
from companion.live.cameras.demonstration import OFF, OVER, PAUSED, PLAYING, Demonstration, is_existing_recording
from companion.live.cameras.phone import PhoneCamera
from companion.live.cameras.sources import GIVEN, NONE, OPENED, PHONE, Sources
from companion.live.cameras.webcams import Webcam, webcams


@pytest.fixture
def folder(tmp_path):
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((240, 320, 3), 60 * number, np.uint8))
    return tmp_path


def shades(frames):
    return [int(frame.photo.pixels[0, 0, 0]) for frame in frames]


def played(folder):
    """Return a demonstration of two frames a picture, and the list to which it reports."""
    told = []
    return Demonstration(str(folder), 2, told.append), told


def test_it_plays_once_and_then_shows_its_last_picture(folder):
    show, told = played(folder)
    frames = list(itertools.islice(show(lambda _: False), 9))
    assert shades(frames) == [0, 0, 60, 60, 120, 120, 120, 120, 120]
    assert {frame.take for frame in frames} == {0}
    assert [a.at < b.at for a, b in itertools.pairwise(frames)].count(False) == 0
    assert told[:2] == [PLAYING, OVER]


def test_a_pause_holds_the_picture_and_playing_again_begins_another_take(folder):
    show, told = played(folder)
    frames = show(lambda _: False)
    assert shades(itertools.islice(frames, 3)) == [0, 0, 60]
    show.pause()
    assert shades(itertools.islice(frames, 5)) == [60] * 5
    show.resume()
    assert shades(itertools.islice(frames, 3)) == [60, 120, 120]
    assert told == [PLAYING, PAUSED, PLAYING]
    show.replay()
    again = list(itertools.islice(frames, 2))
    assert shades(again) == [0, 0]
    assert {frame.take for frame in again} == {1}


def test_it_goes_on_where_it_was_when_nobody_had_looked_for_a_while(folder):
    show, told = played(folder)
    frames = show(lambda _: False)
    assert shades(itertools.islice(frames, 3)) == [0, 0, 60]
    frames.close()
    assert told[-1] == OFF
    assert shades(itertools.islice(show(lambda _: False), 4)) == [60, 60, 120, 120]


def test_only_folders_and_files_are_recordings(folder):
    assert is_existing_recording(str(folder))
    assert is_existing_recording(str(folder / "0.png"))
    nothing = ("0", "rtsp://camera/live", str(folder / "nothing"), "~nobody-of-this-name/game")
    assert not any(map(is_existing_recording, nothing))


def test_another_camera_ends_the_frames_of_the_one_before(folder):
    kitchen = folder / "kitchen"
    kitchen.mkdir()
    cv2.imwrite(str(kitchen / "0.png"), np.full((240, 320, 3), 200, np.uint8))
    show, told = played(folder)
    sources = Sources(show, PhoneCamera(), idle=True)
    assert (sources.chosen, sources.offered) == (GIVEN, {GIVEN, PHONE})
    frames = sources(lambda _: False)
    next(frames)
    sources.open(str(kitchen), "Kitchen")
    list(frames)  # ends
    assert told[-1] == OFF
    assert (sources.chosen, sources.name) == (OPENED, "Kitchen")
    assert all(abs(shade - 200) < 20 for shade in shades(sources(lambda _: False)))  # frames have noise
    sources.open(str(folder / "cellar"), "Cellar")
    with pytest.raises(CameraProblem, match="cellar"):
        list(sources(lambda _: False))
    sources.choose(NONE)
    assert sources.name == ""
    asked = iter([False, False, True])
    assert list(sources(lambda _: next(asked))) == []
    with pytest.raises(KeyError):
        sources.choose("telescope")


def test_webcams_are_listed_by_name_without_their_second_devices(tmp_path):
    for device, index, name in (
        ("video2", "0", "Kitchen cam"),
        ("video0", "0", "HD Webcam"),
        ("video1", "1", "HD Webcam"),
    ):
        (tmp_path / device).mkdir()
        (tmp_path / device / "index").write_text(index + "\n", encoding="utf-8")
        (tmp_path / device / "name").write_text(name + "\n", encoding="utf-8")
    (tmp_path / "v4l-subdev0").mkdir()
    assert webcams(tmp_path, "linux") == [Webcam(0, "HD Webcam"), Webcam(2, "Kitchen cam")]
    assert webcams(tmp_path / "none", "linux") == []
    assert [webcam.number for webcam in webcams(platform="darwin")] == [0, 1, 2]
