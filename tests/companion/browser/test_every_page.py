"""Every page of the application before axe-core, in both themes; a page that is missing from the list fails."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from companion.record.evenings.store import Evenings
from companion.record.events.games import Ended
from companion.record.events.log import HAND
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from companion.record.storage.places import database_url
from companion.web import Config, create_app
from tests.companion.browser.test_accessibility import OVERFLOWS, PHONE, faults_in_both_themes, faults_of_width
from tests.support.games.recorded_games import ANN_AND_BO, laid, library_in, played_record

pytestmark = pytest.mark.browser

PAGES = {
    "table.page": ("/",),
    "games.history": ("/games/",),
    "games.new": ("/games/new",),
    "games.set_up_again": ("/games/1/set-up",),
    "one_game.page": ("/games/1/", "/games/1/?step=9"),
    "one_game.sheet": ("/games/1/sheet",),
    "one_game.ask_to_delete": ("/games/1/delete",),
    "replay.moves": ("/games/1/moves",),
    "hand.build": ("/games/1/build/", "/games/1/build/?cell=0,0"),
    "statistics.page": ("/games/statistics/",),
    "matches.page": ("/games/5/match",),
    "joining.page": ("/join/",),
    "sources.page": ("/cameras/",),
    "teach.start": ("/teach/",),
    "teach_camera.page": ("/teach/camera/",),
    "teach_colours.page": ("/teach/colours/",),
    "teach_stones.page": ("/teach/stones/",),
    "teach_tiles.page": ("/teach/tiles/",),
    "teach_nusfjord.page": ("/nusfjord/cards/",),
    "hokkaido.start": ("/hokkaido/",),
    "hokkaido.page": ("/hokkaido/2/",),
    "hokkaido.rounds": ("/hokkaido/2/rounds",),
    "vikings.start": ("/vikings/",),
    "vikings.page": ("/vikings/3/",),
    "vikings.wheel": ("/vikings/3/wheel",),
    "nusfjord.start": ("/nusfjord/",),
    "nusfjord.page": ("/nusfjord/4/",),
    "nusfjord.village": ("/nusfjord/4/village",),
    "nusfjord.catalogue": ("/nusfjord/catalogue",),
    "nusfjord.campaigns": ("/nusfjord/campaigns",),
    "evenings.start": ("/evenings/",),
    "evenings.page": ("/evenings/1/",),
    "evenings.board": ("/evenings/1/board",),
    "rules.page": ("/rules/",),
    "installed.offline": ("/installed/offline",),
    "": ("/nothing",),
}
"""The addresses that show each page, by its endpoint; the empty name stands for what is not there."""

CLUB = {
    "club.page": ("/",),
    "club.photo": ("/club/photo",),
    "table.page": ("/tables/1/",),
    "sources.page": ("/tables/1/cameras/",),
    "games.new": ("/tables/1/games/new",),
    "games.history": ("/games/",),
    "evenings.start": ("/evenings/",),
    "evenings.page": ("/evenings/1/",),
    "evenings.board": ("/evenings/1/board",),
}
"""Pages that look different in a club, and those that only a club has."""

ELSEWHERE = {
    "phone.page": "test_phone.py, with a camera",
    "aside.page": "below, with a game that cannot be read",
    "teach_marks.page": "test_taught_by_tapping.py, with tiles that were taught",
    "teach_tile.page": "test_taught_by_tapping.py, with tiles that were taught",
}
"""Pages that need more than a served address, and where axe-core looks at them."""

_GONE_ON = {"share", "with_code", "shell"}
"""What sends on to another page, by the last part of its endpoint, or is a list for the service worker."""


def _answers_in_html(app, endpoint, arguments):
    """Whether an endpoint answers a visitor with a whole page."""
    with app.test_request_context():
        address = app.url_map.bind("localhost").build(endpoint, dict.fromkeys(arguments, 1))
    answer = app.test_client().get(address, headers={"Accept": "text/html"})
    return "<html" in answer.text[:400] and answer.status_code < 400 if answer.mimetype == "text/html" else False


@pytest.mark.parametrize("config", [Config(), Config(club=True)], ids=["a table", "a club"])
def test_every_route_that_shows_a_page_is_in_the_list(config, truth):
    app = create_app(config, truth)
    known = {*PAGES, *CLUB, *ELSEWHERE}
    assert set(PAGES) - {""} <= {rule.endpoint for rule in app.url_map.iter_rules()}
    missing = set()
    for rule in app.url_map.iter_rules():
        looks = "GET" in (rule.methods or ()) and rule.endpoint not in (*known, "events.stream")
        named_page = rule.endpoint.rpartition(".")[2] == "page" and rule.endpoint not in known
        if looks and rule.endpoint.rpartition(".")[2] not in _GONE_ON:
            needs = rule.arguments & {"filename", "key", "paper", "form"}
            if named_page or (not needs and _answers_in_html(app, rule.endpoint, rule.arguments)):
                missing.add(rule.endpoint)
    assert missing == set()


def _begin_all_games(page, address, record):
    """Take a recorded game in, and begin one of each other kind, one of three, and an evening with a round."""
    page.goto(address + "/games/")
    page.set_input_files("#game-file", record)
    page.wait_for_url("**/games/1/")
    for game in ("hokkaido", "vikings", "nusfjord"):
        page.goto(f"{address}/{game}/")
        for seat, name in enumerate(("Ann", "Bo")):
            page.locator(f"[name=name-{seat}]").fill(name)
        page.locator("form.setup button.button, form[action$='/new'] button.button").last.click()
        page.wait_for_url(f"**/{game}/*/")
    page.goto(address + "/games/new")
    page.evaluate("document.querySelector('[name=variant]').value = 'classic'")
    page.get_by_role("button", name="Start").or_(page.get_by_role("button", name="Начать")).click()
    page.wait_for_url("**/games/5/build/**")


def _begin_an_evening(page, address):
    page.goto(address + "/evenings/")
    page.fill("#name", "The long night")
    page.fill("#players", "Ann\nBo\nCleo\nDmitri")
    page.locator("main form[action$='/evenings/'] button").click()
    page.wait_for_url("**/evenings/1/**")
    page.locator("form[action$='/round'] button").click()
    expect(page.locator("#round-1")).to_have_count(1)


BROWSERS_WORDS = """() => [...document.querySelectorAll("input[type=file]")].filter((field) => {
  const { width, height } = field.getBoundingClientRect();
  return (width > 2 && height > 2 && getComputedStyle(field).opacity !== "0") || !field.labels.length;
}).map((field) => field.outerHTML)"""
"""Fields for files that show the browser's own button, whose words are in the browser's language, not in the page's."""


BROWSERS_LINKS = """() => [...document.querySelectorAll("a[href]")].filter((link) =>
  ["rgb(0, 0, 238)", "rgb(158, 158, 255)"].includes(getComputedStyle(link).color)
).map((link) => "in the browser's own colour: " + link.outerHTML.slice(0, 160))"""

CONTROLS = """() => {
  const all = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  const isThere = (e) => !e.disabled && e.checkVisibility({ visibilityProperty: true });
  return [...document.querySelectorAll(all)].filter(isThere);
}"""

TOO_SMALL = f"""() => ({CONTROLS})().filter((e) => {{
  const isOnBoard = e.closest("svg") || e.matches(".skip");
  const isInText = e.matches("p:not(.up) a") && getComputedStyle(e).display === "inline";
  if (isOnBoard || isInText) return false;
  return Math.max(...[e, ...(e.labels ?? [])].map((part) => part.getBoundingClientRect().height)) < 43.5;
}}).map((e) => "too small for a finger: " + e.outerHTML.slice(0, 160))"""
"""What a finger may miss: lower than 44 px. Places on a board are as large as the board lets them be."""

UNSEEN_FOCUS = f"""() => ({CONTROLS})().filter((e) => {{
  if (e.closest("svg")) return false; // where a line of its drawing changes
  e.focus({{ preventScroll: true }});
  if (document.activeElement !== e) return false;
  const shows = [e, ...(e.labels ?? []), e.previousElementSibling, e.parentElement].filter(Boolean);
  const ring = shows.find((part) => getComputedStyle(part).outlineStyle === "solid");
  e.blur();
  return !ring;
}}).map((e) => "focus is not seen: " + e.outerHTML.slice(0, 160))"""


def _faults_of_use(page):
    """What is too small for a finger, or is focused unseen; and what does not fit a narrow phone or twice the size."""
    found = page.evaluate(TOO_SMALL) + page.evaluate(BROWSERS_LINKS)
    page.keyboard.press("Tab")  # from now on the browser shows what has the focus
    found += page.evaluate(UNSEEN_FOCUS)
    page.set_viewport_size({"width": 640, "height": 700})  # a desk's screen at 200 %
    found += page.evaluate(OVERFLOWS)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    return found + faults_of_width(page)


def _all_faults(page):
    return (
        faults_in_both_themes(page)
        + page.evaluate(BROWSERS_WORDS)
        + page.evaluate(BROWSERS_LINKS)
        + _faults_of_use(page)
    )


def _faults(page, address, pages, look=_all_faults):
    wrong = {}
    for path in (path for paths in pages.values() for path in paths):
        page.goto(address + path)
        page.locator("h1").first.wait_for(state="attached")
        if found := look(page):
            wrong[path] = found
    return wrong


@pytest.mark.long
def test_every_page_is_for_everyone(truth, serve, visit, tmp_path):
    record = tmp_path / "game.txt"
    record.write_text(played_record(), encoding="utf-8")
    with serve(Config(viewers=4), truth) as (address, _):
        # Russian words are longer: what has to be scrolled on a phone has to in them.
        page = visit(address, PHONE, "ru-RU")
        _begin_all_games(page, address, record)
        _begin_an_evening(page, address)
        assert _faults(page, address, PAGES) == {}
        assert _faults(visit(address, PHONE), address, PAGES, faults_of_width) == {}


def test_the_link_to_the_game_of_a_table_is_as_large_as_a_finger_and_in_no_colour_of_the_browser(
    truth, serve, visit, tmp_path
):
    engine = open_database(database_url(tmp_path))
    evenings = Evenings(engine)
    evenings.add_round(evenings.begin("Friday", "fjords", 2, ("Ann", "Bo")), 0, [("Ann", "Bo")])
    Library(engine).begin(HAND, ANN_AND_BO, laid(0, 0), Ended())
    engine.dispose()
    with serve(Config(data=str(tmp_path)), truth) as (address, _):
        page = visit(address + "/evenings/1/", PHONE)
        expect(page.get_by_role("link", name="The game")).to_be_visible()
        assert page.evaluate(BROWSERS_LINKS) + page.evaluate(TOO_SMALL) == []


@pytest.mark.long
def test_the_page_of_a_game_that_cannot_be_read_is_for_everyone(truth, serve, visit, tmp_path):
    library = library_in(tmp_path)
    library.begin(HAND, ANN_AND_BO, laid(0, 0))
    library.close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as file:
        file.execute("UPDATE events SET data = 'no JSON' WHERE number = 2")
        file.commit()
    with serve(Config(data=str(tmp_path)), truth) as (address, _):
        page = visit(address, PHONE, "ru-RU")
        assert _faults(page, address, {"aside.page": ("/games/1/aside/",), "games.history": ("/games/",)}) == {}
        expect(page.locator("a[href='/games/1/aside/']")).to_have_count(1)


@pytest.mark.long
def test_every_page_of_a_club_is_for_everyone(truth, serve, visit):
    with serve(Config(club=True, tables=(("By the window", ""),)), truth) as (address, _):
        page = visit(address, PHONE, "ru-RU")
        _begin_an_evening(page, address)
        assert _faults(page, address, CLUB) == {}
