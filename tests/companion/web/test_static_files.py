"""Scripts, styles and fonts: each page names their version, by which a browser keeps them until they change."""

import re

import pytest
from flask import Flask, url_for

from companion.web import Config
from companion.web.base import static_files

_ADDRESS = re.compile(r'(?:href|src)="([^"]*/static/[^"]*)"')


@pytest.mark.parametrize("page", ["/", "/teach/colours/", "/vikings/", "/evenings/"])
def test_every_file_that_a_page_names_is_kept_by_browsers_for_a_year(client, page):
    named = _ADDRESS.findall(client.get(page).text)
    assert named
    for address in named:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer.cache_control.immutable and answer.cache_control.max_age > 30_000_000, address


def test_scripts_are_imported_and_fonts_loaded_in_the_version_of_what_asks_for_them(client):
    script = _address_of(client, "/teach/tiles/", "photos_one_by_one.js")
    imported = re.search(r'from "(?:\.\./)+([^"]+)"', client.get(script).text)[1]
    assert client.get(f"{_version(script)}/{imported}").cache_control.immutable
    styles = _address_of(client, "/", "styles.css")
    font = re.search(r"url\(([^)]+)\)", client.get(styles).text)[1]
    assert client.get(f"{styles.rpartition('/')[0]}/{font}").cache_control.immutable


def test_a_file_under_the_version_of_an_earlier_release_is_sent_but_not_kept(client):
    answer = client.get("/v/0123456789ab/static/longhouse.js")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_a_missing_file_is_not_remembered_as_missing(client):
    missing = _address_of(client, "/", "longhouse.js").replace("longhouse.js", "no-such.js")
    answer = client.get(missing)
    assert answer.status_code == 404
    assert not answer.cache_control.max_age


def test_the_version_changes_with_any_file_and_with_nothing_else(tmp_path):
    def address_beside(text: str) -> str:
        (tmp_path / "chosen.css").write_text(text, encoding="utf-8")
        app = Flask("page", static_folder=tmp_path, static_url_path="/static")
        static_files.set_up(app)
        with app.test_request_context():
            return url_for("static", filename="longhouse.js")

    assert address_beside("a {}") == address_beside("a {}") != address_beside("b {}")


def _address_of(client, page: str, file: str) -> str:
    return next(address for address in _ADDRESS.findall(client.get(page).text) if address.endswith(f"/{file}"))


def _version(address: str) -> str:
    """Return the beginning of an address that names its version."""
    return re.match(r"/v/\w+", address)[0]


# What came over the network and was not in the browser's cache.
_FETCHED = """() => performance.getEntriesByType("resource")
    .filter(({ name, transferSize }) => name.includes("/static/") && transferSize > 0)
    .map(({ name }) => name)"""


@pytest.mark.long
@pytest.mark.browser
def test_a_browser_that_comes_again_fetches_no_script_style_or_font(serve, truth, visit):
    with serve(Config(), truth) as (address, _):
        page = visit(f"{address}/teach/colours/")
        assert page.evaluate(_FETCHED)
        page.goto(f"{address}/teach/colours/")
        page.wait_for_load_state("networkidle")
        assert page.evaluate(_FETCHED) == []
