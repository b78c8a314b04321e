"""The camera's table and the game that is kept of it: recorded before it is shown, corrected, gone on with."""

import json
import re
from dataclasses import replace

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from companion.live.snapshots import LIVE
from companion.record.events.cells import GroundNamed, PieceRemoved
from companion.record.events.games import Ended, Paused, Resumed, Seat, SetUp, Undone
from companion.record.events.log import HAND
from companion.record.recorder import BROKEN, FOLLOWS, OTHER_BOARD, PAUSES, Recorder
from companion.scoring.fjords_tally import tally_document
from companion.web import Config, create_app
from companion.web.games.live_record import RecordedTable
from games.fjords.board import Board
from tests.companion.conftest import PATIENCE
from tests.support.games.recorded_games import laid, library_in, placed
from tests.support.games.simulated_table import misread
from tests.support.pages.forms import token_of
from tests.support.pages.page_fit import fits
from tests.support.readers.truth_reader import GAME, SAMPLES, reading_of
from vision.merging.coordinates import move_reading

TRUTHS = [json.loads(path.read_bytes()) for path in sorted(GAME.glob("*.json"))]
WATCHED = SetUp(title="Tuesday", watched=True)


@pytest.fixture
def recorder(library):
    recorder = Recorder(library)
    recorder.follow(library.begin(HAND, WATCHED))
    return recorder


def lies(document):
    """What lies where, without figures of the reading."""
    board = Board.from_document(document)
    tiles = {cell: tile.edges for cell, tile in board.tiles.items()}
    return tiles, sorted((p.kind, p.colour, p.cell) for p in board.pieces)


def recorded(recorder):
    return recorder.current().timeline.position.document()


def test_a_whole_game_is_recorded_as_the_camera_sees_it(recorder):
    for truth in TRUTHS:
        recorder.record_board(truth)
        assert lies(recorded(recorder)) == lies(truth)
    entries = recorder.current().timeline.entries
    recorder.record_board(dict(TRUTHS[-1]))
    assert recorder.current().timeline.entries == entries


def test_a_game_goes_on_after_a_restart_though_the_camera_stands_elsewhere(recorder, library):
    for truth in TRUTHS[:9]:
        recorder.record_board(truth)
    again = Recorder(library)
    turned = [Board.from_document(truth).moved(2, (3, -1)).to_document() for truth in TRUTHS[9:]]
    for truth in turned:
        again.record_board(truth)
    assert lies(recorded(again)) == lies(TRUTHS[-1])
    board = Board.from_document(turned[-1])
    turn, shift = again.way
    assert lies(board.moved(turn, shift).to_document()) == lies(TRUTHS[-1])


def test_corrections_hold_while_the_camera_goes_on_seeing_what_it_saw(recorder, library):
    recorder.record_board(TRUTHS[10])
    wrong = TRUTHS[10]["pieces"][0]
    about = {"q": wrong["q"], "r": wrong["r"]}
    library.add(recorder.current().id, HAND, PieceRemoved(kind=wrong["kind"], colour=wrong["colour"], **about))
    library.add(recorder.current().id, HAND, placed("pink", **about))
    for truth in TRUTHS[11:]:
        recorder.record_board(truth)
    there = [p for p in recorded(recorder)["pieces"] if (p["q"], p["r"]) == (wrong["q"], wrong["r"])]
    assert [p["colour"] for p in there] == ["pink"]
    assert len(recorded(recorder)["pieces"]) == len(TRUTHS[-1]["pieces"])


def test_an_undone_event_does_not_come_back(recorder, library):
    recorder.record_board(TRUTHS[0])
    recorder.record_board(TRUTHS[1])
    undo = recorder.current().timeline.to_undo()
    assert isinstance(undo, Undone)
    library.add(recorder.current().id, HAND, undo)
    before = recorded(recorder)
    recorder.record_board(dict(TRUTHS[1]))
    assert recorded(recorder) == before


def test_changes_during_a_pause_are_recorded_when_the_game_continues(recorder, library):
    recorder.record_board(TRUTHS[0])
    library.add(recorder.current().id, HAND, Paused())
    recorder.record_board(TRUTHS[3])
    assert recorder.state == PAUSES
    assert lies(recorded(recorder)) == lies(TRUTHS[0])
    library.add(recorder.current().id, HAND, Resumed())
    recorder.record_board(TRUTHS[3])
    assert (recorder.state, lies(recorded(recorder))) == (FOLLOWS, lies(TRUTHS[3]))


def test_another_board_under_the_camera_leaves_the_game_as_it_is(recorder):
    recorder.record_board(TRUTHS[-1])
    before = recorded(recorder)
    for other in (json.loads((SAMPLES / "table11.json").read_bytes()), TRUTHS[0], TRUTHS[9]):
        recorder.record_board(other)
        assert recorder.state == OTHER_BOARD
        assert recorded(recorder) == before
    recorder.record_board(dict(TRUTHS[-1]))
    assert recorder.state == FOLLOWS


def test_a_game_that_nobody_named_is_left_when_another_board_is_seen_after_a_restart(library):
    recorder = Recorder(library)
    recorder.follow(game := library.begin(HAND, SetUp(players=(Seat("white", ("white",)),), watched=True)))
    recorder.record_board(TRUTHS[-1])
    again = Recorder(library)
    again.record_board(json.loads((SAMPLES / "table11.json").read_bytes()))
    assert again.current() is None
    assert lies(library.game(game).timeline.position.document()) == lies(TRUTHS[-1])
    same = Recorder(library)
    same.record_board(TRUTHS[-1])
    assert same.current().id == game


def test_a_named_game_is_followed_on_though_another_board_is_seen_after_a_restart(recorder, library):
    recorder.record_board(TRUTHS[-1])
    again = Recorder(library)
    again.record_board(json.loads((SAMPLES / "table11.json").read_bytes()))
    assert (again.state, again.current().id) == (OTHER_BOARD, recorder.current().id)


def test_a_game_that_is_over_is_followed_no_more(recorder, library):
    library.add(recorder.current().id, HAND, Ended())
    assert recorder.current() is None
    recorder.record_board(TRUTHS[0])
    assert not recorder.record(placed("red", 0, 0))
    assert Recorder(library).current() is None


def test_the_page_of_a_game_that_is_over_leads_to_its_result_until_the_table_is_cleared(truth, tmp_path):
    app = create_app(Config(data=str(tmp_path), camera="nowhere"), truth)
    client, table = app.test_client(), app.extensions["longhouse"].table
    games = app.extensions["longhouse-games"]
    viking = TRUTHS[10]["pieces"][-1]
    asked = {"about": "piece", "q": viking["q"], "r": viking["r"], "confidence": 0.4}
    ask = ({**asked, "candidates": ["viking", "longhouse", "none"]},)
    table.publish(camera=LIVE, tally=replace(seen(10), reading=replace(seen(10).reading, ask=ask)))
    assert "Answering saves this game" in client.get("/table").text
    game = games.library.begin(HAND, WATCHED)
    games.recorder.follow(game)
    client.get("/table")
    games.library.add(game, HAND, Ended())
    page = client.get("/table").text
    assert f'href="/games/{game}/"' in page and "The game is over." in page
    assert "Start the next game" in page
    assert "Save this game" not in page and "Answering saves this game" not in page
    table.publish(camera=LIVE, tally=seen(1))
    assert "Save this game" in client.get("/table").text


def test_after_a_restart_a_game_that_is_over_is_known_by_its_board_and_a_tap_begins_no_other(truth, tmp_path):
    first = library_in(tmp_path)
    recorder = Recorder(first)
    recorder.follow(game := first.begin(HAND, WATCHED))
    recorder.record_board(TRUTHS[10])
    first.add(game, HAND, Ended())
    first.close()
    app = create_app(Config(data=str(tmp_path), camera="nowhere"), truth)
    client, table = app.test_client(), app.extensions["longhouse"].table
    table.publish(camera=LIVE, tally=tally_document(Board.from_document(TRUTHS[10]).moved(2, (3, -1)).to_document()))
    page, cell = client.get("/table").text, client.get("/table/cell?cell=0,0").text
    assert f'href="/games/{game}/"' in page and "Save this game" not in page
    assert f'href="/games/{game}/build/"' in cell and "/table/keep" not in cell
    fields = {"csrf_token": token_of(client, "/games/new"), "cell": "0,0"}
    assert client.post("/table/keep", data=fields).status_code == 409
    other = json.loads((SAMPLES / "table11.json").read_bytes())
    table.publish(camera=LIVE, tally=tally_document(other))
    assert "Save this game" in client.get("/table").text
    assert [stored.id for stored in app.extensions["longhouse-games"].library.games()] == [game]


def test_a_database_that_fails_does_not_end_the_evening(recorder, library):
    recorder.record_board(TRUTHS[0])

    def fail(connection, cursor, statement, *_):
        if statement.startswith("INSERT"):
            raise OperationalError(statement, {}, Exception("disk full"))

    event.listen(library._engine, "before_cursor_execute", fail)
    recorder.record_board(TRUTHS[1])
    assert recorder.state == BROKEN
    event.remove(library._engine, "before_cursor_execute", fail)
    recorder.record_board(TRUTHS[1])
    assert (recorder.state, lies(recorded(recorder))) == (FOLLOWS, lies(TRUTHS[1]))


def test_an_event_that_a_failing_database_refuses_is_reported_and_accepted_later(recorder, library):
    recorder.record_board(TRUTHS[0])
    event.listen(library._engine, "before_cursor_execute", refuse)
    assert not recorder.record(placed("red", 0, 0))
    assert recorder.state == BROKEN
    event.remove(library._engine, "before_cursor_execute", refuse)
    recorder.record_board(TRUTHS[0])
    assert recorder.state == FOLLOWS
    assert recorder.record(placed("red", 0, 0))


def refuse(connection, cursor, statement, *_):
    raise OperationalError(statement, {}, Exception("disk full"))


@pytest.mark.parametrize("refused", ["SELECT", "INSERT"])
def test_a_board_is_shown_although_the_database_fails(recorder, library, refused):
    shown = RecordedTable(recorder)
    setup = SetUp(players=(Seat("Ann", ("red",)), Seat("Bo", ("blue",))), watched=True)
    recorder.follow(library.begin(HAND, setup, laid(0, 0), placed("red", 0, 0)))
    first = seen(0)

    def fail(connection, cursor, statement, *_):
        if statement.startswith(refused):
            raise OperationalError(statement, {}, Exception("disk full"))

    event.listen(library._engine, "before_cursor_execute", fail)
    shown.publish(tally=first)
    assert shown.snapshot.tally is first
    assert recorder.state == BROKEN


def test_the_warnings_to_show_while_the_database_fails_are_those_of_the_reading(recorder, library):
    shown = RecordedTable(recorder)
    assert shown.current_notices() == ()
    setup = SetUp(players=(Seat("Ann", ("red",)), Seat("Bo", ("blue",))), watched=True)
    recorder.follow(library.begin(HAND, setup, laid(0, 0), placed("red", 0, 0)))
    shown.publish(tally=(first := seen(0)))
    assert shown.current_notices() == shown.current_tally().notices
    event.listen(library._engine, "before_cursor_execute", refuse)
    assert shown.current_notices() == first.notices


def test_players_colours_and_named_ground_stay_as_last_known_while_the_database_fails(recorder, library):
    recorder.follow(game := library.begin(HAND, SetUp(players=(Seat("Ann", ("red",)),), watched=True)))
    recorder.record_board(TRUTHS[8])
    tile = TRUTHS[8]["tiles"][3]
    library.add(game, HAND, GroundNamed(q=tile["q"], r=tile["r"], edge=1, half=1, terrain="P"))
    reading = reading_of(TRUTHS[8], 1280, 960)
    known = (recorder.colours(), recorder.grounds(reading))
    assert known == ({"red"}, {((tile["q"], tile["r"]), 1, 1): "P"})
    event.listen(library._engine, "before_cursor_execute", refuse)
    assert (recorder.colours(), recorder.grounds(reading)) == known
    assert recorder.state == BROKEN
    recorder.follow(game)
    assert (recorder.colours(), recorder.grounds(reading)) == (set(), {})
    event.remove(library._engine, "before_cursor_execute", refuse)
    assert (recorder.colours(), recorder.grounds(reading)) == known
    recorder.record_board(TRUTHS[8])
    assert recorder.state == FOLLOWS


def seen(number):
    return tally_document(TRUTHS[number], reading_of(TRUTHS[number], 960, 720))


def test_the_live_page_shows_the_game_with_its_players_and_corrections(truth, tmp_path):
    app = create_app(Config(data=str(tmp_path), camera="nowhere"), truth)
    client, table = app.test_client(), app.extensions["longhouse"].table
    table.publish(camera=LIVE, tally=seen(10))
    first = client.get("/table").text
    assert "Save this game" in first
    assert set(re.findall(r"/games/new[^\"#]*", first)) == {"/games/new?watched=1"}
    form = client.get("/games/new?watched=1").text
    token = re.search('name="csrf_token" value="([^"]+)"', form).group(1)
    colour = TRUTHS[10]["pieces"][0]["colour"]
    assert f'<option value="{colour}" selected>' in form
    fields = {"csrf_token": token, "watched": "1", "colour-0": colour, "name-0": "Åse", "title": "Friday"}
    assert client.post("/games/new", data=fields).headers["Location"] == "/"
    page = client.get("/table").text
    assert 'data-player="Åse"' in page
    assert "Friday" in page
    assert 'class="seen"' in page
    version = table.snapshot.version
    game = app.extensions["longhouse-games"].recorder.current()
    client.post(f"/games/{game.id}/do/undo", data={"csrf_token": token, "back": "table"})
    assert table.snapshot.version > version
    assert len(client.get("/board.json").get_json()["pieces"]) == len(TRUTHS[10]["pieces"]) - 1
    # The process ends, the next one shows the game before its camera has seen anything.
    again = create_app(Config(data=str(tmp_path), camera="nowhere"), truth).test_client()
    assert 'data-player="Åse"' in again.get("/table").text


@pytest.mark.long
@pytest.mark.browser
def test_a_watched_game_is_set_up_corrected_and_goes_on_after_a_restart(serve, truth, browser, tmp_path, wait_for):
    config = Config(camera=str(GAME), pace=1.5, viewers=4, data=str(tmp_path))
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="ru-RU")
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    with serve(config, truth) as (address, here):
        here.demonstration.pause()  # else the game might be over before it is set up
        page.goto(address)
        page.locator("[data-player]").first.wait_for()
        page.get_by_role("link", name="Записывать партию").click()
        page.get_by_label("Имя игрока 1", exact=True).fill("Эйрик")
        page.get_by_text("Название партии, вариант, руны").click()
        page.get_by_label("Название партии").fill("Вторник")
        page.get_by_role("button", name="Начать").click()
        page.locator("[data-player=Эйрик]").wait_for()
        assert fits(page)
        library = library_in(tmp_path)
        begun = library.games()[0].timeline.last_number
        here.demonstration.resume()
        wait_for(lambda: library.games()[0].timeline.last_number > begun)
        shown = page.locator("#table .fjords-board .piece").count() + page.locator("#table .fjords-board .tile").count()
        wait_for(lambda: _opened_by_key(page))
        page.get_by_role("button", name="Закрыть").click()
    before = library.games()[0].timeline
    assert len(before.position.tiles) + len(before.position.pieces) >= shown
    with serve(replace(config, camera="nowhere"), truth) as (address, _):
        page.goto(address)
        page.locator("[data-player=Эйрик]").wait_for()
        page.get_by_role("button", name="Партия окончена").click()
        page.get_by_role("link", name="Карточка итога (PNG)").wait_for()
    after = library.games()[0].timeline
    assert after.entries[: len(before.entries)] == before.entries
    assert after.position.ended
    context.close()


def _opened_by_key(page):
    """Press Enter on a tile unless it is open: a key may find none while the board is drawn anew, or a busy server."""
    if page.locator("#correction-sheet [role=alert]").is_visible():
        page.get_by_role("button", name="Закрыть").click()
    if not page.locator("#correction-sheet").evaluate("dialog => dialog.open"):
        page.locator("#table .taps a").first.press("Enter")
    return page.locator("#correction-sheet #panel").is_visible()


def test_what_was_named_of_the_ground_is_found_again_wherever_the_camera_stands(recorder, library):
    recorder.record_board(TRUTHS[8])
    tile = TRUTHS[8]["tiles"][3]
    named = GroundNamed(q=tile["q"], r=tile["r"], edge=1, half=1, terrain="P")
    library.add(recorder.current().id, HAND, named)
    turned = move_reading(reading_of(TRUTHS[8], 1280, 960), 2, (3, -1))
    board = Board.from_document(TRUTHS[8]).moved(2, (3, -1))
    ((cell, edge, half),) = recorder.grounds(turned)
    assert (edge, half) == (3, 1)
    assert board.tiles[cell].edges[edge] == tile["edges"][1]
    assert recorder.grounds(misread(turned)) == {(cell, edge, half): "P"}
    other = reading_of(TRUTHS[2] | {"tiles": TRUTHS[2]["tiles"][:4], "pieces": []}, 1280, 960)
    assert recorder.grounds(other) == {}
