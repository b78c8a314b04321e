"""Selects the frames of a video that constrain a lens most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2

from calibration.camera.learn import TargetViews, find_sheet_views
from calibration.camera.views import select_views
from calibration.problems import N_, CalibrationError
from vision.imaging.photo import Photo, photo_of

VIDEOS = frozenset({".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".3gp", ".ogv"})
_MAX_FRAMES = 200
"""Frames in which the sheet is looked for."""
_MAX_VIEWS = 24
"""Views that are kept; both numbers were chosen by hand."""


def find_video_views(video: Path) -> TargetViews:
    """Return the views of the sheet in a video that together cover most of the picture from most tilts.

    Raises:
        CalibrationError: the file is not a video that can be played.
    """
    found = find_sheet_views(frames(video, _MAX_FRAMES))
    # Many frames of a moving video are blurred, which does not matter as long as some are sharp.
    return replace(found, views=select_views(found.views, _MAX_VIEWS))


def frames(video: Path, most: int) -> Iterator[tuple[str, Photo]]:
    """Yield at most ``most`` frames, spread over the whole video, each named by its time in seconds."""
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
