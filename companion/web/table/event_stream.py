"""The event stream: says that something is new; the page then fetches it in its own language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from companion.language import N_
from companion.live.snapshots import Snapshot
from companion.web.access import roles
from companion.web.access.codes import HOST
from companion.web.base.replies import refuse
from companion.web.services import Services, services

pages = Blueprint("events", __name__)

_RETRY = 1500


@pages.get("/events")
def stream() -> Response:
    """Stream server-sent events.

    ``table`` tells of a new board, ``live`` of what the camera does, ``told`` that a person has said something of a
    game that is kept.
    """
    here, is_local = services(), roles.is_local()
    seat = here.seats.take(roles.device(), roles.role() == HOST, unbounded=is_local)
    if seat is None:
        answer = refuse(503, "full", N_("Too many pages follow this table; close one of them."))
        answer.headers["Retry-After"] = "30"
        return answer
    returns = "Last-Event-ID" in request.headers
    admitted = roles.admission()
    events = _events(here, lambda: seat.is_lost or not admitted(), returns)
    answer = Response(events, mimetype="text/event-stream")
    # Runs when the answer is closed, also if its first event was never sent.
    answer.call_on_close(lambda: here.seats.leave(seat))
    return answer


def _events(here: Services, ends: Callable[[], bool], returns: bool) -> Iterator[str]:
    """Yield the events until the visitor has left, is no longer admitted, or has lost the seat to a newer page.

    Who returns after the line was lost may have missed some, and is told of everything.
    """
    last: Snapshot | None = None
    # A page that has lost the server looks for it again after so many milliseconds.
    yield f"retry: {_RETRY}\n\n"
    for snapshot in here.table.follow(here.config.heartbeat, ends):
        if snapshot is None:
            # A comment; a viewer who has gone is noticed when it cannot be sent.
            yield ": still here\n\n"
            continue
        if last is None or _shows(snapshot) != _shows(last):
            yield f"event: table\nid: {snapshot.version}\ndata: {snapshot.version}\n\n"
        if returns if last is None else snapshot.told != last.told:
            yield f"event: told\ndata: {snapshot.told}\n\n"
        yield f"event: live\ndata: {snapshot.seeing}\n\n"
        last = snapshot


def _shows(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what the page shows of a snapshot beside what the camera does; a tally is only like itself."""
    return id(snapshot.tally), snapshot.camera, snapshot.told, snapshot.standing
