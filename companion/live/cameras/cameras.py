"""Cameras as iterators of frames: a webcam by number, a stream by its URL, a video file, a folder of pictures."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.home_paths import path_given
from companion.language import N_
from companion.live.cameras.recordings import RATE, Playback, held, is_picture, pictures_in
from companion.problems import Problem
from games.incoming import read_bounded
from vision.imaging.decoding.limits import LARGEST_FILE
from vision.imaging.photo import Photo, PhotoError, decode_photo, photo_of

_LOG = logging.getLogger(__name__)
_Shown = tuple[Photo, str | None, float]
"""A recording's picture, the name of its file if it has its own, and its duration in seconds."""
_OPEN_TIMEOUT_MS, _READ_TIMEOUT_MS = 8000, 5000
"""Milliseconds after which a stream that does not open, or sends nothing, fails."""
_MIN_RATE, _MAX_RATE = 1, 120
"""Frame rates of a video file that are plausible, per second; for others `RATE` is used."""
_LAST_PICTURE_FACTOR = 3
"""The last picture of a repeated recording stays this much longer: people want to see the end of a game."""

_NOT_OPENED = N_("The camera cannot be opened; check that it is plugged in and not used elsewhere.")
_UNREADABLE = N_("The picture “{name}” of the recording cannot be read; copy it again or take it out of the folder.")
_NO_STREAM = N_(
    "The stream cannot be opened; check its address, and that the camera is on and connected to the network."
)

Wait = Callable[[float], bool]
"""Waits up to this many seconds and returns whether the camera is to stop, as `threading.Event.wait` does."""


class CameraProblem(Problem):
    """A camera that gives no pictures.

    Attributes:
        pause: seconds after which it is tried again; ``None`` for the default.
    """

    pause: float | None = None


@dataclass(frozen=True)
class Frame:
    """One picture of a camera.

    Attributes:
        photo: the picture; the same object for as long as a clean recording holds it.
        number: number of the frame, from 0.
        at: its time, seconds on a monotonic clock; in a recording the sum of the durations before it.
        take: number of the repetition of a recording, so that its former board is forgotten; ``None`` of a camera.
        name: file name of a picture in a folder; else ``None``.
    """

    photo: Photo
    number: int = 0
    at: float = 0.0
    take: int | None = None
    name: str | None = None


def log_problem(problem: CameraProblem) -> None:
    """Write a problem of a camera into the log."""
    _LOG.warning("%s", problem)


def open_camera(
    source: str, playback: Playback, wait: Wait, report: Callable[[CameraProblem], None] = log_problem
) -> Iterator[Frame]:
    """Yield the frames of a camera at its own rate, until `wait` returns true or a recording ends.

    Args:
        source: a camera's number, a stream's URL, a video file, or a folder of pictures or one of them.
        playback: how to play a video file or a folder.
        wait: waits, and returns whether to stop.
        report: called with why a picture of a folder is left out.

    Raises:
        CameraProblem: there is no such camera, or it gives no more pictures.
    """
    if source.isdecimal():
        return _device(int(source), wait)
    if "://" in source:
        return _device(source, wait)
    path = path_given(source)
    if source and path.is_dir():
        return _played(lambda: _pictures(_in_folder(path), playback, report), playback, wait)
    if path.is_file() and is_picture(path):
        # OpenCV would take a picture for a video, of it and of all others whose numbers follow.
        return _played(lambda: _pictures([path], playback, report), playback, wait)
    if path.is_file():
        return _played(lambda: _video(path), playback, wait)
    raise CameraProblem(N_("There is no camera, folder or video “{source}”; check the name."), source=source)


def _played(shown: Callable[[], Iterator[_Shown]], playback: Playback, wait: Wait) -> Iterator[Frame]:
    """Yield the pictures of a recording as numbered frames, in real time or at once."""
    number, take, at = 0, 0, 0.0
    due = time.monotonic()
    while take == 0 or playback.again:
        for photo, name, duration in shown():
            yield Frame(photo, number, at, take, name)
            number, at, due = number + 1, at + duration, due + duration
            if wait(max(0.0, due - time.monotonic()) if playback.paced else 0):
                return
        take += 1


def _in_folder(folder: Path) -> list[Path]:
    pictures = pictures_in(folder)
    if not pictures:
        raise CameraProblem(N_("There are no pictures in the folder “{folder}”."), folder=folder.name)
    return pictures


def _pictures(pictures: list[Path], playback: Playback, report: Callable[[CameraProblem], None]) -> Iterator[_Shown]:
    """Yield the frames of pictures; one that cannot be read is reported and left out, unless there is no other."""
    some = False
    for k, path in enumerate(pictures):
        hold = playback.hold * (_LAST_PICTURE_FACTOR if playback.again and path == pictures[-1] else 1)
        try:
            photo = _picture(path)
        except CameraProblem as problem:
            if not some and path == pictures[-1]:
                raise
            report(problem)
            continue
        some = True
        for shown in [photo] * hold if playback.clean else held(photo, k * playback.hold, hold):
            yield shown, path.name, 1 / RATE


def _picture(path: Path) -> Photo:
    try:
        return decode_photo(read_bounded(path, LARGEST_FILE))
    except (PhotoError, OSError):
        raise CameraProblem(_UNREADABLE, name=path.name) from None


def _video(path: Path) -> Iterator[_Shown]:
    device = cv2.VideoCapture(str(path))
    shown = False
    try:
        duration = 1 / _rate(device)
        while (photo := _next(device)) is not None:
            shown = True
            yield photo, None, duration
    finally:
        device.release()
    if not shown:
        raise CameraProblem(N_("The file “{name}” is not a video that can be played."), name=path.name)


def _device(source: int | str, wait: Wait) -> Iterator[Frame]:
    device = _opened(source)
    number = 0
    try:
        while (photo := _next(device)) is not None:
            yield Frame(photo, number, time.monotonic())
            number += 1
            if wait(0):
                return
    finally:
        device.release()
    if number:
        raise CameraProblem(N_("The camera stopped sending pictures; check its cable or its network."))
    raise CameraProblem(_NOT_OPENED if isinstance(source, int) else _NO_STREAM)


def _opened(source: int | str) -> cv2.VideoCapture:
    if isinstance(source, int):
        device = cv2.VideoCapture(source)
        # Webcams send 720p at the full frame rate only as compressed pictures.
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
        return device
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_TIMEOUT_MS]
    return cv2.VideoCapture(source, cv2.CAP_FFMPEG, limits)


def _rate(device: cv2.VideoCapture) -> float:
    rate = float(device.get(cv2.CAP_PROP_FPS))
    return rate if _MIN_RATE <= rate <= _MAX_RATE else RATE


def _next(device: cv2.VideoCapture) -> Photo | None:
    success, pixels = device.read()
    return photo_of(pixels) if success else None
