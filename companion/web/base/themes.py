"""The colour scheme of the pages: light, dark, or that of the device."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, request
from werkzeug import Response

from companion.language import N_
from companion.web.base.languages import back_with_cookie

_COOKIE = "theme"
SYSTEM, LIGHT, DARK = "system", "light", "dark"
THEMES = {SYSTEM: N_("Auto"), LIGHT: N_("Light"), DARK: N_("Dark")}
_SCHEMES = {SYSTEM: "light dark", LIGHT: "light", DARK: "dark"}
_DARK_MEDIA = {SYSTEM: "(prefers-color-scheme: dark)", LIGHT: "not all", DARK: "all"}
"""The media query of the dark style sheet, by theme."""

pages = Blueprint("themes", __name__)


def set_up(app: Flask) -> None:
    """Give the app's pages their theme."""

    @app.context_processor
    def theme() -> dict[str, object]:
        kept = request.cookies.get(_COOKIE)
        chosen = kept if kept in THEMES else SYSTEM
        return {"theme": chosen, "themes": THEMES, "colour_scheme": _SCHEMES[chosen], "dark_media": _DARK_MEDIA[chosen]}


@pages.post("/theme/<name>")
def choose(name: str) -> Response:
    """Remember the theme that a visitor has chosen."""
    if name not in THEMES:
        abort(404)
    return back_with_cookie(_COOKIE, name)
