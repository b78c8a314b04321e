"""Photos to teach with: uploaded ones, or the camera's newest picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from flask import Response, request

from companion.language import N_
from companion.web.base.replies import refuse
from companion.web.base.sent_pictures import decoded
from companion.web.table_context import services
from companion.web.teach.pictures import picture_key
from companion.web.teach.profile_views import Missing
from vision.imaging.photo import Photo


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
    """Return the refusal for a request for which there is neither a photo nor a picture of the camera."""
    if "photo" in request.files:
        return refuse(400, "no-photo", N_("No photo was sent; choose one and try again."))
    return refuse(400, "no-picture", N_("The camera is not sending a picture."))


def demand_same(photo: Photo, message: str) -> None:
    """Check that the form is about a photo and not about an earlier one, as in another tab of the browser.

    Args:
        photo: the one that is being named.
        message: the English sentence of the refusal, marked for the catalogues.

    Raises:
        Missing: the form is about another photo.
    """
    key = picture_key(photo.pixels)
    if request.form.get("of", key) != key:
        raise Missing(409, "other-photo", message)
