"""Hokkaido's pages through the app: taps and what they change, documents in and out, cards, rounds."""

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.record.events.boards import BoardEntered, FactRecorded
from companion.record.events.log import HAND
from tests.support.pages.forms import token_of
from tests.support.readers.fake_game_readers import fake_game_reader

CASES = Path(__file__).parents[2] / "games" / "hokkaido" / "cases"
CASE = json.loads((CASES / "hokkaido-2.json").read_bytes())


def post(client, address, **fields):
    return client.post(address, data={"csrf_token": token_of(client, "/hokkaido/"), **fields})


def begin_game(client, *names):
    fields = {f"name-{seat}": name for seat, name in enumerate(names or ("Aiko", "Ken"))}
    return post(client, "/hokkaido/new", **fields).headers["Location"]


def test_a_city_without_squares_breaks_no_rule(client_and_library):
    client, *_ = client_and_library
    assert "No rules are broken." in client.get(begin_game(client)).text


def import_document(client, document):
    return post(client, "/hokkaido/import", document=(BytesIO(json.dumps(document).encode()), "a.json"))


def player(client, address, number=0):
    return client.get(address + "board.json").get_json()["players"][number]


def total(client, address, name):
    page = client.get(address).text
    return int(re.search(f'data-player="{name}" data-total="(-?[0-9]+)"', page).group(1))


def test_a_document_is_taken_in_counted_and_taken_out_unchanged(client_and_library):
    client, _ = client_and_library
    address = import_document(client, CASE["board"]).headers["Location"]
    for row in CASE["ask"][0]["answer"]["scores"]:
        assert total(client, address, row["player"]) == row["total"]
    assert client.get(address + "board.json").get_json() == CASE["board"]
    assert "hokkaido-1.json" in client.get(address + "board.json").headers["Content-Disposition"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_kind_of_points_is_explained_on_every_players_page(client_and_library, lang):
    client, _ = client_and_library
    address = import_document(client, CASE["board"]).headers["Location"]
    for number, row in enumerate(CASE["ask"][0]["answer"]["scores"]):
        answer = client.get(f"{address}?player={number}", headers={"Accept-Language": lang})
        points = dict(re.findall('data-field="([a-z]+)" data-points="([0-9]+)"', answer.text))
        assert {field: str(value) for field, value in row.items() if field != "player"} == points
        assert answer.text.count('class="how"') == len(points)
        assert bool(re.search("[а-я]", re.sub("Русский", "", answer.text))) == (lang == "ru")
        assert " style=" not in answer.text
        assert "<style" not in answer.text


@pytest.mark.parametrize(
    ("spoil", "field"),
    [
        (lambda d: d["players"][0]["squares"][0].pop("terrain"), "players[0].squares[0].terrain"),
        (lambda d: d["players"][0]["squares"][0].update(terrain="bog"), "players[0].squares[0].terrain"),
        (lambda d: d.update(version=9), "version"),
    ],
)
def test_a_bad_document_is_refused_by_its_field(client_and_library, spoil, field):
    client, library = client_and_library
    bad = json.loads(json.dumps(CASE["board"]))
    spoil(bad)
    answer = import_document(client, bad)
    assert answer.status_code == 422
    assert f"“{field}”" in answer.get_json()["error"]["message"]
    assert library.games() == []


def test_what_is_no_document_of_this_game_is_refused_in_a_sentence(client_and_library):
    client, library = client_and_library
    other = post(client, "/hokkaido/import", document=(BytesIO(b'{"game": "vikings"}'), "a.json"))
    words = post(client, "/hokkaido/import", document=(BytesIO(b"words"), "a.json"))
    none = post(client, "/hokkaido/import")
    assert [answer.status_code for answer in (other, words, none)] == [422, 422, 400]
    assert all(answer.get_json()["error"]["message"].endswith(".") for answer in (other, words, none))
    assert library.games() == []


def test_taps_paint_squares_bring_cubes_and_change_values(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    post(client, address + "tap", brush="mountain", cells="0,0 1,0 2,1")
    post(client, address + "tap", brush="production-blue", cells="0,1")
    assert player(client, address)["cubes"] == [{"x": 0, "y": 1, "colour": "blue"}]
    post(client, address + "tap", brush="production-blue", cells="0,1")
    assert player(client, address)["cubes"] == []
    for value in (None, 5, 6, 2, 3, None):
        post(client, address + "tap", brush="factory-grey", cells="5,5")
        (factory,) = (s for s in player(client, address)["squares"] if s["terrain"] == "factory")
        assert factory.get("value") == value
    post(client, address + "tap", brush="eraser", cells="5,5 0,1")
    assert {(s["x"], s["y"]) for s in player(client, address)["squares"]} == {(0, 0), (1, 0), (2, 1)}
    assert total(client, address, "Aiko") == 6


def test_a_factory_whose_value_was_tapped_stays_on_its_card(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    codes = ["forest", "lake", "desert", "factory-blue", "desert", "desert"]
    first = {f"slot-{n}": code for n, code in enumerate(codes)}
    second = {f"slot-{n}": code for n, code in enumerate(["factory-grey", "factory-green"] + ["desert"] * 4)}
    post(client, address + "tap", brush="card", cells="0,0", **first, **{"card-number": "17"})
    post(client, address + "tap", brush="card", cells="0,2", **second, **{"card-number": "18"})
    post(client, address + "rounds/goals", **{"goal-8": "3"})
    assert 'name="meets-0-8" checked' not in client.get(address + "rounds").text
    for cell, colour in (("1,1", "blue"), ("0,2", "grey"), ("1,2", "green")):
        post(client, address + "tap", brush=f"factory-{colour}", cells=cell)
    factories = [s for s in player(client, address)["squares"] if s["terrain"] == "factory"]
    assert [(s["card"], s["value"]) for s in factories] == [(17, 5), (18, 5), (18, 5)]
    assert 'name="meets-0-8" checked' not in client.get(address + "rounds").text


def test_every_tap_can_be_undone_and_done_again(client_and_library):
    client, library = client_and_library
    address = begin_game(client)
    post(client, address + "tap", brush="forest", cells="0,0 1,0")
    post(client, address + "tap", goal="3")
    assert total(client, address, "Aiko") == 7
    assert 'Undo<span class="what">: Aiko’s board</span>' in client.get(address).text
    post(client, address + "do/undo")
    assert 'Redo<span class="what">: Aiko’s board</span>' in client.get(address).text
    assert total(client, address, "Aiko") == 4
    post(client, address + "do/redo")
    post(client, address + "tap", **{"goal-back": "3"})
    assert total(client, address, "Aiko") == 4
    assert all(len(str(entry.event)) < 300 for entry in library.games()[0].timeline.entries)


READ = {
    "format": "longhouse-board",
    "version": 1,
    "game": "hokkaido",
    "players": [
        {
            "name": "Player",
            "squares": [
                {"x": -5000, "y": 7, "terrain": "production", "colour": "blue", "px": [10.5, 20.0]},
                {"x": -4999, "y": 7, "terrain": "forest"},
            ],
        }
    ],
    "ask": [{"about": "square", "x": -5000, "y": 7, "candidates": ["production-blue", "lake"]}],
}


@pytest.fixture
def reader(tmp_path):
    """A folder for Hokkaido in `vision`, found by its name, whose reader sees two squares in any photo."""
    source = f"def read(photo, profile):\n    return {READ!r}\n"
    with fake_game_reader("hokkaido", tmp_path / "rooms", {"reader": source}):
        yield


def photo():
    written = BytesIO()
    Image.new("RGB", (640, 480), "white").save(written, "JPEG")
    written.seek(0)
    return written, "table.jpg"


def test_a_photo_fills_a_board_in_and_what_is_doubtful_is_asked(client_and_library, reader):
    client, _ = client_and_library
    address = begin_game(client)
    assert 'id="board-photo"' in client.get(address + "?player=1").text
    assert post(client, address + "photo", photo=photo(), player="1").status_code == 303
    seen = player(client, address, 1)
    assert (seen["name"], len(seen["squares"]), len(seen["ask"])) == ("Ken", 2, 1)
    page = client.get(address + "?player=1").text
    assert page.count('class="asked"') == 1
    assert "What is here?" in page
    post(client, address + "tap", brush="production-blue", cells="-5000,7", player="1")
    confirmed = player(client, address, 1)
    assert (confirmed["ask"], confirmed["squares"]) == ([], seen["squares"])
    for _ in range(2):
        post(client, address + "do/undo")
    assert player(client, address, 1)["squares"] == []


DOUBTED = {
    **READ,
    "players": [
        {
            "name": "Player",
            "squares": [
                {"x": 0, "y": 0, "terrain": "production", "colour": "blue", "px": [100, 100]},
                {"x": 1, "y": 0, "terrain": "forest", "px": [140, 100]},
                {"x": 0, "y": 1, "terrain": "lake", "px": [100, 140]},
            ],
            "cubes": [{"x": 0, "y": 0, "colour": "blue"}],
            "goals": [],
        }
    ],
    "ask": [
        {"about": "cube", "x": 0, "y": 0, "candidates": ["cube", "none"], "confidence": 0.5},
        {"about": "square", "x": 0, "y": 0, "candidates": ["production-blue", "desert"], "confidence": 0.6},
        {"about": "square", "x": 1, "y": 0, "candidates": ["forest", "none"], "confidence": 0.7},
    ],
}


def offered(page):
    """Return the taps that the answers of the question on a page stand for."""
    doubts = page.partition('id="doubts"')[2].partition("</section>")[0]
    return [json.loads(unescape(tap)) for tap in re.findall(r'data-tap="([^"]+)"', doubts)]


@pytest.mark.parametrize("tool", ["forest", "card", "terraform-blue"])
def test_each_answer_about_a_photo_settles_its_own_question(client_and_library, tmp_path, tool):
    client, _ = client_and_library
    address = begin_game(client)
    source = f"def read(photo, profile):\n    return {DOUBTED!r}\n"
    with fake_game_reader("hokkaido", tmp_path / "rooms", {"reader": source}):
        post(client, address + "photo", photo=photo(), player="0")
    page = client.get(address).text
    assert "Is there a cube on this square?" in page
    assert "and 2 more places" in page
    assert 'class="close-up"' in page
    _, without = offered(page)
    post(client, address + "tap", player="0", **{**without, "brush": tool})  # a tool is always chosen, too
    seen = player(client, address, 0)
    assert (seen["cubes"], len(seen["squares"]), len(seen["ask"])) == ([], 3, 2)
    blue, desert, nothing = offered(client.get(address).text)
    post(client, address + "tap", player="0", **desert)
    (painted,) = (s for s in player(client, address, 0)["squares"] if s["terrain"] == "desert")
    assert painted["px"] == [100, 100]  # it is still drawn on the photo
    post(client, address + "do/undo")
    post(client, address + "tap", player="0", **blue)
    seen = player(client, address, 0)
    assert (seen["cubes"], [doubt["x"] for doubt in seen["ask"]]) == ([], [1])
    for _ in range(2):
        post(client, address + "do/undo")
    # What is not there has no cube either.
    post(client, address + "tap", player="0", **nothing)
    seen = player(client, address, 0)
    assert (len(seen["squares"]), seen["cubes"], [doubt["x"] for doubt in seen["ask"]]) == (2, [], [1])
    forest, _ = offered(client.get(address).text)
    post(client, address + "tap", player="0", **forest)
    assert player(client, address, 0).get("ask", []) == []
    assert "<h2>In doubt" not in client.get(address).text


FACTORIES = {
    **DOUBTED,
    "players": [
        {
            "name": "Player",
            "squares": [
                {"x": x, "y": y, "terrain": "factory", "colour": colour, "px": [100 + 40 * x, 100 + 40 * y]}
                for x, y, colour in ((0, 0, "blue"), (1, 0, "blue"), (0, 1, "green"))
            ],
            "cubes": [{"x": 0, "y": 0, "colour": "blue"}, {"x": 0, "y": 1, "colour": "green"}],
            "goals": [],
        }
    ],
    "ask": [
        {"about": "value", "x": 0, "y": 0, "candidates": ["none", "factory-blue", "factory-green"], "confidence": 0.9}
    ],
}


def values(city):
    return [square.get("value", 4) for square in city["squares"]]


def test_a_start_province_with_a_dearer_factory_is_asked_about_by_its_colour(client_and_library, tmp_path):
    client, _ = client_and_library
    address = begin_game(client)
    source = f"def read(photo, profile):\n    return {FACTORIES!r}\n"
    with fake_game_reader("hokkaido", tmp_path / "rooms", {"reader": source}):
        post(client, address + "photo", photo=photo(), player="0")
    page = client.get(address).text
    assert "Does a factory earn 5 points?" in page and "Factory, green: 5" in page
    none, blue, green = offered(page)
    post(client, address + "tap", player="0", **none)
    assert (values(player(client, address, 0)), player(client, address, 0)["ask"]) == ([4, 4, 4], [])
    post(client, address + "do/undo")
    post(client, address + "tap", player="0", **green)
    assert (values(player(client, address, 0)), player(client, address, 0)["ask"]) == ([4, 4, 5], [])
    assert 'data-field="factories" data-points="9"' in client.get(address).text
    post(client, address + "do/undo")
    # A tap on a factory says as much of its own.
    post(client, address + "tap", player="0", cells="1,0", brush=blue["brush"])
    assert (values(player(client, address, 0)), player(client, address, 0)["ask"]) == ([4, 5, 4], [])


def test_goals_of_a_city_whose_cards_are_not_known_are_to_be_checked(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    post(client, address + "rounds/goals", **{"goal-8": "5"})
    warned = "squares that were painted or read from a photo count as a card each"
    assert warned not in client.get(address + "rounds").text
    post(client, address + "tap", player="0", cells="0,0", brush="forest")
    assert warned in client.get(address + "rounds").text


def test_a_photo_that_cannot_be_read_is_refused_in_a_sentence(client_and_library, reader):
    client, library = client_and_library
    address = begin_game(client)
    for sent, status in ((None, 400), ((BytesIO(b"words"), "a.jpg"), 422)):
        answer = post(client, address + "photo", **({"photo": sent} if sent else {}))
        assert answer.status_code == status
        assert answer.get_json()["error"]["message"].endswith(".")
    assert len(library.games()[0].timeline.entries) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"brush": "forest"},
        {"brush": "forest", "cells": "a,b"},
        {"brush": "forest", "cells": "90000,0"},
        {"brush": "swamp", "cells": "0,0"},
        {"brush": "terraform-pink", "cells": "0,0"},
        {"brush": "terraform-blue", "cells": "0,0"},
        {"brush": "card", "cells": "0,0"},
        {"goal": "many"},
        {"goal": "99"},
        {"goal": "9" * 5000},
        {"brush": "card", "cells": "0,0", "card-number": "9" * 5000, **{f"slot-{n}": "forest" for n in range(6)}},
    ],
)
def test_a_tap_that_cannot_be_is_refused_and_changes_nothing(client_and_library, fields):
    client, library = client_and_library
    address = begin_game(client)
    answer = post(client, address + "tap", **fields)
    assert answer.status_code == 422
    assert answer.get_json()["error"]["message"].endswith(".")
    assert len(library.games()[0].timeline.entries) == 1


def test_a_post_without_the_forms_token_changes_nothing(client_and_library):
    client, library = client_and_library
    address = begin_game(client)
    for path in ("tap", "players", "do/end", "rounds", "rounds/goals", "cards"):
        assert client.post(address + path, data={"brush": "forest", "cells": "0,0"}).status_code == 400
    assert client.post("/hokkaido/new", data={"name-0": "Ann"}).status_code == 400
    assert len(library.games()[0].timeline.entries) == 1


def test_players_are_renamed_added_and_left_out(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    post(client, address + "tap", brush="forest", cells="0,0", player="1")
    post(client, address + "players", **{"name-0": "", "name-1": "Kenji", "name-2": "Mio"})
    document = client.get(address + "board.json").get_json()
    assert [(p["name"], len(p["squares"])) for p in document["players"]] == [("Kenji", 1), ("Mio", 0)]
    assert post(client, address + "players", **{"name-0": "A", "name-1": "A"}).status_code == 422
    assert post(client, address + "players").status_code == 422
    assert post(client, "/hokkaido/new").status_code == 422


def test_a_game_stands_in_the_history_and_statistics_beside_those_of_fjords(client_and_library):
    client, _ = client_and_library
    address = import_document(client, CASE["board"]).headers["Location"]
    post(client, address + "do/end")
    assert "Hokkaido" in client.get("/games/").text
    of_mio = client.get("/games/statistics/").text.partition(">Mio</a>")[2].partition("</tr>")[0]
    assert re.findall("<td[^>]*><span>([0-9.]+)[ <]", of_mio)[:4] == ["1", "1", "55.0", "55"]
    assert client.get("/games/1/").headers["Location"] == address
    assert client.get("/games/1/build/").headers["Location"] == address
    for name, kind in (("game.json", "application/json"), ("scores.csv", "text/csv"), ("events.csv", "text/csv")):
        answer = client.get(f"/games/1/files/{name}")
        assert answer.mimetype == kind
        assert "hokkaido-1" in answer.headers["Content-Disposition"]
    assert "Delete this game?" in client.get("/games/1/delete").text


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_result_card_is_a_picture_with_the_winners_city(client_and_library, lang):
    client, _ = client_and_library
    address = import_document(client, CASE["board"]).headers["Location"]
    card = Image.open(BytesIO(client.get(address + "result.png", headers={"Accept-Language": lang}).data))
    assert card.size == (1080, 1350)
    empty = begin_game(client, "Nobody")
    bare = Image.open(BytesIO(client.get(empty + "result.png", headers={"Accept-Language": lang}).data))
    forest = (95, 138, 69)
    assert forest in {colour for _, colour in card.getcolors(1_000_000)}
    assert forest not in {colour for _, colour in bare.getcolors(1_000_000)}


SQUARES = ["forest", "lake", "desert", "desert", "production-blue", "production-blue"]
CARD = {f"slot-{n}": code for n, code in enumerate(SQUARES)}


def test_a_card_is_laid_by_the_rules_and_known_by_its_number_from_then_on(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    post(client, address + "tap", brush="card", cells="0,0", **CARD, **{"card-number": "17"})
    assert post(client, address + "cards", **CARD, **{"card-number": "17"}).get_json()["number"] == 17
    squares = player(client, address)["squares"]
    assert {s["card"] for s in squares} == {17}
    assert len(player(client, address)["cubes"]) == 2
    apart = post(client, address + "tap", brush="card", cells="7,7", **CARD)
    drowned = post(client, address + "tap", brush="card", cells="1,0", **CARD)
    assert apart.get_json()["error"]["message"] == (
        "At least one square of the card has to lie over or under another square of the city."
    )
    assert "lakes" in drowned.get_json()["error"]["message"]
    again = post(client, address + "tap", brush="card", cells="0,2", **CARD, **{"card-number": "17"})
    assert "lies in the city already" in again.get_json()["error"]["message"]
    places = client.get(address + "places", query_string={**CARD, "card-turn": "1"}).get_json()["places"]
    assert [1, 0] not in places
    x, y = places[0]
    turned = post(client, address + "tap", brush="card", cells=f"{x},{y}", **CARD, **{"card-turn": "1"})
    assert turned.status_code == 200
    assert '"17": ["forest", "lake"' in client.get(begin_game(client, "Mio")).text


def test_a_desert_is_terraformed_for_two_cubes(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    post(client, address + "tap", brush="card", cells="0,0", **CARD)
    post(client, address + "tap", brush="terraform-blue", cells="0,1")
    after = player(client, address)
    assert after["cubes"] == []
    (lake,) = (s for s in after["squares"] if (s["x"], s["y"]) == (0, 1))
    assert (lake["terrain"], lake["terraformed"]) == ("lake", True)
    again = post(client, address + "tap", brush="terraform-blue", cells="1,1")
    assert again.get_json()["error"]["message"] == "Terraforming costs two cubes of the same colour."
    post(client, address + "tap", brush="production-blue", cells="5,5 6,6")
    early = post(client, address + "tap", brush="terraform-blue", cells="1,1")
    assert "one desert a round" in early.get_json()["error"]["message"]
    post(client, address + "rounds", **{"card-0": "1", "card-1": "2"})
    assert post(client, address + "tap", brush="terraform-blue", cells="1,1").status_code == 200


def test_a_round_brings_goals_by_the_cards_that_break_ties_and_one_undoing_takes_both_back(client_and_library):
    client, library = client_and_library
    address = begin_game(client)
    post(client, address + "rounds/goals", **{"goal-1": "3", "goal-5": "4"})
    fields = {"card-0": "7", "card-1": "31", "meets-0-1": "on", "meets-1-1": "on", "meets-0-5": "on", "meets-1-5": "on"}
    assert post(client, address + "rounds", **fields).status_code == 303
    assert [player(client, address, seat)["goals"] for seat in (0, 1)] == [[3], [4]]
    refused = post(client, address + "rounds", **{"card-0": "7", "card-1": "8"})
    assert refused.status_code == 422
    assert "drafted before" in refused.text
    assert "Aiko" in client.get(address + "rounds").text
    post(client, address + "do/undo")
    assert [player(client, address, seat)["goals"] for seat in (0, 1)] == [[], []]
    assert sum(event.what == "round" for event in library.games()[0].timeline.position.facts) == 0


def test_honshus_draft_goes_by_the_card_and_its_cubes(client_and_library):
    client, _ = client_and_library
    address = begin_game(client, "Aiko", "Ken", "Mio")
    bids = {"draft": "honshu", "bid-0": "58", "bid-1": "3", "bid-2": "60", "cubes-1": "1"}
    assert "Ken, Mio, Aiko" in post(client, address + "rounds", order="1", **bids).text
    strange = post(client, address + "rounds", **bids, **{"card-0": "1", "card-1": "60", "card-2": "58"})
    assert strange.status_code == 422
    kept = post(client, address + "rounds", **bids, **{"card-0": "3", "card-1": "60", "card-2": "58"})
    assert kept.status_code == 303
    of_two = begin_game(client, "Aiko", "Ken")
    pair = {"draft": "honshu", "bid-0": "58", "bid-1": "3", "order": "1"}
    assert "Aiko, Ken" in post(client, of_two + "rounds", **pair).text
    assert "Ken, Aiko" in post(client, of_two + "rounds", overbid="on", **pair).text


MALFORMED = pytest.mark.parametrize(
    ("what", "data"),
    [
        ("round", {"bids": {"Aiko": 5}}),
        ("round", {"bids": {"Aiko": [5]}}),
        ("round", {"drafted": 5}),
        ("round", {"drafted": {"Aiko": "one"}}),
        ("round", {"goals": {"x": "Aiko"}}),
        ("round", {"tiles": 5}),
        ("round", {"paid": {"Aiko": 5}}),
        ("goals", {"points": 5}),
        ("goals", {"points": {"x": 1}}),
    ],
)


@MALFORMED
@pytest.mark.parametrize("afterwards", [(), ({"event": "undone", "entry": 2},), ({"event": "ended"},)])
def test_a_game_whose_recorded_rounds_are_malformed_is_not_imported(client_and_library, what, data, afterwards):
    client, _ = client_and_library
    taken = import_with_fact(client, what, data, *afterwards)
    assert taken.status_code == 422
    assert f"“events[1]: {next(iter(data))}" in taken.get_json()["error"]["message"]


def test_a_game_with_recorded_rounds_is_exported_and_imported_unchanged(client_and_library):
    client, _ = client_and_library
    bids = {"Aiko": [58, 1, "blue"], "Ken": [3, 0], "Mio": [60, 2, "green"]}
    told = {"draft": "honshu", "drafted": {"Aiko": 3, "Ken": 58, "Mio": 60}, "bids": bids, "goals": {"1": "Ken"}}
    taken = import_with_fact(client, "round", {**told, "tiles": ["Aiko"], "thrown": [7], "paid": {"Mio": {"green": 2}}})
    assert taken.status_code == 303
    assert listed(client, taken.headers["Location"].replace("/games/", "/hokkaido/").rstrip("/") + "/")


@MALFORMED
def test_a_game_that_was_stored_with_malformed_rounds_is_said_to_be_damaged(client_and_library, what, data):
    client, library = client_and_library
    game = library.begin(HAND, BoardEntered(document=CASE["board"]), FactRecorded(what=what, data=data))
    shown = client.get(f"/hokkaido/{game}/rounds", follow_redirects=True)
    assert shown.status_code == 200
    assert "This game is damaged and cannot be read; download it as it is, or delete it." in shown.text


def import_with_fact(client, what, data, *afterwards):
    """Import a game with this fact in its record, and events after it; gives the answer."""
    told = ({"event": "record-told", "what": what, "data": data}, *afterwards)
    events = [{"event": "board-entered", "document": CASE["board"]}, *told]
    at = {"at": "2026-01-01T00:00:00+00:00", "origin": "hand"}
    game = {"format": "longhouse-game", "version": 1, "game": "hokkaido", "id": "0" * 32}
    game |= {"begun": at["at"], "events": [{**event, **at, "number": n} for n, event in enumerate(events, 1)]}
    return post(client, "/games/import", game=(BytesIO(json.dumps(game).encode()), "a.json"))


@pytest.mark.parametrize("px", [None, 7, [1], ["a", 2], [[1], [2]]])
def test_a_board_that_says_malformed_things_of_a_photo_is_shown_without_the_photo(client_and_library, px):
    client, _ = client_and_library
    squares = [{"x": x, "y": 0, "terrain": "forest", "px": px} for x in range(3)]
    doubt = {"about": "square", "x": 0, "y": 0, "candidates": px}
    player = {"name": "Ann", "squares": squares, "ask": [doubt, 3]}
    taken = import_document(
        client, {"format": "longhouse-board", "version": 1, "game": "hokkaido", "players": [player]}
    )
    assert client.get(taken.headers["Location"]).status_code == 200


def test_rounds_stay_those_of_a_player_who_is_renamed(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    post(client, address + "rounds/goals", **{"goal-1": "3"})
    post(client, address + "rounds", **{"card-0": "31", "card-1": "7", "meets-0-1": "on", "meets-1-1": "on"})
    before = listed(client, address)
    assert before == [["31", "7", "Ken", "1: Ken · a free tile: Aiko"]]
    for names, first, tied in ((("Aiko", "Kenji"), "Kenji", "Aiko"), (("Kenji", "Aiko"), "Aiko", "Kenji")):
        post(client, address + "players", **{f"name-{seat}": name for seat, name in enumerate(names)})
        assert listed(client, address) == [["31", "7", first, f"1: {first} · a free tile: {tied}"]]
    post(client, address + "players", **{"name-0": "Kenji", "name-1": "Aiko", "name-2": "Mio"})
    assert listed(client, address) == [["31", "7", "", "Aiko", "1: Aiko · a free tile: Kenji"]]
    for _ in range(3):
        post(client, address + "do/undo")
    assert listed(client, address) == before


def listed(client, address):
    """Return the cells of each round in the list of rounds."""
    table = client.get(address + "rounds").text.partition('id="played-rounds"')[2].partition("</table>")[0]
    rows = re.findall('<tr><th scope="row">.*?</tr>', table, re.DOTALL)
    return [re.findall("<td>(.*?)</td>", row) for row in rows]


def test_a_thirteenth_round_is_refused(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    for number in range(12):
        cards = {"card-0": str(2 * number + 1), "card-1": str(2 * number + 2)}
        assert post(client, address + "rounds", **cards).status_code == 303
    assert post(client, address + "rounds", **{"card-0": "59", "card-1": "60"}).status_code == 422
    assert "Draft" not in client.get(address + "rounds").text


def laid_out(client, *rows):
    """A game whose players have the cities of these rows of production squares, each with its cube."""
    names = ("Aiko", "Ken", "Mio")[: len(rows)]
    colours = {"b": "blue", "n": "green"}
    players = [
        {
            "name": name,
            "squares": [{"x": x, "y": 0, "terrain": "production", "colour": colours[c]} for x, c in enumerate(row)],
            "cubes": [{"x": x, "y": 0, "colour": colours[c]} for x, c in enumerate(row)],
        }
        for name, row in zip(names, rows, strict=True)
    ]
    return import_document(client, {**CASE["board"], "players": players}).headers["Location"]


def test_cubes_on_a_card_are_taken_from_the_city_and_a_bid_without_them_is_refused(client_and_library):
    client, _ = client_and_library
    address = laid_out(client, "bb", "bbnn", "n")
    bids = {"draft": "honshu", "bid-0": "58", "bid-1": "3", "bid-2": "60", "cubes-0": "2"}
    cards = {"card-0": "3", "card-1": "60", "card-2": "58"}
    for more, words in (
        ({"cubes-2": "14"}, "Choose the colour of the cubes"),
        ({"cubes-2": "14", "colour-2": "green"}, "Mio does not have these cubes in the city."),
        ({"cubes-1": "2"}, "Choose the colour of the cubes"),
        ({"cubes-1": "2", "colour-1": "pink"}, "Choose the colour of the cubes"),
    ):
        refused = post(client, address + "rounds", **bids, **cards, **more)
        assert (refused.status_code, words in refused.text) == (422, True)
    kept = post(client, address + "rounds", **bids, **cards, **{"cubes-1": "2", "colour-1": "green"})
    assert kept.status_code == 303
    left = [[cube["colour"] for cube in player(client, address, seat)["cubes"]] for seat in range(3)]
    assert left == [[], ["blue", "blue"], ["green"]]
    post(client, address + "do/undo")
    assert len(player(client, address, 1)["cubes"]) == 4


def test_cubes_that_share_a_square_are_paid_one_by_one(client_and_library):
    client, _ = client_and_library
    squares = [{"x": x, "y": 0, "terrain": "production", "colour": "blue"} for x in range(2)]
    cubes = [{"x": 0, "y": 0, "colour": "blue"}] * 2 + [
        {"x": 1, "y": 0, "colour": colour} for colour in ("blue", "grey")
    ]
    players = [{"name": name, "squares": squares, "cubes": cubes} for name in ("Aiko", "Ken", "Mio")]
    address = import_document(client, {**CASE["board"], "players": players}).headers["Location"]
    bids = {"draft": "honshu", "bid-0": "58", "bid-1": "3", "bid-2": "60", "cubes-0": "1", "cubes-1": "3"}
    cards = {"card-0": "3", "card-1": "60", "card-2": "58", "colour-0": "blue"}
    assert post(client, address + "rounds", **bids, **cards, **{"colour-1": "blue"}).status_code == 303
    left = [[(c["x"], c["colour"]) for c in player(client, address, seat)["cubes"]] for seat in (0, 1)]
    assert left == [[(0, "blue"), (1, "blue"), (1, "grey")], [(1, "grey")]]


def test_of_two_each_keeps_a_card_of_a_pair_and_throws_the_other_away(client_and_library):
    client, _ = client_and_library
    address = laid_out(client, "b", "bn")
    bids = {"draft": "honshu", "bid-0": "58", "bid-1": "3"}
    over = {"overbid": "on", "over-0": "blue", "over-1": "green"}
    for more, words in (
        ({"card-0": "58", "card-1": "3"}, "two cards from the deck"),
        ({"deck-0": "20", "deck-1": "21", "card-0": "58", "card-1": "3"}, "keeps one card of it"),
        ({"deck-0": "20", "deck-1": "21", "card-0": "58", "card-1": "20", **over, "over-1": "grey"}, "does not have"),
    ):
        refused = post(client, address + "rounds", **bids, **more)
        assert (refused.status_code, words in refused.text) == (422, True)
    fields = {**bids, "deck-0": "20", "deck-1": "21", "card-0": "58", "card-1": "20", **over}
    assert post(client, address + "rounds", **fields).status_code == 303
    assert [len(player(client, address, seat)["cubes"]) for seat in (0, 1)] == [1, 0]
    again = post(client, address + "rounds", **{"card-0": "21", "card-1": "40"})
    assert (again.status_code, "drafted before" in again.text) == (422, True)
    thrown = {"card-0": "40", "card-1": "41", "thrown-0": "7", "thrown-1": "40"}
    assert post(client, address + "rounds", **thrown).status_code == 422
    assert post(client, address + "rounds", **{**thrown, "thrown-1": "8"}).status_code == 303
    assert post(client, address + "rounds", **{"card-0": "7", "card-1": "42"}).status_code == 422


def test_a_card_thrown_away_twice_is_said_to_be_of_who_threw_it_or_of_the_deck(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    post(client, address + "rounds", **{"card-0": "7", "card-1": "42"})
    kens = post(client, address + "rounds", **{"card-0": "1", "card-1": "2", "thrown-1": "7"})
    assert (kens.status_code, "The card of Ken was drafted before" in kens.text) == (422, True)
    honshu = {"draft": "honshu", "card-0": "58", "card-1": "20", "bid-0": "58", "deck-0": "20"}
    laid_out = post(client, address + "rounds", **honshu, **{"bid-1": "42", "deck-1": "21"})
    assert (laid_out.status_code, "The card of Ken was drafted before" in laid_out.text) == (422, True)
    for number in ("7", "61"):
        deck = post(client, address + "rounds", **honshu, **{"bid-1": "3", "deck-1": number})
        assert (deck.status_code, "card left of the deck" in deck.text, "The card of" in deck.text) == (
            422,
            True,
            False,
        )


def test_of_two_nobody_is_asked_for_cubes_on_a_card(client_and_library):
    client, _ = client_and_library
    for names, asked in ((("Aiko", "Ken"), False), (("Aiko", "Ken", "Mio"), True)):
        page = client.get(begin_game(client, *names) + "rounds").text
        assert ('name="cubes-0"' in page, 'name="colour-0"' in page, "Cubes on it" in page) == (asked,) * 3
        assert 'name="bid-0"' in page
        assert ('name="over-0"' in page) is not asked


def test_who_tied_for_a_goal_terraforms_once_for_nothing_and_for_cubes_once_a_round(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    post(client, address + "tap", brush="card", cells="0,0", **CARD)
    post(client, address + "rounds/goals", **{"goal-1": "3"})
    assert "4, not 1" in client.get(address + "rounds").text
    early = post(client, address + "tap", brush="free-grey", cells="0,1")
    assert "tied for a goal" in early.get_json()["error"]["message"]
    post(client, address + "rounds", **{"card-0": "31", "card-1": "7", "meets-0-1": "on", "meets-1-1": "on"})
    assert 'value="free-green"' in client.get(address).text
    post(client, address + "tap", brush="free-green", cells="0,1")
    assert post(client, address + "tap", brush="free-green", cells="1,1").status_code == 422
    after = player(client, address)
    assert [(s["terrain"], len(after["cubes"])) for s in after["squares"] if s.get("terraformed")] == [("forest", 2)]
    assert post(client, address + "tap", brush="terraform-blue", cells="1,1").status_code == 200
    post(client, address + "tap", brush="production-blue", cells="5,5 6,6")
    post(client, address + "tap", brush="desert", cells="7,7")
    again = post(client, address + "tap", brush="terraform-blue", cells="7,7")
    assert "one desert a round" in again.get_json()["error"]["message"]
    post(client, address + "rounds", **{"card-0": "1", "card-1": "2"})
    assert post(client, address + "tap", brush="terraform-blue", cells="7,7").status_code == 200


@pytest.mark.parametrize(
    "field", ["card-0", "bid-0", "cubes-0", "thrown-0", "deck-0", "rounds/goals goal-1", "rounds/goals goal-2"]
)
@pytest.mark.parametrize("number", ["9" * 5000, "many", "-1"])
def test_what_is_no_number_in_the_forms_of_rounds_is_refused_on_the_page(client_and_library, field, number):
    client, library = client_and_library
    address = begin_game(client, "Aiko", "Ken", *(["Mio"] if field == "cubes-0" else []))
    draft = "hokkaido" if field.startswith("thrown") else "honshu"
    drafted = {"card-0": "20", "card-1": "1", "card-2": "2", "bid-0": "1", "bid-1": "2", "bid-2": "20"}
    path, _, name = field.rpartition(" ")
    fields = {"draft": draft, **drafted, "deck-0": "20", "deck-1": "21", name: number}
    answer = post(client, address + (path or "rounds"), **fields)
    assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)
    assert len(library.games()[0].timeline.entries) == 1


def test_a_card_turned_by_what_is_no_number_lies_as_it_is(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    turn = {"card-turn": "9" * 5000}
    assert post(client, address + "tap", brush="card", cells="0,0", **CARD, **turn).status_code == 200
    assert client.get(address + "places", query_string={**CARD, "card-turn": "many"}).status_code == 200


def test_the_start_province_and_cards_without_a_number_are_one_card_each(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    works = {f"slot-{n}": code for n, code in enumerate(["production-blue"] * 3 + ["factory-blue", "desert", "desert"])}
    post(client, address + "tap", brush="card", cells="0,0", **works)
    assert {s["card"] for s in player(client, address)["squares"]} == {0}
    for x, y in ((0, 2), (0, 4)):
        post(client, address + "tap", brush="card", cells=f"{x},{y}", **works)
    assert {s["card"] for s in player(client, address)["squares"]} == {0, 101, 102}
    post(client, address + "rounds/goals", **{"goal-8": "3"})
    meets = client.get(address + "rounds").text
    assert 'name="meets-0-8" checked' not in meets
