"""Cameras as iterators of frames: a webcam by number, a stream by its URL, a video file, a folder of pictures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.language import N_
from companion.live.cameras.recordings import RATE, Playback, held, pictures_in
from companion.problems import Problem
from games.incoming import read_bounded
from vision.imaging.decoding.limits import LARGEST_FILE
from vision.imaging.photo import Photo, PhotoError, decode_photo, photo_of

_Shown = tuple[Photo, str | None, float]
"""A recording's picture, its file if it has one of its own, and for how many seconds it is shown."""
_SLOW_TO_OPEN, _SLOW_TO_SEND = 8000, 5000
"""Milliseconds after which a stream that does not answer, or sends nothing, is given up."""

_NOT_OPENED = N_("The camera cannot be opened; check that it is plugged in and not used elsewhere.")
_NO_STREAM = N_("The stream cannot be opened; check its address, and that its camera is on and in the network.")

Wait = Callable[[float], bool]
"""Waits so many seconds; true if the camera is to stop. What `threading.Event.wait` does."""


class CameraProblem(Problem):
    """A camera that gives no picture.

    Attributes:
        pause: seconds after which it is tried again; ``None`` for as long as whoever takes its frames thinks right.
    """

    pause: float | None = None


@dataclass(frozen=True)
class Frame:
    """One picture of a camera.

    Attributes:
        photo: the picture; the very same object as long as a clean recording holds it.
        number: counts the frames from 0.
        at: when it was taken, seconds on a clock that never goes back; a recording's own clock is its frame counter.
        take: grows when a recording begins anew, so that what lay there before is forgotten; ``None`` of a camera.
        name: the file of a folder's picture, else nothing.
    """

    photo: Photo
    number: int = 0
    at: float = 0.0
    take: int | None = None
    name: str | None = None


def open_camera(source: str, playback: Playback, wait: Wait) -> Iterator[Frame]:
    """Yield the frames of a camera at its own pace, until `wait` says that it is to stop or a recording has ended.

    Args:
        source: a camera's number, a stream's URL, a video file or a folder of pictures.
        playback: how a video file or a folder plays.
        wait: how to wait.

    Raises:
        CameraProblem: there is no such camera, or it gives no more pictures.
    """
    if source.isdecimal():
        return _device(int(source), wait)
    if "://" in source:
        return _device(source, wait)
    path = Path(source).expanduser()
    if path.is_dir():
        return _played(lambda: _folder(path, playback), playback, wait)
    if path.is_file():
        return _played(lambda: _video(path), playback, wait)
    raise CameraProblem(N_("There is no camera, folder or video “{source}”; check the name."), source=source)


def _played(shown: Callable[[], Iterator[_Shown]], playback: Playback, wait: Wait) -> Iterator[Frame]:
    """Number the pictures of a recording, and yield them in its own time or at once."""
    number, take, at = 0, 0, 0.0
    due = time.monotonic()
    while take == 0 or playback.again:
        for photo, name, lasts in shown():
            yield Frame(photo, number, at, take, name)
            number, at, due = number + 1, at + lasts, due + lasts
            if wait(max(0.0, due - time.monotonic()) if playback.paced else 0):
                return
        take += 1


def _folder(folder: Path, playback: Playback) -> Iterator[_Shown]:
    pictures = pictures_in(folder)
    if not pictures:
        raise CameraProblem(N_("There are no pictures in the folder “{folder}”."), folder=folder.name)
    for k, path in enumerate(pictures):
        # In an endless recording the last picture stays longer: it is the end of a game, and people want to see it.
        hold = playback.hold * (3 if playback.again and path == pictures[-1] else 1)
        photo = _picture(path)
        for shown in [photo] * hold if playback.clean else held(photo, k * playback.hold, hold):
            yield shown, path.name, 1 / RATE


def _picture(path: Path) -> Photo:
    try:
        return decode_photo(read_bounded(path, LARGEST_FILE))
    except (PhotoError, OSError):
        raise CameraProblem(N_("The picture “{name}” of the recording cannot be read."), name=path.name) from None


def _video(path: Path) -> Iterator[_Shown]:
    device = cv2.VideoCapture(str(path))
    shown = False
    try:
        lasts = 1 / _rate(device)
        while (photo := _next(device)) is not None:
            shown = True
            yield photo, None, lasts
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
        # Webcams send 720p at full speed only when asked for compressed pictures.
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
        return device
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _SLOW_TO_OPEN, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _SLOW_TO_SEND]
    return cv2.VideoCapture(source, cv2.CAP_FFMPEG, limits)


def _rate(device: cv2.VideoCapture) -> float:
    rate = float(device.get(cv2.CAP_PROP_FPS))
    return rate if 1 <= rate <= 120 else RATE


def _next(device: cv2.VideoCapture) -> Photo | None:
    there, pixels = device.read()
    return photo_of(pixels) if there else None
