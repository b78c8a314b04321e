"""Views that accept pictures: each request waits in the queue, and is refused where the queue is full."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Flask, Response, current_app, g, request
from werkzeug.datastructures import FileStorage

from companion.language import N_
from companion.memory import return_free_memory
from companion.web.base.replies import refuse_for_now
from companion.web.limits.photo_queue import RETRY_SECONDS, PhotoQueueFull
from companion.web.table_context import services
from vision.imaging.photo import Photo, decode_photo

_MARK = "_takes_pictures"
_FULL = N_("Too many photos are waiting to be read; send yours again in a few seconds.")
_OWN = N_("Several of your photos are already waiting to be read; send the next one when they are done.")

Given = ParamSpec("Given")
Answered = TypeVar("Answered")


def set_up(app: Flask) -> None:
    """Admit requests with pictures only while the queue has places.

    Must be set up after the checks of access, and before anything that reads the body.
    """
    app.before_request(_take_a_place)
    app.teardown_request(_give_it_back)

    @app.errorhandler(PhotoQueueFull)
    def refuse(error: PhotoQueueFull) -> Response:
        status, code, message = (429, "too-many-photos", _OWN) if error.for_address else (503, "busy", _FULL)
        return refuse_for_now(status, code, message, RETRY_SECONDS)


def takes_pictures(view: Callable[Given, Answered]) -> Callable[Given, Answered]:
    """Mark a view that decodes or reads pictures: its requests take a place in the queue, and it runs in their turn."""

    @wraps(view)
    def in_turn(*args: Given.args, **kwargs: Given.kwargs) -> Answered:
        # The body is read before the turn, so that a slow upload does not hold up the requests behind it.
        request.files  # noqa: B018
        with services().photo_queue.turn():
            try:
                return view(*args, **kwargs)
            finally:
                return_free_memory()

    setattr(in_turn, _MARK, True)
    return in_turn


def decoded(file: FileStorage) -> Photo:
    """Return the photo in a file that was sent, after the live table; raises `PhotoError` where it is none."""
    return decode_photo(read(file))


def read(file: FileStorage) -> bytes:
    """Return the bytes of an uploaded file, after the live table was read."""
    services().photo_queue.wait_for_live_table()
    data: bytes = file.read()
    return data


def _take_a_place() -> None:
    view: Any = current_app.view_functions.get(request.endpoint or "")
    if request.method == "POST" and getattr(view, _MARK, False):
        address = request.remote_addr or ""
        services().photo_queue.enter(address)
        g.queued_address = address


def _give_it_back(_: BaseException | None) -> None:
    if "queued_address" in g:
        services().photo_queue.leave(g.pop("queued_address"))
