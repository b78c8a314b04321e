"""Photos that somebody teaches with: those that were sent, or else the camera's newest picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
from flask import request

from companion.web.base.sent_pictures import decoded
from companion.web.services import services
from vision.imaging.photo import Photo

_SIDE = 1400
"""Longer side, pixels, of a photo that is shown again."""


@dataclass(frozen=True)
class Shot:
    """One photo.

    Attributes:
        name: the file's; empty for the camera's picture.
        open: returns it; raises `vision.imaging.photo.PhotoError` where it cannot be read.
    """

    name: str
    open: Callable[[], Photo]

    def said(self, sentence: str) -> str:
        """Return a sentence about the photo that says which one it is about."""
        return f"{self.name}: {sentence}" if self.name else sentence


def shots_sent() -> list[Shot]:
    """Return the photos in the field ``photo``; the camera's newest picture where there are none; perhaps nothing."""
    files = [file for file in request.files.getlist("photo") if file.filename]
    if files:
        return [Shot(Path(file.filename or "").name[:80], partial(decoded, file)) for file in files]
    newest = services().pictures.newest
    return [] if newest is None else [Shot("", lambda: newest)]


def small_jpeg(photo: Photo) -> bytes:
    """Return a photo as a JPEG that is large enough to be looked at."""
    factor = min(1.0, _SIDE / max(photo.pixels.shape[:2]))
    shown = cv2.resize(photo.pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 82])[1].tobytes()
