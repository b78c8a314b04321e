"""The style sheets that every page needs, as one file: each further one would delay the first paint of a page."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from flask import Blueprint, Flask, Response, current_app, url_for

pages = Blueprint("styles", __name__)

_KEY = "longhouse-styles"
_SHEETS = ("fonts", "longhouse", "drawings", "games", "watching", "tally", "joining", "touch", "narrow")
"""The style sheets in the order in which they are joined: later ones take precedence."""
_LATIN, _CYRILLIC = "latin", "cyrillic"
_FONTS = ("vollkorn-{}-900", "vollkorn-{}-700", "alegreya-sans-{}-400", "alegreya-sans-{}-700")


def set_up(app: Flask) -> None:
    """Join the style sheets, and give the templates the address of the result and those of the fonts."""
    folder = Path(app.static_folder or "")
    app.extensions[_KEY] = "\n".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in _SHEETS)

    @app.context_processor
    def words() -> dict[str, object]:
        return {"style_sheet": style_sheet, "fonts_of": _fonts}


@pages.get("/static/styles.css")
def sheet() -> Response:
    """Return all style sheets."""
    return Response(cast(str, current_app.extensions[_KEY]), mimetype="text/css")


def style_sheet() -> str:
    """Return the address of the joined style sheets."""
    return url_for("styles.sheet")


def _fonts(lang: str) -> list[str]:
    """Return the addresses of the fonts that a page in a language needs at once."""
    script = _CYRILLIC if lang == "ru" else _LATIN
    return [url_for("static", filename=f"fonts/{name.format(script)}-normal.woff2") for name in _FONTS]
