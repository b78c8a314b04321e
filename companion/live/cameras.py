"""Cameras as iterators of frames: a folder of pictures, a webcam by number, a video file, a stream by its URL."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.language import N_
from companion.problems import Problem
from vision.photo import Photo, PhotoError, decode_photo, photo_of

PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
_TICK = 0.2
"""Seconds between two frames of a picture that is held."""
_FEWEST = 4
"""Frames for which every picture of a recording is held, so that it is seen to be still at any pace."""

Wait = Callable[[float], bool]
"""Waits so many seconds; true if the camera is to stop. What `threading.Event.wait` does."""


class CameraProblem(Problem):
    """A camera that gives no picture."""


@dataclass(frozen=True)
class Frame:
    """One picture of a camera.

    Attributes:
        photo: the picture; the very same object as long as a recording holds it.
        take: grows when a recording begins anew, so that what lay there before is forgotten.
    """

    photo: Photo
    take: int = 0


def open_camera(source: str, pace: float, wait: Wait) -> Iterator[Frame]:
    """Yield the frames of a camera at its own pace, until `wait` says that it is to stop.

    Args:
        source: a folder of pictures, a camera's number, a video file or a stream's URL.
        pace: seconds that each picture of a folder is held.
        wait: how to wait.

    Raises:
        CameraProblem: there is no such camera, or it gives no more pictures.
    """
    path = Path(source).expanduser()
    if source.isdecimal():
        return _capture(int(source), wait)
    if "://" in source:
        return _capture(source, wait)
    if path.is_dir():
        return _folder(path, pace, wait)
    if path.is_file():
        return _video(path, wait)
    raise CameraProblem(N_("There is no camera, folder or video “{source}”; check the name."), source=source)


def _folder(folder: Path, pace: float, wait: Wait) -> Iterator[Frame]:
    pictures = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES)
    take = 0
    while pictures:
        for number, picture in enumerate(pictures):
            frame = Frame(_picture(picture), take)
            # The last picture stays longer: it is the end of a game, and people want to look at it.
            held = pace * (3 if number == len(pictures) - 1 else 1)
            shown = max(_FEWEST, round(held / _TICK))
            for _ in range(shown):
                yield frame
                if wait(held / shown):
                    return
        take += 1
    raise CameraProblem(N_("There are no pictures in the folder “{folder}”."), folder=folder.name)


def _picture(path: Path) -> Photo:
    try:
        return decode_photo(path.read_bytes())
    except (PhotoError, OSError):
        raise CameraProblem(N_("The picture “{name}” of the recording cannot be read."), name=path.name) from None


def _video(path: Path, wait: Wait) -> Iterator[Frame]:
    take = 0
    while True:
        shown = 0
        for photo, pause in _grab(str(path)):
            shown += 1
            yield Frame(photo, take)
            if wait(pause):
                return
        if not shown:
            raise CameraProblem(N_("The file “{name}” is not a video that can be played."), name=path.name)
        take += 1


def _capture(source: int | str, wait: Wait) -> Iterator[Frame]:
    shown = False
    for photo, _ in _grab(source):
        shown = True
        yield Frame(photo)
        if wait(0):
            return
    if shown:
        raise CameraProblem(N_("The camera stopped sending pictures; check its cable or its network."))
    raise CameraProblem(N_("The camera cannot be opened; check that it is plugged in and not used elsewhere."))


def _grab(source: int | str) -> Iterator[tuple[Photo, float]]:
    """Yield pictures and the seconds until the next is due; ends when the device gives no more."""
    device = cv2.VideoCapture(source)
    try:
        rate = device.get(cv2.CAP_PROP_FPS)
        pause = 1 / rate if 1 <= rate <= 120 else 0.04
        while True:
            started = time.monotonic()
            there, pixels = device.read()
            if not there:
                return
            yield photo_of(pixels), max(0.0, pause - (time.monotonic() - started))
    finally:
        device.release()
