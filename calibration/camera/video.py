"""A video to the few of its frames that teach a lens most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2

from calibration.camera.learn import Looked, look_for_sheet
from calibration.camera.views import choose
from calibration.problems import N_, CalibrationError
from vision.imaging.photo import Photo, photo_of

VIDEOS = frozenset({".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".3gp", ".ogv"})
_MOST_LOOKED_AT = 200
_MOST_CHOSEN = 24


def look_through(video: Path) -> Looked:
    """Look for the sheet all through a video, and keep the views that together cover most.

    Raises:
        CalibrationError: the file is not a video that can be played.
    """
    looked = look_for_sheet(frames(video, _MOST_LOOKED_AT))
    # That many frames of a moving video are blurred is no fault as long as there are sharp ones.
    return replace(looked, views=choose(looked.views, _MOST_CHOSEN))


def frames(video: Path, most: int) -> Iterator[tuple[str, Photo]]:
    """Yield at most so many frames, spread over the whole video, each named by its second."""
    device = cv2.VideoCapture(str(video))
    shown = False
    try:
        count, rate = int(device.get(cv2.CAP_PROP_FRAME_COUNT)), device.get(cv2.CAP_PROP_FPS)
        step = max(1, -(-count // most))
        number = 0
        while device.grab():
            if number % step == 0:
                there, pixels = device.retrieve()
                if there:
                    shown = True
                    yield f"{video.name} {number / rate if rate > 0 else number:.1f} s", photo_of(pixels)
            number += 1
    finally:
        device.release()
    if not shown:
        raise CalibrationError(N_("The file “{name}” is not a video that can be played."), name=video.name)
