"""Security of all pages: content policy, known hosts, no cross-site posts, a limit on uploads."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from companion.language import N_
from companion.problems import Problem
from companion.web.access.roles import host_name
from companion.web.base.gone import Gone
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_gone, refuse_sentence
from companion.web.base.static_files import is_static
from companion.web.config import Config
from companion.web.lan.addresses import LOOPBACK_NAMES, LocalNetworkLookup
from companion.web.lan.security_log import note

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), screen-wake-lock=(self), microphone=(), geolocation=()",
}
_SENTENCES = {
    404: N_("There is no such page; go back to the table."),
    405: N_("That cannot be done here; go back to the table."),
    413: N_("The file is larger than {limit} MB; send a smaller photo."),
}
_FORGED = N_("This was not sent from a Longhouse page; reload the page and try again.")
_NO_NAME = N_("This page has no such address; open it by the address that Longhouse shows.")
_FAR = N_("Only devices on the same home network can connect.")
_OTHER = N_("This request cannot be answered; go back to the table and try again.")


def set_up(app: Flask, config: Config, networks: LocalNetworkLookup) -> None:
    """Add security headers to all responses, error sentences to refusals, and checks of hosts and origins.

    Must be set up before anything else that handles requests.
    """
    app.config["MAX_CONTENT_LENGTH"] = config.upload_megabytes * 1_000_000
    own = (*LOOPBACK_NAMES, config.host, *(config.hosted.host_names if config.hosted is not None else ()))

    def refuse_strangers() -> Response | None:
        place = networks.now() if config.lan else None
        # DNS rebinding: a foreign page may resolve its own name to this computer's address.
        if host_name() not in (*own, *(place.hosts if place is not None else ())):
            note("unknown-name", request.remote_addr)
            return refuse(400, "unknown-name", _NO_NAME)
        # A router may forward visitors from the internet.
        if place is not None and not place.is_local(request.remote_addr or ""):
            note("too-far", request.remote_addr)
            return refuse(403, "too-far", _FAR)
        return None

    app.before_request(refuse_strangers)
    app.before_request(_refuse_foreign_posts)
    app.after_request(_add_headers)

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Response:
        code = error.code or 500
        is_forged = isinstance(error, CSRFError)
        if is_forged:
            note("forged-post", request.remote_addr)
        if isinstance(error, Gone):
            return refuse_gone(error)
        message = _FORGED if is_forged else _SENTENCES.get(code, _OTHER)
        return refuse(code, error.name.lower().replace(" ", "-"), message, limit=config.upload_megabytes)

    @app.errorhandler(Problem)
    def impossible(problem: Problem) -> Response:
        return refuse_sentence(503, "problem", problem.sentence(language()))


def _refuse_foreign_posts() -> Response | None:
    """Refuse cross-site posts; programs other than browsers send neither of the two headers."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    foreign = request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if foreign or (origin is not None and not _is_own(origin)):
        note("forged-post", request.remote_addr)
        return refuse(403, "forged", _FORGED)
    return None


def _is_own(origin: str) -> bool:
    """Return whether an origin is this app's; one that is no address is not."""
    try:
        return urlsplit(origin).netloc.lower() == request.host.lower()
    except ValueError:
        return False


def _add_headers(answer: Response) -> Response:
    """Give an answer the headers by which browsers restrict pages and store none."""
    for name, value in _HEADERS.items():
        answer.headers.setdefault(name, value)
    if not is_static(request.endpoint) and not answer.cache_control.max_age:
        # Pages hold codes, names and games, which no browser or proxy may cache.
        answer.headers["Cache-Control"] = "no-store"
    if request.is_secure or host_name() in LOOPBACK_NAMES:
        # Browsers apply it, and log no warning, in secure contexts only.
        answer.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    return answer
