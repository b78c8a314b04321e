"""Sessions: signed cookies, those of TLS never sent in clear text; and the token that each form must bring."""

from __future__ import annotations

from datetime import datetime, timedelta

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from companion.web.base.store import demand_token

LASTS = timedelta(hours=24)
"""An evening and the morning after."""
WITHOUT_TOKEN = frozenset({"photos.tally", "photos.answer", "languages.choose", "themes.choose"})
"""What may be posted without a form's token: it keeps nothing of anybody's, and programs send it, too."""


class _Signer(TimestampSigner):
    """Takes signatures of a later time: only we can have made them, when the computer's clock was ahead.

    Otherwise every page that is open would be refused when the clock is set right.
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
    """Keeps sessions apart by how a page was opened: cookies know nothing of ports or of TLS by themselves."""

    def get_cookie_name(self, app: Flask) -> str:
        """Return the cookie's name; browsers take one that begins so only over TLS, and only from this very host."""
        return "__Host-longhouse" if request.is_secure else "longhouse"

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs sessions, and reads those as well that were signed before the clock went back."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = _Signer
        return serializer

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
    app.before_request(_demand_token)


def _demand_token() -> None:
    """Refuse what changes anything and does not come from a form of ours; each page need not think of it."""
    if request.endpoint is not None and request.endpoint not in WITHOUT_TOKEN:
        demand_token()
