"""The page in a real browser: the recorded game, photos that are sent, languages, sizes, pointing."""

from __future__ import annotations

import base64
import re

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion.web import Config
from tests.companion.browser.test_accessibility import await_styles_and_fonts
from tests.support.pages.page_fit import fits
from tests.support.readers.truth_reader import GAME, SAMPLES
from tests.support.servers.live_server import FakeCamera, game_photo, serve_live

pytestmark = pytest.mark.browser

DESK, PHONE = (1360, 900), (390, 844)


@pytest.fixture(scope="module")
def quiet(truth, serve):
    """A page without a camera."""
    with serve(Config(viewers=4, upload_megabytes=2), truth) as (address, _):
        yield address


# A score that has changed is marked until the board is drawn anew, which may be at once.
SEE_MARKS = """() => new MutationObserver(() => {
  if (document.querySelector("[data-player=white].changed")) window.wasMarked = true;
}).observe(document.getElementById("table"), { attributes: true, childList: true, subtree: true })"""


@pytest.mark.long
def test_the_recorded_games_score_changes_by_itself(truth, visit, wait_for):
    camera = FakeCamera()
    with serve_live(Config(viewers=4), truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}")
        expect(page.locator(".seen .tile")).to_have_count(8)
        page.evaluate(SEE_MARKS)
        white = page.locator("[data-player=white]")
        for number, total in ((7, 1), (10, 2)):
            camera.show(game_photo(number))
            expect(white).to_have_attribute("data-total", str(total))
        wait_for(lambda: page.evaluate("window.wasMarked"))
        counts = "['.fjords-board', '.seen'].map((where) => document.querySelectorAll(`${where} .tile`).length)"
        wait_for(lambda: len(set(page.evaluate(counts))) == 1)
        # The camera's picture has come through the script, and is not lost when the board is drawn anew.
        wait_for(lambda: page.evaluate("document.getElementById('camera').naturalWidth") == 960)
        assert page.evaluate("document.getElementById('camera').src").startswith("blob:")
        page.locator("#overlay-on").uncheck()
        expect(page.locator(".seen .casing").first).to_be_hidden()
        camera.show(game_photo(12))
        expect(white).to_have_attribute("data-total", "3")
        assert not page.locator("#overlay-on").is_checked()


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("lang", ["en-GB", "ru-RU"])
def test_the_page_fits_every_screen(quiet, visit, size, lang):
    page = visit(quiet, size, lang, "dark")
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    page.wait_for_selector(".tallied .fjords-board")
    page.wait_for_selector(".tallied .picture img")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert fits(page)
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        shades = [int(v) for v in re.findall(r"\d+", background)[:3]]
        assert (sum(shades) < 200) == (scheme == "dark")
    words = page.locator("main").inner_text()
    assert bool(re.search("[а-яё]", words)) == (lang == "ru-RU")


def test_a_dropped_photo_is_tallied(quiet, visit):
    page = visit(quiet)
    drop(page, SAMPLES / "table05.jpg")
    page.wait_for_selector(".tallied")
    expect(page.locator(".tallied-name")).to_have_text("dropped.jpg")
    expect(page.locator(".tallied [data-player]")).to_have_count(4)
    expect(page.locator(".tallied .picture img")).to_have_js_property("naturalWidth", 1600)
    expect(page.locator(".drop-veil")).to_be_hidden()


SHIFTED = """(since) => new Promise((done) => {
  const summed = (list) => list.filter((entry) => entry.startTime > since).reduce((sum, { value }) => sum + value, 0);
  new PerformanceObserver((list) => done(summed(list.getEntries()))).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(0), 1000);
})"""
"""The share of the screen that has moved since a time, summed; Lighthouse wants 0.1 at most."""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_jumps_while_a_photo_is_read_and_its_result_comes(quiet, visit, size):
    page = visit(quiet, size)
    # Letters move where a slow machine has the page's fonts late.
    begun = page.evaluate("document.fonts.ready.then(() => performance.now())")
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    expect(page.locator(".tallied .picture img")).to_have_js_property("complete", True)
    expect(page.locator(".tallied .fjords-board")).to_be_visible()
    assert page.evaluate(SHIFTED, begun) < 0.05
    # The form for the next photo follows the result, also for who goes on with the keyboard.
    follows = "document.getElementById('tallied').compareDocumentPosition(document.getElementById('photo-form')) & 4"
    assert page.evaluate(follows)


# Where what is asked about the watched table would stand: fixed to the screen's edge, or in its place on the page.
SHEET = """() => {
  const sheet = document.createElement("section");
  sheet.className = "doubts";
  document.getElementById("table").append(sheet);
  const position = getComputedStyle(sheet).position;
  sheet.remove();
  return position;
}"""


def test_on_a_phone_what_is_asked_about_the_table_covers_neither_a_photos_way_nor_its_tally(serve, truth, visit):
    with serve(Config(camera=str(GAME), viewers=4), truth) as (address, _):
        page = visit(address, PHONE)
        expect(page.locator(".score-strip")).to_be_visible()
        assert page.evaluate(SHEET) == "fixed"
        held = []
        page.route("**/tally", lambda route: held.append(route))
        page.get_by_role("link", name="Tally photos").click()
        page.set_input_files("#photo", SAMPLES / "table11.jpg")
        expect(page.locator("#progress-words")).to_be_in_viewport(ratio=1)
        expect(page.locator(".score-strip")).to_be_hidden()
        assert page.evaluate(SHEET) == "static"
        held[0].continue_()
        page.wait_for_selector(".tallied .fjords-board")
        expect(page.locator(".score-strip")).to_be_hidden()
        assert page.evaluate(SHEET) == "static"


UNCOVERED = """(chosen) => {
  const { x, y, width, height } = document.querySelector(chosen).getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(chosen) !== null;
}"""
"""Whether a finger would touch an element in its middle."""


def test_on_a_phone_the_points_at_the_lower_edge_do_not_cover_why_a_photo_is_refused(serve, truth, visit, tmp_path):
    (tmp_path / "words.jpg").write_text("no picture " * 100, encoding="utf-8")
    with serve(Config(camera=str(GAME), viewers=4), truth) as (address, _):
        page = visit(address, PHONE)
        expect(page.locator(".score-strip")).to_be_visible()
        page.set_input_files("#photo", tmp_path / "words.jpg")
        expect(page.locator("#tallied .refusal")).to_be_in_viewport(ratio=1)
        page.wait_for_function(UNCOVERED, arg="#tallied .refusal")


ENDLESS = """() => document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().iterations === Infinity)
  .filter((one) => one.effect.target.closest("svg")
    || one.effect.getKeyframes().some((frame) => "boxShadow" in frame || "fill" in frame || "backgroundColor" in frame))
  .map((one) => one.animationName)"""
"""The endless animations that have a phone draw a part of the page anew 60 times a second."""


ASKED = """() => {
  const board = document.querySelector("#table .fjords-board g.tile");
  document.querySelector("#table .pair").insertAdjacentHTML("beforeend",
    `<section class="doubts" data-asked="${board.dataset.q},${board.dataset.r}"><div class="answers"><svg><g id="answer"
    class="tile" data-q="${board.dataset.q}" data-r="${board.dataset.r}"></g></svg></div></section>`);
  document.dispatchEvent(new CustomEvent("htmx:afterSettle"));
  const isAsked = (tile) => tile.classList.contains("asked");
  return { answer: isAsked(document.getElementById("answer")), board: isAsked(board) };
}"""


def test_what_is_asked_draws_the_eye_to_its_tile_but_not_for_ever(serve, truth, visit):
    with serve(Config(camera=str(GAME), viewers=4), truth) as (address, _):
        page = visit(address, PHONE)
        page.emulate_media(reduced_motion="no-preference")
        page.locator("#table .fjords-board .tile").first.wait_for()
        page.locator(".pill.live").wait_for()
        # In one step: a new board that comes in between would take the class away.
        asks = "document.querySelector('#table .fjords-board .tile').classList.add('asked')"
        wonders = "document.getAnimations().filter((one) => one.animationName === 'wonder')"
        assert page.evaluate(f"{asks}, {wonders}.length") == 1
        assert page.evaluate(ENDLESS) == []
        asks = "document.querySelectorAll('#table g.tile').forEach((tile) => tile.classList.add('asked'))"
        # On the board and in the photo; of all but the opacity a phone would draw each of the frames anew.
        told = """(one) => ({ changes: Object.keys(one.effect.getKeyframes()[1]),
          where: one.effect.target.closest("svg").getAttribute("class") })"""
        told = page.evaluate(f"{asks}, {wonders}.map({told})")
        changed = {name for one in told for name in one["changes"]}
        assert "opacity" in changed and not {"fill", "stroke", "filter"} & changed
        assert {one["where"] for one in told} == {"fjords-board", "seen"}
        # An answer's drawing is a board of one tile, in a cell that the table has, too: it is not what is asked about.
        assert page.evaluate(ASKED) == {"answer": False, "board": True}


def drop(page, path):
    """Drop a file on the page as a hand with a mouse does."""
    page.evaluate(
        """(data) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], "dropped.jpg", {type: "image/jpeg"}));
            for (const kind of ["dragenter", "dragover", "drop"])
                document.body.dispatchEvent(
                    new DragEvent(kind, {dataTransfer: transfer, cancelable: true, bubbles: true}));
        }""",
        base64.b64encode(path.read_bytes()).decode(),
    )


def test_a_pasted_photo_is_tallied_as_the_page_says(quiet, visit):
    page = visit(quiet)
    expect(page.locator("#photo-form")).to_contain_text("Drop or paste a photo")
    page.evaluate(
        """(data) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            const clipboardData = new DataTransfer();
            clipboardData.items.add(new File([bytes], "image.png", {type: "image/jpeg"}));
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}));
        }""",
        base64.b64encode((SAMPLES / "table05.jpg").read_bytes()).decode(),
    )
    page.locator(".tallied .verdict").wait_for()


def test_a_warning_points_at_its_tiles_in_both_pictures(quiet, visit):
    page = visit(quiet)
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    page.wait_for_selector(".tallied .picture img")
    notice = page.locator(".tallied [data-code=edge-mismatch] button").first
    notice.hover()
    expect(page.locator(".tallied .seen .pointed")).to_have_count(3)
    expect(page.locator(".tallied .fjords-board .pointed")).to_have_count(3)
    page.mouse.move(5, 5)
    expect(page.locator(".pointed")).to_have_count(0)
    notice.focus()
    expect(page.locator(".tallied .seen .pointed")).to_have_count(3)


def test_a_tile_points_at_itself_in_the_other_picture(quiet, visit):
    page = visit(quiet)
    page.set_input_files("#photo", SAMPLES / "table05.jpg")
    page.wait_for_selector(".tallied .picture img")
    page.locator(".tallied .taps a").first.hover()
    expect(page.locator(".tallied .seen .pointed")).to_have_count(1)


def test_a_picture_without_a_board_gets_a_sentence(quiet, visit, tmp_path):
    noise = np.random.default_rng(1).integers(60, 120, (600, 800, 3), np.uint8)
    cv2.imwrite(str(tmp_path / "grey.png"), noise)
    (tmp_path / "words.jpg").write_text("no picture " * 100, encoding="utf-8")
    (tmp_path / "large.jpg").write_bytes(b"x" * 2_100_000)
    page = visit(quiet, PHONE, "ru-RU")
    for name, words in (("grey.png", "поле"), ("words.jpg", "не снимок"), ("large.jpg", "больше 2 МБ")):
        page.set_input_files("#photo", tmp_path / name)
        page.locator("#tallied .refusal", has_text=words).wait_for()
    page.set_input_files("#photo", SAMPLES / "table05.jpg")
    page.wait_for_selector(".tallied")
    expect(page.locator(".refusal")).to_have_count(0)


def test_of_several_photos_their_size_together_is_refused_and_not_that_of_a_file(quiet, visit, tmp_path):
    photos = [tmp_path / f"{number}.jpg" for number in range(2)]
    for photo in photos:
        photo.write_bytes(b"x" * 1_100_000)
    page = visit(quiet, PHONE, "ru-RU")
    page.set_input_files("#photo", photos)
    words = "Вместе снимки больше 2 МБ; отправьте меньше снимков или снимки поменьше."
    expect(page.locator("#tallied .refusal")).to_have_text(words)


def test_a_refusal_is_gone_while_the_next_photo_is_read_and_never_costs_a_tally(quiet, visit, tmp_path):
    (tmp_path / "words.jpg").write_text("no picture " * 100, encoding="utf-8")
    page = visit(quiet, PHONE)
    refusal = page.locator("#tallied .refusal", has_text="not a picture file")
    page.set_input_files("#photo", tmp_path / "words.jpg")
    expect(refusal).to_be_in_viewport()
    page.route("**/tally", lambda route: route.abort())
    page.set_input_files("#photo", SAMPLES / "table05.jpg")
    expect(refusal).to_have_count(0)
    expect(page.get_by_text("Longhouse is not responding")).to_be_in_viewport()
    page.unroute("**/tally")
    page.set_input_files("#photo", SAMPLES / "table05.jpg")
    page.locator(".verdict").wait_for()
    page.set_input_files("#photo", tmp_path / "words.jpg")
    expect(refusal).to_be_in_viewport()
    expect(page.locator(".verdict")).to_be_visible()


@pytest.mark.long
def test_a_photo_that_does_not_reach_the_server_waits_and_is_sent_again_by_itself(quiet, visit):
    page = visit(quiet, (320, 400), "ru-RU")  # the words take two lines at the lower edge
    page.route("**/tally", lambda route: route.abort())
    page.set_input_files("#photo", SAMPLES / "table05.jpg")
    words = page.locator("#progress-words")
    expect(words).to_have_text("Longhouse не отвечает; снимок отправится снова сам")
    expect(words).to_be_in_viewport(ratio=1)
    expect(page.locator("#request-trouble")).to_be_hidden()
    page.unroute("**/tally")
    expect(page.locator(".tallied-name")).to_have_text("table05.jpg")
    expect(words).to_be_hidden()


def test_a_tap_that_does_not_reach_the_server_is_said_until_one_does(quiet, visit):
    page = visit(quiet, PHONE)
    page.set_input_files("#photo", SAMPLES / "table05.jpg")
    page.locator(".tallied .picture img").wait_for()
    tile, notice = page.locator(".tallied .taps a").first, page.get_by_text("Longhouse is not responding")
    page.route("**/tally/cell", lambda route: route.abort())
    tile.press("Enter")
    expect(notice).to_be_in_viewport()
    expect(page.locator("#correction-sheet")).to_be_hidden()
    page.unroute("**/tally/cell")
    tile.press("Enter")
    page.locator("#correction-sheet .question, #correction-sheet form").first.wait_for()
    expect(notice).to_be_hidden()


def test_the_language_is_switched_and_kept(quiet, visit):
    page = visit(quiet, PHONE)
    page.get_by_role("button", name="Русский").click()
    page.get_by_role("heading", name="Подсчитать по снимку").wait_for()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "ru")


@pytest.mark.parametrize("switch", ["language-ru", "theme-dark"])
def test_who_switches_with_the_keyboard_stays_at_the_switch(quiet, visit, switch):
    page = visit(quiet, PHONE)
    page.wait_for_load_state()
    page.keyboard.press("Tab")  # from now on the browser shows what has the focus
    page.locator(f"#{switch}").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(f"#{switch}[aria-current]")).to_be_focused()
    expect(page.locator(f"#{switch}")).to_be_in_viewport()


def test_day_and_night_follow_the_device_until_one_is_chosen(quiet, visit, wait_for):
    page, background = visit(quiet, PHONE, scheme="dark"), "getComputedStyle(document.body).backgroundColor"

    def paper(choice=None):
        if choice is not None:
            with page.expect_navigation():
                page.get_by_role("button", name=choice, exact=True).click()
        wait_for(lambda: page.evaluate(background) != "rgba(0, 0, 0, 0)")
        return page.evaluate(background)

    night, day = paper(), paper("Light")
    assert day != night
    page.emulate_media(color_scheme="light")
    assert paper("Dark") == night
    page.goto(quiet + "/games/")
    assert paper() == night
    assert paper("Auto") == day


def test_a_camera_that_fails_is_said_on_the_page(serve, truth, visit):
    with serve(Config(camera="nowhere", viewers=4), truth) as (address, _):
        page = visit(address, lang="ru-RU")
        said = page.locator(".pill.failed", has_text="nowhere")
        said.wait_for()
        expect(said).to_have_text(re.compile(r"проверьте имя\.\s*$"))
        expect(page.locator("#camera")).to_be_hidden()
        page.goto(f"{address}/cameras/")
        expect(page.locator(".now-watching")).to_contain_text("nowhere")
        page.goto(f"{address}/teach/stones/")
        expect(page.get_by_role("img", name="Что видит камера")).to_be_hidden()


def test_the_camera_of_a_page_that_teaches_is_shown_and_kept_fresh(serve, truth, visit):
    with serve(Config(camera=str(GAME), viewers=4), truth) as (address, _):
        page = visit(f"{address}/teach/stones/")
        expect(page.get_by_role("img", name="What the camera sees")).to_be_visible()
        first = page.locator("#teach-camera").get_attribute("src")
        expect(page.locator("#teach-camera")).not_to_have_attribute("src", first)


@pytest.mark.parametrize("camera", ["", "nowhere"], ids=["photos only", "with a camera"])
def test_the_switch_of_languages_covers_no_letter_of_the_name_on_a_narrow_phone(serve, truth, visit, camera):
    with serve(Config(camera=camera or None, viewers=4), truth) as (address, _):
        page = visit(address, PHONE)
        await_styles_and_fonts(page)
        for width in (320, 344, 360, 375, 412):
            page.set_viewport_size({"width": width, "height": 700})
            name, switch = (page.locator(where).bounding_box() for where in (".name a", ".languages"))
            assert name["x"] + name["width"] <= switch["x"], width


def test_a_server_that_is_gone_is_said_on_the_page(serve, truth, visit):
    with serve(Config(camera=str(GAME), viewers=4, heartbeat=0.2), truth) as (address, _):
        page = visit(address)
        page.locator(".pill.live").first.wait_for()
        expect(page.locator(".pill.lost")).to_be_hidden()
    page.locator(".pill.lost").wait_for()


def test_the_menu_of_a_phone_shows_that_it_scrolls_until_its_end_is_in_sight(quiet, visit, wait_for):
    page = visit(quiet, PHONE, "ru-RU")
    menu, last = page.locator(".rooms"), page.locator(".rooms a").last
    arrow = (
        "menu => { const { content, opacity } = getComputedStyle(menu, '::after'); return [content, +opacity > 0.5]; }"
    )
    expect(last).not_to_be_in_viewport()
    wait_for(lambda: menu.evaluate(arrow) == ['"›"', True])
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    wait_for(lambda: menu.evaluate(arrow)[1] is False)


@pytest.mark.parametrize("width", [360, 768])
def test_the_present_page_is_in_sight_in_a_menu_that_does_not_fit(serve, truth, visit, width):
    with serve(Config(camera="nowhere", viewers=4), truth) as (address, _):
        for path in ("/", "/teach/"):
            page = visit(address + path, (width, 1024), "ru-RU")
            expect(page.locator(".rooms [aria-current]")).to_be_in_viewport(ratio=1)
