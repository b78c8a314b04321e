"""A photo is tallied in place: what is asked is answered, what is wrong is corrected, and it is saved, tap by tap."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import replace

import cv2
import pytest

from companion.web import Config
from tests.companion.browser.test_accessibility import faults_in_both_themes, faults_of_width
from tests.support.readers.truth_reader import SAMPLES
from vision.detections import PieceReading
from vision.facts import NONE
from vision.imaging.photo import decode_photo

PHONE, DESK = (390, 844), (1280, 800)

pytestmark = pytest.mark.browser
pytest.importorskip("playwright.sync_api")
from playwright.sync_api import expect  # noqa: E402

STONES = ("strength", "water", "friendship", "journey", "horse", "wisdom", "home", "secret", NONE)


class Fingers:
    """Counts the taps that a person makes on a page; choosing a photo is one."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def choose(self, photo):
        self.taps += 1
        self.page.set_input_files("#photo", photo)
        expect(self.page.locator(".verdict h2")).to_be_visible()

    def tap(self, place):
        self.taps += 1
        place.click()


class StonesReader:
    """Reads the truth with three rune stones beside it, and asks what is on them and under two longhouses.

    It keeps to answers about runes, Homes, pieces and their colours.
    """

    profile = None

    def __init__(self, truth):
        self.truth = truth

    def __call__(self, photo):
        return self.read_with(photo, ())

    def read_with(self, photo, answers):
        reading = self.truth(photo)
        taken = {piece.cell for piece in reading.pieces}
        free = [tile for tile in reading.tiles if tile.cell not in taken]
        stones = [self._stone(tile) for tile in [t for t in free if len(beside(t, reading)) == 1][:3]]
        houses = [piece for piece in reading.pieces if piece.kind == "longhouse" and piece.colour == "white"][:2]
        homes = [replace(house, kind="stone", rune="home") for house in houses]
        said = {(answer.about, answer.px): answer for answer in answers}
        asked = [ask("stone", stone, STONES) for stone in stones] + [
            ask("home", house, ("home", NONE)) for house in homes
        ]
        named = [with_answer(stone, said.get(("stone", stone.px))) for stone in stones]
        found = [home for home in homes if said.get(("home", home.px)) and said["home", home.px].value == "home"]
        pieces = [corrected(piece, said) for piece in reading.pieces]
        return replace(
            reading,
            pieces=(*(piece for piece in pieces if piece is not None), *named, *found),
            ask=tuple(a for a in asked if (a["about"], tuple(a["px"])) not in said),
        )

    def _stone(self, tile):
        return PieceReading("stone", None, tile.cell, tile.px, tile.outline, 0.95)


def beside(tile, reading):
    """The colours of the pieces on the tiles around one."""
    around = {(tile.cell[0] + q, tile.cell[1] + r) for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))}
    return {piece.colour for piece in reading.pieces if piece.cell in around and piece.kind == "viking"}


def ask(about, piece, candidates):
    here = {"about": about, "q": piece.cell[0], "r": piece.cell[1], "px": list(piece.px)}
    return {**here, "candidates": list(candidates), "confidence": 0.5, "covers": 1}


def with_answer(stone, answer):
    return stone if answer is None else replace(stone, rune=answer.value, colour=answer.colour)


def corrected(piece, said):
    """The piece as it was told to be; ``None`` where it was told to be none."""
    kind, colour = (said.get((about, piece.px)) for about in ("piece", "colour"))
    if kind is not None and kind.value == NONE:
        return None
    return replace(piece, kind=kind.value if kind else piece.kind, colour=colour.value if colour else piece.colour)


@pytest.fixture
def stones(truth, serve, tmp_path):
    with serve(Config(data=str(tmp_path)), StonesReader(truth)) as (address, _):
        yield address


@pytest.fixture
def plain(truth, serve, tmp_path):
    with serve(Config(data=str(tmp_path)), truth) as (address, _):
        yield address


def totals(page):
    rows = page.locator(".ranking [data-result]").all()
    return {row.get_attribute("data-result"): int(row.get_attribute("data-points")) for row in rows}


@pytest.mark.long
def test_three_stones_and_two_homes_are_named_and_the_winner_saved_in_eight_taps(stones, visit):
    page = visit(stones, PHONE)
    fingers = Fingers(page)
    fingers.choose(SAMPLES / "table11.jpg")
    before = totals(page)
    expect(page.locator(".certain")).to_contain_text("answers may change it")
    for left, answer in enumerate(("Strength rune", "Water rune", "Friendship rune", "Home rune", "Home rune")):
        expect(page.locator(".tallied")).not_to_have_attribute("aria-busy", "true")
        here = page.locator(".doubts .question:visible")
        # The question, the place in the photo and the answers are on one screen, and nothing is out of it.
        expect(here.get_by_role("button", name="Something else")).to_have_count(1)
        expect(here.get_by_role("button", name=re.compile("^No "))).to_have_count(1)
        expect(here.locator(".close-up .outline").first).to_be_attached()
        cell = here.get_attribute("data-cells")
        fingers.tap(here.get_by_role("button", name=answer).first)
        if left < 4:
            expect(page.locator(f".doubts .question:visible:not([data-cells='{cell}'])")).to_be_visible()
    expect(page.locator(".doubts")).to_have_count(0)
    expect(page.locator(".certain")).to_have_text("Nothing is in doubt.")
    after = totals(page)
    assert after != before
    points = sorted(after.values(), reverse=True)
    assert (max(after, key=after.get), points[0] > points[1]) == ("white", True)
    expect(page.locator(".verdict h2")).to_contain_text("White wins " + " : ".join(map(str, points)))
    page.get_by_label("Name of White").fill("Ann")
    fingers.tap(page.get_by_role("button", name="Save and share"))
    page.wait_for_url("**/games/1/")
    expect(page.locator("img.result-card")).to_be_visible()
    expect(page.locator(".result .wins .who")).to_contain_text("Ann")
    assert fingers.taps <= 8
    set_up = page.request.get(f"{stones}/games/1/files/game.json").json()["events"][0]
    assert {"strength", "water", "friendship", "home"} <= set(set_up["runes"])
    assert "Ann" in [player["name"] for player in set_up["players"]]


@pytest.mark.long
def test_a_photo_without_doubts_says_so_and_is_saved_in_three_taps(truth, serve, visit):
    with serve(Config(viewers=4), truth) as (address, _):
        page = visit(address, DESK)
        fingers = Fingers(page)
        fingers.choose(SAMPLES / "table05.jpg")
        expect(page.locator(".certain")).to_have_text("Nothing is in doubt.")
        # What one points at lights up in the photo and on the board.
        page.locator(".tallied .picture img").wait_for()
        expect(page.locator(".tallied .doubts")).to_have_count(0)
        fingers.tap(page.get_by_role("button", name="Save and share"))
        page.wait_for_url("**/games/1/")
        expect(page.locator("img.result-card")).to_be_visible()
        assert fingers.taps <= 3
        # The next time the last players are known by their colours.
        document = json.loads((SAMPLES / "table05.json").read_bytes())
        page.goto(f"{address}/games/1/set-up")
        page.get_by_label("Name of player 1").fill("Ann")
        page.get_by_role("button", name="Save").click()
        page.goto(address)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        expect(page.locator(".ranking input").first).to_be_visible()
        names = [field.input_value() for field in page.locator(".ranking input").all()]
        assert names.count("Ann") == 1
        assert len(names) == len({piece["colour"] for piece in document["pieces"]})


@pytest.mark.long
def test_what_was_read_wrongly_is_corrected_beside_the_photo_which_stays(stones, visit):
    page = visit(stones, PHONE)
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    page.locator(".tallied .picture img").wait_for()
    before = totals(page)
    link = page.locator(".tallied .taps a[aria-label*='viking (purple)']").first
    cell = link.get_attribute("data-cells").split(",")
    link.press("Enter")
    sheet = page.locator("#correction-sheet")
    expect(sheet.locator("#panel")).to_be_visible()
    chosen = page.locator(f".tallied g.tile.chosen[data-q='{cell[0]}'][data-r='{cell[1]}']")
    expect(chosen).to_have_count(2)  # in the photo and on the board
    assert not faults_in_both_themes(page) + faults_of_width(page)
    sheet.get_by_role("button", name="Viking (white)").click()
    expect(sheet).to_be_hidden()
    expect(page.locator(f".ranking [data-result=white][data-points='{before['white'] + 1}']")).to_have_count(1)
    expect(page.locator(".tallied .picture img")).to_be_visible()
    assert totals(page)["purple"] == before["purple"] - 1
    # By the photo too, a piece is told to be none.
    page.locator(f".tallied .seen g.tile[data-q='{cell[0]}'][data-r='{cell[1]}']").dispatch_event("click")
    expect(sheet.locator("#panel")).to_be_visible()
    sheet.get_by_role("button", name="Nothing", exact=True).click()
    expect(page.locator(f".ranking [data-result=white][data-points='{before['white']}']")).to_have_count(1)


@pytest.mark.long
def test_two_players_of_one_name_are_refused_without_losing_the_tally_or_the_photo(stones, visit):
    page = visit(stones, PHONE)
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    expect(page.locator(".ranking input").first).to_be_visible()
    for field in page.locator(".ranking input").all()[:2]:
        field.fill("Ann")
    page.get_by_role("button", name="Save and share").click()
    expect(page.locator("#save-trouble [role=alert]")).to_contain_text("same name")
    expect(page.locator(".tallied .picture img")).to_be_visible()
    # Who goes on by hand still has the photo beside the board, also on a page that is opened anew.
    page.locator(".more-of-it summary").click()
    page.get_by_role("button", name="Continue this board by hand").click()
    expect(page.locator("#kept-photo img")).to_be_visible()
    page.reload()
    expect(page.locator("#kept-photo img")).to_be_visible()


def test_the_winners_mark_stands_beside_the_name_on_a_small_phone_and_a_refusal_apart_from_the_button(plain, visit):
    page = visit(plain, (360, 640), "ru")
    page.set_input_files("#photo", SAMPLES / "table01.jpg")
    heading = page.locator(".verdict h2")
    expect(heading).to_contain_text("Жёлтый: победа")
    mark = heading.locator(".mark").bounding_box()
    assert mark["y"] > heading.bounding_box()["y"] + 1  # in the middle of two lines, not on a line of its own
    for field in page.locator(".ranking input").all()[:2]:
        field.fill("Ann")
    page.locator("#save").click()
    save, refusal = page.locator("#save").bounding_box(), page.locator("#save-trouble [role=alert]").bounding_box()
    assert refusal["y"] > save["y"] + save["height"] + 4


def test_a_photo_chosen_while_another_is_read_takes_its_place(truth, serve, visit, tmp_path):
    begun, goes_on = threading.Event(), threading.Event()

    def read(photo):
        begun.set()
        assert goes_on.wait(60)
        return truth(photo)

    with serve(Config(data=str(tmp_path)), read) as (address, _):
        page = visit(address, DESK)
        page.set_input_files("#photo", SAMPLES / "table05.jpg")
        assert begun.wait(60)
        with page.expect_request("**/tally"):
            page.set_input_files("#photo", SAMPLES / "table11.jpg")
        goes_on.set()
        expect(page.locator(".tallied-name")).to_have_text("table11.jpg")
        expect(page.locator("#progress")).to_be_hidden()


# What a finger would touch in the middle of the bar that shows how far a photo is sent.
ON_THE_BAR = """() => {
  const { x, y, width, height } = document.getElementById("progress-bar").getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.id;
}"""


def test_on_a_phone_the_questions_of_a_tally_do_not_cover_the_way_of_the_next_photo(stones, visit):
    page = visit(stones, PHONE)
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    expect(page.locator(".tallied .doubts")).to_have_css("position", "fixed")
    held = []
    page.route("**/tally", lambda route: held.append(route))
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    expect(page.locator("#progress-bar")).to_be_in_viewport(ratio=1)
    assert page.evaluate(ON_THE_BAR) == "progress-bar"
    page.unroute_all()


def test_the_questions_of_a_tally_are_answered_with_its_own_photo_after_another_was_refused(stones, visit, tmp_path):
    (tmp_path / "letter.jpg").write_text("no photo", encoding="utf-8")
    page = visit(stones, DESK)
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    expect(page.locator(".doubts h2")).to_contain_text("and 4 more")
    page.set_input_files("#photo", tmp_path / "letter.jpg")
    expect(page.locator("#tallied > .refusal")).to_contain_text("not a picture")
    page.locator(".doubts").get_by_role("button", name="Strength rune").click()
    expect(page.locator(".doubts h2")).to_contain_text("and 3 more")
    expect(page.locator(".tallied-name")).to_have_text("table11.jpg")


@pytest.mark.long
def test_where_the_first_photo_is_refused_corrections_and_going_on_by_hand_have_the_one_that_was_read(
    plain, visit, tmp_path
):
    (tmp_path / "letter.jpg").write_text("no photo", encoding="utf-8")
    page = visit(plain, DESK)
    page.set_input_files("#photo", [tmp_path / "letter.jpg", SAMPLES / "table05.jpg"])
    photo = page.locator(".tallied .picture img")
    expect(photo).to_have_js_property("complete", True)
    page.locator(".tallied .taps a").first.press("Enter")
    expect(page.locator("#correction-sheet .close-up image")).to_have_attribute("href", photo.get_attribute("src"))
    page.keyboard.press("Escape")
    width = photo.evaluate("(image) => image.naturalWidth")
    page.locator("details.more-of-it summary", has_text="continuing by hand").click()
    page.get_by_role("button", name="Continue this board by hand").click()
    expect(page.locator("#kept-photo img")).to_have_js_property("naturalWidth", width)


@pytest.mark.long
def test_a_tile_that_was_entered_is_still_there_to_be_sent_again_where_longhouse_did_not_respond(plain, visit):
    page = visit(plain, PHONE)
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    page.locator(".tallied .picture img").wait_for()
    page.locator(".tallied .taps a").first.press("Enter")
    page.locator("#correction-sheet summary", has_text="Change the tile").click()
    side = page.locator("#correction-sheet #edge-0")
    other = side.evaluate("(field) => [...field.options].find((option) => !option.selected).value")
    side.select_option(other)
    page.route("**/tally/answer", lambda route: route.abort())
    page.locator("#lay-tile").click()
    expect(page.locator("#request-trouble")).to_be_visible()
    expect(page.locator("#correction-sheet")).to_be_visible()
    expect(side).to_have_value(other)
    page.unroute("**/tally/answer")
    page.locator("#lay-tile").click()
    expect(page.locator("[data-take-back]")).to_be_visible()
    expect(page.locator("#correction-sheet")).to_be_hidden()


@pytest.mark.long
def test_who_has_no_mouse_is_told_to_choose_a_photo_and_not_to_drop_one(plain, browser):
    for touches, words in ((False, "Drop or paste a photo"), (True, "Choose a photo of a board, or take one now.")):
        with browser.new_context(locale="en-GB", has_touch=touches, is_mobile=touches) as visitor:
            page = visitor.new_page()
            page.goto(plain)
            expect(page.locator("#photo-form p:visible").first).to_contain_text(words, use_inner_text=True)
            said = page.locator("#photo-form .drop-words").inner_text()
            assert ("Drop" in said, "take one now" in said) == (not touches, touches)


@pytest.mark.long
def test_a_photo_of_a_kind_that_the_browser_cannot_show_is_shown_with_its_questions_and_beside_the_board(
    stones, visit, tmp_path
):
    # Chromium shows neither TIFF nor HEIC, which phones take.
    tiff = tmp_path / "table11.tiff"
    pixels = decode_photo((SAMPLES / "table11.jpg").read_bytes()).pixels
    tiff.write_bytes(cv2.imencode(".tiff", pixels)[1].tobytes())
    page = visit(stones, DESK)
    page.set_input_files("#photo", tiff)
    photo = page.locator(".tallied .picture img")
    expect(photo).to_have_js_property("naturalWidth", pixels.shape[1])
    shown = page.locator(".doubts .question:visible .close-up image")
    expect(shown).to_have_attribute("href", photo.get_attribute("src"))
    page.locator(".more-of-it summary").click()
    page.get_by_role("button", name="Continue this board by hand").click()
    expect(page.locator("#kept-photo img")).to_have_js_property("naturalWidth", pixels.shape[1])


def test_a_photo_that_cannot_be_shown_at_all_leaves_the_board_alone_and_no_empty_frame(plain, visit, tmp_path):
    tiff = tmp_path / "table11.tiff"
    tiff.write_bytes(cv2.imencode(".tiff", decode_photo((SAMPLES / "table11.jpg").read_bytes()).pixels)[1].tobytes())
    page = visit(plain, DESK)
    page.route("**/tally/picture", lambda route: route.abort())
    page.set_input_files("#photo", tiff)
    expect(page.locator(".tallied .board")).to_be_visible()
    expect(page.locator(".tallied .picture")).to_be_hidden()


@pytest.mark.long
def test_a_rule_opens_beside_the_tally_that_it_is_about(plain, visit):
    page = visit(plain, DESK)
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    with page.expect_popup() as rule:
        page.locator(".tallied .rule-link").first.click()
    rule.value.wait_for_url("**/rules/#*")
    rule.value.close()
    expect(page.locator(".tallied .verdict")).to_be_visible()


@pytest.mark.long
def test_a_tile_is_changed_in_place_and_an_answer_that_is_refused_loses_nothing(stones, visit):
    page = visit(stones, DESK)
    answered = []
    page.on(
        "response", lambda answer: answered.append((answer.request.method, answer.url.split("/", 3)[3], answer.status))
    )
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    page.locator(".tallied .picture img").wait_for()
    page.locator(".tallied .taps a").first.press("Enter")
    page.locator("#correction-sheet details.tile summary").click()
    page.locator("#edge-0").select_option("OM")
    answered.clear()
    page.get_by_role("button", name="Change the tile").click()
    expect(page.locator("#correction-sheet")).to_be_hidden()
    expect(page.locator("#tally-state[data-answers*=region]")).to_have_count(1)
    assert [one for one in answered if one[0] == "POST"] == [("POST", "tally", 200)]
    answer = page.locator(".doubts button[data-answer]").first
    answer.evaluate("(button, value) => { button.value = value; }", '{"about": "fish", "answer": "none"}')
    answer.click()
    expect(page.locator(".tallied > .refusal")).to_be_visible()
    expect(page.locator(".tallied .picture img")).to_be_visible()
    expect(page.locator(".tallied .doubts")).to_be_visible()


ROWS = """(sheet) => {
  const answers = [...document.querySelectorAll(`${sheet} .answer`)].slice(0, 4);
  const tops = answers.map((one) => Math.round(one.getBoundingClientRect().top));
  return new Set(tops).size;
}"""
"""In how many rows the first four answers of a sheet stand."""


@pytest.mark.long
def test_a_phone_asks_in_a_sheet_at_its_lower_edge_and_shows_whose_tile_is_meant(stones, visit, wait_for):
    page = visit(stones, PHONE)
    page.set_input_files("#photo", SAMPLES / "table11.jpg")
    expect(page.locator(".tallied .picture img")).to_be_visible()
    expect(page.locator(".tallied .doubts")).to_have_css("position", "fixed")
    wait_for(lambda: page.evaluate(ROWS, ".tallied .doubts") == 1)  # once the fonts are loaded
    expect(page.locator(".tallied .fjords-board g.tile.asked")).not_to_have_count(0)
    expect(page.locator("#save")).to_be_in_viewport()
    page.locator(".tallied .doubts-open").uncheck()
    expect(page.locator(".tallied .answer").first).to_be_hidden()
    page.locator(".tallied .doubts-open").check()
    assert not faults_in_both_themes(page) + faults_of_width(page)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    expect(page.locator(".tallied .doubts")).to_have_css("position", "static")
