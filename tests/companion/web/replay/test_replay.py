"""How a game went: points over time, the list of moves with what the rules said, and the vikings that decided it."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from io import BytesIO

import pytest
from PIL import Image

from companion.record.apply_event import position_after
from companion.record.events.cells import CellEntered, Thing
from companion.record.events.games import Ended, Seat, SetUp
from companion.record.events.log import HAND, SEEN
from companion.record.exchange.files import game_from
from companion.record.recorder import Recorder
from companion.record.summary import summary_of
from companion.record.timeline import Timeline, timeline_of
from companion.web.board.last_move import warnings_of_moves
from companion.web.games.view import shown_step_count, shown_steps
from companion.web.replay import best_play as best_play_module
from companion.web.replay.best_play import best_play, is_computable_for
from companion.web.replay.points import points_over_time
from games.fjords.analysis import hint
from games.fjords.board import Board
from tests.companion.conftest import PATIENCE
from tests.support.games.recorded_games import ANN_AND_BO, laid, library_in, make_timeline, placed, played_game
from tests.support.pages.forms import token_of

STRIP = [laid(q, 0) for q in range(5)]
HOUSES = placed("white", 0, 0, "longhouse"), placed("red", 4, 0, "longhouse")
WATCHED = replace(ANN_AND_BO, watched=True, settlement_order=("Ann", "Bo"))


def minute_by_minute(*events):
    """Return a timeline of events with a minute between them; in a tuple the event and its origin."""
    timeline = make_timeline(*events)
    start = timeline.entries[0].at
    return Timeline(tuple(replace(e, at=start + timedelta(minutes=n)) for n, e in enumerate(timeline.entries)))


OUT_OF_TURN = minute_by_minute(
    WATCHED,
    *((event, SEEN) for event in (*STRIP, *HOUSES, placed("white", 1, 0), placed("white", 2, 0), placed("red", 3, 0))),
    Ended(),
)
"""Ann places two vikings, one after the other, before Bo places one."""


def keep(library, timeline, uid="a" * 32):
    return library.import_game(uid, timeline.entries[0].at, timeline.entries)


def rows_of(page):
    """Return the cells of the table behind a chart, row by row."""
    table = re.findall(r"<tr><th scope=\"row\">(.*?)</tr>", page.partition('class="in-figures"')[2], re.S)
    return [re.sub(r"<[^>]+>", "|", row).replace("||", "|").strip("|").split("|") for row in table]


def test_the_points_of_every_step_are_drawn_and_stand_in_a_table(client_and_library):
    client, library = client_and_library
    game = keep(library, OUT_OF_TURN)
    points = points_over_time(OUT_OF_TURN)
    assert [step.totals for step in points.scored] == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 1)]
    page = client.get(f"/games/{game}/").text
    assert page.count('class="line"') == 2
    assert rows_of(page) == [
        ["9", "Ann places a viking.", "1", "0"],
        ["10", "Ann places a viking.", "2", "0"],
        ["11", "Bo places a viking.", "2", "1"],
    ]


def test_a_game_of_which_only_the_last_board_is_known_has_no_course(client_and_library):
    client, library = client_and_library
    game = library.begin(HAND, ANN_AND_BO, *STRIP, *HOUSES, placed("white", 1, 0), Ended())
    page = client.get(f"/games/{game}/").text
    assert 'class="chart' not in page
    assert "/moves" not in page
    assert "Replay the game" not in page


def test_a_game_saved_from_a_photo_says_so_and_offers_no_replay_even_once_it_was_corrected(client_and_library):
    client, library = client_and_library
    board = library.begin(HAND, ANN_AND_BO, *STRIP, *HOUSES, placed("white", 1, 0))
    document = json.dumps(library.game(board).timeline.position.document())
    fields = {"csrf_token": token_of(client, "/games/new"), "document": document}
    game = int(client.post("/games/save", data=fields).headers["Location"].split("/")[-2])
    library.add(game, HAND, placed("red", 2, 0))
    page, listed = client.get(f"/games/{game}/").text, client.get("/games/").text
    assert "· from a photo ·" in page
    assert listed.count("· from a photo") == 1
    for invented in ("Replay the game", "Step ", "/moves", ">Pause<"):
        assert invented not in page
    assert "Ann: 1" in (words := client.get(f"/games/{game}/files/story.txt").text)
    assert "A tile is laid." not in words
    assert game_from(client.get(f"/games/{game}/files/game.json").data)[2] == list(library.game(game).timeline.entries)


def test_a_board_from_a_file_that_is_continued_by_hand_is_one_step_of_the_replay(client_and_library):
    client, library = client_and_library
    begun = library.begin(HAND, ANN_AND_BO, *STRIP, *HOUSES, placed("white", 1, 0))
    game = library.import_game(*game_from(json.dumps(library.game(begun).timeline.position.document()).encode()))
    library.add(game, HAND, placed("red", 3, 0))
    library.add(game, HAND, placed("white", 2, 0))
    listed = re.findall(r'class="what">([^<]+)<', client.get(f"/games/{game}/moves").text)
    opening = "The board as it was when the record began."
    assert listed == ["The table is set up.", opening, "Bo places a viking.", "Ann places a viking."]
    shown = client.get(f"/games/{game}/moment?step=2").text
    assert "Step 2 of 4" in shown
    assert opening in shown
    words = client.get(f"/games/{game}/files/story.txt").text
    assert f"{opening}\n" in words
    assert "A tile is laid." not in words
    assert [step.totals for step in points_over_time(library.game(game).timeline).steps] == [
        (0, 0), (1, 0), (1, 1), (2, 1),
    ]  # fmt: skip


def test_a_later_set_up_says_what_it_changed_and_only_the_first_that_the_table_is_set_up(client_and_library):
    client, library = client_and_library
    cleo = replace(ANN_AND_BO, players=(*ANN_AND_BO.players, Seat("Cleo", ("black",))), runes=("water",))
    game = library.begin(HAND, ANN_AND_BO, *STRIP, *HOUSES, placed("white", 1, 0))
    library.add(game, HAND, cleo)
    library.add(game, HAND, replace(cleo, title="", runes=(), settlement_order=("Bo", "Cleo", "Ann")))
    library.add(game, HAND, replace(cleo, title="", runes=(), settlement_order=("Bo", "Cleo", "Ann")))
    listed = re.findall(r'class="what">([^<]+)<', client.get(f"/games/{game}/moves").text)
    assert [said for said in listed if "place" not in said and "board" not in said] == [
        "The table is set up.",
        "The players are now Ann (white), Bo (red), Cleo (black). In play are now: Water rune.",
        "The game has no title any more. No rune stones are in play any more."
        " The order of settlement is now Bo, Cleo, Ann.",
        "Players and rules stay as they were.",
    ]
    russian = client.get(f"/games/{game}/moves", headers={"Accept-Language": "ru"}).text
    assert "Игроки теперь: Ann (белый), Bo (красный), Cleo (чёрный)." in russian


def test_what_lay_there_when_the_camera_began_is_one_step_and_later_moves_are_their_own(client_and_library):
    _, library = client_and_library
    recorder = Recorder(library)
    recorder.follow(game := library.begin(HAND, WATCHED))
    known = minute_by_minute(*STRIP, *HOUSES).position
    recorder.record_board(known.document())
    assert not library.game(game).timeline.has_moves
    for q in (1, 2):
        known = position_after(known, placed("white", q, 0), SEEN)
        recorder.record_board(known.document())
    timeline = library.game(game).timeline
    assert [(step.opens, len(step.position.tiles), len(step.position.pieces)) for step in shown_steps(timeline)] == [
        (False, 0, 0), (True, 5, 2), (False, 5, 3), (False, 5, 4),
    ]  # fmt: skip
    assert shown_step_count(timeline) == 4
    assert timeline.has_moves


@pytest.mark.usefixtures("_all_is_proved")
def test_best_play_is_worked_out_only_from_vikings_whose_order_is_known(client_and_library):
    _, library = client_and_library
    game = library.begin(HAND, ANN_AND_BO, *STRIP, *HOUSES, placed("white", 1, 0))
    library.add(game, HAND, placed("red", 3, 0))
    library.add(game, HAND, placed("white", 2, 0))
    found = best_play(library.game(game).timeline)
    assert [(value.mover, value.cell) for value in found.known] == [("Bo", (3, 0)), ("Ann", (2, 0)), ("", None)]


def test_what_the_live_page_said_of_a_move_is_kept_in_the_replay_the_list_and_the_words(client_and_library):
    client, library = client_and_library
    game = keep(library, OUT_OF_TURN)
    said = "Ann moved out of turn"
    with_it = [n for n in range(12) if said in client.get(f"/games/{game}/moment?step={n}").text]
    assert with_it == [10]
    listed = client.get(f"/games/{game}/moves", headers={"HX-Request": "true"}).text
    assert listed.count(said) == 1
    assert 'class="warned" d="M10 0v4"' in listed
    words = client.get(f"/games/{game}/files/story.txt").text.splitlines()
    (line,) = [number for number, line in enumerate(words) if said in line]
    assert words[line].startswith("   ! ")
    assert words[line - 1].startswith("10. ")


def test_a_warning_about_what_had_been_misread_is_not_kept():
    moves = (placed("white", 1, 0), SEEN), (placed("white", 2, 0), SEEN)
    begun = (WATCHED, *((event, SEEN) for event in (*STRIP, *HOUSES)), *moves)
    corrected = CellEntered(q=2, r=0, things=(Thing("viking", "red"),))
    assert [w.code for w in warnings_of_moves(minute_by_minute(*begun))[10]] == ["out-of-turn"]
    assert 10 not in warnings_of_moves(minute_by_minute(*begun, corrected))


@pytest.fixture
def _all_is_proved(monkeypatch):
    """Let no search end because the machine is busy."""
    monkeypatch.setattr(best_play_module, "_POSITION_S", PATIENCE)
    monkeypatch.setattr(best_play_module, "_GAME_S", 10 * PATIENCE)


@pytest.mark.usefixtures("_all_is_proved")
def test_the_value_of_best_play_ends_in_the_result_and_changes_with_weak_moves_only():
    timeline = timeline_of(played_game()[2])
    found = best_play(timeline)
    scores = [score.total for score in timeline.result.scores.scores]
    assert found.values[-1].value == scores[0] - scores[1]
    assert all(value.is_exact for value in found.values)
    for before, after in zip(found.known, found.known[1:], strict=False):
        mine = 1 if before.mover == timeline.result.players[0].name else -1
        lost = mine * (before.value - after.value)
        assert lost >= 0  # nobody gains on best play
        assert (lost > 0) or before.best is None
    largest = sorted((abs(a.value - b.value) for a, b in zip(found.known, found.known[1:], strict=False)), reverse=True)
    assert [swing.points for swing in found.swings] == [points for points in largest[:3] if points]
    first = found.known[0]
    board = Board.from_document(timeline.position.document())
    bare = replace(board, pieces=tuple(p for p in board.pieces if p.kind == "longhouse"))
    expected = hint(bare, first.mover).value * (1 if first.mover == board.players[0].name else -1)
    assert first.value == expected


@pytest.mark.usefixtures("_all_is_proved")
def test_best_play_is_worked_out_in_the_background_and_marked_on_board_slider_and_list(client_and_library, wait_for):
    client, library = client_and_library
    game = library.import_game(*played_game())
    token = re.search('name="csrf_token" value="([^"]+)"', client.get(f"/games/{game}/").text).group(1)
    address, fragment = f"/games/{game}/best-play", {"HX-Request": "true"}
    assert "every 700ms" in client.post(address, data={"csrf_token": token}, headers=fragment).text
    wait_for(lambda: 'class="chart best-play"' in client.get(address, headers=fragment).text)
    done = client.get(address, headers=fragment).text
    swings = done.partition('class="swings"')[2].partition("</ol>")[0]
    assert 1 <= swings.count("<li>") <= 3
    assert done.count('class="star"') == done.count('class="hint') - 1 == swings.count("<li>")
    assert 'class="chart best-play"' in client.get(f"/games/{game}/").text  # also after the page was opened anew


def test_best_play_is_refused_for_more_than_two_players(client_and_library):
    client, library = client_and_library
    three = SetUp(players=(*ANN_AND_BO.players, Seat("Cy", ("blue",))))
    timeline = minute_by_minute(three, *STRIP, *HOUSES, placed("white", 1, 0))
    game = keep(library, timeline)
    assert not is_computable_for(Board.from_document(timeline.position.document()))
    page = client.get(f"/games/{game}/").text
    assert 'class="chart points"' in page
    assert "best-play" not in page
    token = re.search('name="csrf_token" value="([^"]+)"', page).group(1)
    assert client.post(f"/games/{game}/best-play", data={"csrf_token": token}).status_code in (303, 409)


def test_statistics_count_wins_streaks_pairs_and_lands_of_the_selected_games(client_and_library):
    client, library = client_and_library
    assert "No finished games yet" in client.get("/games/statistics/").text
    for number, winner in enumerate(("white", "red", "red")):
        cells = ((1, 0), (2, 0)) if winner == "white" else ((3, 0), (2, 0))
        last = make_timeline(ANN_AND_BO, *STRIP, *HOUSES, *(placed(winner, *cell) for cell in cells), Ended())
        keep(library, last, f"{number:032}")
    three = replace(ANN_AND_BO, variant="classic", players=(*ANN_AND_BO.players, Seat("Cy", ("blue",))))
    keep(
        library,
        make_timeline(three, *STRIP, placed("blue", 0, 0, "longhouse"), placed("blue", 1, 0), Ended()),
        "f" * 32,
    )
    everybody = figures(client.get("/games/statistics/").text)
    # games, won, points a game, most points, wins in a row, in a row now, longest land
    assert everybody["Bo"] == ["4", "2", "50%", "1.0", "2", "2", "0", "3"]
    assert everybody["Ann"] == ["4", "1", "25%", "0.5", "2", "1", "0", "3"]
    two = client.get("/games/statistics/?seats=2").text
    assert figures(two)["Bo"] == ["3", "2", "67%", "1.3", "2", "2", "2", "3"]
    assert "Cy" not in figures(two)
    assert "2 : 1" in two
    assert "No games match." in client.get("/games/statistics/?player=Cy&seats=2").text
    assert list(figures(client.get("/games/statistics/?variant=classic").text)) == ["Cy", "Ann", "Bo"]


def test_a_player_whose_name_was_typed_in_two_ways_is_one_player_in_the_statistics(client_and_library):
    client, library = client_and_library
    for number, name in enumerate(("ann", "Ann")):
        setup = replace(ANN_AND_BO, players=(replace(ANN_AND_BO.players[0], name=name), ANN_AND_BO.players[1]))
        keep(library, make_timeline(setup, *STRIP, *HOUSES, placed("white", 1, 0), Ended()), f"{number:032}")
    page = client.get("/games/statistics/").text
    assert figures(page)["Ann"][:2] == ["2", "2"]
    assert list(figures(page)) == ["Ann", "Bo"]
    assert "2 : 0" in page
    # Two people may have been called so in a game of before.
    both = zip(ANN_AND_BO.players, ("ANN", "aNN"), strict=True)
    setup = replace(ANN_AND_BO, players=tuple(replace(seat, name=name) for seat, name in both))
    keep(library, make_timeline(setup, *STRIP, *HOUSES, placed("white", 1, 0), Ended()), "2" * 32)
    assert client.get("/games/statistics/").status_code == 200


def test_a_lead_at_equal_points_is_said_to_be_by_the_tie_break(client_and_library):
    client, library = client_and_library
    settled = placed("white", 1, 0), placed("red", 3, 0)
    keep(library, make_timeline(replace(WATCHED, watched=False), *STRIP, *HOUSES, *settled))
    boards = client.get("/games/1/").text.partition('class="scores"')[2].partition("</section>")[0]
    ann, bo = re.findall(r"<h3>.*?</h3>", boards)
    assert "leads" not in ann
    assert re.sub("<[^>]+>", "", bo) == "Bo leads on the tie-break"
    keep(
        library,
        make_timeline(replace(WATCHED, watched=False), *STRIP, *HOUSES, *settled, placed("red", 2, 0)),
        "b" * 32,
    )
    assert "on the tie-break" not in client.get("/games/2/").text


def figures(page):
    """Return the rows of the table of players, by name."""
    table = page.partition('aria-labelledby="of-players"')[2].partition("</table>")[0]
    rows = [re.sub(r"<[^>]+>", "|", row) for row in re.findall(r"<tr.*?</tr>", table, re.S)[1:]]
    cells = [[cell.strip() for cell in row.split("|") if cell.strip()] for row in rows]
    return {name: rest for name, *rest in cells}


def test_the_list_of_games_shows_a_drawing_of_each_board(client_and_library):
    client, library = client_and_library
    timeline = OUT_OF_TURN
    keep(library, timeline)
    (address,) = re.findall(r'src="(/games/1/thumbnail[^"]*)"', client.get("/games/").text)
    drawing = client.get(address)
    picture = Image.open(BytesIO(drawing.data))
    assert (drawing.mimetype, picture.size) == ("image/webp", (240, 240))
    # Five tiles in a row are wide and low, and there is nothing around them.
    left, top, right, bottom = picture.getchannel("A").point(lambda alpha: 255 * (alpha > 128)).getbbox()
    assert right - left > 220
    assert 40 < bottom - top < 70
    assert "max-age" in drawing.headers["Cache-Control"]
    library.add(1, HAND, laid(0, 1))
    assert address not in client.get("/games/").text


def test_the_drawings_of_a_game_are_not_kept_for_the_one_of_its_number_in_another_database(
    client_and_library, tmp_path
):
    client, library = client_and_library
    (tmp_path / "other").mkdir()
    other = library_in(tmp_path / "other")
    games = [where.game(keep(where, OUT_OF_TURN, uid * 32)) for where, uid in ((library, "a"), (other, "b"))]
    own, others = (summary_of(game).version for game in games)
    assert [game.id for game in games] == [1, 1]
    pages = client.get("/games/").text + client.get("/games/1/").text
    shown = re.findall(r'src="(/games/1/(?:thumbnail|card)[^"]*)"', pages)
    assert len(shown) == 2
    assert all(own in address and others not in address for address in shown)


def test_statistics_list_no_colour_as_a_player(client_and_library):
    client, library = client_and_library
    nameless = replace(ANN_AND_BO, players=(Seat("Ann", ("white",)), Seat("red", ("red",))))
    for uid in ("a", "b"):
        keep(library, make_timeline(nameless, *STRIP, *HOUSES, placed("red", 3, 0), Ended()), uid * 32)
    page = client.get("/games/statistics/").text
    assert list(figures(page)) == ["Ann"]
    assert figures(page)["Ann"][:2] == ["2", "0"]
    assert "Players who were not named" in page
    assert "Red" not in page


def test_the_list_of_moves_by_itself_marks_no_slider(client_and_library):
    client, library = client_and_library
    keep(library, OUT_OF_TURN)
    within = client.get("/games/1/moves", headers={"HX-Request": "true"}).text
    assert 'id="scrub-marks"' in within
    assert "scrub-marks" not in client.get("/games/1/moves").text
