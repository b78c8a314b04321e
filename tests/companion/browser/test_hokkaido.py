"""Hokkaido in a real browser: a whole game is entered by tapping, counted as one taps, and its result card read."""

import json
import re
from collections import Counter
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion.web import Config
from tests.companion.browser.test_accessibility import faults_in_both_themes, faults_of_wide_tables
from tests.support.pages.page_fit import check_page
from tests.support.pages.result_cards import is_written

pytestmark = pytest.mark.browser

DESK, PHONE = (1360, 900), (390, 844)
SEEN = Path(__file__).parents[2] / "vision/hokkaido/data/city"
CASE = json.loads((Path(__file__).parents[2] / "games/hokkaido/cases/hokkaido-1.json").read_bytes())


@pytest.fixture(scope="module")
def served(truth, serve):
    """A page without a camera; its address."""
    with serve(Config(viewers=4), truth) as (address, _):
        yield address


def begin(page, *names):
    for seat, field in enumerate(page.get_by_label("Name of player").all()):
        field.fill(names[seat] if seat < len(names) else "")  # the players of the last game stand there
    page.get_by_role("button", name="Start scoring").click()
    page.locator("#board .city").wait_for()
    page.wait_for_load_state()  # what hears the taps is loaded last


def brush(page, code):
    page.locator(f"label.tool:has(input[value='{code}'])").click()


def tap(page, square):
    page.locator(f"#place_{square['x']}_{square['y']}").click()


def code_of(square):
    return f"{square['terrain']}-{square['colour']}" if "colour" in square else square["terrain"]


def enter(page, player):
    """Enter a city brush by brush, as a person does; a production square that is tapped twice has no cube."""
    cubes = {(cube["x"], cube["y"]) for cube in player["cubes"]}
    for code, squares in groupby(sorted(player["squares"], key=code_of), key=code_of):
        brush(page, code)
        for square in squares:
            tap(page, square)
            bare = square["terrain"] == "production" and (square["x"], square["y"]) not in cubes
            for _ in range(bare + square.get("value", 4) - 4):
                tap(page, square)
    for points in player["goals"]:
        page.get_by_role("button", name=f"+{points}", exact=True).click()


def in_any_order(document):
    rows = {"squares", "cubes"}
    return [{k: sorted(v, key=str) if k in rows else v for k, v in player.items()} for player in document["players"]]


@pytest.mark.long
def test_a_whole_game_is_entered_by_tapping_and_its_result_card_read(served, visit):
    page = visit(served + "/hokkaido/", PHONE)
    players, answer = CASE["board"]["players"], CASE["ask"][0]["answer"]
    begin(page, *(player["name"] for player in players))
    for seat, player in enumerate(players):
        page.locator(f"#seat-{seat}").click()
        page.locator(f"#seat-{seat}[aria-current]").wait_for()
        page.wait_for_load_state()  # what hears the taps is loaded last
        enter(page, player)
        total = answer["scores"][seat]["total"]
        page.locator(f"#seats [data-player={player['name']}][data-total='{total}']").wait_for()
        page.locator("#tap-page:not([data-waiting])").wait_for()
    for field, points in answer["scores"][-1].items():
        if field != "player":
            expect(page.locator(f"[data-field={field}]")).to_have_attribute("data-points", str(points))
    page.get_by_role("button", name="The game is over").click()
    page.locator("#undo-redo .pill").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Board document (JSON)").click()
    assert in_any_order(json.loads(download.value.path().read_bytes())) == in_any_order(CASE["board"])
    with page.expect_download() as download:
        page.get_by_role("link", name="Result card (PNG)").click()
    card = cv2.imdecode(np.fromfile(download.value.path(), np.uint8), cv2.IMREAD_COLOR)
    assert card.shape == (1350, 1080, 3)
    assert all(
        is_written(card, row["player"], 32) and is_written(card, str(row["total"]), 32) for row in answer["scores"]
    )
    assert not is_written(card, "77", 32)
    page.goto(served + "/games/")
    expect(page.locator(".ranking .wins").first).to_contain_text(answer["winner"])


@pytest.mark.long
def test_a_stroke_paints_every_square_that_it_crosses_and_what_breaks_the_range_is_said(served, visit, wait_for):
    page = visit(served + "/hokkaido/")
    begin(page, "Mio")
    brush(page, "mountain")
    start, end = (page.locator(f"#place_{x}_4").bounding_box() for x in (1, 6))
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(end["x"] + 5, end["y"] + 5, steps=40)
    page.mouse.up()
    page.locator("[data-field=mountains][data-points='12']").wait_for()
    expect(page.locator("[data-code=broken-range]")).to_have_count(0)
    wait_for(lambda: page.locator(".city .beyond").count() > 2)
    tap(page, {"x": 3, "y": 7})
    page.locator("[data-code=broken-range]").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator(".notices.none").wait_for()
    page.get_by_role("button", name="Redo").click()
    page.locator("[data-code=broken-range]").wait_for()


@pytest.mark.long
def test_a_city_is_painted_with_the_keyboard_alone(served, visit):
    page = visit(served + "/hokkaido/")
    begin(page, "Mio")
    page.locator("input[value=mountain]").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#place_0_0").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    page.locator("[data-field=forests][data-points='2']").wait_for()
    expect(page.locator("#place_1_1")).to_be_focused()
    expect(page.locator("#place_1_1")).to_have_attribute("aria-label", re.compile("forest"))


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, (320, 640)])
def test_what_undoes_and_redoes_is_named_by_a_whole_word_on_a_phone(served, visit, size):
    page = visit(f"{served}/hokkaido/", size=size, lang="ru")
    page.get_by_label("Имя игрока").first.fill("Mio")
    page.get_by_role("button", name="Посчитать партию").click()
    page.locator("#board .city").wait_for()
    page.wait_for_load_state()
    for x in (2, 3):
        tap(page, {"x": x, "y": 2})
        expect(page.locator(f"#place_{x}_2")).not_to_have_attribute("aria-label", re.compile("пусто"))
    page.locator("#undo").click()
    expect(page.locator("#redo")).to_be_visible()
    buttons = page.locator(".headline .actions button")
    assert buttons.all_inner_texts() == ["Отменить", "Вернуть", "Партия окончена"]
    assert not any(buttons.evaluate_all("all => all.map((button) => button.scrollWidth > button.clientWidth)"))


def test_taps_outlast_a_server_that_does_not_answer(served, visit):
    page = visit(served + "/hokkaido/", size=PHONE)
    begin(page, "Mio")
    page.route("**/tap", lambda route: route.abort())
    brush(page, "forest")
    tap(page, {"x": 2, "y": 2})
    tap(page, {"x": 3, "y": 2})
    page.locator("#board").evaluate("(board) => board.scrollIntoView()")
    expect(page.locator("h1")).not_to_be_in_viewport()
    expect(page.locator("#tap-trouble")).to_be_in_viewport(ratio=1)
    with page.expect_event("dialog") as asked:  # before the taps are lost with the page
        page.evaluate("setTimeout(() => location.reload())")
    asked.value.dismiss()
    page.unroute("**/tap")
    page.locator("[data-field=forests][data-points='4']").wait_for()
    expect(page.locator("#tap-trouble")).to_be_hidden()


@pytest.mark.long
def test_a_card_is_laid_where_the_rules_let_it(served, visit):
    page = visit(served + "/hokkaido/")
    begin(page, "Mio")
    brush(page, "lake")
    tap(page, {"x": 0, "y": 0})
    page.locator("[data-code=broken-range]").wait_for()
    page.locator("#card-play summary").click()
    brush(page, "forest")
    for slot in range(6):
        page.locator(f".slot[data-slot='{slot}']").click()
    page.get_by_label("Number of the card").fill("17")
    page.locator("#card-play input[value=card]").check()
    tap(page, {"x": 0, "y": 0})
    page.locator("#tap-trouble", has_text="A lake would be covered").wait_for()
    page.get_by_label("slide it under").check()
    page.locator("#place_0_0.may").wait_for()
    tap(page, {"x": 0, "y": 0})
    page.locator("[data-field=forests][data-points='10']").wait_for()
    page.reload()
    page.locator("#card-play summary").click()
    page.get_by_label("Number of the card").fill("17")
    expect(page.locator("#slot-5")).to_have_value("forest")


@pytest.mark.long
def test_a_stroke_that_the_browser_cancels_paints_nothing_and_a_screen_readers_click_a_square(served, visit):
    page = visit(served + "/hokkaido/")
    begin(page, "Mio")
    brush(page, "forest")
    square = page.locator("#place_2_2")
    box = square.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    expect(page.locator(".city .painted")).to_have_count(1)
    page.evaluate("document.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }))")
    expect(page.locator(".city .painted")).to_have_count(0)
    page.mouse.up()
    page.locator("#place_4_4").evaluate("place => place.dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    page.locator("[data-field=forests][data-points='2']").wait_for()


@pytest.mark.long
def test_a_card_that_is_not_finished_is_not_remembered_by_its_number(served, visit):
    page = visit(served + "/hokkaido/")
    begin(page, "Mio")
    page.locator("#card-play summary").click()
    brush(page, "lake")
    page.locator(".slot[data-slot='0']").click()
    page.get_by_label("Number of the card").fill("18")
    page.locator("#card-play input[value=card]").check()
    with page.expect_response("**/cards"):
        tap(page, {"x": 0, "y": 0})
    page.locator("#tap-trouble", has_text="paint all six").wait_for()
    page.get_by_label("Number of the card").fill("1")
    page.get_by_label("Number of the card").fill("18")
    expect(page.locator("#slot-0")).to_have_value("lake")


@pytest.mark.parametrize(("size", "lang", "scheme"), [(DESK, "en-GB", "dark"), (PHONE, "ru-RU", "light")])
def test_the_pages_fit_every_screen_and_every_control_has_a_name(served, visit, tmp_path, size, lang, scheme):
    page = visit(served + "/hokkaido/", size, lang, scheme)
    file = tmp_path / "board.json"
    file.write_text(json.dumps(CASE["board"]), encoding="utf-8")
    check_page(page, lang)
    page.set_input_files("#document", file)
    page.locator("#board .city").wait_for()
    page.wait_for_load_state()
    assert page.locator(".city .place").first.bounding_box()["width"] >= 40  # as wide as a fingertip
    page.locator("#card-play summary").click()
    check_page(page, lang)
    page.goto(page.url + "rounds")
    check_page(page, lang)


@pytest.mark.long
def test_the_pages_are_for_everyone(served, visit, tmp_path):
    page = visit(served + "/hokkaido/", PHONE)
    wrong = [("start", *fault) for fault in faults_in_both_themes(page)]
    file = tmp_path / "board.json"
    asked = {**CASE["board"], "players": [{**CASE["board"]["players"][0], "ask": [{"x": 0, "y": 0}]}]}
    file.write_text(json.dumps(asked), encoding="utf-8")
    page.set_input_files("#document", file)
    page.locator("#board .asked").wait_for()
    page.locator("#card-play summary").click()
    wrong += [("entry", *fault) for fault in faults_in_both_themes(page)]
    page.goto(page.url + "rounds")
    wrong += [("rounds", *fault) for fault in faults_in_both_themes(page)]
    for seat, field in enumerate(page.locator("[name^=card-]").all()):
        field.fill(str(seat + 1))
    page.get_by_role("button", name="Save the round").click()
    page.locator("#played-rounds").wait_for()
    assert not wrong + faults_of_wide_tables(page)


@pytest.mark.long
def test_a_file_that_is_chosen_before_the_pages_script_has_come_is_sent_all_the_same(served, visit, tmp_path):
    page = visit("about:blank")
    file = tmp_path / "board.json"
    file.write_text(json.dumps(CASE["board"]), encoding="utf-8")
    held = []
    page.route("**/send_chosen_files.js", lambda route: held.append(route))
    with page.expect_request("**/send_chosen_files.js"):
        page.goto(served + "/hokkaido/", wait_until="commit")
    page.set_input_files("#document", file)
    held.pop().continue_()
    page.locator("#board .city").wait_for()
    taken_in = page.request.get(page.url.split("?")[0] + "board.json").json()
    assert in_any_order(taken_in) == in_any_order(CASE["board"])


@pytest.mark.long
def test_a_photo_of_a_kind_that_the_browser_cannot_show_lies_beside_its_city_all_the_same(served, visit, tmp_path):
    pixels = cv2.imread(str(SEEN.with_suffix(".jpg")))
    cv2.imwrite(str(tmp_path / "city.tiff"), pixels)
    page = visit(f"{served}/hokkaido/", size=PHONE)
    begin(page, "Ann")
    with page.expect_navigation():
        page.set_input_files("#board-photo", tmp_path / "city.tiff")
    expect(page.locator("#board-seen img")).to_have_js_property("naturalWidth", pixels.shape[1])
    height, width = pixels.shape[:2]
    expect(page.locator("#seen-things")).to_have_attribute("viewBox", f"0 0 {width} {height}")
    expect(page.locator("#doubts .close-up image")).to_have_attribute("width", str(width))


@pytest.mark.long
def test_each_city_keeps_the_photo_that_it_was_read_from_through_refused_photos_further_players_and_undo(
    served, visit, tmp_path
):
    pixels = cv2.imread(str(SEEN.with_suffix(".jpg")))
    width = pixels.shape[1]
    cv2.imwrite(str(tmp_path / "upside-down.jpg"), cv2.rotate(pixels, cv2.ROTATE_180))
    cv2.imwrite(str(tmp_path / "smaller.jpg"), cv2.resize(pixels, None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA))
    cv2.imwrite(str(tmp_path / "table.jpg"), np.full((600, 900, 3), 120, np.uint8))
    page = visit(f"{served}/hokkaido/", size=PHONE)
    begin(page, "Ann", "Bo")
    ann, bo = (page.locator(f"#seat-{seat}").get_attribute("href") for seat in (0, 1))
    photo = page.locator("#board-seen img")

    def fill_in(file):
        with page.expect_navigation():
            page.set_input_files("#board-photo", file)

    fill_in(SEEN.with_suffix(".jpg"))
    expect(photo).to_have_js_property("naturalWidth", width)
    page.goto(served + bo)
    fill_in(tmp_path / "upside-down.jpg")
    expect(photo).to_have_js_property("naturalWidth", width)
    page.goto(served + ann)
    expect(photo).to_have_js_property("naturalWidth", width)
    fill_in(tmp_path / "table.jpg")
    expect(page.locator("main > .refusal")).to_be_visible()
    expect(photo).to_have_js_property("naturalWidth", width)
    fill_in(tmp_path / "smaller.jpg")
    expect(photo).to_have_js_property("naturalWidth", round(0.8 * width))
    page.locator("#undo").click()
    expect(photo).to_have_js_property("naturalWidth", width)
    page.locator("#redo").click()
    expect(photo).to_have_js_property("naturalWidth", round(0.8 * width))


@pytest.mark.long
def test_a_photo_fills_a_city_in_for_a_person_to_confirm(served, visit):
    page = visit(f"{served}/hokkaido/", size=PHONE)
    begin(page, "Ann")
    with page.expect_navigation():
        page.set_input_files("#board-photo", SEEN.with_suffix(".jpg"))
    expect(page.locator("#seat-0 .who")).to_have_text("Ann")
    document = page.request.get(page.url.split("?")[0] + "board.json").json()
    (seen,), (true,) = document["players"], json.loads(SEEN.with_suffix(".json").read_bytes())["players"]
    right = Counter(map(code_of, seen["squares"])) & Counter(map(code_of, true["squares"]))
    assert len(seen["squares"]) == len(true["squares"]) and right.total() >= 0.9 * len(true["squares"])
    places = [doubt for doubt in seen.get("ask", ()) if doubt["about"] != "value"]
    expect(page.locator("#board .asked")).to_have_count(len(places))
    expect(page.locator("#doubts")).to_be_visible(visible=bool(seen.get("ask")))
    # The photo lies beside the board, what was read is drawn on it, and each lights up where the other is pointed at.
    expect(page.locator("#board-seen img")).to_have_attribute("src", re.compile("^blob:"))
    expect(page.locator("#seen-things .thing")).to_have_count(len(seen["squares"]))
    thing = page.locator("#seen-things .thing").first
    thing.locator(".rim").hover()
    expect(page.locator(f"#board #{thing.get_attribute('data-of')}.pointed")).to_have_count(1)
    assert not faults_in_both_themes(page)
    for left in range(len(places), 0, -1):
        # The photo, which stays in this browser, shows the place that is asked about.
        expect(page.locator("#doubts .close-up image")).to_have_attribute("href", re.compile("^blob:"))
        page.locator("#doubts [data-tap]").first.click()
        expect(page.locator("#board .asked")).to_have_count(left - 1)
    expect(page.locator("#doubts .asks")).to_have_text(re.compile("Does a factory earn 5 points"))
    page.locator("#doubts [data-tap]").first.click()
    expect(page.locator("#doubts")).to_be_hidden()
