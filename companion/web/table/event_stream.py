"""The event stream: it notifies pages of changes, which they then fetch in their own language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from companion.language import N_
from companion.live.snapshots import Snapshot
from companion.web.access import roles
from companion.web.access_codes import HOST
from companion.web.base.replies import refuse_for_now
from companion.web.services import Services
from companion.web.table_context import services

pages = Blueprint("events", __name__)

_RETRY_MS = 1500
"""Milliseconds after which a browser opens an interrupted stream again; chosen by hand."""
_FULL_RETRY_S = 30
"""A seat becomes free when somebody closes a page, which may take a while."""


@pages.get("/events")
def stream() -> Response:
    """Stream server-sent events.

    ``table`` announces a new board, ``live`` a new state of the camera, ``entered`` a change of a recorded game by a
    person. A page that says in ``shown`` which snapshot it shows is sent only what is newer.
    """
    here, is_local = services(), roles.is_local()
    seat = here.seats.take(roles.device(), roles.role() == HOST, unbounded=is_local)
    if seat is None:
        return refuse_for_now(
            503, "full", N_("Too many pages are open on this table; close one of them."), _FULL_RETRY_S
        )
    is_reconnecting = "Last-Event-ID" in request.headers
    shown = "" if is_reconnecting else request.args.get("shown", "")
    admitted = roles.admission()
    events = _events(here, lambda: seat.is_lost or not admitted(), is_reconnecting, shown)
    answer = Response(events, mimetype="text/event-stream")
    # Runs when the answer is closed, also if its first event was never sent.
    answer.call_on_close(lambda: here.seats.leave(seat))
    return answer


def _events(here: Services, has_ended: Callable[[], bool], is_reconnecting: bool, shown: str) -> Iterator[str]:
    """Yield events until the visitor leaves, is no longer admitted, or loses the seat to a newer page.

    A visitor who reconnects may have missed events, and is sent all of them; one whose page was just made, and shows
    the snapshot that `shown` stands for, is sent none until something changes.
    """
    last: Snapshot | None = None
    # The browser's delay before it reconnects.
    yield f"retry: {_RETRY_MS}\n\n"
    for snapshot in here.table.follow(here.config.heartbeat, has_ended):
        if snapshot is None:
            # A comment: sending it fails if the viewer has gone.
            yield ": still here\n\n"
            continue
        if last is None and here.table.mark(snapshot) == shown:
            last = snapshot
            continue
        if last is None or _shows(snapshot) != _shows(last):
            yield f"event: table\nid: {snapshot.version}\ndata: {snapshot.version}\n\n"
        if is_reconnecting if last is None else snapshot.entered != last.entered:
            yield f"event: entered\ndata: {snapshot.entered}\n\n"
        yield f"event: live\ndata: {snapshot.seeing}\n\n"
        last = snapshot


def _shows(snapshot: Snapshot) -> tuple[object, ...]:
    """Return the parts of a snapshot that the board's part of the page shows; tallies by identity."""
    return id(snapshot.tally), snapshot.entered, snapshot.standing
