"""A tally that was not saved stays in the browser, and is offered again by a page that is opened anew."""

from __future__ import annotations

import re
import time

import pytest

from companion.web import Config
from tests.companion.browser.test_accessibility import faults_in_both_themes, faults_of_width
from tests.companion.browser.test_tally import StonesReader
from tests.companion.web.photos.test_several_photos import end_of_long_board, grey
from tests.support.readers.truth_reader import GAME, SAMPLES

PHONE = (360, 640)
DAY = 24 * 3600

pytestmark = pytest.mark.browser
pytest.importorskip("playwright.sync_api")
from playwright.sync_api import expect  # noqa: E402


@pytest.fixture
def address(truth, serve, tmp_path):
    with serve(Config(data=str(tmp_path)), StonesReader(truth)) as (address, _):
        yield address


@pytest.fixture
def page(address, visit):
    return visit(address, PHONE)


PHOTOS_KEPT = """() => new Promise((done) => {
  const asked = indexedDB.open("longhouse-tallies", 1);
  asked.onsuccess = () => {
    const counted = asked.result.transaction("photos").objectStore("photos").count();
    counted.onsuccess = () => { asked.result.close(); done(counted.result); };
  };
})"""
"""For how many tallies the browser keeps photos."""


def tally(page, photo="table11.jpg"):
    page.set_input_files("#photo", SAMPLES / photo)
    expect(page.locator(".tallied-name")).to_have_text(photo)


def answer(page, words, left):
    page.locator(".doubts").get_by_role("button", name=words).first.click()
    expect(page.locator(".doubts h2")).to_contain_text(f"and {left} more")


def show_again(page):
    page.get_by_role("button", name="Show it again").click()
    expect(page.locator(".verdict h2")).to_be_visible()


def stays(page):
    """Begin to load a page anew, and stay where it asks about that."""
    with page.expect_event("dialog") as asked:
        page.evaluate("setTimeout(() => location.reload())")
    asked.value.dismiss()


@pytest.fixture
def reopen(wait_for):
    """Load a page anew once the browser keeps the photos of one tally."""

    def reopen(page):
        wait_for(lambda: page.evaluate(PHOTOS_KEPT) == 1)
        page.reload()

    return reopen


@pytest.fixture
def expect_no_offer(wait_for):
    """Expect that the browser keeps neither answers nor photos."""

    def expect_none(page):
        assert page.evaluate("localStorage.getItem('longhouse-tallies')") == "[]"
        wait_for(lambda: page.evaluate(PHOTOS_KEPT) == 0)
        expect(page.locator("#unsaved-tally")).to_be_hidden()

    return expect_none


@pytest.mark.long
def test_a_tally_is_shown_at_once_where_the_page_is_loaded_anew_in_another_language_or_other_colours(page, wait_for):
    tally(page)
    answer(page, "Strength rune", 3)
    page.get_by_label("Name of White").fill("Ann")
    wait_for(lambda: page.evaluate(PHOTOS_KEPT) == 1)
    page.get_by_role("button", name="Dark").press("Enter")
    expect(page.locator("#theme-dark[aria-current]")).to_be_attached()
    expect(page.locator(".doubts h2")).to_contain_text("and 3 more")
    page.get_by_role("button", name="Русский").press("Enter")
    expect(page.locator(".doubts h2")).to_contain_text("и ещё 3 места")
    expect(page.get_by_label("Имя игрока").first).to_be_attached()
    assert "Ann" in page.locator(".ranking input").evaluate_all("fields => fields.map((field) => field.value)")
    # Loaded anew for another reason, it is offered.
    page.reload()
    expect(page.locator("#unsaved-tally")).to_be_visible()
    expect(page.locator(".tallied")).to_have_count(0)


@pytest.mark.long
def test_a_tally_stands_as_it_stood_after_the_page_went_until_it_is_saved(page, address, reopen, expect_no_offer):
    tally(page)
    answer(page, "Strength rune", 3)
    answer(page, "Water rune", 2)
    page.get_by_label("Name of White").fill("Ann")
    shown = page.locator(".verdict h2").inner_text(), page.locator(".asks:visible").inner_text()
    reopen(page)
    expect(page.locator("#unsaved-tally")).to_contain_text("The tally of your last photo was not saved.")
    assert not faults_in_both_themes(page) + faults_of_width(page)
    show_again(page)
    expect(page.locator("#unsaved-tally")).to_be_hidden()
    expect(page.locator(".doubts h2")).to_contain_text("and 2 more")
    assert shown == (page.locator(".verdict h2").inner_text(), page.locator(".asks:visible").inner_text())
    expect(page.get_by_label("Name of White")).to_have_value("Ann")
    expect(page.locator(".tallied .picture img")).to_be_visible()
    # Another answer is kept with those before it.
    answer(page, "Friendship rune", 1)
    reopen(page)
    show_again(page)
    expect(page.locator(".doubts h2")).to_contain_text("and 1 more")
    page.get_by_role("button", name="Save and share").click()
    page.wait_for_url("**/games/1/")
    page.goto(address)
    expect_no_offer(page)


@pytest.mark.long
def test_an_answer_that_was_taken_back_does_not_come_again(page, reopen):
    tally(page)
    answer(page, "Strength rune", 3)
    answer(page, "Water rune", 2)
    page.get_by_role("button", name="Take back the last answer").click()
    expect(page.locator(".doubts h2")).to_contain_text("and 3 more")
    reopen(page)
    show_again(page)
    expect(page.locator(".doubts h2")).to_contain_text("and 3 more")


@pytest.mark.long
def test_a_tally_that_was_discarded_is_not_offered_again(page, reopen, expect_no_offer):
    tally(page)
    reopen(page)
    page.get_by_role("button", name="Discard").click()
    expect(page.locator("#unsaved-tally")).to_be_hidden()
    page.reload()
    expect_no_offer(page)


@pytest.mark.long
def test_another_photo_takes_its_place_once_it_was_read_but_not_one_that_was_refused(page, tmp_path, reopen):
    (tmp_path / "letter.jpg").write_text("no photo", encoding="utf-8")
    tally(page)
    answer(page, "Strength rune", 3)
    reopen(page)
    expect(page.locator("#unsaved-tally")).to_be_visible()
    page.set_input_files("#photo", tmp_path / "letter.jpg")
    expect(page.locator("#tallied > .refusal")).to_contain_text("not a picture")
    show_again(page)
    expect(page.locator(".doubts h2")).to_contain_text("and 3 more")
    tally(page, "table05.jpg")
    reopen(page)
    show_again(page)
    expect(page.locator(".tallied-name")).to_have_text("table05.jpg")


@pytest.mark.long
def test_a_photo_that_was_not_read_yet_when_the_page_went_is_offered_too(page, reopen):
    page.route("**/tally", lambda route: None)
    with page.expect_request("**/tally"):
        page.set_input_files("#photo", SAMPLES / "table11.jpg")
    page.unroute_all()
    reopen(page)
    show_again(page)
    expect(page.locator(".tallied-name")).to_have_text("table11.jpg")


@pytest.mark.long
def test_several_photos_come_again_with_the_board_as_it_was_corrected(serve, visit, tmp_path, reopen):
    for name, level in (("left.png", 50), ("right.png", 200)):
        (tmp_path / name).write_bytes(grey(level))
    with serve(Config(), end_of_long_board) as (address, _):
        page = visit(address, PHONE)
        page.set_input_files("#photo", [tmp_path / "left.png", tmp_path / "right.png"])
        viking = page.locator(".tallied .taps a[data-cells='7,0'][aria-label*='viking (purple)']")
        expect(viking).to_have_count(0)
        page.locator(".tallied .taps a[data-cells='7,0']").press("Enter")
        page.locator("#correction-sheet summary", has_text="A piece of another colour").click()
        page.locator("#correction-sheet").get_by_role("button", name="Viking (purple)").click()
        expect(viking).to_have_count(1)
        reopen(page)
        show_again(page)
        expect(viking).to_have_count(1)
        expect(page.locator(".tallied .picture img")).to_be_visible()
        # What was answered before is not known one by one.
        expect(page.get_by_role("button", name="Take back the last answer")).to_be_hidden()
        viking.press("Enter")
        expect(page.locator("#correction-sheet .close-up image")).to_have_attribute("href", re.compile("^blob:"))


@pytest.mark.long
def test_a_tally_is_kept_until_the_board_was_in_fact_gone_on_with_by_hand(page, address, expect_no_offer):
    tally(page)
    page.locator("summary", has_text="continuing by hand").click()
    page.route("**/games/keep", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Continue this board by hand").click()
    page.unroute_all()
    page.goto(address)
    show_again(page)
    page.locator("summary", has_text="continuing by hand").click()
    page.get_by_role("button", name="Continue this board by hand").click()
    expect(page.locator("#kept-photo img")).to_be_visible()
    page.goto(address)
    expect_no_offer(page)


@pytest.mark.long
def test_a_photo_comes_again_without_its_answers_where_these_are_refused_meanwhile(page, reopen):
    tally(page)
    answer(page, "Strength rune", 3)
    page.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem("longhouse-tallies"));
      kept[0].answers = '[{"about": "fish", "answer": "none"}]';
      localStorage.setItem("longhouse-tallies", JSON.stringify(kept));
    }""")
    reopen(page)
    page.get_by_role("button", name="Show it again").click()
    expect(page.locator("#tallied > .refusal")).to_be_visible()
    show_again(page)
    expect(page.locator(".doubts h2")).to_contain_text("and 4 more")


@pytest.mark.long
def test_beside_a_watched_table_the_offer_is_in_sight_wherever_the_page_is_scrolled_to(truth, serve, visit, reopen):
    with serve(Config(camera=str(GAME), viewers=4), truth) as (address, _):
        page = visit(address, PHONE)
        page.locator("#table .taps a").first.wait_for(state="attached")
        tally(page)
        reopen(page)
        expect(page.locator("#unsaved-tally")).to_be_visible()
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(page.locator("#unsaved-tally")).to_be_in_viewport(ratio=1)
        show_again(page)
        expect(page.locator(".verdict")).to_be_in_viewport()


def test_after_a_day_neither_the_photo_nor_its_tally_is_kept(address, browser, reopen, expect_no_offer):
    with browser.new_context(locale="en-GB", service_workers="block") as visitor:
        page = visitor.new_page()
        page.goto(address)
        tally(page)
        page.clock.set_fixed_time(time.time() + DAY - 3600)
        reopen(page)
        expect(page.locator("#unsaved-tally")).to_be_visible()
        page.clock.set_fixed_time(time.time() + DAY + 60)
        reopen(page)
        expect_no_offer(page)


@pytest.mark.long
def test_where_a_browser_has_no_room_who_leaves_a_tally_with_answers_is_asked_until_it_is_saved(page, address):
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": address, "quotaSize": 1})
    tally(page)
    answer(page, "Strength rune", 3)
    stays(page)
    answer(page, "Water rune", 2)
    page.locator("#save").click()
    page.wait_for_url("**/games/1/")


@pytest.mark.long
def test_who_leaves_answers_after_another_photo_was_sent_from_a_second_page_is_asked(address, browser, reopen):
    with browser.new_context(locale="en-GB", service_workers="block") as visitor:
        first, second = visitor.new_page(), visitor.new_page()
        for page in (first, second):
            page.goto(address)
        tally(first)
        answer(first, "Strength rune", 3)
        tally(second, "table05.jpg")
        stays(first)
        first.locator("#save").click()
        first.wait_for_url("**/games/1/")
        # Only what was saved is forgotten.
        reopen(second)
        show_again(second)
        expect(second.locator(".tallied-name")).to_have_text("table05.jpg")


@pytest.mark.long
def test_a_tally_that_was_saved_in_another_tab_is_not_saved_again_and_the_page_says_so(page, address, expect_no_offer):
    tally(page)
    other = page.context.new_page()
    other.goto(address)
    show_again(other)
    answer(other, "Strength rune", 3)
    page.locator("#save").click()
    page.wait_for_url("**/games/1/")
    other.locator("#save").click()
    saved = other.locator("#save-trouble").get_by_role("alert")
    expect(saved).to_contain_text("This tally is saved already")
    expect_no_offer(other)
    saved.get_by_role("link", name="Show its game").click()
    other.wait_for_url("**/games/1/")
    other.goto(f"{address}/games/")
    expect(other.locator(".card.game")).to_have_count(1)
    other.close()
