"""Requests to the pages that teach, and what their answers hold."""

from __future__ import annotations

import io
import re
from pathlib import Path

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.profile.folder import load_profile
from companion.reader_service import NetworkReader
from companion.web import Config, create_app
from tests.support.pages.forms import token_of
from vision.tiles.tile_set import KnownSet


def teaching_client(data: Path) -> FlaskClient:
    """Return a visitor of a new page that teaches, where the profile *Mine* was begun."""
    client = create_app(Config(data=str(data)), NetworkReader()).test_client()
    post(client, "/teach/begin", name="Mine")
    return client


def post(client: FlaskClient, address: str, **fields: object) -> TestResponse:
    """Send a form with the visitor's token, and follow where the answer leads."""
    data = {"csrf_token": token_of(client, "/teach/"), **fields}
    return client.post(address, data=data, headers={"Accept": "text/html"}, follow_redirects=True)


def files(*contents: bytes, name: str = "photo.jpg") -> list[tuple[io.BytesIO, str]]:
    """Return the field of a form that sends files, all of one name."""
    return [(io.BytesIO(content), name) for content in contents]


def tile_names(page: str) -> list[str]:
    """Return the names of the tiles on a sheet."""
    return re.findall(r'<li id="tile-(t\d+)"', page)


def kept_set(data: Path) -> KnownSet:
    """Return the tile set in the profile *Mine*."""
    return load_profile(data / "profiles/mine").tiles[0]
