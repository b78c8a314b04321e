"""Joining: the page on which a code is typed, and the host's forms for codes and cameras."""

from __future__ import annotations

from flask import Blueprint, Flask, current_app, redirect, render_template, request, url_for
from werkzeug import Response

from companion.language import N_, translator
from companion.live.cameras.sources import GIVEN, PHONE
from companion.record.storage.places import data_folder
from companion.web.access import roles
from companion.web.access import sessions as joining_sessions
from companion.web.access.codes import CAMERA, HOST, Codes
from companion.web.access.ended_sessions import EndedSessions
from companion.web.access.invitation import Invitation, invitation
from companion.web.access.qr import qr_svg
from companion.web.access.rate_limits import CodeChecker, TooManyTries
from companion.web.base.languages import language
from companion.web.base.replies import refuse
from companion.web.config import Config
from companion.web.lan.addresses import LocalNetworkLookup
from companion.web.lan.security_log import note
from companion.web.services import services

pages = Blueprint("joining", __name__, url_prefix="/join", template_folder="templates")

_KEY = "longhouse-joining"
_WRONG = N_("This code is wrong or no longer valid; look at the host's page, and type it again.")
_TOO_OFTEN = N_("Too many wrong codes were tried; wait five minutes, then type the code that the host's page shows.")
_NOT_PLAINLY = N_("On this connection others could read the host's code; open {address} and type it there.")
_MAX_CODE_LENGTH = 40


def set_up(app: Flask, config: Config, networks: LocalNetworkLookup) -> None:
    """Let others join this app's table.

    Raises:
        Problem: the codes cannot be kept in the data folder.
    """
    folder = data_folder(config.data) if config.data is not None and config.lan else None
    codes = Codes(folder)
    app.extensions[_KEY] = CodeChecker()
    # A request that is not permitted is refused before its body is read.
    roles.set_up(app, codes, EndedSessions(folder))
    joining_sessions.set_up(app)

    @app.context_processor
    def words() -> dict[str, object]:
        return {
            "invitation": lambda: _invitation(config, codes, networks),
            "cameras": services().cameras,
            "watching": services().watches,
            "qr_svg": qr_svg,
        }


@pages.get("/")
def page() -> str:
    """Ask for the code."""
    return _ask("", None)


@pages.get("/<code>")
def with_code(code: str) -> str:
    """Show the scanned code in the form; it is checked only when the form is sent."""
    return _ask(code[:_MAX_CODE_LENGTH], None)


@pages.post("/")
def join() -> Response | tuple[str, int] | tuple[str, int, dict[str, str]]:
    """Join with a code, which determines the role."""
    typed = request.form.get("code", "")[:_MAX_CODE_LENGTH]
    checker: CodeChecker = current_app.extensions[_KEY]
    codes = roles.codes_of(current_app).now()
    address = request.remote_addr or ""
    try:
        # Visitors on this computer are hosts without a code, and are never rate-limited.
        found = codes.role_of(typed) if roles.is_local() else checker.role_of(typed, codes, address)
    except TooManyTries as refusal:
        note("code-not-heard", address)
        return _ask(typed, _TOO_OFTEN), 429, {"Retry-After": str(refusal.seconds)}
    if found is None:
        note("wrong-code", address)
        return _ask(typed, _WRONG), 403
    if found == HOST and not request.is_secure:
        note("host-code-in-clear-text", address)
        return _ask("", _NOT_PLAINLY), 403
    roles.join_as(found, codes.epoch)
    note(f"joined-as-{found}", address)
    return redirect(url_for("phone.page" if found == CAMERA else "table.page"), 303)


@pages.post("/leave")
def leave() -> Response:
    """End this visitor's session."""
    roles.leave()
    services().table.wake()
    note("left", request.remote_addr)
    return redirect(url_for("joining.page"), 303)


@pages.post("/codes")
def change_codes() -> Response:
    """Make new codes, which ends the sessions of everybody who joined by the old ones."""
    new = roles.codes_of(current_app).change()
    note("codes-changed", request.remote_addr)
    if not roles.is_local():
        # A host on another device stays one.
        roles.join_as(HOST, new.epoch)
    services().phone.release()
    services().table.wake()
    return redirect(url_for("table.page", _anchor="joining"), 303)


@pages.post("/camera")
def choose_camera() -> Response:
    """Select the phone, or the camera that Longhouse was started with, as the table's camera."""
    source = request.form.get("source", "")
    cameras = services().cameras
    if cameras is None or source not in (GIVEN, PHONE) or source not in cameras.offered:
        return refuse(422, "no-camera", N_("That camera is not in the list; start Longhouse with it."))
    cameras.choose(source)
    return redirect(url_for("table.page", _anchor="joining"), 303)


def _ask(code: str, problem: str | None) -> str:
    secure = secure_page()
    sentence = translator(language())(problem).format(address=secure) if problem else None
    return render_template("access/join.html", code=code, problem=sentence, secure_address=secure)


def secure_page() -> str:
    """Return the address of the joining page over TLS."""
    return url_for("joining.page", _external=True, _scheme="https")


def _invitation(config: Config, codes: Codes, networks: LocalNetworkLookup) -> Invitation | None:
    """Return the invitation for a host's page; ``None`` for other roles, and where nobody may join."""
    if not config.lan or roles.role() != HOST:
        return None
    return invitation(networks.now(), request.host, codes.now())
