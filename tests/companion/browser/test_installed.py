"""Longhouse as an installed app: its manifest, boards without a server, photos that another app shares to it."""

import base64
import json
import re

import pytest
from playwright.sync_api import expect

from companion.web import Config, create_app
from tests.companion.conftest import PATIENCE
from tests.support.games.recorded_games import played_record
from tests.support.readers.truth_reader import SAMPLES


def test_the_manifest_and_all_that_is_kept_can_be_fetched(client):
    manifest = json.loads(client.get("/manifest.webmanifest").data)
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).data[1:4] == b"PNG"
    page = client.get("/")
    assert 'rel="manifest"' in page.text
    assert "manifest-src 'self'" in page.headers["Content-Security-Policy"]
    assert client.get("/service-worker.js").mimetype == "text/javascript"
    kept = client.get("/installed/shell").json
    assert "/installed/offline" in kept
    named = re.findall('(?:href|src)="([^"]+/static/[^"]+[.](?:css|js))"', page.text)
    assert len(named) > 5
    assert set(named) <= set(kept)
    assert all(client.get(address).status_code == 200 for address in kept)
    assert client.get(manifest["share_target"]["action"]).headers["Location"] == "/"


def test_a_stranger_on_the_network_sees_no_more_than_the_shell(truth):
    client = create_app(Config(lan=True), truth).test_client()
    far = {"environ_base": {"REMOTE_ADDR": "127.0.0.1"}, "headers": {"X-Forwarded-For": "192.168.1.9"}}
    assert client.get("/installed/offline", **far).status_code == 200
    assert client.get("/games/", **far).status_code == 401


@pytest.mark.long
@pytest.mark.browser
def test_a_shared_photo_is_tallied_and_boards_are_there_without_a_server(browser, serve, truth, tmp_path, wait_for):
    record = tmp_path / "game.txt"
    record.write_text(played_record(), encoding="utf-8")
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    with serve(Config(), truth) as (address, _):
        page.goto(address + "/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        wait_for(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
        page.goto(address + "/games/")
        page.set_input_files("#game-file", record)
        page.wait_for_url("**/games/1/")
        page.locator(".moves li").first.wait_for()
        photo = base64.b64encode((SAMPLES / "table11.jpg").read_bytes()).decode()
        shared = """async (data) => {
            const form = new FormData();
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            form.append("photo", new File([bytes], "table11.jpg", { type: "image/jpeg" }));
            return (await fetch("/share", { method: "POST", body: form })).url;
        }"""
        assert page.evaluate(shared, photo).endswith("/?shared")
        page.goto(address + "/?shared")
        expect(page.locator(".tallied .tallied-name, .tallied .verdict").first).to_be_visible()
        assert "shared" not in page.url
    page.goto(address + "/games/1/")
    expect(page.locator("#moment .fjords-board")).to_be_visible()
    page.goto(address + "/")
    expect(page.get_by_role("heading", name="Longhouse is not responding")).to_be_visible()
    expect(page.locator("#kept-list a")).to_have_attribute("href", address + "/games/1/")
    context.close()
