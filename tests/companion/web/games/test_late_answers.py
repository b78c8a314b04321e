"""A board that is built by hand shows the newest of the answers, in whatever order they arrive, and loses no tap."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.web import Config
from tests.companion.conftest import PATIENCE
from tests.support.games.new_games import open_new_fjords_game

pytestmark = pytest.mark.browser

_COUNT = """() => {
    window.answered = 0;
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (...body) {
        this.addEventListener("loadend", () => window.answered += 1);
        send.apply(this, body);
    };
}"""
_LAY = """async (cell) => {
    const form = new FormData();
    form.set("csrf_token", document.querySelector("[name=csrf_token]").value);
    for (const side of [0, 1, 2, 3, 4, 5]) form.set(`edge-${side}`, "P");
    form.set("cell", cell);
    await fetch(location.pathname.replace(/build.*/, "build/tile"), { method: "POST", body: form });
}"""


@pytest.fixture(scope="module")
def served(truth, serve):
    """The address of a page without a camera."""
    with serve(Config(viewers=4), truth) as (address, _):
        yield address


@pytest.fixture
def page(served, visit):
    """A board with one tile, on a page that counts the answers that it has treated."""
    page = open_new_fjords_game(visit, served, "white")
    page.evaluate(_COUNT)
    lay_here(page, "0, 0")
    return page


def lay_here(page: Any, cell: str) -> None:
    page.get_by_role("link", name=f"Lay a tile in the space {cell}").click()
    page.get_by_role("button", name="Lay this tile").click()
    page.get_by_role("link", name=f"Tile {cell}").wait_for()


def lay_elsewhere(page: Any, cell: str) -> None:
    """Lay a tile as another page does that shows the same game; this one hears of it by an event."""
    page.evaluate(_LAY, cell)


def tiles(page: Any) -> Any:
    return page.locator(".tappable .fjords-board .tile")


def pump(page: Any, condition: Callable[[], Any]) -> None:
    """Wait for a condition while Playwright goes on handling what the page requests."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        page.wait_for_timeout(20)


def answered(page: Any) -> int:
    return page.evaluate("window.answered")


def wait_for_answer(page: Any, before: int) -> None:
    """Wait until the page has treated one more answer; its content policy forbids Playwright's own way."""
    pump(page, lambda: answered(page) > before)


class Held:
    """Keeps the first of the chosen answers under way, as a slow line does; the server has given it already."""

    def __init__(self, page: Any, chosen: Callable[[Any], bool]) -> None:
        self._page, self._chosen, self._kept = page, chosen, []
        page.route("**/build/**", self._take)

    def _take(self, route: Any) -> None:
        if not self._kept and self._chosen(route.request):
            self._kept.append((route, route.fetch()))
        else:
            route.continue_()

    def wait(self) -> None:
        """Wait until the answer is under way."""
        pump(self._page, lambda: self._kept)

    def arrive(self) -> None:
        """Let the answer arrive; return when the page has treated it."""
        before = answered(self._page)
        route, answer = self._kept[0]
        route.fulfill(response=answer)
        wait_for_answer(self._page, before)


def is_renewal(request: Any) -> bool:
    return request.headers.get("hx-trigger") == "renewal"


def is_tap_at(cell: str) -> Callable[[Any], bool]:
    return lambda request: f"cell={cell.replace(',', '%2C')}" in request.url or f"cell={cell}" in request.url


@pytest.mark.long
def test_a_renewal_that_was_long_under_way_takes_nothing_back(page):
    held = Held(page, is_renewal)
    lay_elsewhere(page, "1,0")
    held.wait()
    lay_here(page, "0, 1")
    expect(tiles(page)).to_have_count(3)
    held.arrive()
    expect(tiles(page)).to_have_count(3)


def test_a_tap_whose_answer_was_long_under_way_is_answered_by_how_things_stand_now(page):
    held = Held(page, is_tap_at("0,1"))
    page.get_by_role("link", name="Lay a tile in the space 0, 1").click()
    held.wait()
    lay_elsewhere(page, "1,0")
    expect(tiles(page)).to_have_count(2)
    held.arrive()
    page.get_by_role("button", name="Lay this tile").wait_for()
    expect(page.locator("#tile-form [name=cell]")).to_have_value("0,1")
    expect(tiles(page)).to_have_count(2)


@pytest.mark.long
def test_a_tap_is_not_lost_when_the_board_changes_under_the_finger(page):
    page.get_by_role("link", name="Lay a tile in the space 0, 1").click()
    page.get_by_role("button", name="Lay this tile").wait_for()
    page.get_by_role("link", name="Tile 0, 0").hover()
    before = answered(page)
    page.mouse.down()
    lay_elsewhere(page, "1,0")
    wait_for_answer(page, before)
    page.mouse.up()
    page.get_by_role("heading", name="On this tile").wait_for()
    expect(tiles(page)).to_have_count(2)


def test_undo_names_and_undoes_what_another_page_did_last(page):
    page.get_by_role("link", name="Tile 0, 0").click()
    page.get_by_role("button", name="viking, white").click()
    undo = page.locator("#undo")
    expect(undo).to_have_text("Undo: White places a viking")
    lay_elsewhere(page, "1,0")
    expect(undo).to_have_text("Undo: A tile is laid")
    expect(page.get_by_role("heading", name="On this tile")).to_be_visible()
    undo.click()
    expect(tiles(page)).to_have_count(1)
    expect(undo).to_have_text("Undo: White places a viking")


def test_a_tap_that_does_not_reach_the_server_is_said_and_is_no_fault_of_the_page(page, page_faults):
    page.route("**/build/?cell=*", lambda route: route.abort())
    page.get_by_role("link", name="Tile 0, 0").click()
    expect(page.get_by_text("Longhouse is not responding")).to_be_in_viewport()
    page.unroute_all()
    lay_elsewhere(page, "1,0")
    expect(tiles(page)).to_have_count(2)
    expect(page.get_by_text("Longhouse is not responding")).to_be_in_viewport()
    page.get_by_role("link", name="Tile 0, 0").click()
    page.get_by_role("heading", name="On this tile").wait_for()
    expect(page.get_by_text("Longhouse is not responding")).to_be_hidden()
    assert page_faults == []
