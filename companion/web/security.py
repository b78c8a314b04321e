"""What keeps the page to itself: a strict content policy, known hosts, no posts from elsewhere, a limit on uploads."""

from __future__ import annotations

from flask import Flask, Response, abort, request
from werkzeug.exceptions import HTTPException

from companion.language import N_
from companion.web.config import Config
from companion.web.replies import refuse

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SENTENCES = {
    404: N_("There is no such page; go back to the table."),
    405: N_("This cannot be done here; go back to the table."),
    413: N_("The file is larger than {limit} MB; send a smaller photo."),
}
_OTHER = N_("This request cannot be answered; go back to the table and try again.")


def set_up(app: Flask, config: Config) -> None:
    """Give every answer its headers, and every refusal a sentence."""
    app.config["MAX_CONTENT_LENGTH"] = config.upload_megabytes * 1_000_000
    # A page elsewhere could name its own host after this computer's address; such requests are not ours.
    app.config["TRUSTED_HOSTS"] = ["127.0.0.1", "localhost", "[::1]", config.host]
    app.before_request(_refuse_foreign_posts)
    app.after_request(_add_headers)

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Response:
        code = error.code or 500
        message = _SENTENCES.get(code, _OTHER)
        return refuse(code, error.name.lower().replace(" ", "-"), message, limit=config.upload_megabytes)


def _refuse_foreign_posts() -> None:
    if request.method == "POST" and request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403)


def _add_headers(answer: Response) -> Response:
    for name, value in _HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer
