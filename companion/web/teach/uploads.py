"""Photos for calibration: uploaded ones, or the camera's newest picture."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
from flask import Response, request

from companion.language import N_
from companion.web.base.replies import refuse
from companion.web.base.sent_pictures import decoded
from companion.web.table_context import services
from companion.web.teach.profile_views import Missing
from vision.imaging.photo import Photo

_SHOWN_SIDE_PX = 1400
"""Longer side of a photo shown on a page, pixels."""


@dataclass(frozen=True)
class Shot:
    """One photo.

    Attributes:
        name: of the file; empty for the camera's picture.
        open: returns it; raises `vision.imaging.photo.PhotoError` where it cannot be read.
    """

    name: str
    open: Callable[[], Photo]

    def with_name(self, sentence: str) -> str:
        """Return a sentence with the name of the photo before it."""
        return f"{self.name}: {sentence}" if self.name else sentence


def shots_sent() -> list[Shot]:
    """Return the photos of the field ``photo``; without any, the camera's newest picture if there is one."""
    files = [file for file in request.files.getlist("photo") if file.filename]
    if files:
        return [Shot(Path(file.filename or "").name[:80], partial(decoded, file)) for file in files]
    newest = services().pictures.newest
    return [] if newest is None else [Shot("", lambda: newest)]


def refuse_without_shots() -> Response:
    """Return the refusal for a request with neither a photo nor a picture of the camera: of what it asked for."""
    if "photo" in request.files:
        return refuse(400, "no-photo", N_("No photo was sent; choose one and try again."))
    return refuse(400, "no-picture", N_("The camera is not sending a picture."))


def small_jpeg(photo: Photo) -> bytes:
    """Return a photo as a JPEG of at most `_SHOWN_SIDE_PX`."""
    factor = min(1.0, _SHOWN_SIDE_PX / max(photo.pixels.shape[:2]))
    shown = cv2.resize(photo.pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 82])[1].tobytes()


def key_of(photo: Photo) -> str:
    """Return what tells a photo from others in a form that is about it."""
    return f"{zlib.crc32(photo.pixels.tobytes()):08x}"


def demand_same(photo: Photo, message: str) -> None:
    """Check that the form is about a photo and not about an earlier one, as in another tab of the browser.

    Args:
        photo: the one that is being named.
        message: the English sentence of the refusal, marked for the catalogues.

    Raises:
        Missing: the form is about another photo.
    """
    if request.form.get("of", key_of(photo)) != key_of(photo):
        raise Missing(409, "other-photo", message)
