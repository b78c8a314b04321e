"""What the watching page says of a game: turns, land, doubts and their answers, breaches of the rules, advice."""

import json
import re
import resource
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from html import unescape
from io import BytesIO

import cv2
import numpy as np
import pytest

from companion.live.advice import DARK, EDGE, FAR, FLAT, GLARE, UNSTEADY, Adviser, light_advice, position_advice
from companion.live.cameras.cameras import Frame
from companion.live.snapshots import LIVE, STALLED
from companion.live.table_change import TableChange
from companion.record.apply_event import position_after
from companion.record.entered_tile import tile_of
from companion.record.events.cells import CellEntered, RunePlaced, TileLaid, TileRemoved
from companion.record.events.games import SetUp
from companion.record.events.log import HAND, SEEN, event_of
from companion.record.timeline import Timeline
from companion.scoring.fjords_tally import tally_document, tally_reading
from companion.web import Config, create_app
from companion.web.board.game_phase import phase_of, settled_order
from companion.web.board.last_move import last_move_warnings
from companion.web.board.questions import cells_in_doubt, open_doubts, question, questions_to_ask
from companion.web.board.territory import territory_svg
from companion.web.board.view import view_of
from companion.web.games.album import Album
from games.fjords.board import Board
from tests.companion.web.games.test_games_pages import post
from tests.games.fjords.boards import SEA
from tests.support.games.recorded_games import ANN_AND_BO, laid, make_timeline, placed
from tests.support.pages.forms import token_of
from tests.support.readers.truth_reader import GAME, SAMPLES, reading_of
from vision.imaging.photo import decode_photo, photo_of

STRIP = tuple(laid(q, 0) for q in range(5))
WATCHED = SetUp(players=ANN_AND_BO.players, first="Bo", watched=True)


def board_of(*events):
    return Board.from_document(make_timeline(ANN_AND_BO, *events).position.document())


def pictured(number):
    """A picture of the recorded game, and what is read from it."""
    photo = decode_photo((GAME / f"game_{number:02}.jpg").read_bytes())
    document = json.loads((GAME / f"game_{number:02}.json").read_bytes())
    return photo, reading_of(document, photo.width, photo.height)


# --- The phase of a game


def test_who_lays_the_next_tile_follows_from_who_began_and_the_tiles_that_lie():
    for laid_beyond_the_start, name in ((0, "Bo"), (1, "Ann"), (2, "Bo")):
        board = board_of(*STRIP[: 3 + laid_beyond_the_start])
        assert phase_of(board, WATCHED).at_turn == {name}
        assert phase_of(board, ANN_AND_BO).at_turn == frozenset()


def test_the_first_viking_determines_the_order_of_settlement_unless_two_came_at_once():
    houses = placed("white", 0, 0, "longhouse"), placed("red", 4, 0, "longhouse")
    first = make_timeline(WATCHED, *STRIP, *houses, (placed("red", 3, 0), SEEN))
    assert settled_order(first).settlement_order == ("Bo", "Ann")
    assert settled_order(make_timeline(WATCHED, *STRIP, *houses)) is None
    both = make_timeline(WATCHED, *STRIP, *houses, (placed("red", 3, 0), SEEN), (placed("white", 1, 0), SEEN))
    assert settled_order(both) is None


def test_nobody_is_at_turn_when_nobody_can_settle_any_more():
    board = board_of(*STRIP[:2], placed("white", 0, 0, "longhouse"), placed("white", 1, 0))
    assert phase_of(board).phase == "over"


def test_the_prospect_is_what_is_secure_and_as_much_of_what_is_contested_as_vikings_suffice_for():
    tally = tally_document(
        make_timeline(
            ANN_AND_BO, *STRIP, placed("white", 0, 0, "longhouse"), placed("red", 4, 0, "longhouse")
        ).position.document()
    )
    cards = {card.name: card for card in view_of(tally, "en").players}
    assert [(c.secure, c.contested, c.least, c.most) for c in (cards["Ann"], cards["Bo"])] == [(0, 3, 0, 3)] * 2
    assert (cards["Ann"].vikings_left, cards["Ann"].longhouses_left) == (20, 3)


def test_owners_of_land_are_shown_by_rings_and_marks_without_colour():
    board = board_of(*STRIP, laid(5, 0, SEA), laid(6, 0), placed("white", 0, 0, "longhouse"))
    alone = territory_svg(board, "0 0 1 1", "en")
    assert alone.count('class="secure"') == 4
    assert "stroke-dasharray" not in alone
    fought = territory_svg(
        board_of(*STRIP, *(placed(c, q, 0, "longhouse") for c, q in (("white", 0), ("red", 4)))), "", "ru"
    )
    assert fought.count('class="contested"') == 3
    assert fought.count("stroke-dasharray") == 6
    assert "Ann, Bo" in fought


# --- Breaches of the rules in what has just happened


def at_times(timeline, *seconds):
    """The timeline, its last entries so many seconds after its first."""
    start = timeline.entries[0].at
    late = dict(zip(range(len(timeline.entries) - len(seconds), len(timeline.entries)), seconds, strict=True))
    return Timeline(
        tuple(replace(e, at=start + timedelta(seconds=late.get(n, 0))) for n, e in enumerate(timeline.entries))
    )


def codes(timeline):
    return [warning.code for warning in last_move_warnings(timeline, timeline.fjords_tally)]


def test_a_viking_out_of_turn_is_reported_until_the_next_move():
    setup = replace(WATCHED, settlement_order=("Ann", "Bo"))
    begun = (
        setup,
        *((e, SEEN) for e in (*STRIP, placed("white", 0, 0, "longhouse"), placed("red", 4, 0, "longhouse"))),
    )
    first, second = (placed("white", 1, 0), SEEN), (placed("white", 2, 0), SEEN)
    assert codes(at_times(make_timeline(*begun, first), 60)) == []
    assert codes(at_times(make_timeline(*begun, first, second), 60, 90)) == ["out-of-turn"]
    third = (placed("red", 3, 0), SEEN)
    assert codes(at_times(make_timeline(*begun, first, second, third), 60, 90, 120)) == []


def test_several_moves_are_a_breach_only_where_another_player_was_passed_over():
    houses = placed("white", 0, 0, "longhouse"), placed("red", 4, 0, "longhouse")
    begun = (WATCHED, *((e, SEEN) for e in (*STRIP, *houses)))
    quick = make_timeline(*begun, (placed("white", 1, 0), SEEN), (placed("red", 3, 0), SEEN))
    greedy = make_timeline(*begun, (placed("white", 1, 0), SEEN), (placed("white", 2, 0), SEEN))
    assert "several-moves" not in codes(at_times(quick, 60, 60))
    assert "several-moves" in codes(at_times(greedy, 60, 60))
    begun = (WATCHED, *((e, SEEN) for e in (*STRIP, laid(5, 0), laid(6, 0), *houses)))
    # Three moves behind one hand, in turn.
    turns = [(event, SEEN) for event in (placed("white", 1, 0), placed("red", 3, 0), placed("white", 2, 0))]
    assert "several-moves" not in codes(at_times(make_timeline(*begun, *turns), 60, 60, 60))


def test_who_alone_can_still_settle_places_several_vikings_at_once_without_a_warning():
    houses = placed("white", 1, 0, "longhouse"), placed("red", 4, 0, "longhouse")
    settled = placed("white", 2, 0), placed("red", 3, 0)
    begun = (WATCHED, *((e, SEEN) for e in (*STRIP, laid(-1, 0), *houses, *settled)))
    rest = [(placed("white", q, 0), SEEN) for q in (0, -1)]
    assert codes(at_times(make_timeline(*begun, *rest), 60, 60)) == []


def test_a_correction_of_what_was_seen_earlier_is_no_move():
    houses = placed("white", 0, 0, "longhouse"), placed("red", 4, 0, "longhouse")
    begun = (WATCHED, *((e, SEEN) for e in (*STRIP, *houses)))
    moves = (placed("white", 1, 0), SEEN), (placed("red", 3, 0), SEEN)
    taken = (CellEntered(q=1, r=0), HAND)
    assert codes(at_times(make_timeline(*begun, *moves), 60, 90)) == []
    assert "piece-removed" not in codes(at_times(make_timeline(*begun, *moves, taken), 60, 90, 100))
    # What the camera sees to be taken away is told.
    gone = (event_of({"event": "piece-removed", "kind": "viking", "colour": "white", "q": 1, "r": 0}), SEEN)
    assert "piece-removed" in codes(at_times(make_timeline(*begun, *moves, gone), 60, 90, 100))


# --- Doubts


EDGE_DOUBT = {"about": "edge", "q": 0, "r": 0, "edge": 1, "candidates": ["P", "PO", "M"], "confidence": 0.5}
PIECE_DOUBT = {"about": "piece", "q": 1, "r": 0, "candidates": ["none", "viking"], "confidence": 0.5}


def test_doubtful_cells_are_asked_about_one_by_one():
    board = board_of(*STRIP, placed("white", 2, 0))
    sure = {**PIECE_DOUBT, "q": 2, "candidates": ["viking", "none"], "confidence": 0.7}
    elsewhere = {**PIECE_DOUBT, "q": 9}
    asked = questions_to_ask(board, [PIECE_DOUBT, EDGE_DOUBT, sure, elsewhere])
    assert cells_in_doubt(asked) == [((1, 0), False), ((0, 0), True)]
    assert open_doubts(asked, held={(0, 0)}, held_things=()) == [PIECE_DOUBT]
    assert open_doubts(asked, held=(), held_things={(1, 0)}) == [EDGE_DOUBT]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_answer_is_an_event_that_settles_its_cell(lang):
    timeline = make_timeline(ANN_AND_BO, *STRIP)
    board = Board.from_document(timeline.position.document())
    for doubt, of_tile in ((EDGE_DOUBT, True), (PIECE_DOUBT, False)):
        asked = question(board, (doubt["q"], doubt["r"]), of_tile, [doubt], lang)
        assert len({answer.event for answer in asked.answers}) == len(asked.answers) >= 3
        for answer in asked.answers:
            after = position_after(timeline.position, event_of(json.loads(answer.event)), HAND)
            assert open_doubts([doubt], after.held, after.held_pieces, after.entered_edges) == []
            assert "<svg" in answer.drawing


def test_the_answers_about_an_edge_show_the_tile_as_read_and_otherwise():
    answers = question(board_of(*STRIP), (0, 0), True, [EDGE_DOUBT], "en").answers
    *tiles, none = [event_of(json.loads(answer.event)) for answer in answers]
    assert {tile.told for tile in tiles} == {(1,)}  # nothing is held but what was asked about
    assert ["spot" in answer.drawing for answer in answers] == [True, True, True, False]  # the edge is ringed
    assert isinstance(none, TileRemoved)  # that no tile lies there can always be said
    assert all(isinstance(tile, TileLaid) for tile in tiles)
    assert [tile.tile["edges"][1] for tile in tiles] == ["P", "PO", "M"]
    assert all(tile.tile["edges"][0] == "P" for tile in tiles)


TERRAIN_DOUBT = {
    "about": "terrain", "q": 0, "r": 0, "edge": 1, "candidates": ["P", "M"], "confidence": 0.6, "covers": 12,
}  # fmt: skip


@pytest.mark.parametrize(("lang", "told_words"), [("en", ["Plains", "Mountain"]), ("ru", ["Равнина", "Горы"])])
def test_a_ground_is_asked_about_before_the_edges_of_its_tile_may_be_any_and_is_not_asked_about_again(lang, told_words):
    timeline = make_timeline(ANN_AND_BO, *STRIP)
    board = Board.from_document(timeline.position.document())
    doubts = questions_to_ask(board, [EDGE_DOUBT, TERRAIN_DOUBT])
    asked = question(board, (0, 0), True, doubts, lang)
    assert [answer.words for answer in asked.answers][:2] == told_words
    for answer, terrain in zip(asked.answers, "PMO", strict=True):
        after = position_after(timeline.position, event_of(json.loads(answer.event)), HAND)
        assert after.tiles[0, 0]["edges"][1] == terrain
        named = {(cell, edge) for cell, edge, _ in after.grounds}
        assert open_doubts(doubts, (), after.held_pieces, after.entered_edges, named) == [EDGE_DOUBT]


RIM = ("P", "O", "P", "O", "P", "O")
"""A tile whose plains may join between its waters, or part them."""


def region_doubt(*joins):
    candidates = [{k: tile_of(RIM, join)[k] for k in ("regions", "touching")} for join in joins]
    return {"about": "region", "q": 0, "r": 0, "candidates": candidates, "confidence": 0.6}


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Areas stay separate", "Plains connect inside", "Oceans connect inside"]),
        ("ru", ["Участки раздельно", "Равнины вместе", "Океаны вместе"]),
    ],
)
def test_the_answers_about_a_neck_show_the_tile_parted_and_joined(lang, words):
    board = board_of(event_of({"event": "tile-laid", "q": 0, "r": 0, "tile": tile_of(RIM)}))
    *answers, _ = question(board, (0, 0), True, [region_doubt("", "P", "O")], lang).answers
    assert [answer.words.split(": ")[0] for answer in answers] == words
    tiles = [event_of(json.loads(answer.event)).tile for answer in answers]
    assert [len(tile["regions"]) for tile in tiles] == [6, 4, 4]
    assert len({str(answer.drawing) for answer in answers}) == 3


def test_a_neck_of_a_tile_that_is_believed_to_have_other_edges_is_no_answer():
    answers = question(board_of(*STRIP), (0, 0), True, [region_doubt("", "P")], "en").answers
    assert [event_of(json.loads(answer.event)).event for answer in answers] == ["tile-laid", "tile-removed"]


def test_that_nothing_is_there_can_be_said_of_a_piece_that_the_reading_is_sure_of():
    doubt = {**PIECE_DOUBT, "candidates": ["viking", "longhouse"]}
    answers = question(board_of(*STRIP, placed("white", 1, 0)), (1, 0), False, [doubt], "en").answers
    assert [answer.words for answer in answers] == ["Viking (white)", "Longhouse (white)", "Nothing"]


def test_of_which_colour_a_piece_is_none_is_no_answer_but_that_nothing_is_there():
    doubt = {**PIECE_DOUBT, "about": "colour", "candidates": ["white", "red", "none"]}
    answers = question(board_of(*STRIP, placed("white", 1, 0)), (1, 0), False, [doubt], "en").answers
    assert [answer.words for answer in answers] == ["Viking (white)", "Viking (red)", "Nothing"]


def test_a_piece_that_nobody_read_may_be_anybodys():
    answers = question(board_of(*STRIP), (1, 0), False, [PIECE_DOUBT], "en").answers
    things = [event_of(json.loads(answer.event)).things for answer in answers]
    assert things[0] == ()
    assert [(t[0].kind, t[0].colour) for t in things[1:]] == [("viking", "white"), ("viking", "red")]


def test_a_stone_under_a_doubtful_piece_stays():
    home = RunePlaced(kind="home", colour="red", q=1, r=0)
    answers = question(board_of(*STRIP, home), (1, 0), False, [PIECE_DOUBT], "en").answers
    things = [event_of(json.loads(answer.event)).things for answer in answers]
    assert all(told_things[-1].kind == "home" for told_things in things)
    assert [len(told_things) for told_things in things] == [1, 2, 2]


def test_a_home_stone_under_a_longhouse_is_asked_about_with_its_players_home():
    board = board_of(*STRIP, placed("red", 1, 0, "longhouse"))
    doubt = {"about": "home", "q": 1, "r": 0, "candidates": ["none", "home"], "confidence": 0.7}
    (asked,) = questions_to_ask(board, [doubt])
    answers = question(board, (1, 0), False, [asked], "en").answers
    things = [event_of(json.loads(answer.event)).things for answer in answers]
    assert [[(thing.kind, thing.colour) for thing in told_things] for told_things in things] == [
        [("longhouse", "red")],
        [("longhouse", "red"), ("home", "red")],
        [],
    ]


def test_a_piece_is_exchanged_by_one_tap_that_one_undoing_takes_back(seen):
    client, library, _ = seen
    home = RunePlaced(kind="home", colour="red", q=0, r=0)
    game = library.begin(HAND, ANN_AND_BO, laid(0, 0), home, placed("red", 0, 0))
    instead = {"cell": "0,0", "event": "cell-told", "kind": "longhouse", "colour": "white"}
    post(client, f"/games/{game}/build/tap", **instead)
    position = library.game(game).timeline.position
    assert [(p.kind, p.colour) for p in position.pieces] == [("longhouse", "white")]
    assert [r.kind for r in position.runes] == ["home"]
    assert "The piece on a tile is corrected." in client.get(f"/games/{game}/moment").text
    post(client, f"/games/{game}/do/undo")
    assert [(p.kind, p.colour) for p in library.game(game).timeline.position.pieces] == [("viking", "red")]


# --- Advice


def test_light_is_judged_by_the_picture():
    photo, _ = pictured(3)
    assert light_advice(photo, lost=False) == []
    assert light_advice(photo_of(cv2.convertScaleAbs(photo.pixels, alpha=0.15)), lost=False) == [DARK]
    dazzled = photo.pixels.copy()
    dazzled[: photo.height // 4] = 255
    assert light_advice(photo_of(dazzled), lost=False) == [GLARE]


def test_the_cameras_place_is_judged_by_the_board():
    _, reading = pictured(3)
    assert position_advice(reading) == []
    flat = np.array([1, 0.3])
    assert position_advice(
        replace(reading, tiles=tuple(replace(t, outline=t.outline * flat) for t in reading.tiles))
    ) == [FLAT]
    assert position_advice(replace(reading, tiles=tuple(replace(t, outline=t.outline / 9) for t in reading.tiles))) == [
        FAR
    ]


def test_a_board_that_outgrows_the_picture_is_reported_only_while_tiles_are_laid():
    _, exploring = pictured(3)
    _, settling = pictured(10)
    beside = {
        n for tile in exploring.tiles for n in ((tile.cell[0] + 1, tile.cell[1]), (tile.cell[0], tile.cell[1] + 1))
    }
    hidden = tuple(beside - {tile.cell for tile in exploring.tiles})
    cut = round(max(tile.px[0] for tile in exploring.tiles))
    assert position_advice(replace(exploring, unseen=hidden)) == []
    assert position_advice(replace(exploring, unseen=hidden, width=cut)) == [EDGE]
    assert position_advice(replace(settling, unseen=hidden, width=cut)) == []


def test_a_moving_camera_is_distinguished_from_a_hand_before_it():
    photo, _ = pictured(3)
    shaken, waved = Adviser(), Adviser()
    for number in range(40):
        shift = np.array([[1, 0, 6 * (number % 3)], [0, 1, 5 * (number % 2)]], np.float32)
        shaken.observe_frame(photo_of(cv2.warpAffine(photo.pixels, shift, (photo.width, photo.height))), moving=True)
        over = photo.pixels.copy()
        cv2.circle(over, (200 + 10 * number, 400), 120, (120, 150, 200), -1)
        waved.observe_frame(photo_of(over), moving=True)
    assert UNSTEADY in shaken.advice
    assert UNSTEADY not in waved.advice
    shaken.observe_frame(photo, moving=False)
    assert UNSTEADY not in shaken.advice


# --- The pages


@pytest.fixture
def seen(truth, tmp_path):
    """A table that shows the recorded game, with one doubt."""
    app = create_app(Config(data=str(tmp_path)), truth)
    _, reading = pictured(10)
    doubt = {**PIECE_DOUBT, "q": reading.tiles[0].cell[0], "r": reading.tiles[0].cell[1]}
    app.extensions["longhouse"].table.publish(camera=LIVE, tally=tally_reading(replace(reading, ask=(doubt,))))
    yield app.test_client(), app.extensions["longhouse-games"].library, doubt
    app.extensions["longhouse-games"].library.close()


def test_an_answer_keeps_the_game_and_settles_the_doubt(seen):
    client, library, doubt = seen
    assert f'data-asked="{doubt["q"]},{doubt["r"]}"' in client.get("/table").text
    event = {"event": "cell-told", "q": doubt["q"], "r": doubt["r"], "things": []}
    assert post(client, "/table/answer", event=json.dumps(event)).status_code == 303
    kept = library.games()[0].timeline
    assert isinstance(kept.entries[-1].event, CellEntered)
    assert len(kept.position.tiles) == 22
    assert "data-asked" not in client.get("/table").text


def test_answers_that_come_at_once_begin_one_game_and_are_all_kept(seen):
    client, library, doubt = seen
    phones, together = [client.application.test_client() for _ in range(4)], threading.Barrier(4)
    tokens = [token_of(phone, "/games/new") for phone in phones]
    event = {"event": "cell-told", "q": doubt["q"], "r": doubt["r"], "things": []}

    def answer(number):
        together.wait(60)
        fields = {"csrf_token": tokens[number], "event": json.dumps(event)}
        return phones[number].post("/table/answer", data=fields).status_code

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(answer, range(4))) == [303] * 4
    (kept,) = library.games()
    assert sum(isinstance(entry.event, CellEntered) for entry in kept.timeline.entries) == 4
    assert len(kept.timeline.position.tiles) == 22


def test_a_set_up_that_was_typed_while_an_answer_began_the_game_belongs_to_that_game(seen):
    client, library, doubt = seen
    form = client.get("/games/new?watched=1").text
    assert '<input type="hidden" name="followed" value="">' in form
    event = {"event": "cell-told", "q": doubt["q"], "r": doubt["r"], "things": []}
    post(client, "/table/answer", event=json.dumps(event))
    typed = {"colour-0": "white", "name-0": "Ann", "colour-1": "yellow", "name-1": "Bo", "watched": "1", "followed": ""}
    assert post(client, "/games/new", **typed).status_code == 303
    (kept,) = library.games()
    assert [seat.name for seat in kept.timeline.position.setup.players] == ["Ann", "Bo"]
    assert any(isinstance(entry.event, CellEntered) for entry in kept.timeline.entries)
    again = client.get("/games/new?watched=1").text
    assert f'name="followed" value="{kept.id}"' in again
    post(client, "/games/new", **{**typed, "followed": str(kept.id)})
    assert len(library.games()) == 2


def test_viewers_who_refresh_at_once_have_the_board_drawn_once_in_each_language(seen, monkeypatch):
    client, _, _ = seen
    post(client, "/games/new", **{"colour-0": "white", "colour-1": "yellow", "watched": "1"})
    drawn, together = [], threading.Barrier(8)

    def drawing(tally, lang, *rest):
        drawn.append((tally, lang))
        return view_of(tally, lang, *rest)

    def refresh(number):
        together.wait(60)
        language = {"Accept-Language": ("en", "ru")[number % 2]}
        return client.application.test_client().get("/table", headers=language).text

    monkeypatch.setattr("companion.web.table.pages.view_of", drawing)
    with ThreadPoolExecutor(8) as pool:
        pages = list(pool.map(refresh, range(8)))
    assert sorted(lang for _, lang in drawn) == ["en", "ru"]
    assert len({id(tally) for tally, _ in drawn}) == 1
    assert "Score so far" in pages[0]
    assert "Score so far" not in pages[1]


def test_every_change_is_shown_though_drawn_boards_are_kept(seen):
    client, library, doubt = seen
    table = client.application.extensions["longhouse"].table

    def shown():
        return client.get("/table").text

    asked = f'data-asked="{doubt["q"]},{doubt["r"]}"'
    assert asked in shown()
    post(client, "/table/keep", cell="0,0")
    link = f"/games/{library.games()[0].id}/build/"
    assert asked in shown()
    assert link in shown()
    event = {"event": "cell-told", "q": doubt["q"], "r": doubt["r"], "things": []}
    post(client, "/table/answer", event=json.dumps(event))
    assert "data-asked" not in shown()
    post(client, f"/games/{library.games()[0].id}/do/undo")
    assert asked in shown()
    before = shown().count('class="piece viking"')
    table.publish(tally=tally_reading(pictured(12)[1]))
    assert shown().count('class="piece viking"') > before
    post(client, f"{link[:-6]}do/end")
    assert "Start the next game" in shown()


def test_warnings_wait_until_all_of_a_turn_is_known(seen):
    client, _, _ = seen
    table = client.application.extensions["longhouse"].table
    alone = board_of(laid(0, 0), laid(5, 5))
    table.publish(tally=tally_document(alone.to_document()))
    warned = client.get("/table").text
    table.publish(standing=())
    assert client.get("/table").text.count("data-code") < warned.count("data-code")
    table.publish(standing=None)
    assert client.get("/table").text.count("data-code") == warned.count("data-code")


def test_an_invalid_answer_changes_nothing(seen):
    client, library, _ = seen
    for event in ("", "words", "[]", '{"event": "ended"}', '{"event": "cell-told", "q": 0}', "[" * 100_000):
        answer = post(client, "/table/answer", event=event)
        assert answer.status_code == 422
        assert answer.get_json()["error"]["message"].endswith(".")
    assert client.post("/table/answer", data={"event": "{}"}).status_code == 400
    assert library.games() == []


def test_a_cell_is_opened_to_be_corrected(seen):
    client, library, doubt = seen
    cell = f"{doubt['q']},{doubt['r']}"
    assert "Something else" in client.get("/table").text
    sheet = client.get(f"/table/cell?cell={cell}").text
    assert "What is here?" in sheet
    assert "Something else" not in sheet  # what is opened by it is open already
    assert client.get("/table/cell?cell=x").status_code == 422
    answer = post(client, "/table/keep", cell=cell)
    assert answer.headers["Location"].endswith(f"/games/{library.games()[0].id}/build/?cell={doubt['q']},{doubt['r']}")


def test_the_form_of_a_tile_comes_first_where_its_ground_is_in_doubt(seen):
    client = seen[0]
    _, reading = pictured(12)
    in_doubt, plain = (tile.cell for tile in reading.tiles[:2])
    ground = {"about": "terrain", "q": in_doubt[0], "r": in_doubt[1], "edge": 1, "candidates": ["P", "O"]}
    asked = replace(reading, ask=({**ground, "confidence": 0.5, "covers": 12},))
    client.application.extensions["longhouse"].table.publish(tally=tally_reading(asked))
    post(client, "/table/keep", cell="0,0")
    for cell, form in ((in_doubt, '<details class="tile first" open>'), (plain, '<details class="tile">')):
        sheet = client.get(f"/table/cell?cell={cell[0]},{cell[1]}").text
        assert ("What terrain is this?" in sheet) == (cell == in_doubt)
        panel = unescape(re.search('hx-get="(/games/[^"]+)"', sheet)[1])
        assert form in client.get(panel).text


def test_who_asks_for_a_hint_while_others_are_worked_out_hears_when_to_ask_again(seen, monkeypatch):
    client = seen[0]
    monkeypatch.setattr("companion.web.table.hint_pages._LOCK_TIMEOUT_S", 0.01)
    with client.application.extensions["longhouse-hints"].lock:
        refused = client.get("/table/hint?player=white")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "3")
    assert client.get("/table/hint?player=white").status_code == 200


def test_a_hint_says_in_words_where_to_settle(seen):
    client, _, _ = seen
    for lang, words in (("en", "If everybody plays best"), ("ru", "При наилучшей игре")):
        text = client.get("/table/hint?player=white", headers={"Accept-Language": lang}).text
        assert words in text
        assert text.count('class="rank"') == text.count('class="hint') - text.count('class="hint-') - text.count(
            'class="hints"'
        )
    assert client.get("/table/hint?player=nobody").status_code == 404


def test_a_hint_words_what_a_viking_is_worth_as_certain_only_where_it_is_proved(seen):
    client, _, _ = seen
    table = client.application.extensions["longhouse"].table
    said = {}
    for name, player in (("table05", "yellow"), ("game/game_15", "white")):
        table.publish(tally=tally_document(json.loads((SAMPLES / f"{name}.json").read_text())))
        said[name] = client.get(f"/table/hint?player={player}", headers={"Accept-Language": "en"}).text
    assert all("This is certain." in text for text in said.values())
    assert "about +1 more than waiting (between" in said["table05"] and "is worth" not in said["table05"]
    assert "is worth 2 points more than waiting" in said["game/game_15"] and "about" not in said["game/game_15"]


def test_the_newest_picture_is_deleted_on_demand(seen, truth):
    client, _, _ = seen
    pictures = client.application.extensions["longhouse"].pictures
    pictures.show(pictured(0)[0])
    assert client.get("/camera.jpg").status_code == 200
    assert post(client, "/pictures/delete").status_code == 303
    assert client.get("/camera.jpg").status_code == 204
    pictures.show(pictured(1)[0])
    assert client.get("/camera.jpg").status_code == 200


def test_a_phone_is_sent_smaller_pictures_than_a_computer(seen):
    client, _, _ = seen
    here = client.application.extensions["longhouse"]
    here.pictures.show(pictured(0)[0])
    here.table.publish(camera=LIVE)
    agents = {
        720: "Mozilla/5.0 (Linux; Android 11) Chrome/136.0.0.0 Mobile Safari/537.36",
        960: "Mozilla/5.0 (X11) Chrome",
    }
    for width, agent in agents.items():
        page = client.get("/table", headers={"User-Agent": agent}).text
        address = re.search('data-camera="([^"]+)"', page)[1]
        assert decode_photo(client.get(address).data).width == width


def test_a_camera_that_comes_and_goes_does_not_have_pages_fetch_the_board_again(seen):
    client, _, _ = seen
    table = client.application.extensions["longhouse"].table
    stream = client.get("/events").iter_encoded()
    # The delay before a return, the board and the camera.
    assert [next(stream).partition(b"\n")[0] for _ in range(3)][1:] == [b"event: table", b"event: live"]
    for camera in (STALLED, LIVE):
        table.publish(camera=camera)
        assert next(stream).startswith(b"event: live")


def test_pictures_of_steps_are_kept_only_if_wanted_shown_in_the_timeline_and_deleted(seen):
    client, library, _ = seen
    here, store = (client.application.extensions[key] for key in ("longhouse", "longhouse-games"))
    post(client, "/games/new", **{"colour-0": "white", "colour-1": "yellow", "watched": "1"})
    game = library.games()[0].id

    def see(number):
        photo, reading = pictured(number)
        here.pictures.show(photo)
        # As the live loop does: what has happened is recorded first.
        store.recorder.record_change(TableChange(Frame(photo), None, (), reading))
        here.table.publish(tally=tally_reading(reading))

    see(11)
    assert client.get(f"/games/{game}/pictures/{library.game(game).timeline.last_number}.jpg").status_code == 404
    assert post(client, "/pictures/want", wanted="on").status_code == 303
    see(12)
    entry = library.game(game).timeline.last_number
    address = f"/games/{game}/pictures/{entry}.jpg"
    assert client.get(address).data[:2] == b"\xff\xd8"
    assert address in client.get(f"/games/{game}/moment").text
    assert address not in client.get(f"/games/{game}/moment?step=0").text
    post(client, "/pictures/want")
    see(13)
    assert client.get(f"/games/{game}/pictures/{library.game(game).timeline.last_number}.jpg").status_code == 404
    assert client.get(address).status_code == 200
    post(client, "/pictures/delete")
    assert client.get(address).status_code == 404


def test_the_pictures_of_a_deleted_game_are_deleted(tmp_path):
    album = Album(tmp_path / "pictures")
    for game in ("a" * 32, "b" * 32):
        album.keep(game, 3, b"jpeg")
    assert album.size() == (2, 8)
    album.delete("a" * 32)
    assert (album.entries("a" * 32), album.entries("b" * 32)) == ([], [3])
    album.delete()
    assert album.size() == (0, 0)
    assert not album.wanted


def test_of_a_picture_for_which_the_disk_has_no_room_no_part_is_kept(tmp_path):
    album, most = Album(tmp_path / "pictures"), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most[1]))
    try:
        album.keep("a" * 32, 3, bytes(2000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert (album.entries("a" * 32), album.size()) == ([], (0, 0))


def test_a_photos_doubt_is_answered_without_sending_the_photo_again(client):
    document = json.loads((SAMPLES / "table05.json").read_bytes())
    tile = document["tiles"][0]
    empty = next(t for t in document["tiles"] if all((p["q"], p["r"]) != (t["q"], t["r"]) for p in document["pieces"]))
    doubts = [{**PIECE_DOUBT, "q": t["q"], "r": t["r"], "px": t["px"]} for t in (empty, tile)]
    edge = {**EDGE_DOUBT, "q": empty["q"], "r": empty["r"], "px": empty["px"]}
    fields = {
        "document": json.dumps({**document, "ask": [doubts[0], edge, doubts[1]]}),
        "answer": json.dumps({**doubts[0], "answer": "viking"}),
        "width": 1600,
        "height": 1200,
    }
    page = client.post("/tally/answer", data=fields, headers={"HX-Request": "true"}).text
    assert f'data-asked="{tile["q"]},{tile["r"]}"' in page  # the other question that can change the score is asked next
    assert "What is here?" in page
    assert "1 place in doubt" not in page
    assert "&#34;about&#34;:&#34;edge&#34;" in page  # and the one that cannot stays with the board
    assert 'class="close-up"' in page
    assert page.count('class="piece viking"') == 1 + sum(p["kind"] == "viking" for p in document["pieces"])


def test_a_place_that_was_not_seen_is_asked_about_as_a_tile(client):
    document = json.loads((SAMPLES / "table05.json").read_bytes())
    tile, other = document["tiles"][:2]
    unseen = {"about": "unseen", "candidates": ["tile"], "q": other["q"], "r": other["r"], "px": other["px"]}
    answer = {**PIECE_DOUBT, "q": tile["q"], "r": tile["r"], "px": tile["px"], "answer": "none"}
    fields = {"document": json.dumps({**document, "ask": [unseen]}), "answer": json.dumps(answer)}
    page = client.post("/tally/answer", data={**fields, "width": 1600, "height": 1200}, headers={"HX-Request": "true"})
    assert page.status_code == 200
    assert "Is there a tile here?" in page.text
    assert "No tile" in page.text


def test_the_tile_of_a_forms_edges_is_drawn_for_a_photo_and_in_the_editor(seen):
    client, library, _ = seen
    game = library.begin(HAND, SetUp())
    edges = {f"edge-{side}": "P" for side in range(6)}
    for page in ("/tally/preview", f"/games/{game}/build/preview"):
        assert "<svg" in client.get(page, query_string=edges).text
        refused = client.get(page, query_string=edges | {"edge-3": "X"})
        assert (refused.status_code, refused.get_json()["error"]["code"]) == (422, "edges")


def test_a_cell_is_corrected_on_a_board_that_names_no_place_in_the_photo(client):
    document = json.loads((SAMPLES / "table05.json").read_bytes())
    tiles = [{**tile, "px": None} for tile in document["tiles"]]
    fields = {"cell": f"{tiles[0]['q']},{tiles[0]['r']}", "width": 1600, "height": 1200}
    answer = client.post("/tally/cell", data={**fields, "document": json.dumps({**document, "tiles": tiles})})
    assert answer.status_code == 200
    assert "No tile" in answer.text


def test_an_answer_about_nothing_is_refused(client):
    for document in ("", "[]", "{}", '{"tiles": 3}'):
        assert client.post("/tally/answer", data={"document": document, "answer": "{}"}).status_code == 422


def test_a_tallied_board_is_kept_and_corrected(seen):
    client, library, _ = seen
    document = (SAMPLES / "table05.json").read_text(encoding="utf-8")
    answer = post(client, "/games/keep", document=document)
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith("/build/")
    assert len(library.games()[0].timeline.position.tiles) == 33
    assert post(client, "/games/keep", document="words").status_code == 422


def test_several_photos_of_one_board_are_tallied_as_one(client):
    photos = [((GAME / f"game_{n:02}.jpg").open("rb"), f"game_{n:02}.jpg") for n in (9, 10)]
    answer = client.post(
        "/tally", data={"photo": [*photos, (BytesIO(b"words"), "letter.txt")]}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert "game_09.jpg" in answer.text
    assert "letter.txt" in answer.text
    many = [(BytesIO(b"x"), f"{n}.jpg") for n in range(13)]
    assert client.post("/tally", data={"photo": many}).status_code == 413


def test_of_photos_of_one_name_the_one_is_shown_that_could_be_read(client):
    photos = [(BytesIO(b"words"), "image.jpg"), ((GAME / "game_09.jpg").open("rb"), "image.jpg")]
    answer = client.post("/tally", data={"photo": photos}, headers={"HX-Request": "true"})
    assert 'data-preview="1"' in answer.text
    assert "<strong>image.jpg</strong>: This is not a picture" in answer.text


def test_of_several_photos_that_cannot_be_read_each_is_named_with_the_reason(client):
    photos = [(BytesIO(b"words"), "letter.txt"), (BytesIO(b""), "nothing.jpg")]
    answer = client.post("/tally", data={"photo": photos}, headers={"HX-Request": "true"})
    assert answer.status_code == 415
    assert "letter.txt: This is not a picture" in answer.text
    assert "nothing.jpg: The file is empty" in answer.text


def test_pictures_that_cannot_be_stored_are_refused_with_a_sentence(app):
    client = app.test_client()
    (app.extensions["longhouse-games"].folder / "pictures").write_text("no folder", encoding="utf-8")
    answer = post(client, "/pictures/want", wanted="on")
    assert answer.status_code == 503
    assert "Nothing can be written" in answer.get_json()["error"]["message"]
