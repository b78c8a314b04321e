"""The page of this app that a visitor came from, as the browser names it in the ``Referer`` header."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import current_app, request
from werkzeug.exceptions import HTTPException


def page_before() -> str | None:
    """Return the address of the page that sent this request; ``None`` where it was not a page of this app.

    A header that is no address names no page.

    A page that was shown as the answer to a form has an address that can only be posted to; the page that it belongs
    to is the folder of that address.
    """
    try:
        came = urlsplit(request.referrer or "")
    except ValueError:
        return None
    if came.netloc != request.host:
        return None
    if _can_be_opened(came.path):
        return f"{came.path}?{came.query}" if came.query else came.path
    folder = came.path.rpartition("/")[0] + "/"
    return folder if _can_be_opened(folder) else None


def _can_be_opened(path: str) -> bool:
    """Return whether a page has this address, which may lie below that of the table that the request is about."""
    try:
        current_app.url_map.bind(request.host).match(path.removeprefix(request.script_root), "GET")
    except HTTPException:
        return False
    return True
