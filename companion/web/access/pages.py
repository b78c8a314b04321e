"""Joining: the page on which a code is typed, and the host's forms for codes and cameras."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Blueprint, Flask, current_app, redirect, render_template, request, session, url_for
from werkzeug import Response

from companion.language import N_, translator
from companion.live.cameras.sources import GIVEN, PHONE
from companion.web.access import roles
from companion.web.access import sessions as joining_sessions
from companion.web.access.access_control import AccessControl
from companion.web.access.invitation import Invitation, hosted_invitation, invitation
from companion.web.access.qr import qr_svg
from companion.web.access.rate_limits import CodeChecker, TooManyTries
from companion.web.access_codes import CAMERA, HOST, Codes, CodeSet
from companion.web.base.languages import language
from companion.web.base.replies import refuse
from companion.web.config import Config
from companion.web.lan.addresses import LocalNetworkLookup
from companion.web.lan.security_log import note
from companion.web.table_context import ALL_TABLES, TableContext, root_of, services, table_context

pages = Blueprint("joining", __name__, url_prefix="/join", template_folder="templates")

_KEY, _HOW = "longhouse-joining", "longhouse-how-to-join"
_WRONG = N_("This code is wrong or no longer valid; look at the host's page, and type it again.")
_TOO_OFTEN = N_("Too many wrong codes were tried; wait five minutes, then type the code that the host's page shows.")
_NOT_PLAINLY = N_("On this connection others could read the host's code; open {address} and type it there.")
_MAX_CODE_LENGTH = 40
"""Letters of a typed code that are looked at: far more than it has, with blanks and dashes. Chosen by hand."""
Invite = Callable[[str, CodeSet, str], Invitation]


def set_up(app: Flask, config: Config, networks: LocalNetworkLookup, control: AccessControl) -> None:
    """Let others join this app's table."""
    codes = control.codes(0)
    app.extensions[_KEY] = control.checker
    app.extensions[_HOW] = _how_to_join(config, networks)
    # A request that is not permitted is refused before its body is read.
    roles.set_up(app, codes, control.ended)
    joining_sessions.set_up(app)

    @app.context_processor
    def words() -> dict[str, object]:
        return {
            "invitation": lambda: _invitation(codes),
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
    codes = _CodesOfTables(_code_sets())
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
    if found == HOST and not request.is_secure and not roles.is_local():
        note("host-code-in-clear-text", address)
        return _ask("", _NOT_PLAINLY), 403
    table, epoch = codes.set_of(typed)
    roles.join_as(found, epoch, table)
    note(f"joined-as-{found}", address)
    page = url_for("phone.page" if found == CAMERA else "table.page")
    # A code of a table that was typed on the club's page leads to that table.
    return redirect(page if table is None or table_context() is not None else root_of(table) + page, 303)


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
    here = table_context()
    new = (roles.codes_of(current_app) if here is None else here.codes).change()
    note("codes-changed", request.remote_addr)
    if not roles.is_local() and (here is None or session.get("table") is not None):
        # A host on another device stays one.
        roles.join_as(HOST, new.epoch, None if here is None else here.number)
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
    others_join = current_app.extensions[_HOW] is not None
    return render_template(
        "access/join.html", code=code, problem=sentence, secure_address=secure, others_join=others_join
    )


def secure_page() -> str:
    """Return the address of the joining page over TLS."""
    return url_for("joining.page", _external=True, _scheme="https")


def _invitation(codes: Codes) -> Invitation | None:
    """Return the invitation for a host's page; ``None`` for other roles, and where nobody may join."""
    how: Invite | None = current_app.extensions[_HOW]
    if how is None or roles.role() != HOST:
        return None
    here = table_context()
    return invitation_to(here) if here is not None else how(request.host, codes.now(), "")


def invitation_to(table: TableContext) -> Invitation | None:
    """Return the invitation to one table of a club; ``None`` where nobody may join."""
    how: Invite | None = current_app.extensions[_HOW]
    return None if how is None else how(request.host, table.codes.now(), root_of(table.number))


def _how_to_join(config: Config, networks: LocalNetworkLookup) -> Invite | None:
    """Return what makes invitations from a host's address, codes and the beginning of addresses, if others may join."""
    if config.lan:
        return lambda host, codes, root: invitation(networks.now(), host, codes, root)
    if config.hosted is not None and config.hosted.host_names:
        name = config.hosted.host_names[0]
        return lambda _, codes, root: hosted_invitation(name, codes, root)
    return None


@dataclass(frozen=True)
class _CodesOfTables:
    """All code sets that a typed code may be of, each with the number of its table."""

    sets: Sequence[tuple[int | None, CodeSet]]

    def role_of(self, typed: str) -> str | None:
        """Return the role of a code, ``None`` for a wrong one.

        All sets are asked, so that the duration reveals nothing about a guess.
        """
        found = [codes.role_of(typed) for _, codes in self.sets]
        return next(filter(None, found), None)

    def set_of(self, typed: str) -> tuple[int | None, str]:
        """Return the table and the epoch of the set that a right code is of; no table where it is of everything."""
        return next((table, codes.epoch) for table, codes in self.sets if codes.role_of(typed))


def _code_sets() -> list[tuple[int | None, CodeSet]]:
    """Return the codes of the table that the request is about, or of all tables, and those of everything."""
    here, everything = table_context(), (None, roles.codes_of(current_app).now())
    if here is not None:
        return [(here.number, here.codes.now()), everything]
    contexts = current_app.extensions.get(ALL_TABLES)
    return [everything, *((table.number, table.codes.now()) for table in (contexts() if contexts is not None else ()))]
