"""Vikings in a real browser: a whole game is entered by tapping, counted as one taps, and its result card read."""

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion.web import Config
from games.vikings.figures import ROWS
from tests.companion.browser.test_accessibility import faults_in_both_themes, faults_of_wide_tables
from tests.support.games.new_games import open_new_game
from tests.support.pages.page_fit import check_page, fits
from tests.support.pages.result_cards import is_written

pytestmark = pytest.mark.browser

DESK, PHONE = (1360, 900), (390, 844)
CASE = json.loads((Path(__file__).parents[2] / "games/vikings/cases/vikings-6.json").read_bytes())
TAPS = {("left", True): 1, ("left", False): 2, ("right", True): 1, ("right", False): 2}
TAPS |= {("middle", True): 3, ("middle", False): 4}


@pytest.fixture(scope="module")
def served(truth, serve):
    """A page without a camera; its address."""
    with serve(Config(viewers=4), truth) as (address, _):
        yield address


def begin(page, *names, button="Start scoring"):
    for seat, field in enumerate(page.get_by_label("Name of player").all()):
        field.fill(names[seat] if seat < len(names) else "")  # the players of the last game stand there
    page.get_by_role("button", name=button).click()
    page.locator("#board .to-tap").wait_for()
    page.wait_for_load_state()


def settle(page):
    page.locator("#tap-page:not([data-waiting])").wait_for()


def tap_again(page):
    """Tap where the pointer is, as somebody does who taps one place several times."""
    page.mouse.down()
    page.mouse.up()


def place(page, row, column):
    return page.locator(f"#place_{ROWS.index(row) + 1}_{column}")


def enter(page, player):
    """Enter a fjord as a person does: row by row, then ships, then who is at home and what is held."""
    for tile in sorted(player["island_tiles"], key=lambda t: (ROWS.index(t["row"]), t["column"])):
        spot = place(page, tile["row"], tile["column"])
        if not spot.count():
            settle(page)
        spot.click()
        for _ in range(TAPS[tile["part"], tile["figure"] is not None] - 1):
            tap_again(page)
    for ship in player["ships"]:
        ((kind, amount),) = ship["pays"].items()
        page.locator(f"label:has(input[name=sail][value={ship['sail']}])").click()
        page.locator(f"label:has(input[name=kind][value={kind}])").click()
        page.locator(f"[data-amount='{amount}']").click()
        settle(page)
        page.locator(f"#place_0_{ship['column']}").click()
    for figure, count in player["home"].items():
        for tapped in range(count):
            page.locator(f"#home_{figure}_more").click() if not tapped else tap_again(page)
    page.get_by_label("Points on the track", exact=True).fill(str(player["points"]))
    page.get_by_label("Gold", exact=True).fill(str(player["gold"]))
    page.get_by_label("Gold", exact=True).press("Tab")


def in_any_order(document):
    rows = {"island_tiles", "ships"}
    return [{k: sorted(v, key=str) if k in rows else v for k, v in player.items()} for player in document["players"]]


@pytest.mark.long
def test_a_whole_game_is_entered_by_tapping_and_its_result_card_read(served, visit):
    page = visit(served + "/vikings/", PHONE)
    players, answer = CASE["board"]["players"], CASE["ask"][0]["answer"]
    begin(page, *(player["name"] for player in players))
    for seat, player in enumerate(players):
        page.locator(f"#seat-{seat}").click()
        page.locator(f"#seat-{seat}[aria-current]").wait_for()
        page.wait_for_load_state()  # what hears the taps is loaded last
        enter(page, player)
        settle(page)
    for seat, row in enumerate(answer["scores"]):
        page.locator(f"#seats [data-player={row['player']}][data-total='{row['total']}']").wait_for()
        page.locator(f"#seat-{seat}").click()
        page.locator(f"#seat-{seat}[aria-current]").wait_for()
        page.wait_for_load_state()  # what hears the taps is loaded last
        for field, points in row.items():
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
    for row in answer["scores"]:
        assert is_written(card, row["player"], 32) and is_written(card, str(row["supply"]), 32)
    assert not is_written(card, "77", 32)
    page.goto(served + "/games/")
    expect(page.locator(".ranking .wins").first).to_contain_text(answer["winner"])


@pytest.mark.long
def test_a_stroke_along_a_row_lays_a_whole_island(served, visit):
    page = open_new_game(visit, served, "vikings", "Ulf", "Inga")
    place(page, "fisherman", 3).scroll_into_view_if_needed()
    start, end = (place(page, "scout", column).bounding_box() for column in (0, 3))
    page.mouse.move(start["x"] + 8, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(end["x"] + 8, end["y"] + 8, steps=20)
    page.mouse.up()
    page.locator("[data-field=longest][data-points='5']").wait_for()
    expect(page.locator("[data-field=longest] .how")).to_contain_text("4")
    expect(page.locator(".tile .figure")).to_have_count(4)
    page.get_by_role("button", name="Undo").click()
    page.locator("[data-field=longest][data-points='0']").wait_for()


@pytest.mark.long
def test_a_board_that_grows_does_not_move_under_the_finger_that_taps_on(served, visit, wait_for):
    # A page of its own, whose clock stands still between taps: on a busy machine nobody taps as fast as a finger.
    page = visit(served + "/vikings/", PHONE, lang="en-US")
    page.clock.install()
    begin(page, "Ulf", "Inga")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    last = place(page, "warrior", page.locator(f"[data-level='{ROWS.index('warrior') + 1}'].place").count() - 1)
    last.click()
    for _ in range(TAPS["middle", False] - 1):
        page.clock.run_for(10)
        settle(page)
        tap_again(page)
    page.clock.run_for(10)
    page.locator(".tile").wait_for()
    settle(page)
    expect(last).to_have_attribute("aria-label", re.compile("middle"))
    grown = last.bounding_box()["width"]
    page.clock.run_for(1000)
    wait_for(lambda: page.locator(".place").first.bounding_box()["width"] < grown)
    page.close()  # another test would be given it, with its clock


def test_figures_under_a_ship_lie_flat_until_a_warrior_repels_it(served, visit):
    page = open_new_game(visit, served, "vikings", "Ulf", "Inga")
    page.get_by_role("button", name="Big scoring").click()
    place(page, "jarl", 0).click()
    page.locator("[data-field=points][data-points='2']").wait_for()
    page.get_by_label("ship with a red sail").check(force=True)
    page.get_by_role("button", name="4", exact=True).click()
    page.locator("#place_0_0").click()
    page.locator("[data-field=points][data-points='0']").wait_for()
    expect(place(page, "jarl", 0)).to_have_attribute("aria-label", re.compile("threatened"))
    place(page, "warrior", 0).click()
    page.locator("[data-field=points][data-points='6']").wait_for()


def test_a_scoring_is_booked_and_the_next_one_is_due(served, visit):
    page = visit(served + "/vikings/")
    begin(page, "Ulf", "Inga", button="Follow a game from its first round")
    place(page, "goldsmith", 0).click()
    page.locator("[data-field=gold][data-points='3']").wait_for()
    page.get_by_role("button", name="Record it and continue").click()
    page.locator(".course").wait_for()
    expect(page.get_by_label("Gold", exact=True)).to_have_value("33")
    expect(page.locator("#stage-big")).to_have_attribute("aria-pressed", "true")
    page.locator(".special summary").click()
    page.get_by_label("Name of the card").fill("Saga")
    page.get_by_label("How much", exact=True).fill("4")
    page.get_by_role("button", name="Add the card").click()
    page.locator("[data-field=points][data-points='4']").wait_for()
    expect(page.locator(".special .cards")).to_contain_text("Saga")


def test_a_fjord_that_a_photo_may_show_elsewhere_is_moved_by_a_tap(served, visit, monkeypatch, tmp_path):
    tiles = [
        {"row": row, "column": column, "part": part, "figure": None, "px": [100 + 40 * column, 220 + 40 * level]}
        for level, row in enumerate(ROWS[:2])
        for column, part in enumerate(("left", "right"))
    ]
    here, other = {"row": "warrior", "column": 0}, {"row": "jarl", "column": 1}
    doubt = {"about": "place", **here, "candidates": [here, other, "none"], "px": [100, 220], "confidence": 0.6}
    seen = {"name": "?", "points": 0, "gold": 0, "island_tiles": tiles, "ships": [], "home": {}}
    reading = {"format": "longhouse-board", "version": 1, "game": "vikings", "players": [seen], "ask": [doubt]}
    monkeypatch.setattr("companion.boardgames.blueprint.reader_of", lambda game: lambda photo, profile: reading)
    page = open_new_game(visit, served, "vikings", "Ulf", "Inga", size=PHONE)
    photo = tmp_path / "fjord.png"
    photo.write_bytes(cv2.imencode(".png", np.full((480, 640, 3), 120, np.uint8))[1].tobytes())
    page.set_input_files("#board-photo", photo)
    page.get_by_text("In which row, and how far from the home fjord, does this tile lie?").wait_for()
    page.wait_for_load_state()  # what hears the taps is loaded last
    page.get_by_role("button", name="Row of jarls, place 2", exact=True).click()
    page.locator(f"#place_{ROWS.index('scout') + 1}_2[aria-label*='right part']").wait_for()
    expect(place(page, "jarl", 1)).to_have_attribute("aria-label", re.compile("left part"))
    expect(place(page, "warrior", 0)).to_have_attribute("aria-label", re.compile("empty"))
    expect(page.locator("#doubts .answer")).to_have_count(0)


def test_a_fjord_is_entered_with_the_keyboard_alone(served, visit):
    page = open_new_game(visit, served, "vikings", "Ulf", "Inga")
    page.locator("#place_0_0").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
        settle(page)
    page.locator("[data-field=islands][data-points='7']").wait_for()
    expect(page.locator("#place_2_1")).to_be_focused()
    page.locator("#home_boatswain_more").focus()
    page.keyboard.press("Enter")
    page.locator("[data-field=boatswains][data-points='10']").wait_for()


def test_what_is_being_typed_is_not_replaced_by_an_answer(served, visit):
    page = open_new_game(visit, served, "vikings", "Ulf", "Inga")
    gold = page.get_by_label("Gold", exact=True)
    page.get_by_label("Points on the track", exact=True).fill("31")
    gold.focus()
    gold.press_sequentially("1")
    page.locator("[data-field=track][data-points='31']").wait_for()
    gold.press_sequentially("2")
    gold.press("Tab")
    page.locator("[data-field=gold][data-points='2']").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("[data-field=gold][data-points='0']").wait_for()
    expect(gold).to_have_value("0")


@pytest.mark.long
def test_a_round_is_laid_out_at_the_wheel_and_bought_by_the_rules(served, visit):
    page = visit(served + "/vikings/", PHONE)
    begin(page, "Ulf", "Inga", button="Follow a game from its first round")
    page.locator("#to-wheel").click()
    page.locator("#figure-fisherman").wait_for()
    page.wait_for_load_state()  # what hears the taps is loaded last
    for figure in (*["fisherman"] * 2, *["goldsmith"] * 5, *["scout"] * 5):
        page.locator(f"#figure-{figure}").click()
    for card in (*["left"] * 11, "red"):
        page.locator(f"#card-{card}").click()
    page.locator("#spot-0").click()
    page.locator("#wheel-step .refusal", has_text="the last of its colour").wait_for()
    page.locator("#spot-3").click()
    page.locator("#here_4_0").click()
    page.locator("#wheel[data-phase=start]").wait_for()
    page.locator("#here_1_0").click()
    page.locator("#seats [data-player=Ulf][data-gold='27']:not(.at-turn)").wait_for()
    assert not faults_in_both_themes(page)
    assert fits(page)
    page.get_by_role("link", name="Back to the fjords").click()
    expect(place(page, "goldsmith", 0)).to_have_attribute("aria-label", re.compile("goldsmith"))
    expect(page.get_by_label("Gold", exact=True)).to_have_value("27")


@pytest.mark.parametrize(("size", "lang", "scheme"), [(DESK, "en-GB", "dark"), (PHONE, "ru-RU", "light")])
def test_the_pages_fit_every_screen_and_every_control_has_a_name(served, visit, tmp_path, size, lang, scheme):
    page = visit(served + "/vikings/", size, lang, scheme)
    file = tmp_path / "board.json"
    file.write_text(json.dumps(CASE["board"]), encoding="utf-8")
    check_page(page, lang)
    page.set_input_files("#document", file)
    page.locator("#board .to-tap").wait_for()
    page.locator(".special summary").click()
    check_page(page, lang)


@pytest.mark.long
def test_the_pages_are_for_everyone(served, visit):
    page = visit(served + "/vikings/", PHONE)
    wrong = [("start", *fault) for fault in faults_in_both_themes(page)]
    begin(page, "Ulf Gunnarsson", "Ingibjörg", button="Follow a game from its first round")
    place(page, "jarl", 0).click()
    page.locator("label:has(input[value=middle])").click()
    place(page, "jarl", 2).click()
    page.locator(".wrong").wait_for()
    page.get_by_role("button", name="Record it and continue").click()
    page.locator(".course").wait_for()
    page.locator(".special summary").click()
    page.get_by_role("button", name="Add the card").click()
    page.locator(".special .cards").wait_for()
    wrong += [("entry", *fault) for fault in faults_in_both_themes(page)]
    assert not wrong + faults_of_wide_tables(page)


TOPS = """() => [...document.querySelectorAll(".stepper")].map((stepper) => {
  const parts = [...stepper.querySelectorAll("button, input")];
  return new Set(parts.map((part) => part.getBoundingClientRect().top)).size;
})"""
"""In how many rows the buttons and the field of each number stand."""


def test_on_a_small_phone_the_buttons_of_a_number_stand_beside_it(served, visit):
    page = visit(f"{served}/vikings/", (360, 740), lang="ru-RU")
    for field, name in zip(page.get_by_label("Имя игрока").all(), ("Аня", "Борис"), strict=False):
        field.fill(name)
    page.get_by_role("button", name="Посчитать партию").click()
    page.locator("#board .to-tap").wait_for()
    assert page.evaluate(TOPS) == [1, 1]
