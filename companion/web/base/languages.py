"""The language of the pages: the visitor's choice, otherwise the browser's."""

from __future__ import annotations

from babel import Locale
from flask import Blueprint, Flask, abort, redirect, request, url_for
from flask_babel import Babel, get_locale
from werkzeug import Response

from companion.language import LANGUAGES, catalogue_folders, player_name
from companion.web.base.referrer import page_before

_COOKIE = "lang"
_COOKIE_SECONDS = 365 * 24 * 3600

pages = Blueprint("languages", __name__)


def set_up(app: Flask) -> None:
    """Give the app's pages their language."""
    # Of the same message in several catalogues the last one counts.
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = ";".join(map(str, reversed(catalogue_folders())))
    Babel(app, locale_selector=_chosen)

    @app.context_processor
    def words() -> dict[str, object]:
        lang = language()
        return {"lang": lang, "languages": LANGUAGES, "shown_name": lambda name: player_name(name, lang)}


def language() -> str:
    """Return the code of the current visitor's language."""
    locale: Locale | None = get_locale()
    return locale.language if locale else "en"


@pages.post("/language/<code>")
def choose(code: str) -> Response:
    """Remember the language that a visitor has chosen."""
    if code not in LANGUAGES:
        abort(404)
    return back_with_cookie(_COOKIE, code)


def back_with_cookie(name: str, value: str) -> Response:
    """Return a redirect to the page that the visitor came from, or else to the table, with a cookie."""
    answer = redirect(page_before() or url_for("table.page"), 303)
    answer.set_cookie(name, value, max_age=_COOKIE_SECONDS, httponly=True, samesite="Lax")
    return answer


def _chosen() -> str:
    kept = request.cookies.get(_COOKIE)
    return kept if kept in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES)) or "en"
