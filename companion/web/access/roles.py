"""Authorisation: the host may do everything, a camera send pictures, a viewer read, and a stranger only join."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from ipaddress import ip_address

from flask import Flask, Response, current_app, g, redirect, request, session, url_for

from companion.language import N_
from companion.web.access.ended_sessions import EndedSessions
from companion.web.access_codes import CAMERA, HOST, VIEWER, Codes
from companion.web.base.replies import refuse, wants_fragment, wants_page
from companion.web.base.static_files import is_static
from companion.web.lan.addresses import LOOPBACK_NAMES
from companion.web.lan.security_log import note
from companion.web.table_context import root_of, table_context

FOR_ALL = frozenset(
    {
        "table.health",
        "languages.choose",
        "themes.choose",
        "styles.sheet",
        "installed.manifest",
        "installed.service_worker",
        "installed.shell",
        "installed.offline",
        "installed.share",
        "joining.page",
        "joining.with_code",
        "joining.join",
        "joining.leave",
        "hosted.ready",
        "hosted.metrics",
    }
)
"""Endpoints that are open to everybody on the network."""
FOR_CAMERAS = frozenset({"phone.page", "phone.claim", "phone.frame", "phone.shot"})
TEACHING = "teach"
"""Prefix of the names of all blueprints with pages that teach a camera or a copy; these are for hosts alone."""
FOR_HOSTS = frozenset(
    {"sources.page", "games.new", "games.set_up_again", "hand.build", "hand.preview", "one_game.ask_to_delete"}
    | {"evenings.ask_to_remove"}
    | FOR_CAMERAS
)
"""Endpoints that only read, but are of use to the host alone, beside those of teaching: forms, the camera's page."""
FOR_GUESTS = frozenset(
    {"table.page", "photos.tally", "photos.answer", "photos.choices", "photos.preview", "photos.picture"}
    | {"rules.page", "rules.picture"}
)
"""Endpoints that a hosted page opens to everybody, if it is public: photos are tallied, and nothing is stored."""
PUBLIC = "longhouse-public"
"""Key of whether an app is public."""
FOR_CLUBS = frozenset(
    {"club.add", "club.change", "club.remove", "pictures.want", "pictures.delete"}
    | {"evenings.begin", "evenings.pair", "evenings.change_players", "evenings.correct_name", "evenings.remove"}
)
"""Endpoints for hosts of the whole club alone: its tables, the stored pictures of all games, its evenings."""
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_PASSED_ON = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z.-]+)(:(?P<port>[0-9]{0,5}))?")
"""The header Host (RFC 9110, 7.2): a name or an address, those of IPv6 in brackets, and perhaps a port."""
_LAST_PORT = 65_535
_THIS_COMPUTER = "this computer"
_CODES, _ENDED = "longhouse-codes", "longhouse-ended"
_SENTENCES = {
    None: N_("Join the table first: scan the code on the host's page, or type it on the page {address}."),
    VIEWER: N_("Viewers cannot do this; ask the host, or join with the host's code."),
    CAMERA: N_("A phone that is the camera can only send pictures; to watch, join again."),
}

_OF_OTHERS = N_("The host of one table cannot do this; ask a host of the whole club.")


def set_up(app: Flask, codes: Codes, ended: EndedSessions) -> None:
    """Refuse requests that the visitor's role does not permit.

    Args:
        app: the app.
        codes: the codes to join by.
        ended: the sessions that have ended.
    """
    app.extensions[_CODES], app.extensions[_ENDED] = codes, ended
    app.before_request(_demand_role)

    @app.context_processor
    def words() -> dict[str, object]:
        return {"role": role(), "may_teach": role() == HOST and not _is_host_of_one_table()}


def codes_of(app: Flask) -> Codes:
    """Return the codes of an app."""
    codes: Codes = app.extensions[_CODES]
    return codes


def role() -> str | None:
    """Return the role of the current visitor: ``host``, ``camera``, ``viewer``, or ``None`` for a stranger."""
    if "role" not in g:
        g.role = HOST if is_local() else _joined_as()
    found: str | None = g.role
    return found


def is_local() -> bool:
    """Return whether the request was made on this computer, by a loopback name.

    A request through a proxy, or by a name that others use as well, counts as one from the network.
    """
    try:
        near = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
    return near and host_name() in LOOPBACK_NAMES and not any(name in request.headers for name in _PASSED_ON)


def device() -> str:
    """Return the key of the visitor's device: its address, or one key for this computer under all its addresses."""
    return _THIS_COMPUTER if is_local() else request.remote_addr or ""


def host_name() -> str:
    """Return the host name or address in the request, without the port; empty if it is malformed."""
    found = _HOST.fullmatch(request.environ.get("HTTP_HOST", ""))
    if found is None or int(found["port"] or 0) > _LAST_PORT:
        return ""
    return found["name"].lower()


def may(who: str | None, endpoint: str | None, method: str) -> bool:
    """Return whether a role permits a request; endpoints that are not listed for a role are refused."""
    if endpoint is None or is_static(endpoint) or endpoint in FOR_ALL or who == HOST:
        return True
    if who == CAMERA:
        return endpoint in FOR_CAMERAS
    return who == VIEWER and method in _READING and endpoint not in FOR_HOSTS and not endpoint.startswith(TEACHING)


def admission() -> Callable[[], bool]:
    """Return a function that returns, outside of the request, whether this visitor is still admitted."""
    codes, epoch, ended, name = _codes_joined_by(), session.get("epoch"), _ended(), session.get("id")
    if is_local():
        return lambda: True
    return lambda: codes is not None and codes.now().epoch == epoch and name not in ended


def join_as(new: str, epoch: str, table: int | None = None) -> None:
    """Begin a new session with a role and the epoch of the code set, for one table of a club or for everything."""
    leave()
    session.update(role=new, epoch=epoch, id=secrets.token_hex(8))
    if table is not None:
        session["table"] = table
    session.permanent = True


def _codes_joined_by() -> Codes | None:
    """Return the codes that this visitor has joined by; ``None`` where those are of another table than this one."""
    table, here = session.get("table"), table_context()
    if table is None:
        return codes_of(current_app)
    return here.codes if here is not None and here.number == table else None


def leave() -> None:
    """End the visitor's session, on the server as well, because the cookie may have been copied."""
    if "id" in session:
        _ended().add(session["id"])
    session.clear()
    g.pop("role", None)


def _ended() -> EndedSessions:
    ended: EndedSessions = current_app.extensions[_ENDED]
    return ended


def _joined_as() -> str | None:
    """Return the role that the session joined with; ``None`` where it has ended, or the codes were replaced since."""
    codes = _codes_joined_by()
    if codes is None or session.get("epoch") != codes.now().epoch:
        return None
    if "id" not in session or session["id"] in _ended():
        return None
    kept = session.get("role")
    # The host's role is granted over TLS only, and its session is refused over plain HTTP as well.
    if kept == HOST and not request.is_secure:
        return None
    return kept if kept in (HOST, CAMERA, VIEWER) else None


def _is_host_of_one_table() -> bool:
    """Return whether a host in a club has joined one of its tables only."""
    return not is_local() and session.get("table") is not None and table_context() is not None


def _is_of_others(who: str | None) -> bool:
    """Return whether the host of one table asks for what is the whole club's, or would change another table's game."""
    here = table_context()
    if who != HOST or here is None or not _is_host_of_one_table():
        return False
    if request.endpoint in FOR_CLUBS or (request.blueprint or "").startswith(TEACHING):
        return True
    game = (request.view_args or {}).get("game")
    return request.method not in _READING and game is not None and not here.owns(game)


def _demand_role() -> Response | None:
    """Refuse a request that its visitor may not make, or lead the visitor to a page for all; ``None`` lets it pass."""
    who = role()
    if may(who, request.endpoint, request.method) and not _is_of_others(who):
        return None
    if who is None and current_app.extensions.get(PUBLIC) and request.endpoint in FOR_GUESTS:
        return None
    if request.method == "GET" and wants_page() and not wants_fragment():
        if who is None and session.get("table") is not None and table_context() is None:
            return redirect(root_of(session["table"]) + "/", 303)  # type: ignore[return-value]
        if who is None:
            return redirect(url_for("joining.page"), 303)  # type: ignore[return-value]
        if who == CAMERA and request.endpoint == "table.page":
            return redirect(url_for("phone.page"), 303)  # type: ignore[return-value]
    note("not-allowed", request.remote_addr)
    if _is_of_others(who):
        return refuse(403, "not-allowed", _OF_OTHERS)
    address = url_for("joining.page", _external=True)
    return refuse(401 if who is None else 403, "not-allowed", _SENTENCES[who], address=address)
