"""Sessions in signed cookies, those of TLS with the Secure attribute; and the CSRF token of forms."""

from __future__ import annotations

from datetime import datetime, timedelta

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from companion.web.base.store import demand_token

LIFETIME = timedelta(hours=24)
"""An evening and the morning after."""
WITHOUT_TOKEN = frozenset(
    {"photos.tally", "photos.answer", "photos.choices", "photos.picture", "languages.choose", "themes.choose"}
)
"""Endpoints that accept posts without a CSRF token: they store nothing on the server, and programs use them, too."""


class _Signer(TimestampSigner):
    """A signer that accepts signatures from the future, made when the computer's clock was ahead.

    Otherwise all open pages would be refused when the clock is corrected.
    """

    def unsign(  # type: ignore[override]
        self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False
    ) -> bytes | tuple[bytes, datetime]:
        value, signed = super().unsign(signed_value, None, return_timestamp=True)
        age = self.get_timestamp() - int(signed.timestamp())
        if max_age is not None and age > max_age:
            raise SignatureExpired(f"Signature age {age} > {max_age} seconds", payload=value, date_signed=signed)
        return (value, signed) if return_timestamp else value


class Sessions(SecureCookieSessionInterface):
    """Sessions with cookies of different names for TLS and plain HTTP, because cookies are shared between both."""

    def get_cookie_name(self, app: Flask) -> str:
        """Return the cookie's name; browsers take one that begins so only over TLS, and only from this very host."""
        return "__Host-longhouse" if request.is_secure else "longhouse"

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the signer of sessions, which also accepts those signed before the clock went back."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = _Signer
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:
        """Say whether the cookie is for TLS only."""
        return request.is_secure


def set_up(app: Flask) -> None:
    """Let the app keep sessions in these cookies, and require the CSRF token of posts."""
    app.session_interface = Sessions()
    app.config.update(
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=LIFETIME,
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.before_request(_demand_token)


def _demand_token() -> None:
    """Refuse what changes anything and does not come from a form of ours; each page need not think of it."""
    if request.endpoint is not None and request.endpoint not in WITHOUT_TOKEN:
        demand_token()
