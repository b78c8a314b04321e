"""Addresses of scripts, styles and fonts that name their version, so that a browser asks for each only once.

The version is the beginning of the path, ``/v/0a1b2c3d4e5f/static/longhouse.js``: what a script imports, and the fonts
of a style sheet, then have the same one without being told.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, g

_LETTERS = 12
"""Length of a version."""
_YEAR_S = 365 * 86_400
_JOINED_STYLES = "styles.sheet"


def set_up(app: Flask) -> None:
    """Give each static file an address with its version; ``url_for`` builds that one, and both are answered.

    Must be set up after all blueprints are registered.
    """
    version = _version_of(_static_folders(app))
    for rule in list(app.url_map.iter_rules()):
        if _has_version(rule.endpoint):
            app.add_url_rule(f"/v/<version>{rule.rule}", rule.endpoint)

    @app.url_defaults
    def name_version(endpoint: str, values: dict[str, Any]) -> None:
        if _has_version(endpoint):
            values.setdefault("version", version)

    @app.url_value_preprocessor
    def take_version(endpoint: str | None, values: dict[str, Any] | None) -> None:
        if values is not None and _has_version(endpoint):
            g.static_version = values.pop("version", None)

    @app.after_request
    def keep(answer: Response) -> Response:
        # A page from before an update asks for another version; it gets today's, which may not be kept under that name.
        if answer.status_code == 200 and g.get("static_version") == version:
            answer.headers["Cache-Control"] = f"public, max-age={_YEAR_S}, immutable"
        return answer


def is_static(endpoint: str | None) -> bool:
    """Return whether this endpoint serves scripts, styles and fonts as they are in the package."""
    return (endpoint or "").rpartition(".")[2] == "static"


def _has_version(endpoint: str | None) -> bool:
    return is_static(endpoint) or endpoint == _JOINED_STYLES


def _static_folders(app: Flask) -> list[Path]:
    """Return the folders of static files, those of blueprints among them."""
    folders = (app.static_folder, *(blueprint.static_folder for blueprint in app.blueprints.values()))
    return [Path(folder) for folder in folders if folder is not None]


def _version_of(folders: Iterable[Path]) -> str:
    """Return a name that changes with the content of any file in these folders."""
    content = sha256()
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            content.update(f"{file.relative_to(folder).as_posix()}\n".encode())
            content.update(file.read_bytes())
    return content.hexdigest()[:_LETTERS]
