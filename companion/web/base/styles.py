"""The style sheets that every page needs, as one file: each further one would delay the first picture of a page."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import cast

from flask import Blueprint, Flask, Response, current_app, url_for

pages = Blueprint("styles", __name__)

_KEY = "longhouse-styles"
_SHEETS = ("fonts", "longhouse", "drawings", "games", "watching", "tally", "joining", "touch", "narrow")
"""The style sheets in the order in which they are written: what comes later counts more."""
_YEAR_S = 365 * 86_400
_LATIN, _CYRILLIC = "latin", "cyrillic"
_FONTS = ("vollkorn-{}-900", "vollkorn-{}-700", "alegreya-sans-{}-400", "alegreya-sans-{}-700")


@dataclass(frozen=True)
class _Styles:
    """The joined style sheets, and a name that changes with them."""

    text: str
    version: str


def set_up(app: Flask) -> None:
    """Join the style sheets, and give the templates the address of the result and those of the fonts."""
    folder = Path(app.static_folder or "")
    text = "\n".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in _SHEETS)
    app.extensions[_KEY] = _Styles(text, sha256(text.encode()).hexdigest()[:12])

    @app.context_processor
    def words() -> dict[str, object]:
        return {"style_sheet": style_sheet, "fonts_of": _fonts}


@pages.get("/static/styles.css")
def sheet() -> Response:
    """Return all style sheets; the address names their version, so that a browser keeps them."""
    answer = Response(_styles().text, mimetype="text/css")
    answer.headers["Cache-Control"] = f"public, max-age={_YEAR_S}, immutable"
    return answer


def style_sheet() -> str:
    """Return the address of the joined style sheets."""
    return url_for("styles.sheet", v=_styles().version)


def _fonts(lang: str) -> list[str]:
    """Return the addresses of the fonts that a page in a language needs at once."""
    script = _CYRILLIC if lang == "ru" else _LATIN
    return [url_for("static", filename=f"fonts/{name.format(script)}-normal.woff2") for name in _FONTS]


def _styles() -> _Styles:
    return cast(_Styles, current_app.extensions[_KEY])
