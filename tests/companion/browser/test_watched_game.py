"""A game watched in a real browser: from its set-up to the result card, through corrections and a restart."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import expect

from companion.live.snapshots import STILL
from companion.web import Config
from tests.companion.conftest import wait_for
from tests.support.games.recorded_games import library_in
from tests.support.readers.truth_reader import GAME
from tests.support.servers.live_server import FakeCamera, darkened, game_photo, serve_live, serve_live_table
from vision.imaging.photo import photo_of

pytestmark = pytest.mark.browser

PHONE = (390, 844)


IN_SIGHT = """() => {
    const tile = document.querySelector("#table .fjords-board g.tile.chosen");
    const { left, top, width, height } = tile.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return Boolean(there?.closest("#table"));
}"""
"""Whether the tile that is corrected can be seen, with nothing lying over it."""


TINT = "() => getComputedStyle(document.querySelector('#table .seen g.tile.chosen .rim')).fill"


def truth_of(number):
    return json.loads((GAME / f"game_{number:02}.json").read_bytes())


def shows(page, tiles, pieces):
    """Wait until the board on the page has so many tiles and pieces."""
    board = "document.querySelector('#table .fjords-board')"
    counts = f"['g.tile', 'g.piece'].map((kind) => {board}?.querySelectorAll(kind).length)"
    wait_for(lambda: page.evaluate(counts) == [tiles, pieces])


def play(page, camera, number):
    """Let the game come to a picture, and wait until the page shows it."""
    camera.show(game_photo(number))
    truth = truth_of(number)
    shows(page, len(truth["tiles"]), len(truth["pieces"]))
    return truth


def set_up(page, names):
    page.get_by_role("link", name="Save this game").click()
    for place, name in enumerate(names, start=1):
        page.get_by_label(f"Name of player {place}").fill(name)
    page.get_by_label("Who lays the first tile").select_option("0")
    page.get_by_role("button", name="Start").click()
    page.locator(f"[data-player={names[0]}]").wait_for()


@pytest.mark.long
def test_the_recorded_game_is_played_from_set_up_to_the_result_card(truth, visit, tmp_path):
    camera = FakeCamera()
    with serve_live(Config(viewers=4, data=str(tmp_path)), truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}", PHONE)
        page.locator("[data-player]").first.wait_for()
        set_up(page, ["Ann", "Bo"])
        for number in (1, 4, 6, 7, 8, 10):
            after = play(page, camera, number)

        # One viking is taken away by hand, that holds against what the camera goes on to see, and is undone.
        before = len(after["pieces"])
        page.locator("#table .taps a[aria-label*='viking']").first.press("Enter")
        # What is corrected stays in sight beside the sheet, which closes when it is done.
        expect(page.locator("#table .fjords-board g.tile.chosen")).to_have_count(1)
        take_away = page.get_by_role("button", name="Remove: viking")
        take_away.wait_for()
        wait_for(lambda: page.evaluate(IN_SIGHT))
        # It is outlined: a tint over it would make a white piece look yellow.
        assert "255, 205, 70" not in page.evaluate(TINT)
        take_away.click()
        expect(page.locator("#correction-sheet")).to_be_hidden()
        shows(page, len(after["tiles"]), before - 1)
        truth_then = truth_of(12)
        camera.show(game_photo(12))
        shows(page, len(truth_then["tiles"]), len(truth_then["pieces"]) - 1)
        page.get_by_role("button", name="Undo: Ann places a viking").or_(
            page.get_by_role("button", name="Undo: Bo places a viking")
        ).click()
        shows(page, len(truth_then["tiles"]), len(truth_then["pieces"]) - 2)
        page.get_by_role("button", name="Redo").click()
        shows(page, len(truth_then["tiles"]), len(truth_then["pieces"]) - 1)

        page.get_by_role("button", name="Русский").click()
        page.get_by_role("button", name="Партия окончена").wait_for()
        camera.show(game_photo(18))
        last = truth_of(18)
        shows(page, len(last["tiles"]), len(last["pieces"]) - 1)
        page.get_by_role("button", name="Партия окончена").click()
        card = page.locator("img.result-card")
        card.wait_for()
        expect(card).to_have_js_property("naturalWidth", 648)
        expect(page.locator("html")).to_have_attribute("lang", "ru")
    kept = library_in(tmp_path).games()[0].timeline
    assert kept.position.ended
    assert kept.position.setup.settlement_order[0] in ("Ann", "Bo")


@pytest.mark.long
def test_a_page_survives_a_restart_of_the_server_in_mid_game(truth, visit, tmp_path):
    camera, config = FakeCamera(), Config(viewers=4, data=str(tmp_path))
    with serve_live(config, truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}")
        page.locator("[data-player]").first.wait_for()
        set_up(page, ["Ann", "Bo"])
        play(page, camera, 5)
    page.locator(".pill.lost").wait_for()
    camera.show(game_photo(9))
    with serve_live(config, truth, camera, port):
        last = truth_of(9)
        shows(page, len(last["tiles"]), len(last["pieces"]))
        page.locator(".pill.lost").wait_for(state="hidden")
        expect(page.locator("[data-player=Ann]")).to_have_count(1)
        # Forms of before still hold: their token was signed with the key that is kept.
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Continue", exact=True).wait_for()


def test_what_the_reading_doubts_is_settled_by_one_tap_and_stays_settled(truth, visit, tmp_path):
    doubted = truth_of(10)["pieces"][-1]
    camera, seen = FakeCamera(), []

    def read(photo):
        reading = truth(photo)
        seen.append(reading)
        at = next((p for p in reading.pieces if p.kind == doubted["kind"] and p.colour == doubted["colour"]), None)
        if at is None:
            return reading
        asks = {"about": "piece", "q": at.cell[0], "r": at.cell[1], "confidence": 0.4}
        return replace(reading, ask=({**asks, "candidates": [at.kind, "longhouse", "none"]},))

    camera.show(game_photo(10))
    with serve_live(Config(viewers=4, data=str(tmp_path)), read, camera) as port:
        page = visit(f"http://127.0.0.1:{port}", PHONE)
        doubt = page.locator(".doubts .question")
        doubt.wait_for()
        # On a phone both the question and the points are in sight without scrolling.
        expect(doubt.get_by_role("button", name="Something else")).to_be_in_viewport()
        expect(page.locator(".score-strip")).to_be_in_viewport()
        expect(page.locator("#table g.tile.asked")).to_have_count(2)  # on the board, and in the picture
        # The picture and the detail of the question have one address, so that a browser loads them once.
        html = page.request.get(page.url).text()
        shown = re.search(r'<img id="camera"[^>]* src="([^"]+)"', html)
        assert shown is not None and f'<image href="{shown[1]}"' in html
        shows(page, len(truth_of(10)["tiles"]), len(truth_of(10)["pieces"]))
        # Nobody set a game up; that answering begins one is said before.
        expect(page.locator(".doubts")).to_contain_text("Answering saves this game so that the answer is kept")
        doubt.get_by_role("button", name="Nothing").click()
        shows(page, len(truth_of(10)["tiles"]), len(truth_of(10)["pieces"]) - 1)
        expect(page.locator(".doubts")).to_have_count(0)
        camera.show(game_photo(11))
        shows(page, len(truth_of(11)["tiles"]), len(truth_of(11)["pieces"]) - 1)
        expect(page.locator("g.tile.asked")).to_have_count(0)


def test_a_question_about_the_table_that_somebody_cannot_answer_waits_behind_the_others(truth, visit):
    pieces = truth_of(10)["pieces"][-2:]

    def read(photo):
        reading = truth(photo)
        same = [q for p in pieces for q in reading.pieces if (q.kind, q.colour) == (p["kind"], p["colour"])]
        cells = list(dict.fromkeys(piece.cell for piece in same))[:2]
        candidates = ["viking", "longhouse", "none"]
        asks = [{"about": "piece", "q": q, "r": r, "confidence": 0.4, "candidates": candidates} for q, r in cells]
        return replace(reading, ask=tuple(asks))

    camera = FakeCamera()
    camera.show(game_photo(10))
    with serve_live(Config(viewers=4), read, camera) as port:
        page = visit(f"http://127.0.0.1:{port}", PHONE)
        shown = page.locator("#table .question:visible")
        expect(shown).to_have_count(1)
        first = shown.get_attribute("data-cells")
        shown.get_by_role("button", name="Not sure").click()
        expect(shown).not_to_have_attribute("data-cells", first)
        expect(shown.locator(".asks")).to_be_focused()
        second = shown.get_attribute("data-cells")
        # It goes on waiting when the board comes anew, and is asked again once the other one was passed over, too.
        with page.expect_response("**/table"):
            page.evaluate("htmx.trigger('#table', 'sse:table')")
        expect(shown).to_have_attribute("data-cells", second)
        shown.get_by_role("button", name="Not sure").click()
        expect(shown).to_have_attribute("data-cells", first)


def test_a_page_fetches_what_is_new_and_keeps_what_has_not_changed(truth, visit):
    camera = FakeCamera()
    camera.show(game_photo(5))
    with serve_live_table(Config(viewers=4), truth, camera) as (port, table):
        # The page finds a table at which nothing goes on.
        wait_for(lambda: (now := table.snapshot).tally and (now.seeing, now.standing) == (STILL, None))
        page = visit("about:blank")
        asked = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        listens = page.expect_request("**/events?shown=*")
        with listens, page.expect_request("**/camera.jpg?after=*") as next_picture:
            page.goto(f"http://127.0.0.1:{port}")
        # The picture that came with the page is not fetched again, nor is the board.
        assert not next_picture.value.url.endswith("after=0")
        page.evaluate("new Promise((done) => setTimeout(done, 500))")
        assert [address for address in asked if address in ("table", "live")] == []
        assert len([address for address in asked if address.startswith("camera.jpg?at=")]) == 1
        page.evaluate("for (const part of document.querySelectorAll('#camera, #table g.tile')) part.wasHere = true")
        before = page.locator("#table .fjords-board g.tile").count()
        after = play(page, camera, 7)
        parts = "document.querySelectorAll('#camera, #table .fjords-board g.tile')"
        kept = f"[...{parts}].filter((part) => part.wasHere).length"
        assert len(after["pieces"]) != len(truth_of(5)["pieces"])
        assert page.evaluate(kept) == 1 + before
        assert len([address for address in asked if address.startswith("camera.jpg?at=")]) == 1


def test_a_camera_that_sees_badly_is_helped_with_advice(truth, visit):
    camera = FakeCamera()
    with serve_live(Config(viewers=4), truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}", lang="ru-RU")
        page.locator("[data-player]").first.wait_for()
        camera.show(darkened(game_photo(0)))
        page.locator("[data-advice=dark]", has_text="включите лампу").wait_for()
        camera.show(game_photo(0))
        page.locator("[data-advice=dark]").wait_for(state="detached")


@pytest.mark.long
def test_nothing_is_marked_in_a_picture_without_a_board(truth, visit):
    camera = FakeCamera()
    with serve_live(Config(viewers=4), truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}")
        marks = page.locator("#table .seen")
        expect(marks).to_be_visible()
        camera.show(photo_of(np.random.default_rng(1).integers(0, 255, (540, 960, 3), np.uint8)))
        expect(page.locator("#camera-status .pill.no-board")).to_be_visible()
        expect(marks).to_be_hidden()
        camera.show(game_photo(0))
        expect(marks).to_be_visible()


@pytest.mark.long
def test_land_and_hints_are_drawn_on_the_board_when_they_are_asked_for(truth, visit):
    camera = FakeCamera()
    camera.show(game_photo(10))
    with serve_live(Config(viewers=4), truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}")
        page.locator("[data-player]").first.wait_for()
        land = page.locator("#table .territory")
        expect(land).to_be_hidden()
        page.get_by_label("Show whose land it will be").check()
        land.wait_for()
        expect(land.locator(".secure")).not_to_have_count(0)
        page.reload()
        land.wait_for()
        page.locator(".ask-hint button").first.click()
        page.locator(".hint-said").wait_for()
        expect(page.locator(".hint-moves li")).not_to_have_count(0)
        expect(page.locator("#table svg.hints .hint")).to_have_count(page.locator(".hint-moves li").count())
        box = page.locator("#table svg.hints").get_attribute("viewBox")
        expect(page.locator("#table .fjords-board")).to_have_attribute("viewBox", box)


@pytest.mark.long
def test_a_hint_outlasts_a_refreshed_page_but_not_the_board_that_it_was_for(truth, visit):
    camera = FakeCamera()
    camera.show(game_photo(10))
    refresh = "() => new Promise((done) => { document.addEventListener('htmx:afterSettle', done, { once: true });" \
              " htmx.trigger('#table', 'sse:table'); })"  # fmt: skip
    with serve_live(Config(viewers=4), truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}")
        page.locator("[data-player]").first.wait_for()
        hint, drawn = page.locator("#table .hint-said"), page.locator("#table svg.hints .hint")
        # The page is refreshed while the hint is still worked out, and once more when it is there.
        page.evaluate(f"() => {{ document.querySelector('.ask-hint button').click(); return ({refresh})(); }}")
        hint.wait_for()
        words, count = hint.inner_text(), drawn.count()
        page.evaluate(refresh)
        expect(hint).to_have_text(words, use_inner_text=True)
        expect(drawn).to_have_count(count)
        assert count > 0
        camera.show(game_photo(11))
        shows(page, len(truth_of(11)["tiles"]), len(truth_of(11)["pieces"]))
        expect(hint).to_have_count(0)
        expect(drawn).to_have_count(0)


@pytest.mark.long
def test_the_timeline_goes_back_while_the_game_goes_on(truth, visit, tmp_path):
    camera = FakeCamera()
    with serve_live(Config(viewers=4, data=str(tmp_path)), truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}", PHONE)
        page.locator("[data-player]").first.wait_for()
        set_up(page, ["Ann", "Bo"])
        play(page, camera, 4)
        page.get_by_role("heading", name="Look back through the game").click()
        page.get_by_label("Replay the game").fill("2")
        page.locator("#moment .happened .count", has_text="Step 2 of").wait_for()
        assert page.locator("#moment g.tile").count() < page.locator("#table .fjords-board g.tile").count()


@pytest.mark.long
def test_new_elements_of_the_page_react_to_the_first_touch_at_once(truth, visit, tmp_path):
    at_once = """() => new MutationObserver((_, watch) => {
        const scrub = document.getElementById("scrub");
        if (!scrub) return;
        watch.disconnect();
        scrub.value = 1;
        scrub.dispatchEvent(new Event("input", { bubbles: true }));
    }).observe(document.getElementById("timeline-body"), { childList: true })"""
    camera = FakeCamera()
    with serve_live(Config(viewers=4, data=str(tmp_path)), truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}", PHONE)
        page.locator("[data-player]").first.wait_for()
        set_up(page, ["Ann", "Bo"])
        play(page, camera, 4)
        page.evaluate(at_once)
        page.get_by_role("heading", name="Look back through the game").click()
        page.locator("#moment .happened .count", has_text="Step 1 of").wait_for()


@pytest.mark.long
def test_switches_are_remembered_and_sounds_are_off_unless_wanted(truth, visit):
    camera = FakeCamera()
    with serve_live(Config(viewers=4), truth, camera) as port:
        page = visit(f"http://127.0.0.1:{port}")
        sounds, awake = page.get_by_role("button", name="Sounds"), page.get_by_role("button", name="Screen stays on")
        expect(sounds).to_have_attribute("aria-pressed", "false")
        expect(awake).to_have_attribute("aria-pressed", "true")
        sounds.click()
        awake.click()
        page.reload()
        expect(sounds).to_have_attribute("aria-pressed", "true")
        expect(awake).to_have_attribute("aria-pressed", "false")


LOCKS = """() => {
    window.held = 0;
    window.most = 0;
    navigator.wakeLock.request = () => new Promise((done) => setTimeout(() => {
      window.most = Math.max(window.most, ++window.held);
      const lock = Object.assign(new EventTarget(), { released: false });
      lock.release = async () => {
        if (lock.released) return;
        lock.released = true;
        window.held -= 1;
        lock.dispatchEvent(new Event("release"));
      };
      done(lock);
    }, 50));
}"""
"""Locks of the screen that are counted, and given after a while."""


def test_one_lock_keeps_the_screen_on_however_often_the_page_is_looked_at_again(truth, visit, wait_for):
    with serve_live(Config(viewers=4), truth, FakeCamera()) as port:
        page = visit(f"http://127.0.0.1:{port}")
        awake = page.get_by_role("button", name="Screen stays on")
        awake.click()
        expect(awake).to_have_attribute("aria-pressed", "false")
        page.evaluate(LOCKS)
        awake.click()
        page.evaluate("for (let n = 0; n < 3; n++) document.dispatchEvent(new Event('visibilitychange'))")
        wait_for(lambda: page.evaluate("window.held"))
        page.evaluate("new Promise((done) => setTimeout(done, 200))")
        assert page.evaluate("window.most") == 1
        awake.click()
        wait_for(lambda: page.evaluate("window.held === 0"))


@pytest.mark.long
def test_a_board_that_two_build_is_the_same_before_both(truth, serve, visit):
    with serve(Config(viewers=4), truth) as (address, _):
        one = visit(address + "/games/new", PHONE)
        one.get_by_label("Colour of player 1", exact=True).select_option("red")
        one.get_by_role("button", name="Start").click()
        one.get_by_role("link", name="Lay a tile in the space 0, 0").wait_for()
        other = visit(one.url)
        other.get_by_role("link", name="Lay a tile in the space 0, 0").wait_for()
        one.get_by_role("link", name="Lay a tile in the space 0, 0").click()
        one.get_by_role("button", name="Lay this tile").click()
        one.get_by_role("button", name="viking, red").click()
        other.locator("[data-player=red][data-total='1']").wait_for()
        expect(other.locator(".fjords-board g.tile")).to_have_count(1)
