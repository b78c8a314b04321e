"""The manifest of the installed app, its service worker, and what that keeps for times without a server."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, send_from_directory, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from companion.web.base.languages import language
from companion.web.base.styles import style_sheet

pages = Blueprint("installed", __name__, template_folder="templates")

_ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-full.png", "512x512", "maskable"),
)
_PAPER, _FJORD = "#f3e9d4", "#1d5468"
"""The page's background, and the colour of the system's bars around it, as in ``longhouse.css``."""
_KEPT = (".css", ".js", ".woff2", ".svg", ".png")
_SCRIPT = "service-worker.js"


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the manifest, by which a browser installs the page as an app."""
    answer = jsonify(
        id="/",
        name="Longhouse",
        short_name="Longhouse",
        description=_("Watches your game of Fjords and keeps the score."),
        lang=language(),
        start_url=url_for("table.page"),
        scope="/",
        display="standalone",
        background_color=_PAPER,
        theme_color=_FJORD,
        icons=[
            {
                "src": url_for("static", filename=f"icons/{name}"),
                "sizes": sizes,
                "type": "image/png",
                "purpose": purpose,
            }
            for name, sizes, purpose in _ICONS
        ],
        share_target={
            "action": url_for(".share"),
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"files": [{"name": "photo", "accept": ["image/*"]}]},
        },
    )
    answer.mimetype = "application/manifest+json"
    return answer


@pages.get(f"/{_SCRIPT}")
def service_worker() -> Response:
    """Return the service worker, at the root, because it serves only what lies below its own address."""
    return send_from_directory(_static_folder(), _SCRIPT, mimetype="text/javascript")


@pages.get("/installed/shell")
def shell() -> Response:
    """Return the addresses that are kept for times without a server: styles, scripts, fonts, drawings, a page."""
    files = (url_for("static", filename=name) for name in _static_files())
    return jsonify([url_for(".offline"), style_sheet(), *files])


@pages.get("/installed/offline")
def offline() -> str:
    """Render the page that the service worker shows when the server cannot be reached."""
    return render_template("installed/offline.html")


@pages.get("/share")
def share() -> AnyResponse:
    """Lead to the tally; the photos themselves are taken by the service worker, and do not come here."""
    return redirect(url_for("table.page"), 303)


def _static_folder() -> Path:
    return Path(current_app.static_folder or "")


def _static_files() -> list[str]:
    folder = _static_folder()
    files = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in _KEPT)
    return sorted(name for name in files if name != _SCRIPT)
