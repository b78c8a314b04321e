"""The choice of a camera: a webcam of this computer, a stream, a phone, or a recording in place of one."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from companion.language import N_
from companion.live.cameras.sources import DEMONSTRATION, GIVEN, NONE, PHONE
from companion.live.cameras.webcams import webcams
from companion.live.snapshots import OFF
from companion.web.base.replies import refuse
from companion.web.base.store import demand_token
from companion.web.services import Player, Services
from companion.web.table_context import services

pages = Blueprint("sources", __name__, url_prefix="/cameras", template_folder="templates")
pages.before_request(demand_token)

_SCHEMES = ("http", "https", "rtsp", "rtsps", "rtmp", "udp", "tcp")
_MAX_ADDRESS = 500
"""Letters of the address of a stream, at most; chosen by hand."""
_NO_CAMERA = N_("That camera is no longer there; check the list again.")
_NO_ADDRESS = N_(
    "This is not a stream address; it begins with rtsp:// or http:// and can be found in the camera's manual."
)
_DEMONSTRATION: dict[str, Callable[[Player], None]] = {
    "pause": lambda player: player.pause(),
    "go-on": lambda player: player.resume(),
    "again": lambda player: player.replay(),
}


@pages.get("/")
def page() -> str:
    """Show the cameras that can be chosen."""
    here = services()
    return render_template(
        "camera/sources.html", webcams=webcams(), recording=_recording(here), snapshot=here.table.snapshot
    )


@pages.post("/webcam")
def webcam() -> Response:
    """Watch through a webcam of this computer."""
    found = next((w for w in webcams() if str(w.number) == request.form.get("number")), None)
    if found is None:
        return refuse(422, "no-camera", _NO_CAMERA)
    return _watch_through(str(found.number), found.name)


@pages.post("/stream")
def stream() -> Response:
    """Watch through a stream."""
    address = request.form.get("address", "").strip()
    if not _is_stream(address):
        return refuse(422, "no-stream", _NO_ADDRESS)
    return _watch_through(address, urlsplit(address).hostname or "")


@pages.post("/choose")
def choose() -> Response:
    """Watch through a phone, through what the program was started with, or through nothing any more."""
    here, source = services(), request.form.get("source", "")
    if here.cameras is None or source not in (*here.cameras.offered, NONE):
        return refuse(422, "no-camera", _NO_CAMERA)
    here.cameras.choose(source)
    _begin(here)
    if source == PHONE and request.form.get("here"):
        return redirect(url_for("phone.page"), 303)
    if source and source == _recording(here) and here.demonstration is not None:
        here.demonstration.resume()
    return redirect(url_for("table.page"), 303)


@pages.post("/demonstration/<what>")
def demonstration(what: str) -> Response:
    """Pause the demonstration, let it go on, or play it again."""
    here = services()
    shown = here.demonstration
    is_shown = here.cameras is not None and here.cameras.chosen == _recording(here) != NONE
    if shown is None or not is_shown or what not in _DEMONSTRATION:
        abort(404)
    _DEMONSTRATION[what](shown)
    return redirect(url_for("table.page"), 303)


def _recording(here: Services) -> str:
    """Return the name under which a recording can be chosen as the camera; empty where there is none."""
    if here.cameras is None or here.demonstration is None:
        return NONE
    return DEMONSTRATION if DEMONSTRATION in here.cameras.offered else GIVEN


def _watch_through(source: str, name: str) -> Response:
    here = services()
    if here.cameras is None:
        return refuse(422, "no-camera", _NO_CAMERA)
    here.cameras.open(source, name or source)
    _begin(here)
    return redirect(url_for("table.page"), 303)


def _begin(here: Services) -> None:
    """Start the live loop for the first camera; without a camera the loop rests."""
    if here.watches and here.live is not None:
        here.live.start()
    else:
        here.table.publish(camera=OFF)


def _is_stream(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return len(address) <= _MAX_ADDRESS and parts.scheme in _SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
