"""Sessions of those who have joined: signed cookies, those of TLS never sent in clear text."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface

LASTS = timedelta(hours=24)
"""An evening and the morning after."""


class Sessions(SecureCookieSessionInterface):
    """Keeps sessions apart by how a page was opened: cookies know nothing of ports or of TLS by themselves."""

    def get_cookie_name(self, app: Flask) -> str:
        """Return the cookie's name; browsers take one that begins so only over TLS, and only from this very host."""
        return "__Host-longhouse" if request.is_secure else "longhouse"

    def get_cookie_secure(self, app: Flask) -> bool:
        """Say whether the cookie is for TLS only."""
        return request.is_secure


def set_up(app: Flask) -> None:
    """Keep the app's sessions so."""
    app.session_interface = Sessions()
    app.config.update(
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=LASTS,
        SESSION_REFRESH_EACH_REQUEST=False,
    )
