"""Nusfjord's page in a real browser: a whole game is entered by tapping, and the result card is read."""

import io
import json
import re
import urllib.request
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.web import Config
from tests.companion.browser.test_accessibility import faults_in_both_themes, faults_of_wide_tables
from tests.support.games.new_games import open_new_game
from tests.support.pages.page_fit import fits

pytestmark = pytest.mark.browser
CASE = json.loads((Path(__file__).parents[2] / "games/nusfjord/cases/nusfjord-8.json").read_bytes())
PHONE, DESK = (390, 844), (1360, 900)


@pytest.fixture
def address(serve, truth, tmp_path):
    with serve(Config(data=str(tmp_path)), truth) as (address, _):
        yield address


def settled(page):
    page.wait_for_selector("#tap-page:not([data-waiting])")


def begin(page, *names):
    for seat, name in enumerate(names):
        page.fill(f"[name=name-{seat}]", name)
    page.click("form.setup button")
    page.wait_for_selector("#board")
    page.wait_for_load_state()  # what hears the taps is loaded last


def enter(page, player):
    """Tap a player's board in; every ship's points are tapped after it, as in a first game."""
    for building in player["buildings"]:
        page.click(f"#pad-{building['points'] + 1}")
    for token, count in (("share", player["shares_owned"]), ("unissued", player["unissued"])):
        if count:
            page.click(f"#{token}-{count}")
    for coin in (10, 5, 1):
        for _ in range(
            player["gold"] // coin if coin == 10 else player["gold"] % (2 * coin if coin == 5 else 5) // coin
        ):
            page.click(f"#gold-{coin}")
    for _ in range(player["free_spaces"]):
        page.click("#space-more")
    settled(page)
    for number, ship in enumerate(player["ships"]):
        page.click(f"#dock-{ship['kind']}")
        settled(page)
        page.click(f"#ship-{number}")
        settled(page)
        page.click(f"#points-{ship['points'] + 2}")
        settled(page)


def points(page):
    rows = page.locator("#points [data-field]")
    return {row.get_attribute("data-field"): int(row.get_attribute("data-points")) for row in rows.all()}


def answer_of(seat):
    return {field: value for field, value in CASE["ask"][0]["answer"]["scores"][seat].items() if field != "player"}


@pytest.mark.long
def test_a_board_document_is_taken_in_and_fits_a_large_screen(address, visit, tmp_path):
    file = tmp_path / "board.json"
    file.write_text(json.dumps(CASE["board"]), encoding="utf-8")
    page = visit(f"{address}/nusfjord/", size=DESK, lang="en-GB")
    page.set_input_files("#document", str(file))
    page.wait_for_selector("#seat-0[aria-current]")
    assert points(page) == answer_of(0)
    assert fits(page)
    page.goto(f"{address}/nusfjord/")
    assert fits(page)


@pytest.mark.long
def test_a_whole_game_is_entered_by_tapping_and_its_card_is_read(address, visit):
    page = visit(f"{address}/nusfjord/", size=PHONE, lang="ru-RU")
    seats = CASE["board"]["players"]
    begin(page, *(seat["name"] for seat in seats))
    for number, seat in enumerate(seats):
        page.click(f"#seat-{number}")
        page.wait_for_selector(f"#seat-{number}[aria-current]")
        page.wait_for_load_state()  # what hears the taps is loaded last
        enter(page, seat)
        assert points(page) == answer_of(number)
    assert fits(page)
    page.click("#end-game")
    page.wait_for_selector("#seat-0 .leader")
    total = CASE["ask"][0]["answer"]["scores"][0]["total"]
    expect(page.locator("#seat-0")).to_have_attribute("data-total", str(total))
    card = page.request.get(page.url.split("?")[0] + "result.png")
    picture = Image.open(io.BytesIO(card.body()))
    assert picture.size == (1080, 1350)
    colours = {colour for _, colour in picture.convert("RGB").getcolors(maxcolors=1 << 24)}
    assert {(0xB9, 0xC5, 0x9A), (0xE5, 0xB5, 0x3A), (0x8A, 0x5A, 0x30)} <= colours
    taken = json.loads(page.request.get(page.url.split("?")[0] + "board.json").body())
    assert [seat["ships"] for seat in taken["players"]] == [seat["ships"] for seat in seats]


@pytest.mark.long
def test_cards_of_the_catalogue_are_found_built_and_known_again(address, visit):
    page = visit(f"{address}/nusfjord/")
    begin(page, "Lars")
    page.click(".new-card summary")
    for number in range(13):
        page.fill("#new-name", f"Hut {number}")
        page.fill("#new-points", str(number % 4))
        page.click("#new-card-build")
        settled(page)
    expect(page.locator("#board .building")).to_have_count(13)
    page.goto(f"{address}/nusfjord/")
    begin(page, "Kari")
    page.fill("#card-search", "hut 1")
    expect(page.locator("#cards .chip:visible")).to_have_count(4)
    page.click('#cards .chip[data-name="hut 11"]')
    page.wait_for_selector("#building-0")
    settled(page)
    expect(page.locator("#building-0 .sign")).to_have_text("Hut 11")
    assert points(page)["buildings"] == 3
    expect(page.locator("#cards .chip:visible")).to_have_count(3)


@pytest.mark.long
def test_a_village_is_set_up_fished_for_and_worked_in_by_the_rules(address, visit):
    page = visit(f"{address}/nusfjord/", size=PHONE)
    begin(page, "Lars", "Kari")
    page.click("#to-village")
    for field, value in (("plates", "1 2 3"), ("doubles", "2"), ("singles", "1"), ("sloop-wood", "2")):
        page.fill(f"[name={field}]", value)
    page.click("#begin")
    page.locator("#land-catch").wait_for()
    assert not faults_of_wide_tables(page)
    page.click("#land-catch")
    page.click("#action-ship")
    page.wait_for_selector("#village-phase .refusal")
    page.click("#action-clear")
    page.click("#option-0")
    page.wait_for_selector("#companies [data-player=Lars][data-wood='5']:not(.at-turn)")
    page.click("#action-clear")
    page.wait_for_selector("#village-phase .refusal")
    page.click("#action-pass")
    page.click("#action-ship")
    page.click("#option-0")
    page.wait_for_selector("#companies [data-player=Lars][data-wood='3']")
    assert fits(page)
    assert not faults_in_both_themes(page)
    page.goto(page.url.replace("village", ""))
    expect(page.locator("#board .vessel")).to_have_count(1)
    # A ship that finds no room any more is still to be read on its dock.
    for ships in range(2, 9):
        if page.locator(".dock.tight").count():
            break
        page.click("#dock-schooner")
        expect(page.locator("#board .vessel")).to_have_count(ships)
        settled(page)
    expect(page.locator(".dock.tight")).not_to_have_count(0)
    assert not faults_in_both_themes(page)


@pytest.mark.long
def test_a_board_is_corrected_by_keyboard_alone(address, visit):
    page = visit(f"{address}/nusfjord/")
    begin(page, "Lars", "Kari")
    page.focus("#pad-3")
    page.keyboard.press("Enter")
    page.wait_for_selector("#building-0")
    settled(page)
    page.focus("#building-0")
    page.keyboard.press("Space")
    page.wait_for_selector("#editor")
    settled(page)
    page.focus("#points-8")
    page.keyboard.press("Enter")
    page.wait_for_selector('#points [data-field="total"][data-points="6"]')
    settled(page)
    page.focus("#remove-thing")
    page.keyboard.press("Enter")
    page.wait_for_selector('#points [data-field="total"][data-points="0"]')


def test_the_fish_phase_follows_the_fleet(address, visit):
    page = visit(f"{address}/nusfjord/")
    begin(page, "Lars")
    page.click("#fishing-title")
    page.wait_for_selector('[data-part="catch"]:text-is("3")')
    page.click("#dock-schooner")
    page.wait_for_selector('[data-part="catch"]:text-is("6")')
    page.fill("[name=elders]", "2")
    page.press("[name=elders]", "Tab")
    page.wait_for_selector('[data-part="elders"]:text-is("2")')


def test_a_catalogue_travels_as_a_file_from_one_page_to_another(address, visit, tmp_path):
    file = tmp_path / "cards.json"
    cards = [{"name": "Рыбный прилавок", "deck": "A", "cost": {"wood": 1}, "points": 1}]
    document = {"format": "longhouse-catalogue", "version": 1, "game": "nusfjord", "buildings": cards}
    file.write_text(json.dumps(document), encoding="utf-8")
    page = visit(f"{address}/nusfjord/catalogue", lang="ru-RU")
    page.set_input_files("#catalogue-file", str(file))
    page.wait_for_selector("table.figures tbody tr")
    expect(page.locator("table.figures")).to_contain_text("Рыбный прилавок")
    assert not faults_of_wide_tables(page)
    with urllib.request.urlopen(f"{address}/nusfjord/catalogue.json") as answer:
        assert re.search("Рыбный прилавок", answer.read().decode())


def test_a_building_is_named_after_its_points_were_tapped(address, visit):
    page = open_new_game(visit, address, "nusfjord", "Lars", size=PHONE)
    page.click("#pad-3")
    page.wait_for_selector("#building-0")
    page.click("#building-0")
    page.click(".naming summary")
    page.fill(".rename [name=name]", "Smokehouse")
    page.click(".rename button[name=keep]")
    page.wait_for_selector('#building-0 .sign:text-is("Smokehouse")')
    settled(page)
    page.goto(f"{address}/nusfjord/catalogue")
    expect(page.locator("table.figures")).to_contain_text("Smokehouse")
