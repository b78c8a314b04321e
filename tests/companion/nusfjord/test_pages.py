"""Nusfjord's pages through the app: taps, documents in and out, the catalogue, campaigns, dividends."""

import io
import json
import re
import resource
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.nusfjord import catalogue_file
from companion.nusfjord.changes import COUNTED, changed, new_player
from companion.problems import Problem
from companion.web import Config, create_app
from games.nusfjord.board import Board
from games.nusfjord.cards import FISH_DECKS, Card
from games.nusfjord.catalogue import Catalogue
from games.nusfjord.play.moves import Copy, Invite
from games.nusfjord.play.places import ACTIONS
from games.nusfjord.play.work_phase import legal_moves
from games.nusfjord.stock import Stock
from games.nusfjord.stored_village import village_of as kept_village
from tests.support.pages.forms import token_of
from vision.profile import Profile

CASES = Path(__file__).parents[2] / "games" / "nusfjord" / "cases"
CASE = json.loads((CASES / "nusfjord-7.json").read_bytes())
START = "/nusfjord/"
PIER = Card("Pier", "A", Stock(wood=2, gold=1), 3)


@pytest.fixture
def client_and_folder(tmp_path, truth):
    """An app with a data folder of its own; its client and that folder."""
    app = create_app(Config(data=str(tmp_path)), truth)
    yield app.test_client(), tmp_path
    app.extensions["longhouse-games"].library.close()


def post(client, address, lang="en", **fields):
    return client.post(
        address, data={"csrf_token": token_of(client, START), **fields}, headers={"Accept-Language": lang}
    )


def begin_game(client, *names):
    fields = {f"name-{seat}": name for seat, name in enumerate(names or ("Lars", "Kari"))}
    return post(client, "/nusfjord/new", **fields).headers["Location"]


def sent(document, name="a.json"):
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    return io.BytesIO(data), name


def import_document(client, document):
    return post(client, "/nusfjord/import", document=sent(document))


def player(client, address, number=0):
    return client.get(address + "board.json").get_json()["players"][number]


class TaughtReader:
    """A reader of which only the profile is asked."""

    profile = None


def test_a_page_whose_cards_were_not_taught_leads_to_teaching_instead_of_asking_for_a_photo(tmp_path):
    reader = TaughtReader()
    client = create_app(Config(data=str(tmp_path)), reader).test_client()
    address = begin_game(client)
    page = client.get(address).text
    assert 'href="/nusfjord/cards/"' in page.partition("have been taught")[2]
    assert "Fill in from a photo" not in page
    reader.profile = Profile("kitchen", games={"nusfjord": ("a face",)})
    page = client.get(address).text
    assert "Fill in from a photo" in page
    assert "have been taught" not in page


def tap(client, address, seat=0, **fields):
    answer = post(client, address + "tap", player=seat, **fields)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_document_is_taken_in_counted_explained_and_taken_out_unchanged(client_and_folder):
    client, _ = client_and_folder
    address = import_document(client, CASE["board"]).headers["Location"]
    for number, row in enumerate(CASE["ask"][0]["answer"]["scores"]):
        for lang in ("en", "ru"):
            page = client.get(f"{address}?player={number}", headers={"Accept-Language": lang}).text
            shown = dict(re.findall('data-field="([a-z_]+)" data-points="(-?[0-9]+)"', page))
            assert shown == {field: str(value) for field, value in row.items() if field != "player"}
            assert page.count('class="how"') == len(shown)
            assert " style=" not in page
    assert client.get(address + "board.json").get_json() == CASE["board"]


@pytest.mark.parametrize("colour", [{"a": 1}, ["red"], 7])
def test_a_harbour_is_shown_whatever_stands_where_its_colour_belongs(client_and_folder, colour):
    client, _ = client_and_folder
    board = CASE["board"]
    address = import_document(client, {**board, "players": [{**seat, "colour": colour} for seat in board["players"]]})
    assert client.get(address.headers["Location"]).status_code == 200


def test_nobody_of_a_table_that_is_too_full_leaves_it_unasked(client_and_folder):
    client, _ = client_and_folder
    names = ["Lars", "Kari", "Odd", "Siv", "Ulf", "Una"]
    crowd = {**CASE["board"], "players": [{**CASE["board"]["players"][0], "name": name} for name in names]}
    address = import_document(client, crowd).headers["Location"]
    assert client.get(address).text.count('aria-label="Name of player') == 6
    kept = {f"name-{seat}": name for seat, name in enumerate(names)}
    refused = post(client, address + "players", **kept)
    assert refused.status_code == 422
    assert "Too many players are named; this game is for 1 to 5." in refused.text
    assert client.get(address + "board.json").get_json() == crowd
    post(client, address + "players", **{**kept, "name-2": ""})
    left = client.get(address + "board.json").get_json()["players"]
    assert [player["name"] for player in left] == [name for name in names if name != "Odd"]


@pytest.mark.parametrize(
    ("spoil", "field"),
    [
        (lambda d: d["players"].clear(), "players"),
        (lambda d: d["players"][0].pop("gold"), "players[0].gold"),
        (lambda d: d["players"][0].update(unissued=-1), "players[0].unissued"),
        (lambda d: d["players"][0]["ships"][0].update(kind="raft"), "players[0].ships[0].kind"),
    ],
)
def test_a_bad_document_is_refused_by_its_field(client_and_folder, spoil, field):
    client, _ = client_and_folder
    bad = json.loads(json.dumps(CASE["board"]))
    spoil(bad)
    answer = import_document(client, bad)
    assert answer.status_code == 422
    assert f"“{field}”" in answer.get_json()["error"]["message"]


def test_taps_enter_a_harbour(client_and_folder):
    client, _ = client_and_folder
    address = begin_game(client)
    for points in (3, -1, 3):
        tap(client, address, tap="build", points=points, nameless="Building {number}")
    tap(client, address, tap="launch", kind="cutter", points=2)
    tap(client, address, tap="points", field="ships", index=0, points=4)
    for field, value in zip(COUNTED, (4, 2, 0, 1), strict=True):
        tap(client, address, tap="count", field=field, value=value)
    for by in (10, 5, -1):
        tap(client, address, tap="count", field="gold", by=by)
    tap(client, address, tap="remove", field="buildings", index=2)
    tap(client, address, seat=1, tap="count", field="gold", by=-1)
    assert player(client, address) == {
        "name": "Lars",
        "buildings": [{"name": "Building 1", "points": 3}, {"name": "Building 2", "points": -1}],
        "ships": [{"kind": "cutter", "points": 4}],
        "shares_owned": 4,
        "unissued": 2,
        "gold": 14,
        "free_spaces": 1,
    }
    assert player(client, address, 1) == new_player("Kari")


def test_a_thing_is_corrected_where_it_stands_and_every_tap_can_be_undone(client_and_folder):
    client, _ = client_and_folder
    address = begin_game(client)
    for points in (1, 2, 3):
        tap(client, address, tap="build", points=points, nameless="B{number}")
    for nothing in ("buildings:3", "buildings:" + "9" * 5000, "buildings:many"):
        assert 'id="editor"' not in tap(client, address, tap="choose", chosen=nothing)
    page = tap(client, address, tap="choose", chosen="buildings:1")
    assert 'id="editor"' in page
    tap(client, address, tap="build", index=1, name="Pier", points=7)
    assert [b["name"] for b in player(client, address)["buildings"]] == ["B1", "Pier", "B3"]
    post(client, address + "do/undo")
    assert [b["points"] for b in player(client, address)["buildings"]] == [1, 2, 3]
    post(client, address + "do/redo")
    assert [b["points"] for b in player(client, address)["buildings"]] == [1, 7, 3]


@pytest.mark.parametrize("field", ["buildings", "ships"])
def test_what_has_moved_since_a_page_was_shown_is_not_removed_or_renamed_in_the_place_of_another(
    client_and_folder, field
):
    client, _ = client_and_folder
    address = import_document(client, CASE["board"]).headers["Location"]
    before = player(client, address)[field]
    page = tap(client, address, tap="choose", chosen=f"{field}:0")
    fields = json.loads(unescape(re.search("""id="remove-thing" data-tap='([^']+)'""", page).group(1)))
    tap(client, address, **fields)
    assert player(client, address)[field] == before[1:]
    for again in ({}, {"tap": "points", "points": 9}, {"tap": "build", "name": "Inn", "points": 9}):
        refused = post(client, address + "tap", player=0, **{**fields, **again})
        assert (refused.status_code, "no longer there" in refused.text) == (422, True)
    assert player(client, address)[field] == before[1:]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"tap": "explode"},
        {"tap": "count", "field": "name", "value": 3},
        {"tap": "count", "field": "gold", "value": "many"},
        {"tap": "count", "field": "gold", "value": 1000},
        {"tap": "build", "points": "1.5"},
        {"tap": "build", "points": 1, "index": 3},
        {"tap": "remove", "field": "ships", "index": 0},
        {"tap": "remove", "field": "players", "index": 0},
        {"tap": "launch", "kind": "raft", "points": 1},
        {"tap": "variant", "variant": "chess"},
        {"tap": "variant", "variant": "campaign", "campaign_game": 4},
        {"tap": "build", "points": 1, "name": "Pier", "keep": 1, "deck": "Z"},
    ],
)
def test_a_tap_that_cannot_be_is_refused_in_a_sentence_and_changes_nothing(client_and_folder, fields):
    client, _ = client_and_folder
    address = begin_game(client)
    before = client.get(address + "board.json").get_json()
    answer = post(client, address + "tap", lang="ru", player=0, **fields)
    assert answer.status_code == 422
    assert re.search("[а-я].*[.]$", answer.get_json()["error"]["message"])
    assert client.get(address + "board.json").get_json() == before


_tap = st.fixed_dictionaries(
    {"tap": st.sampled_from(["build", "launch", "points", "remove", "count", "choose", "variant"])},
    optional={
        "points": st.integers(-5, 20).map(str),
        "kind": st.sampled_from(["sloop", "cutter", "schooner"]),
        "field": st.sampled_from(["buildings", "ships", *COUNTED]),
        "index": st.integers(0, 3).map(str),
        "value": st.integers(-1, 30).map(str),
        "by": st.integers(-9, 10).map(str),
        "name": st.text(max_size=5),
        "nameless": st.just("B{number}"),
        "variant": st.sampled_from(["base", "solo", "harder", "campaign"]),
        "campaign_game": st.sampled_from(["1", "3", "9"]),
    },
)


@given(st.lists(_tap, max_size=12))
@settings(deadline=None)
def test_whatever_is_tapped_the_document_stays_one_and_what_was_known_of_it_stays(taps):
    document = {
        "format": "longhouse-board",
        "version": 1,
        "game": "nusfjord",
        "note": 7,
        "players": [new_player("Lars")],
    }
    for form in taps:
        before = json.dumps(document)
        try:
            after = changed(document, 0, form)
        except Problem:
            after = document
        assert json.dumps(document) == before
        document = after
    assert Board.from_document(document).to_document() == document
    assert document["note"] == 7


def test_warnings_and_the_tie_rule_are_shown(client_and_folder):
    client, _ = client_and_folder
    address = begin_game(client)
    page = tap(client, address, tap="count", field="unissued", value=4)
    assert 'data-code="too-many-unissued"' in page
    assert "share the victory" in client.get(address).text
    assert "претенденты делят победу" in client.get(address, headers={"Accept-Language": "ru"}).text


def test_a_building_without_a_name_is_refused_and_one_that_a_document_has_can_be_corrected(client_and_folder):
    client, _ = client_and_folder
    address = begin_game(client)
    assert post(client, address + "tap", tap="build", points=1).status_code == 422
    document = client.get(address + "board.json").get_json()
    document["players"][0]["buildings"] = [{"name": "", "points": 1}]
    address = import_document(client, document).headers["Location"]
    assert 'id="editor"' in tap(client, address, tap="choose", chosen="buildings:0")


def test_a_building_entered_by_its_name_is_known_in_the_next_game(client_and_folder):
    client, folder = client_and_folder
    address = begin_game(client)
    tap(client, address, tap="build", keep=1, name=" Pier ", points=3, deck="A", wood=2, gold=1)
    assert catalogue_file.load(folder).cards == (PIER,)
    assert 'data-name="pier"' not in client.get(address).text
    assert 'data-name="pier"' in client.get(begin_game(client, "Odd")).text


def test_renaming_a_building_keeps_what_is_known_of_its_card(client_and_folder):
    client, folder = client_and_folder
    catalogue_file.alter(folder, lambda known: known.with_card(PIER).with_card(Card("Villa", "C", points=None)))
    address = begin_game(client)
    for name in ("Pier", "Villa"):
        tap(client, address, tap="build", points=5, name=name, keep=1)
    assert catalogue_file.load(folder).card("Pier") == Card("Pier", "A", PIER.price, 5)
    assert catalogue_file.load(folder).card("Villa").points is None


def test_points_of_a_ship_are_known_once_they_were_entered(client_and_folder):
    client, folder = client_and_folder
    address = begin_game(client)
    tap(client, address, tap="launch", kind="sloop", points=0)
    page = tap(client, address, tap="points", field="ships", index=0, points=2)
    assert catalogue_file.load(folder).ships == {"sloop": 2}
    launch = re.search(r"id=\"dock-sloop\" data-tap='([^']+)'", page).group(1)
    assert json.loads(launch)["points"] == 2


def test_the_catalogue_is_shared_as_one_file(client_and_folder, tmp_path_factory, truth):
    client, _ = client_and_folder
    for name, points in (("Pier", "3"), ("Smokehouse", "1")):
        assert post(client, "/nusfjord/catalogue", name=name, points=points, deck="B", fish="2").status_code == 303
    post(client, "/nusfjord/catalogue", name="Pier of stone", was="Pier", star="1")
    post(client, "/nusfjord/catalogue/drop", name="Smokehouse")
    file = client.get("/nusfjord/catalogue.json")
    assert "attachment" in file.headers["Content-Disposition"]
    (card,) = Catalogue.from_document(file.get_json()).cards
    assert (card.name, card.points) == ("Pier of stone", None)
    friend = tmp_path_factory.mktemp("friend")
    app = create_app(Config(data=str(friend)), truth)
    catalogue_file.alter(friend, lambda known: known.with_card(PIER))
    answer = post(app.test_client(), "/nusfjord/catalogue/import", catalogue=sent(file.data))
    assert answer.status_code == 303
    assert [c.name for c in catalogue_file.load(friend).cards] == ["Pier", "Pier of stone"]
    app.extensions["longhouse-games"].library.close()


@pytest.mark.parametrize("page", ["drop", "elder", "import"])
def test_a_catalogue_that_cannot_be_written_is_said_in_a_sentence(client_and_folder, page):
    client, folder = client_and_folder
    theirs = catalogue_file.written(Catalogue((PIER,)).with_card(Card("Barn", "A", Stock(wood=1), 1))).encode()
    catalogue_file.alter(folder, lambda known: known.with_card(PIER))
    fields = {
        "drop": {"name": "Pier"},
        "elder": {"name": "Cook"},
        "import": {"catalogue": sent(theirs)},
    }[page]
    token = token_of(client, START)
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, most[1]))
    try:
        answer = client.post(f"/nusfjord/catalogue/{page}", data={"csrf_token": token, **fields})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (503, "problem")
    assert "cannot be written" in answer.get_json()["error"]["message"]
    assert catalogue_file.load(folder).cards == (PIER,)


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [
        (None, 400, "No file"),
        (b"words", 422, "not a catalogue"),
        (b"\xff\xfe", 422, "not a catalogue"),
        (b" " * 1_000_001, 413, "too large for a catalogue"),
        (json.dumps(CASE["board"]).encode(), 422, "“format”"),
        (b'{"format": "longhouse-catalogue", "version": 1, "game": "nusfjord"}', 422, "“buildings”"),
    ],
)
def test_what_is_no_catalogue_is_refused_and_the_old_one_stays(client_and_folder, data, status, words):
    client, folder = client_and_folder
    catalogue_file.alter(folder, lambda known: known.with_card(PIER))
    fields = {} if data is None else {"catalogue": sent(data)}
    answer = post(client, "/nusfjord/catalogue/import", **fields)
    assert answer.status_code == status
    assert words in answer.get_json()["error"]["message"]
    assert catalogue_file.load(folder).cards == (PIER,)


def test_a_card_without_name_or_with_odd_numbers_is_refused_on_its_page(client_and_folder):
    client, folder = client_and_folder
    for fields in (
        {"name": " ", "points": "1"},
        {"name": "Pier", "points": "x"},
        {"name": "P", "points": 1, "wood": -1},
    ):
        answer = post(client, "/nusfjord/catalogue", **fields)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
    assert catalogue_file.load(folder) == Catalogue()


def test_a_spoilt_catalogue_is_set_aside_not_lost(tmp_path):
    (tmp_path / "nusfjord-catalogue.json").write_text("{spoilt", encoding="utf-8")
    assert catalogue_file.load(tmp_path) == Catalogue()
    catalogue_file.alter(tmp_path, lambda known: known.with_card(PIER))
    assert catalogue_file.load(tmp_path).cards == (PIER,)
    assert (tmp_path / "nusfjord-catalogue.spoilt.json").read_text(encoding="utf-8") == "{spoilt"


def test_a_second_spoilt_catalogue_does_not_replace_the_first(tmp_path):
    for text in ("{one", "{two"):
        (tmp_path / "nusfjord-catalogue.json").write_text(text, encoding="utf-8")
        assert catalogue_file.load(tmp_path) == Catalogue()
    assert {file.read_text(encoding="utf-8") for file in tmp_path.glob("*.spoilt*.json")} == {"{one", "{two"}


def test_posts_to_the_catalogue_need_the_forms_token(client_and_folder):
    client, folder = client_and_folder
    catalogue_file.alter(folder, lambda known: known.with_card(PIER))
    for path in ("catalogue", "catalogue/drop", "catalogue/import"):
        assert client.post(f"/nusfjord/{path}", data={"csrf_token": "guessed", "name": "Pier"}).status_code == 400
    assert catalogue_file.load(folder).cards == (PIER,)


def campaign_game(client, number, gold, *buildings, name="Lars"):
    address = begin_game(client, name)
    tap(client, address, tap="variant", variant="campaign", campaign_game=number)
    tap(client, address, tap="count", field="gold", value=gold)
    for building in buildings:
        tap(client, address, tap="build", name=building, points=0, keep=1)
    post(client, address + "do/end")
    return address


def test_three_games_of_a_campaign_earn_a_rank_that_stays_in_the_record(client_and_folder):
    client, _ = client_and_folder
    for number, gold in enumerate((40, 40, 38), start=1):
        last = campaign_game(client, number, gold)
    assert '<dd class="number" id="rank-earned">18</dd>' in client.get(last).text
    for number in (1, 2, 3):
        campaign_game(client, number, 30)
    campaign_game(client, 1, 50)
    page = client.get("/nusfjord/campaigns").text
    assert 'data-player="Lars" data-rank="17"' in page
    assert page.count("campaign-card") == 3
    assert "18" in client.get("/nusfjord/campaigns", headers={"Accept-Language": "ru"}).text


def test_what_was_built_in_a_campaign_is_out_of_its_later_games(client_and_folder):
    client, _ = client_and_folder
    campaign_game(client, 1, 30, "Pier", "Villa")
    second = campaign_game(client, 2, 30)
    assert 'data-name="pier"' not in client.get(second).text
    third = campaign_game(client, 3, 30, "Villa")
    assert "no longer available: Villa." in client.get(third).text
    assert 'data-name="pier"' in client.get(campaign_game(client, 1, 30, name="Kari")).text


def test_only_a_good_result_is_reported(client_and_folder):
    client, _ = client_and_folder
    address = begin_game(client, "Lars")
    assert "30 to 40" not in client.get(address).text
    for variant in ("solo", "harder"):
        assert "30 to 40" in tap(client, address, tap="variant", variant=variant)
    assert client.get(address + "board.json").get_json()["rules"] == {"variant": "harder"}
    assert 'id="alone-title"' not in client.get(begin_game(client)).text


@pytest.mark.parametrize(
    ("fields", "parts"),
    [
        ({}, {"catch": 5, "elders": 0, "own": 3, "stored": 2, "left": 0}),
        ({"elders": 2, "on_board": 1, "elsewhere": 1}, {"elders": 2, "on_board": 1, "elsewhere": 1, "own": 1}),
        ({"stored": 8}, {"own": 3, "stored": 0, "left": 2}),
    ],
)
def test_a_catch_is_shared_out_as_the_harbour_stands(client_and_folder, fields, parts):
    client, _ = client_and_folder
    address = begin_game(client)
    tap(client, address, tap="launch", kind="cutter", points=2)
    tap(client, address, tap="count", field="unissued", value=2)
    asked = {"player": 0, "elders": 0, "on_board": 0, "elsewhere": 0, "stored": 0, **fields}
    page = client.get(address + "dividends", query_string=asked).text
    shown = dict(re.findall('data-part="([a-z_]+)">([0-9]+)<', page))
    assert {part: int(shown[part]) for part in parts} == parts


@pytest.mark.parametrize("fields", [{"elders": 6}, {"elders": "x"}, {"on_board": 2, "elsewhere": 4}, {"elders": ""}])
def test_a_catch_is_not_shared_out_by_odd_numbers(client_and_folder, fields):
    client, _ = client_and_folder
    address = begin_game(client)
    whole = {"elders": 0, "on_board": 0, "elsewhere": 0, "stored": 0, **fields}
    assert client.get(address + "dividends", query_string=whole).status_code == 422
    assert client.get(address + "dividends?player=7").status_code == 404


def test_a_field_left_empty_is_named_as_such_and_an_address_without_fields_shares_out_the_catch(client_and_folder):
    client, _ = client_and_folder
    address = begin_game(client)
    empty = client.get(address + "dividends?elders=")
    assert empty.status_code == 422
    assert "A number is missing; enter a whole number from 0 to 5." in empty.text
    assert 'data-part="catch">' in client.get(address + "dividends").text


def test_nobody_leads_where_all_have_the_same_points_until_the_game_is_over(client_and_folder):
    client, _ = client_and_folder
    address = begin_game(client)
    assert 'class="leader"' not in client.get(address).text
    tap(client, address, tap="launch", kind="cutter", points=2)
    assert client.get(address).text.count('class="leader">leads<') == 1


def test_the_result_card_shows_the_harbour(client_and_folder):
    client, _ = client_and_folder
    address = import_document(client, CASE["board"]).headers["Location"]
    card = Image.open(io.BytesIO(client.get(address + "result.png").data)).convert("RGB")
    colours = {colour for _, colour in card.getcolors(maxcolors=1 << 24)}
    assert {(0xB9, 0xC5, 0x9A), (0x5D, 0x9C, 0xBA), (0x8A, 0x5A, 0x30)} <= colours


def test_a_game_is_listed_with_the_others_and_taken_along_whole(client_and_folder):
    client, _ = client_and_folder
    address = begin_game(client)
    tap(client, address, tap="count", field="gold", value=9)
    post(client, address + "do/end")
    page = client.get("/games/").text
    assert "Nusfjord" in page
    assert "Lars" in page
    whole = client.get("/games/1/files/game.json")
    assert whole.get_json()["game"] == "nusfjord"
    post(client, "/games/1/delete")
    assert post(client, "/games/import", game=sent(whole.data)).status_code == 303
    assert "Lars" in client.get("/games/").text


def village_in(client, *names, **more):
    address = begin_game(client, *names)
    fields = {"do": "begin", "plates": "1 2 3", "doubles": "2", "singles": "1", "sloop-wood": "2", **more}
    assert post(client, address + "village/tap", **fields).status_code == 303
    return address


def test_a_village_is_played_to_its_end_and_the_harbours_follow(client_and_folder):
    client, _ = client_and_folder
    address = village_in(client, "Lars")
    play = address + "village/tap"
    for number in range(1, 8):
        assert post(client, play, do="fish").status_code == 303
        for turn in range(3):
            assert post(client, play, do="move", turn=f"{number}-{turn}", number="0").status_code == 303
        assert post(client, play, do="home").status_code == 303
    assert player(client, address)["gold"] > 0
    assert "Seven rounds have been played" in client.get(address + "village").text
    assert post(client, play, do="fish").status_code == 422


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"do": "begin", "plates": "many", "doubles": "1", "singles": "1"}, "plates of the banquet table"),
        ({"do": "begin", "plates": "", "doubles": "1", "singles": "1"}, "plates of the banquet table"),
        ({"do": "begin", "plates": "1", "doubles": "x", "singles": "1"}, "whole number"),
        ({"do": "fish"}, "Set up the village first"),
    ],
)
def test_a_village_that_cannot_be_set_up_is_refused_in_a_sentence(client_and_folder, fields, words):
    client, _ = client_and_folder
    answer = post(client, begin_game(client) + "village/tap", **fields)
    assert answer.status_code == 422
    assert words in answer.text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"do": "move", "turn": "2-0", "number": "0"}, "has changed since"),
        ({"do": "home"}, "another phase"),
        ({"do": "move", "turn": "1-0", "number": "0"}, "another phase"),
        ({"do": "feast"}, "Choose what to do"),
        ({"do": "card", "seat": "0", "gold": "-50"}, "supply does not hold that much"),
        ({"do": "card", "seat": "7"}, "whole number"),
        ({"do": "card", "seat": "0", "known": "Forester", "gold": "x"}, "whole number"),
    ],
)
def test_a_tap_in_the_village_that_cannot_be_changes_nothing(client_and_folder, fields, words):
    client, _ = client_and_folder
    knowing(client)
    address = village_in(client)
    before = client.get(address + "board.json").get_json()
    answer = post(client, address + "village/tap", **fields)
    assert answer.status_code == 422
    assert words in answer.text
    assert client.get(address + "board.json").get_json() == before


CARDS = {
    "format": "longhouse-catalogue",
    "version": 1,
    "game": "nusfjord",
    "buildings": [
        {"name": "Pier", "deck": "A", "points": 1, "effect": [{"part": "forest", "amount": -1}]},
        {"name": "Inn", "deck": "B", "points": 2},
        *({"name": f"Hall {letter}", "deck": "C", "points": 3} for letter in "abcde"),
    ],
    "elders": [{"name": "Forester", "effect": [{"part": "wood", "amount": 3}]}],
}


COLUMNS = {f"column-{space}": str(1 + number % 3) for number, space in enumerate((*ACTIONS, "build-2"))}


def knowing(client):
    assert post(client, "/nusfjord/catalogue/import", catalogue=sent(CARDS)).status_code == 303


def village_of(client, address):
    return client.get(address + "board.json").get_json()["village"]


def test_alone_c_buildings_come_into_the_hand_as_for_two(client_and_folder):
    client, _ = client_and_folder
    knowing(client)
    address = village_in(client, "Lars")
    play = address + "village/tap"
    for number in range(1, 4):
        post(client, play, do="fish")
        for turn in range(3):
            post(client, play, do="move", turn=f"{number}-{turn}", number="0")
        page = client.get(address + "village").text
        assert ('name="hand-0" value="Hall a"' in page) == (number == 3)
        hand = {"hand-0": [f"Hall {letter}" for letter in "abcde"[: 4 if number == 3 else 0]]}
        if number == 3:
            too_many = post(client, play, do="home", **{"hand-0": [*hand["hand-0"], "Hall e"]})
            assert (too_many.status_code, "More cards were dealt" in too_many.text) == (422, True)
        assert post(client, play, do="home", **hand).status_code == 303
    assert [card["name"] for card in village_of(client, address)["companies"][0]["hand"]] == hand["hand-0"]


def test_the_text_of_a_card_is_entered_in_parts_used_again_and_kept_in_the_catalogue(client_and_folder):
    client, _ = client_and_folder
    knowing(client)
    address = village_in(client, open=["Pier"])
    play = address + "village/tap"
    assert post(client, play, do="card", seat="1", known="Forester").status_code == 303
    assert post(client, play, do="card", seat="1", known="Pier", **{"on-plot": "1"}).status_code == 303
    built = {"building": "1", "on-building": "Pier", "on-plot": "4", "own_shares": "1", "keep-as": "Builder"}
    assert post(client, play, do="card", seat="1", **built).status_code == 303
    kari = village_of(client, address)["companies"][1]
    assert (kari["supply"]["wood"], kari["plots"][0]["forests"], kari["unissued"]) == (3, 1, 2)
    assert [card["name"] for card in player(client, address, 1)["buildings"]] == ["Pier"]
    taken_out = client.get("/nusfjord/catalogue.json").get_json()
    kept = {elder["name"]: elder["effect"] for elder in taken_out["elders"]}
    assert kept["Builder"] == [{"part": "building", "amount": 1}, {"part": "own_shares", "amount": 1}]
    assert "<option>Builder</option>" in client.get(address + "village").text
    assert post(client, play, do="card", seat="1", known="Pier", **{"on-plot": "3"}).status_code == 303
    refused = post(client, play, do="card", seat="1", known="Pier", **{"on-plot": "3"})
    assert (refused.status_code, "no forest there" in refused.text) == (422, True)
    refused = post(client, play, do="card", seat="1")
    assert (refused.status_code, "Say what the text changes" in refused.text) == (422, True)


def test_a_ship_built_in_a_village_has_the_points_of_the_catalogue(client_and_folder):
    client, folder = client_and_folder
    catalogue_file.alter(folder, lambda known: known.with_ship("sloop", 2))
    address = village_in(client)
    post(client, address + "village/tap", do="card", seat="0", sloop="1")
    assert player(client, address)["ships"] == [{"kind": "sloop", "points": 2}]


def test_an_elder_is_entered_corrected_and_taken_out_of_the_catalogue(client_and_folder):
    client, _ = client_and_folder
    post(client, "/nusfjord/catalogue/elder", name="Cook", **{"effect-fish": "2", "effect-plates": ""})
    assert 'name="effect-fish" type="number" inputmode="numeric" min="-99" max="99" value="2"' in (
        client.get("/nusfjord/catalogue?elder=Cook").text
    )
    assert post(client, "/nusfjord/catalogue/elder", name=" ").status_code == 422
    post(client, "/nusfjord/catalogue/drop", name="cook")
    assert client.get("/nusfjord/catalogue.json").get_json()["elders"] == []


def test_elders_lie_in_piles_and_with_five_a_hidden_one_is_turned_over(client_and_folder):
    client, _ = client_and_folder
    five = ("Lars", "Kari", "Odd", "Siv", "Ulf")
    address = village_in(
        client, *five, elders="Builder, Developer\nCook", **COLUMNS, **{"first": "3", "plates": "1 2 3 3 4"}
    )
    play = address + "village/tap"
    fields = {"do": "begin", "plates": "1 2 3", "doubles": "2", "singles": "1"}
    few = post(client, begin_game(client, *five) + "village/tap", **fields, **COLUMNS)
    assert (few.status_code, "4 plates have fish at the start" in few.text) == (422, True)
    told = village_of(client, address)
    assert (told["piles"], told["first"]) == ([["", "Developer", "Builder"], ["", "Cook"]], 3)
    assert told["printed"]["columns"]["gold"] == 1
    post(client, play, do="fish")
    moves = list(legal_moves(kept_village(client.get(address + "board.json").get_json())))
    assert [move for move in moves if isinstance(move, Invite)] == [
        Invite(name, act) for name in ("Builder", "Cook") for act in (False, True)
    ]
    assert post(client, play, do="move", turn="1-0", number=str(moves.index(Invite("Cook")))).status_code == 303
    assert "An elder was revealed" in client.get(address + "village").text
    again = post(client, play, do="elder", pile="1", elder="Builder")
    assert (again.status_code, "each elder exists once" in again.text) == (422, True)
    assert post(client, play, do="elder", pile="1", elder="Smith").status_code == 303
    assert village_of(client, address)["piles"][1] == ["Smith"]


@pytest.mark.parametrize(("deck", "most"), [("A", 9), ("B", 6), ("C", 0)])
def test_no_more_buildings_lie_open_at_the_start_than_there_are_places(client_and_folder, deck, most):
    client, folder = client_and_folder
    names = [f"House {number}" for number in range(most + 1)]
    for name in names:
        catalogue_file.alter(folder, lambda known, name=name: known.with_card(Card(name, deck)))
    address = begin_game(client)
    fields = {"do": "begin", "plates": "1 2 3", "doubles": "2", "singles": "1"}
    refused = post(client, address + "village/tap", **fields, open=names)
    assert (refused.status_code, "9 A and 6 B buildings" in refused.text) == (422, True)
    assert post(client, address + "village/tap", **fields, open=names[:-1]).status_code == 303
    assert len(village_of(client, address)["open_cards"]) == most


def three_decks(folder):
    """Fill the catalogue with 3 A, 2 B and 4 C buildings of each fish deck, and an A building of none."""
    counts = {"A": 3, "B": 2, "C": 4}
    found = [
        Card(f"{fish} {deck}{n}", deck, fish_deck=fish)
        for fish in FISH_DECKS
        for deck in counts
        for n in range(counts[deck])
    ]
    catalogue_file.alter(folder, lambda known: known.merged_with(Catalogue(cards=(*found, Card("Pier", "A")))))
    return [card.name for card in found if card.deck != "C"]


def test_a_cards_fish_deck_is_saved_in_the_catalogue(client_and_folder):
    client, folder = client_and_folder
    post(client, "/nusfjord/catalogue", name="Pier", points="3", deck="B", **{"fish-deck": "cod"})
    assert catalogue_file.load(folder).card("Pier").fish_deck == "cod"
    assert '<option value="cod" selected>' in client.get("/nusfjord/catalogue?card=Pier").text
    assert "B · cod" in client.get("/nusfjord/catalogue").text


@pytest.mark.parametrize(
    ("open_cards", "fields", "words"),
    [
        (["cod A0", "herring A0"], {}, "buildings of one deck"),
        (["cod A0"], {"fish-deck": "herring"}, "buildings of one deck"),
        (["cod A0", "Pier"], {"fish-deck": "cod", "mixed": "1"}, "3 A and 2 B buildings of each deck"),
        (["cod A0", "herring A0"], {"mixed": "1"}, "all later buildings come"),
    ],
)
def test_open_buildings_are_of_one_deck_or_of_a_mixture_that_is_said(client_and_folder, open_cards, fields, words):
    client, folder = client_and_folder
    three_decks(folder)
    address = begin_game(client)
    begin = {"do": "begin", "plates": "1 2 3", "doubles": "2", "singles": "1", **fields}
    refused = post(client, address + "village/tap", **begin, open=open_cards)
    assert (refused.status_code, words in refused.text) == (422, True)


def test_after_mixed_decks_all_later_buildings_come_from_one(client_and_folder):
    client, folder = client_and_folder
    address = village_in(client, "Lars", open=three_decks(folder), mixed="1", **{"fish-deck": "cod"})
    play = address + "village/tap"
    assert len(village_of(client, address)["open_cards"]) == 15
    for number in range(1, 4):
        post(client, play, do="fish")
        for turn in range(3):
            post(client, play, do="move", turn=f"{number}-{turn}", number="0")
        if number < 3:
            post(client, play, do="home")
    page = client.get(address + "village").text
    assert 'name="hand-0" value="cod C0"' in page and 'name="hand-0" value="herring C0"' not in page
    refused = post(client, play, do="home", **{"hand-0": ["herring C0"]})
    assert (refused.status_code, "All later buildings come from one deck" in refused.text) == (422, True)
    assert post(client, play, do="home", **{"hand-0": ["cod C0"]}).status_code == 303


@pytest.mark.parametrize("names", [("Lars", "Kari", "Odd", "Siv", "Ulf"), ("Lars",)])
def test_where_three_spaces_copy_the_column_of_every_space_is_asked_for(client_and_folder, names):
    client, _ = client_and_folder
    address = begin_game(client, *names)
    page = client.get(address + "village").text
    assert ('name="column-build-2"' in page) == (len(names) == 1)
    fields = {"do": "begin", "plates": "1 2 3 4", "doubles": "2", "singles": "1", "harder": "1"}
    missing = {
        key: value for key, value in COLUMNS.items() if key != ("column-build-2" if len(names) == 1 else "column-ship")
    }
    refused = post(client, address + "village/tap", **fields, **missing)
    assert (refused.status_code, "column of every action" in refused.text) == (422, True)
    assert post(client, address + "village/tap", **fields, **COLUMNS).status_code == 303


@pytest.mark.parametrize(
    ("chosen", "harder", "variant"), [("base", "", "solo"), ("base", "1", "harder"), ("campaign", "", "campaign")]
)
def test_a_village_of_one_is_played_as_the_solo_game_that_it_is(client_and_folder, chosen, harder, variant):
    client, _ = client_and_folder
    address = begin_game(client, "Lars")
    tap(client, address, tap="variant", variant=chosen, campaign_game=1)
    fields = {"do": "begin", "plates": "1 2 3", "doubles": "2", "singles": "1", "harder": harder}
    assert post(client, address + "village/tap", **fields, **COLUMNS).status_code == 303
    assert client.get(address + "board.json").get_json()["rules"]["variant"] == variant
    assert f'id="variant-{variant}" aria-pressed="true"' in client.get(address).text


def test_a_short_catch_goes_to_those_who_are_chosen(client_and_folder):
    client, _ = client_and_folder
    address = village_in(client, "Lars", "Kari", "Odd")
    told = client.get(address + "board.json").get_json()
    village = told["village"]
    village["companies"][0].update(elders=[{"name": name, "fish": 0} for name in ("Cook", "Smith", "Judge", "Pilot")])
    address = import_document(client, told).headers["Location"]
    page = client.get(address + "village").text
    assert "is not enough for all" in page
    assert page.count('name="first-0"') == 4
    assert post(client, address + "village/tap", do="fish", **{"first-0": ["Pilot", "Judge"]}).status_code == 303
    fish = {elder["name"]: elder["fish"] for elder in village_of(client, address)["companies"][0]["elders"]}
    assert fish == {"Cook": 1, "Smith": 0, "Judge": 1, "Pilot": 1}


def test_cards_of_earlier_games_are_out_of_campaigns_and_of_the_second_of_two(client_and_folder):
    client, _ = client_and_folder
    knowing(client)
    village_in(client, "Lars", "Kari", open=["Pier"])
    second = begin_game(client, "Lars", "Kari")
    assert "Second of two games with one deck" in client.get(second + "village").text
    fields = {"do": "begin", "plates": "1 2", "doubles": "2", "singles": "1", "open": ["Pier", "Inn"]}
    refused = post(client, second + "village/tap", **fields, **{"second-of-two": "1"})
    assert refused.status_code == 422 and "removed now; choose others: Pier." in refused.text
    post(client, second + "village/tap", **fields | {"open": ["Inn"]}, **{"second-of-two": "1"})
    assert [card["name"] for card in village_of(client, second)["open_cards"]] == ["Inn"]
    games = []
    for number in (1, 2, 3):
        games.append(begin_game(client, "Odd"))
        tap(client, games[-1], tap="variant", variant="campaign", campaign_game=str(number))
        post(client, games[-1] + "village/tap", **fields | {"open": ["Pier"] if number == 1 else ["Pier", "Inn"]})
    opened = [[card["name"] for card in village_of(client, game)["open_cards"]] for game in games]
    assert opened == [["Pier"], ["Inn"], ["Pier", "Inn"]]


@pytest.mark.parametrize(("elder", "found"), [("Forester", "<option selected>Forester"), ("Cook", 'value="Cook"')])
def test_the_text_of_an_elder_who_acts_is_asked_for_at_once(client_and_folder, elder, found):
    client, _ = client_and_folder
    knowing(client)
    address = village_in(client, elders="Forester\nCook")
    post(client, address + "village/tap", do="fish")
    token = token_of(client, START)
    moves = list(legal_moves(kept_village(client.get(address + "board.json").get_json())))
    for act in (False, True):
        number = str(moves.index(Invite(elder, act=act)))
        fields = {"csrf_token": token, "do": "move", "turn": "1-0", "number": number}
        page = client.post(address + "village/tap", data=fields, headers={"HX-Request": "true"}).text
        assert ('<details class="card" open>' in page, found in page) == (act, act)
        post(client, address + "village/undo")


def test_the_text_of_an_elder_is_asked_for_where_inviting_is_copied(client_and_folder):
    client, _ = client_and_folder
    knowing(client)
    address = village_in(client, "Lars", elders="Forester\nCook")
    play = address + "village/tap"
    post(client, play, do="fish")
    token = token_of(client, START)
    for turn, move in enumerate((Invite("Cook"), Copy(Invite("Forester", act=True)))):
        moves = list(legal_moves(kept_village(client.get(address + "board.json").get_json())))
        fields = {"csrf_token": token, "do": "move", "turn": f"1-{turn}", "number": str(moves.index(move))}
        page = client.post(play, data=fields, headers={"HX-Request": "true"}).text
        assert ("<option selected>Forester" in page) == (turn == 1)
