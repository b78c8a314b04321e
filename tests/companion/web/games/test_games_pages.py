"""The pages of games that are kept: through the app, and in a real browser."""

import codecs
import json
import re
from dataclasses import replace
from io import BytesIO

import pytest
from playwright.sync_api import expect
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from companion.record.entered_tile import tile_of
from companion.record.events.games import Ended, Seat, SetUp
from companion.record.events.log import HAND, SEEN
from companion.record.exchange.files import game_json
from companion.record.timeline import Timeline
from companion.web import Config
from games.fjords.drawing.board import board_svg
from games.fjords.scoring import score
from games.fjords.tiles import Tile
from tests.support.games.new_games import token_in
from tests.support.games.recorded_games import ANN_AND_BO, laid, library_in, placed, played_game, played_record
from tests.support.pages.forms import token_of
from tests.support.pages.page_fit import check_page

DESK, PHONE = (1360, 900), (390, 844)


def played(library):
    return library.import_game(*played_game())


def post(client, address, **fields):
    return client.post(address, data={"csrf_token": token_of(client, "/games/new"), **fields})


def one_by_one(library, *moves):
    """Return the number of a game of Ann and Bo, with events that were entered one after the other."""
    game = library.begin(HAND, ANN_AND_BO)
    for move in moves:
        library.add(game, HAND, move)
    return game


def test_the_list_shows_games(client_and_library):
    client, library = client_and_library
    assert "No games yet" in client.get("/games/").text
    played(library)
    library.begin(HAND, ANN_AND_BO, laid(0, 0), placed("red", 0, 0))
    page = client.get("/games/").text
    assert page.count('class="card game"') == 2
    assert "Tuesday" in page
    assert page.count('class="thumbnail"') == 2
    assert "Партии" in client.get("/games/", headers={"Accept-Language": "ru"}).text


@pytest.mark.parametrize("over", [False, True])
def test_nobody_is_to_move_in_a_game_that_is_over(client_and_library, over):
    client, library = client_and_library
    strip = [laid(q, 0) for q in range(5)]
    moves = [placed("white", 0, 0, "longhouse"), placed("red", 4, 0, "longhouse"), placed("white", 1, 0)]
    game = library.begin(HAND, replace(ANN_AND_BO, settlement_order=("Ann", "Bo")), *strip, *moves)
    if over:
        library.add(game, HAND, Ended())
    for page in (f"/games/{game}/", f"/games/{game}/build/"):
        assert ("to move" in client.get(page).text) is not over


def test_every_page_of_games_answers_in_both_languages_under_the_strict_policy(client_and_library):
    client, library = client_and_library
    game = played(library)
    for path in ("", "?step=0", "?step=999", "moment?step=7", "sheet", "delete", "set-up", "build/", "build/?cell=0,0"):
        for lang in ("en", "ru"):
            answer = client.get(f"/games/{game}/{path}", headers={"Accept-Language": lang})
            assert answer.status_code == 200
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            assert "<style" not in answer.text
            assert " style=" not in answer.text
            assert " onclick" not in answer.text


def test_the_sheet_to_print_says_who_wins_when_and_by_what_rules(client_and_library):
    client, library = client_and_library
    epic = replace(ANN_AND_BO, variant="epic", runes=("water",))
    game = library.begin(HAND, epic, laid(0, 0), laid(1, 0), placed("red", 0, 0), Ended())
    sheet = client.get(f"/games/{game}/sheet").text
    assert "<h1>Bo wins 1\u00a0:\u00a00</h1>" in sheet
    assert all(words in sheet for words in ("Tuesday", "Epic", "Water rune", 'id="print"'))


def test_a_moment_shows_the_board_as_it_lay_then(client_and_library):
    client, library = client_and_library
    game = one_by_one(library, laid(0, 0), laid(1, 0), placed("red", 0, 0), Ended())
    tiles = [client.get(f"/games/{game}/moment?step={n}").text.count('class="tile') for n in range(6)]
    assert tiles == [0, 0, 1, 2, 2, 2]
    assert "Bo places a viking." in client.get(f"/games/{game}/moment?step=4").text


def test_what_does_not_exist_is_not_found(client_and_library):
    client, library = client_and_library
    game = played(library)
    for path in ("/games/77/", "/games/77/delete", f"/games/{game}/files/passwd", f"/games/{game}/files/..%2f..%2fx"):
        assert client.get(path).status_code == 404
    assert post(client, f"/games/{game}/do/explode").status_code == 404
    assert post(client, "/games/77/delete").status_code == 404


def test_a_post_without_the_forms_token_changes_nothing(client_and_library):
    client, library = client_and_library
    game = played(library)
    for path in ("new", "import", f"{game}/delete", f"{game}/do/undo", f"{game}/build/tile", f"{game}/set-up"):
        assert client.post(f"/games/{path}").status_code == 400
        assert client.post(f"/games/{path}", data={"csrf_token": "guessed"}).status_code == 400
    assert len(library.games()) == 1
    assert library.game(game).timeline.position.ended


@pytest.mark.parametrize("name", ["game.json", "record.txt", "story.txt", "events.csv", "scores.csv", "result.png"])
def test_a_game_is_taken_out_as_a_file(client_and_library, name):
    client, library = client_and_library
    game = played(library)
    answer = client.get(f"/games/{game}/files/{name}")
    assert f"fjords-{game}-{name}" in answer.headers["Content-Disposition"]
    assert answer.data[:1] in (b"{", b"l", b"A", b"\xef", b"\x89")


def test_spreadsheets_recognise_names_in_cyrillic_as_utf_8(client_and_library):
    client, library = client_and_library
    game = library.begin(HAND, SetUp(players=(Seat("Аня", ("white",)),)), laid(0, 0), placed("white", 0, 0))
    table = client.get(f"/games/{game}/files/scores.csv").data
    assert table.startswith(codecs.BOM_UTF8)
    assert table.decode("utf-8-sig").splitlines()[1].startswith("1,Аня,1,")


def test_a_game_without_its_moves_offers_no_record_text(client_and_library):
    client, library = client_and_library
    game = library.begin(HAND, ANN_AND_BO, laid(0, 0))
    assert "record.txt" not in client.get(f"/games/{game}/").text
    assert client.get(f"/games/{game}/files/record.txt").status_code == 404


def test_any_game_is_described_in_words_with_cells_edges_and_points(client_and_library):
    client, library = client_and_library
    game = one_by_one(library, laid(0, 0), laid(1, -1), placed("white", 1, -1))
    lines = client.get(f"/games/{game}/files/story.txt", headers={"Accept-Language": "en"}).text.splitlines()
    told = [line.partition(":")[2][6:] for line in lines if line[:1].isdigit()]
    edges = "-".join(laid(1, -1).tile["edges"])
    assert told[2:] == [f"A tile is laid. (1, -1) {edges}", "Ann places a viking. (1, -1)"]
    assert lines[-2:] == ["Ann: 1", "Bo: 0"]
    russian = client.get(f"/games/{game}/files/story.txt", headers={"Accept-Language": "ru"}).text
    assert "Ann: поставлен викинг. (1, -1)" in russian


def test_a_game_is_taken_in_once(client_and_library, tmp_path):
    client, library = client_and_library
    (tmp_path / "elsewhere").mkdir()
    other = library_in(tmp_path / "elsewhere")
    data = game_json(other.game(played(other))).encode()
    assert post(client, "/games/import", game=(BytesIO(data), "a.json")).status_code == 303
    assert game_json(library.games()[0]).encode() == data
    again = post(client, "/games/import", game=(BytesIO(data), "a.json"))
    assert again.status_code == 409
    for bad, status in (
        (b"words", 422),
        (b'{"format": "longhouse-game", "version": 1}', 422),
        (b"x" * 16_100_000, 413),
    ):
        refused = post(client, "/games/import", game=(BytesIO(bad), "a.json"))
        assert refused.status_code == status
        assert refused.get_json()["error"]["message"].endswith(".")
    assert len(library.games()) == 1


def test_a_game_as_large_as_any_that_is_exported_is_taken_in(client_and_library, tmp_path):
    client, library = client_and_library
    (tmp_path / "elsewhere").mkdir()
    other = library_in(tmp_path / "elsewhere")
    data = game_json(other.game(played(other))).encode().ljust(15_900_000)
    assert post(client, "/games/import", game=(BytesIO(data), "a.json")).status_code == 303
    assert len(library.games()) == 1


def test_the_page_of_a_board_on_which_nobody_can_settle_any_more_offers_to_end_the_game(client_and_library):
    client, library = client_and_library
    land = [laid(q, 0) for q in range(3)]
    game = library.begin(HAND, ANN_AND_BO, *land, placed("white", 0, 0, "longhouse"), placed("red", 2, 0, "longhouse"))
    ending = f'action="/games/{game}/do/end"'
    assert ending not in client.get(f"/games/{game}/build/").text
    library.add(game, HAND, placed("white", 1, 0))
    assert ending in client.get(f"/games/{game}/build/").text
    post(client, f"/games/{game}/do/end")
    assert ending not in client.get(f"/games/{game}/build/").text


def test_a_game_is_deleted_only_after_a_question(client_and_library):
    client, library = client_and_library
    game = played(library)
    assert "Delete this game?" in client.get(f"/games/{game}/delete").text
    assert len(library.games()) == 1
    assert post(client, f"/games/{game}/delete").status_code == 303
    assert library.games() == []


def test_old_links_and_pages_of_a_deleted_game_show_and_change_no_game_that_was_begun_since(client_and_library):
    client, library = client_and_library
    game = played(library)
    question = client.get(f"/games/{game}/delete").text
    fields = dict(re.findall(r'name="(uid|csrf_token)" value="([^"]+)"', question))
    assert client.post(f"/games/{game}/delete", data=fields).status_code == 303
    later = library.begin(HAND, ANN_AND_BO)
    for what in ("", "build/", "delete", "replay/", "board.json"):
        assert client.get(f"/games/{game}/{what}").status_code == 404, what
    for what in ("delete", "do/end"):
        assert client.post(f"/games/{game}/{what}", data=fields).status_code == 404, what
    assert library.game(later).timeline.last_number == 1


def test_a_question_deletes_no_game_of_the_same_number_of_a_database_that_was_opened_meanwhile(client_and_library):
    client, library = client_and_library
    game = played(library)
    again = post(client, f"/games/{game}/delete", uid="0" * 32)
    assert again.status_code == 404
    assert len(library.games()) == 1


def test_a_game_is_set_up_and_its_set_up_corrected(client_and_library):
    client, library = client_and_library
    fields = {"title": "Friday", "colour-0": "white", "name-0": "Ann", "colour-2": "blue", "settles-first": "2"}
    assert post(client, "/games/new", **fields, **{"rune-home": "on"}).status_code == 303
    kept = library.games()[0]
    setup = kept.timeline.position.setup
    assert [(seat.name, seat.colours) for seat in setup.players] == [("Ann", ("white",)), ("blue", ("blue",))]
    assert (setup.runes, setup.settlement_order) == (("home",), ("blue", "Ann"))
    form = client.get(f"/games/{kept.id}/set-up").text
    assert 'value="Friday"' in form
    assert form.count(" selected") == 4
    post(client, f"/games/{kept.id}/set-up", **{**fields, "name-2": "Bo"})
    assert library.game(kept.id).timeline.position.setup.players[1].name == "Bo"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"variant": "epic", "colour-2": "red"}, "The Epic and the Classic game are for two players"),
        ({"variant": "classic", "colour-2": "red"}, "The Epic and the Classic game are for two players"),
        ({"variant": "epic", "second-0": "red", "colour-1": ""}, "The Epic and the Classic game are for two players"),
        ({"variant": "classic", "colour-1": ""}, "The Epic and the Classic game are for two players"),
        ({"variant": "classic", "second-0": "red"}, "Only in the Epic game players have two colours"),
        ({"second-0": "red", "second-1": "blue"}, "Only in the Epic game players have two colours"),
        ({"variant": "classic", "rune-home": "on"}, "The Classic game is played without rune stones"),
        ({"variant": "epic", "second-0": "red"}, "In the Epic game each player has two colours"),
    ],
)
def test_what_a_variant_does_not_have_is_refused(client_and_library, fields, words):
    client, _ = client_and_library
    answer = post(client, "/games/new", **{"colour-0": "white", "colour-1": "black", **fields})
    assert answer.status_code == 422
    assert words in answer.text


@pytest.mark.parametrize("variant", ["base", "classic", "epic"])
def test_a_counted_board_is_kept_with_the_variant_that_it_says(client_and_library, variant):
    client, library = client_and_library
    colours = {"Ann": ["white", "red"], "Bo": ["black", "blue"]}
    players = [{"name": name, "colours": own if variant == "epic" else own[:1]} for name, own in colours.items()]
    board = {"format": "longhouse-board", "version": 1, "game": "fjords", "tiles": [], "pieces": []}
    document = {**board, "players": players, "rules": {"variant": variant, "runes": []}}
    assert post(client, "/games/save", document=json.dumps(document)).status_code == 303
    position = library.games()[0].timeline.position
    assert position.setup.variant == variant
    assert position.document()["rules"] == document["rules"]


def test_two_players_of_a_counted_board_are_not_called_by_two_spellings_of_one_name(client_and_library):
    client, library = client_and_library
    players = [{"name": colour, "colours": [colour]} for colour in ("white", "red")]
    board = {"format": "longhouse-board", "version": 1, "game": "fjords", "tiles": [], "pieces": []}
    document = json.dumps({**board, "players": players, "rules": {"variant": "base", "runes": []}})
    answer = post(client, "/games/save", document=document, **{"name-white": "Аня", "name-red": "аня"})
    assert answer.status_code == 422
    assert library.games() == []


@pytest.mark.parametrize(("vacant", "over"), [(1, False), (0, True)])
def test_a_photo_from_the_middle_of_a_game_is_kept_as_one_that_continues_and_names_no_winner(
    client_and_library, vacant, over
):
    client, library = client_and_library
    land = [laid(q, 0) for q in range(3 + vacant)]
    pieces = placed("white", 0, 0, "longhouse"), placed("red", 2, 0, "longhouse"), placed("white", 1, 0)
    board = library.begin(HAND, ANN_AND_BO, *land, *pieces)
    document = json.dumps(library.game(board).timeline.position.document())
    page = client.get(post(client, "/games/save", document=document).headers["Location"]).text
    assert ("<strong>continues</strong>" in page) != over
    assert ('/do/end"' in page) != over
    assert 'class="result-card"' in page
    assert ("Ann wins" in page) == over


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"colour-0": "red", "colour-1": "red"},
        {"colour-0": "red", "name-0": "A", "colour-1": "blue", "name-1": "A"},
        {"colour-0": "red", "name-0": "Ann Lee", "colour-1": "blue", "name-1": "ann  lee "},
        {"colour-0": "url(x)"},
        {"colour-0": "red", "variant": "chess"},
        {"colour-0": "red", "name-0": "A", "name-1": "B"},
    ],
)
def test_a_set_up_that_cannot_be_is_refused_and_the_form_kept(client_and_library, fields):
    client, library = client_and_library
    answer = post(client, "/games/new", title="Kept", **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="Kept"' in answer.text
    assert library.games() == []


@pytest.mark.parametrize("what", ["undo", "redo"])
def test_two_phones_that_undo_or_redo_at_once_do_it_once(client_and_library, what):
    client, library = client_and_library
    game = one_by_one(library, laid(0, 0), laid(1, 0), laid(2, 0))
    if what == "redo":
        for _ in range(2):
            post(client, f"/games/{game}/do/undo")
    form = re.search(rf'do/{what}">.*?</form>', client.get(f"/games/{game}/").text, re.DOTALL)[0]
    entry = re.search(r'name="entry" value="(\d+)"', form)[1]
    for _ in range(2):
        assert post(client, f"/games/{game}/do/{what}", entry=entry).status_code == 303
    assert len(library.game(game).timeline.position.tiles) == 2


def test_an_undoing_whose_page_is_behind_the_camera_leaves_what_the_camera_saw(client_and_library):
    client, library = client_and_library
    game = one_by_one(library, laid(0, 0))
    shown = library.game(game).timeline.to_undo()
    library.add(game, SEEN, laid(1, 0))
    post(client, f"/games/{game}/do/undo", entry=shown.entry, back="table")
    assert set(library.game(game).timeline.position.tiles) == {(0, 0), (1, 0)}


def test_every_tap_on_the_board_is_an_event_that_can_be_undone(client_and_library):
    client, library = client_and_library
    game = library.begin(HAND, ANN_AND_BO)
    edges = {f"edge-{side}": edge for side, edge in enumerate(["P", "P", "PO", "O", "OP", "P"])}
    post(client, f"/games/{game}/build/tile", cell="0,0", **edges)
    placing = {"cell": "0,0", "event": "piece-placed", "kind": "viking", "colour": "red"}
    post(client, f"/games/{game}/build/tap", **placing)
    position = library.game(game).timeline.position
    assert position.tiles[0, 0]["edges"] == ["P", "P", "PO", "O", "OP", "P"]
    assert [p.colour for p in position.pieces] == ["red"]
    post(client, f"/games/{game}/do/undo", back="build", cell="0,0")
    assert library.game(game).timeline.position.pieces == ()
    post(client, f"/games/{game}/do/redo", back="build")
    assert len(library.game(game).timeline.position.pieces) == 1
    post(client, f"/games/{game}/build/take", cell="0,0")
    assert library.game(game).timeline.position.tiles == {}
    assert len(library.game(game).timeline.entries) == 6


def test_a_stone_in_an_empty_space_is_removed_as_it_was_laid_and_until_then_tiles_come_first(client_and_library):
    client, library = client_and_library
    game = library.begin(HAND, replace(ANN_AND_BO, runes=("wisdom",)))
    library.add(game, HAND, laid(0, 0))
    space = f"/games/{game}/build/?cell=1,0"
    assert "<details>\n        <summary>Rune stones" in client.get(space).text
    stone = {"cell": "1,0", "kind": "wisdom", "colour": "red"}
    post(client, f"/games/{game}/build/tap", event="rune-placed", **stone)
    assert "Remove: Wisdom rune" in client.get(space).text
    post(client, f"/games/{game}/build/tap", event="rune-removed", **stone)
    assert "Remove: Wisdom rune" not in client.get(space).text


def test_the_answer_to_a_tap_counts_the_board_once_and_draws_it_once(client_and_library, monkeypatch):
    client, library = client_and_library
    game = library.begin(HAND, ANN_AND_BO, *(laid(q, 0) for q in range(5)))
    client.get(f"/games/{game}/build/")
    counted, drawn = [], []

    def counting(board):
        counted.append(len(board.tiles))
        return score(board)

    def drawing(board, *rest):
        drawn.append(len(board.tiles))
        return board_svg(board, *rest)

    monkeypatch.setattr("companion.scoring.fjords_tally.score", counting)
    monkeypatch.setattr("games.fjords.rulebook.score", counting)
    for module in ("tappable", "view"):
        monkeypatch.setattr(f"companion.web.board.{module}.board_svg", drawing)
    tapped = {"cell": "0,0", "event": "piece-placed", "kind": "viking", "colour": "white"}
    answer = post(client, f"/games/{game}/build/tap", **tapped)
    assert client.get(answer.headers["Location"]).status_code == 200
    assert counted == [5]
    # The other drawing is the form's preview of the chosen tile.
    assert drawn == [5, 1]
    page = library.counted(game).timeline
    assert page.result == Timeline(page.entries).result


def test_a_tap_on_nothing_changes_nothing(client_and_library):
    client, library = client_and_library
    game = library.begin(HAND, ANN_AND_BO, laid(0, 0))
    for path, fields in (
        ("tile", {"cell": "x"}),
        ("tile", {"cell": "1,0", "edge-0": "Q"}),
        ("take", {"cell": "5,5"}),
        ("tap", {"cell": "0,0", "event": "ended"}),
        ("tap", {"cell": "0,0", "event": "piece-placed", "kind": "duck", "colour": "red"}),
        ("tap", {"cell": "999999,0", "event": "piece-placed", "kind": "viking", "colour": "red"}),
    ):
        answer = post(client, f"/games/{game}/build/{path}", **fields)
        assert answer.status_code == 422
        assert answer.get_json()["error"]["message"].endswith(".")
    assert len(library.game(game).timeline.entries) == 2


@pytest.mark.parametrize(
    ("came_from", "goes_to"),
    [
        ("http://localhost/games/new?watched=1", "/games/new?watched=1"),
        ("http://localhost/tally", "/"),
        ("http://localhost//evil.example/games/", "/"),
        ("http://evil.example/games/", "/"),
        (None, "/"),
    ],
)
def test_a_chosen_language_leaves_the_visitor_where_they_are(client_and_library, came_from, goes_to):
    headers = {} if came_from is None else {"Referer": came_from}
    assert client_and_library[0].post("/language/ru", headers=headers).headers["Location"] == goes_to


def test_a_title_cannot_break_out_of_the_page(client_and_library):
    client, library = client_and_library
    game = library.begin(HAND, type(ANN_AND_BO)(title='<script>alert("x")</script>'))
    for path in ("/games/", f"/games/{game}/", f"/games/{game}/build/", f"/games/{game}/sheet"):
        assert "<script>" not in client.get(path).text


def test_a_database_that_does_not_answer_is_said_in_a_sentence(client_and_library):
    client, library = client_and_library

    def fail(*_):
        raise OperationalError("SELECT", {}, Exception("disk full"))

    event.listen(library._engine, "before_cursor_execute", fail)
    answer = client.get("/games/", headers={"Accept": "text/html", "Accept-Language": "ru"})
    event.remove(library._engine, "before_cursor_execute", fail)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "диск" in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("edges", "join", "regions"),
    [("P P P P P P", "", 1), ("P O P O P O", "", 6), ("P O P O P O", "P", 4), ("PO O OP P M P", "", 4)],
)
def test_a_tile_entered_by_its_edges_is_a_valid_tile(edges, join, regions):
    tile = Tile.from_document(tile_of(edges.split(), join))
    assert len(tile.regions) == regions
    assert regions == 1 or {region for pair in tile.touching for region in pair} == set(range(regions))


@pytest.fixture(scope="module")
def served(truth, serve):
    """A page without a camera that keeps one game; its address, and its library."""
    with serve(Config(viewers=4), truth) as (address, _):
        yield address


@pytest.mark.long
@pytest.mark.browser
def test_a_board_is_built_and_scored_by_tapping(served, visit, wait_for):
    page = visit(served + "/games/", PHONE)
    page.get_by_role("link", name="Build a board by hand").click()
    page.get_by_label("Colour of player 1", exact=True).select_option("white")
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Lay a tile in the space 0, 0").click()
    drawn = page.locator("#preview .fjords-board").inner_html()
    page.wait_for_load_state()  # what hears the taps is loaded last
    page.locator("[data-edge='0']").click()
    expect(page.locator("#edge-0")).to_have_value("O")
    wait_for(lambda: page.locator("#preview .fjords-board").inner_html() != drawn)
    page.get_by_role("button", name="Lay this tile").click()
    page.get_by_role("link", name="Lay a tile in the space 1, 0").click()
    page.get_by_role("button", name="Lay this tile").wait_for()
    expect(page.locator("#edge-3")).to_have_value("O")
    page.get_by_role("button", name="Lay this tile").click()
    page.get_by_role("link", name="Tile 0, 0").click()
    page.get_by_role("button", name="viking, white").click()
    page.get_by_role("button", name="Remove: viking, white").wait_for()
    page.locator("[data-player=Ann][data-total='1']").wait_for()
    expect(page.locator(".tappable .fjords-board .tile")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    page.locator("[data-player=Ann][data-total='0']").wait_for()
    page.get_by_role("button", name="Redo").click()
    page.locator("[data-player=Ann][data-total='1']").wait_for()


@pytest.mark.browser
def test_a_board_is_built_with_the_keyboard_alone(served, visit):
    page = visit(served + "/games/new")
    page.get_by_label("Colour of player 1", exact=True).focus()
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Start").press("Enter")
    page.get_by_role("link", name="Lay a tile in the space 0, 0").press("Enter")
    page.get_by_role("button", name="Lay this tile").press("Enter")
    page.get_by_role("button", name="viking, red").press("Enter")
    page.get_by_role("link", name="Tile 0, 0, viking (red)").wait_for()


@pytest.fixture(scope="module")
def with_a_game(served, browser):
    """The address of a game that was taken in, without a page that is shown."""
    context = browser.new_context()
    token = token_in(context.request.get(served + "/games/").text())
    game = {"name": "game.txt", "mimeType": "text/plain", "buffer": played_record().encode()}
    fields = {"csrf_token": token, "game": game}
    answer = context.request.post(served + "/games/import", multipart=fields, max_redirects=0)
    context.close()
    return served + answer.headers["location"]


@pytest.mark.long
@pytest.mark.browser
def test_the_scrubber_goes_back_through_the_game_and_replays_it(with_a_game, visit):
    page = visit(with_a_game)
    whole = page.locator("#moment .tile").count()
    scrubber = page.get_by_label("Replay the game")
    scrubber.fill("5")
    page.locator(".happened .count", has_text="Step 5 of").wait_for()
    expect(page.locator("#moment .tile")).to_have_count(4)
    scrubber.press("ArrowRight")
    page.locator(".happened .count", has_text="Step 6 of").wait_for()
    page.get_by_role("button", name="One step back").click()
    page.locator(".happened .count", has_text="Step 5 of").wait_for()
    page.get_by_role("button", name="Replay").click()
    # Replaying goes on while the page is looked at, on a busy machine by several steps.
    page.locator(".happened .count", has_text=re.compile(r"Step ([7-9]|\d\d+) of")).wait_for()
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#moment .tile")).to_have_count(whole)
    # The list of moves and the slider lead each other.
    page.locator(".moves a[data-step='60']").click()
    page.locator(".happened .count", has_text="Step 60 of").wait_for()
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-step", "60")
    scrubber.press("ArrowRight")
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-step", "61")


@pytest.mark.browser
@pytest.mark.parametrize("status", [200, 410])
def test_a_result_card_is_shared_only_if_it_is_one(with_a_game, visit, wait_for, status):
    page = visit(with_a_game)
    page.evaluate("window.shared = []")
    page.evaluate("void (navigator.canShare = () => true)")
    page.evaluate("void (navigator.share = async ({ files }) => window.shared.push(files[0].size))")
    page.route(
        "**/files/result.png", lambda route: route.fulfill(status=status, body="It is gone.", content_type="text/plain")
    )
    page.get_by_role("link", name="Share the result card").click()
    if status == 200:
        wait_for(lambda: page.evaluate("window.shared") == [len("It is gone.")])
    else:
        # What the server says instead is shown, and nobody is sent it as a picture.
        page.get_by_text("It is gone.").wait_for()


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize(("size", "lang", "scheme"), [(DESK, "en-GB", "dark"), (PHONE, "ru-RU", "light")])
def test_the_pages_of_games_fit_every_screen(with_a_game, visit, size, lang, scheme):
    page = visit(with_a_game, size, lang, scheme)
    for path in ("", "build/", "build/?cell=0,0", "set-up", "sheet", "delete", "../"):
        page.goto(with_a_game + path)
        check_page(page, lang)


def test_a_game_number_larger_than_any_database_takes_is_no_page(client):
    for number in (2**31, 2**63, 10**25):
        for path in ("", "build/", "set-up", "files/game.json", "hint"):
            assert client.get(f"/games/{number}/{path}").status_code == 404
    assert client.get(f"/vikings/{10**25}/").status_code == 404
