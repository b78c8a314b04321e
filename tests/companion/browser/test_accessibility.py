"""Pages in use before axe-core, in both themes: nothing serious is wrong for who cannot see or use a mouse.

axe-core lies beside these tests under its own licence (MPL-2.0); it is no part of what is shipped.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.web import Config
from tests.companion.conftest import PATIENCE
from tests.support.games.recorded_games import played_record
from tests.support.pages.page_fit import await_styles_and_fonts
from tests.support.readers.truth_reader import SAMPLES
from tests.support.servers.live_server import FakeCamera, game_photo, serve_live

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
PHONE = (390, 844)
HEADINGS = ("heading-order", "page-has-heading-one", "empty-heading")
"""Rules by which somebody who hears the pages finds the way; axe counts them as moderate."""


def faults(page, only=""):
    """What axe finds: the rule, its impact, and the first element; of one rule, where one is named."""
    rules = [only] if only else ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"]
    options = f"{{runOnly: {rules}, resultTypes: ['violations']}}"
    await_styles_and_fonts(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(f"axe.run(document, {options}).then((result) => result.violations)")
    return [
        (fault["id"], fault["impact"], fault["nodes"][0]["html"][:160], fault["nodes"][0]["failureSummary"][:200])
        for fault in found
        if fault["impact"] in ("serious", "critical") or fault["id"] in HEADINGS
    ]


def faults_in_both_themes(page):
    """All that is wrong by day, and the contrast by night, on the page as it stands."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = faults(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return [*found, *(("by night", *fault) for fault in faults(page, "color-contrast"))]


OVERFLOWS = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const cuts = (e) => ["hidden", "clip"].includes(getComputedStyle(e).overflowX) && e.clientWidth > 2;
  const wanted = (e) => getComputedStyle(e).textOverflow === "ellipsis" || e.matches("svg, svg *, input");
  const isCut = (e) => cuts(e) && !wanted(e) && e.scrollWidth > e.clientWidth + 1;
  const cut = [...document.querySelectorAll("body *")].filter(isCut);
  return [...(scrollWidth > clientWidth ? [document.documentElement] : []), ...cut].map(
    (e) => `${e.scrollWidth} px in ${e.clientWidth}: ${e.outerHTML.slice(0, 100)}`);
}"""
"""What a page would have to be scrolled sideways for, and what does not fit where it is and is cut off."""


def faults_of_width(page):
    """What does not fit a narrow phone, in letters as they are and in those of a reader who has doubled them."""
    await_styles_and_fonts(page)
    size, found = page.viewport_size, []
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 700})
        for letters in ("100%", "200%"):
            page.evaluate("letters => { document.documentElement.style.fontSize = letters; }", letters)
            found += [f"{width} px, letters of {letters}: {fault}" for fault in page.evaluate(OVERFLOWS)]
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(size)
    return found


def faults_of_wide_tables(page):
    """What keeps somebody without a mouse from scrolling a table, on the narrowest of phones and in large letters."""
    await_styles_and_fonts(page)
    size = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 700})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.locator(".scroll").evaluate_all("all => all.some(e => e.scrollWidth > e.clientWidth)")
    found = faults(page, "scrollable-region-focusable")
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(size)
    return found


@pytest.fixture(scope="module")
def kept(truth, serve, browser, tmp_path_factory):
    """A page without a camera, with one game that was taken in."""
    record = tmp_path_factory.mktemp("record") / "game.txt"
    record.write_text(played_record(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch, serve(Config(viewers=4), truth) as (address, _):
        # Where a game was decided is proved, however busy the machine is.
        patch.setattr("companion.web.replay.best_play._POSITION_S", PATIENCE)
        patch.setattr("companion.web.replay.best_play._GAME_S", 10 * PATIENCE)
        page = browser.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(address + "/games/")
        page.set_input_files("#game-file", record)
        page.wait_for_url("**/games/1/")
        page.close()
        yield address


@pytest.mark.long
def test_where_a_game_was_decided_is_for_everyone(kept, visit):
    # Russian words are longer: what has to be scrolled on a phone has to in them.
    page = visit(kept + "/games/1/", PHONE, "ru-RU")
    page.locator(".moves li").first.wait_for()
    page.locator("#best-play button").click()
    page.locator(".swings li").first.wait_for()
    assert not faults_in_both_themes(page)
    assert not faults_of_width(page)


@pytest.mark.long
def test_the_tally_of_a_photo_is_for_everyone(kept, visit):
    page = visit(kept, PHONE, "ru-RU")
    page.wait_for_load_state()  # what hears the button is loaded last
    page.locator("[data-tour]").click()
    for step in range(4):
        expect(page.locator("#tour li").nth(step)).to_be_visible()
        expect(page.locator(".toured")).to_have_count(1)
        if step == 1:
            assert not faults_in_both_themes(page)
        page.locator("#tour-on").click()
    expect(page.locator("#tour")).to_be_hidden()
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    page.locator(".tallied .picture img").wait_for()
    assert not faults_in_both_themes(page)
    assert not faults_of_width(page)


@pytest.mark.long
def test_the_watched_table_is_for_everyone(truth, visit):
    camera = FakeCamera()
    camera.show(game_photo(10))
    with serve_live(Config(viewers=4), truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}")
        page.locator("[data-player]").first.wait_for()
        page.get_by_label("Show whose land it will be").check()
        page.locator(".ask-hint button").first.press("Enter")
        page.locator(".hint-said").wait_for()
        assert not faults_of_width(page)
        # What is disabled while an answer is awaited, or replaced by it, hands the focus on.
        expect(page.locator(".ask-hint button").first).to_be_focused()
        assert not faults_in_both_themes(page)
        page.locator("#table .taps a").first.press("Enter")
        page.get_by_role("button", name="Save the game and correct").press("Enter")
        page.locator("#correction-sheet #panel").wait_for()
        expect(page.locator("#correction-choices")).to_be_focused()
        assert not faults_in_both_themes(page)
        assert not faults_of_width(page)
        page.keyboard.press("Escape")
        expect(page.locator("#table .taps a:focus")).to_have_count(1)
        recorded = page.get_by_text("recorded.")
        before = recorded.inner_text()
        camera.show(game_photo(12))  # a move since the game was saved, which can be looked back at
        expect(recorded).not_to_have_text(before)
        page.get_by_role("heading", name="Look back through the game").click()
        page.locator("#scrub").wait_for()
        assert not faults_in_both_themes(page)
        # Arrow keys lead from tile to tile, and the tabulator stops at the board once.
        first = page.locator("#table .taps a[tabindex='0']")
        first.focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#table .taps a:focus")).to_have_count(1)
        expect(page.locator("#table .taps a[tabindex='0']")).to_have_count(1)
