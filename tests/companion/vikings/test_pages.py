"""The pages of Vikings through the app: taps and what they change, scorings booked, special cards, documents."""

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.vikings.course import scorings
from games.vikings.reading import board_of
from games.vikings.warnings import status
from tests.support.pages.forms import token_of

CASES = Path(__file__).parents[2] / "games" / "vikings" / "cases"
BIG, FINAL = (json.loads((CASES / f"vikings-{number}.json").read_bytes()) for number in (1, 3))


def post(client, address, **fields):
    return client.post(address, data={"csrf_token": token_of(client, "/vikings/"), **fields})


def begin_game(client, *names, how="new"):
    fields = {f"name-{seat}": name for seat, name in enumerate(names or ("Ulf", "Inga"))}
    return post(client, f"/vikings/{how}", **fields).headers["Location"]


def import_document(client, document):
    return post(client, "/vikings/import", document=(BytesIO(json.dumps(document).encode()), "a.json"))


def tap(client, address, **fields):
    return post(client, address + "tap", **fields)


def document(client, address):
    return client.get(address + "board.json").get_json()


def player(client, address, number=0):
    return document(client, address)["players"][number]


def points(client, address, number=0):
    page = client.get(f"{address}?player={number}").text
    return {name: int(value) for name, value in re.findall('data-field="([a-z]+)" data-points="(-?[0-9]+)"', page)}


@pytest.mark.parametrize("case", [BIG, FINAL], ids=["big", "final"])
def test_a_document_is_taken_in_counted_and_taken_out_unchanged(client_and_library, case):
    client, _ = client_and_library
    address = import_document(client, case["board"]).headers["Location"]
    for number, row in enumerate(case["ask"][0]["answer"]["scores"]):
        assert points(client, address, number) == {k: v for k, v in row.items() if k != "player"}
    assert document(client, address) == case["board"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_kind_of_points_is_explained_in_the_visitors_language(client_and_library, lang):
    client, _ = client_and_library
    address = import_document(client, FINAL["board"]).headers["Location"]
    page = client.get(address, headers={"Accept-Language": lang}).text
    assert page.count('class="how"') == len(FINAL["ask"][0]["answer"]["scores"][0]) - 1
    assert bool(re.search("[а-я]", page.replace("Русский", ""))) == (lang == "ru")
    assert " style=" not in page and "<style" not in page


def test_a_bad_document_is_refused_by_its_field(client_and_library):
    client, library = client_and_library
    bad = json.loads(json.dumps(FINAL["board"]))
    bad["players"][1]["island_tiles"][0]["figure"] = "jarl"
    answer = import_document(client, bad)
    assert answer.status_code == 422
    assert "“players[1].island_tiles[0].figure”" in answer.get_json()["error"]["message"]
    assert library.games() == []


def test_taps_on_a_place_go_through_the_parts_that_fit_with_and_without_the_figure(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)

    def seen(column):
        tap(client, address, do="tile", row="jarl", column=column)
        found = [t for t in player(client, address)["island_tiles"] if t["column"] == column]
        return [(t["part"], t["figure"]) for t in found]

    assert [seen(0) for _ in range(3)] == [[("left", "jarl")], [("left", None)], []]
    seen(0)
    went = [("right", "jarl"), ("right", None), ("middle", "jarl"), ("middle", None)]
    assert [seen(1) for _ in range(5)] == [*([state] for state in went), []]
    seen(1)
    assert seen(2) == [("left", "jarl")]
    assert [seen(5)[0][0] for _ in range(6)] == ["left", "left", "middle", "middle", "right", "right"]


def test_a_stroke_lays_a_whole_island_and_the_eraser_takes_it_away(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    tap(client, address, do="island", row="scout", first=3, last=0)
    tiles = player(client, address)["island_tiles"]
    assert [(t["column"], t["part"], t["figure"]) for t in tiles] == [
        (0, "left", "scout"),
        (1, "middle", "scout"),
        (2, "middle", "scout"),
        (3, "right", "scout"),
    ]
    tap(client, address, do="island", row="scout", first=1, last=3, brush="erase")
    tap(client, address, do="tile", row="scout", column=0, brush="erase")
    assert player(client, address)["island_tiles"] == []


def test_a_part_that_is_chosen_is_laid_whether_it_fits_or_not_and_keeps_the_figure(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    tap(client, address, do="tile", row="jarl", column=0, brush="right")
    page = client.get(address).text
    assert 'data-code="island-ashore"' in page and page.count('class="wrong"') == 1
    tap(client, address, do="tile", row="jarl", column=0)
    tap(client, address, do="tile", row="jarl", column=0)
    tap(client, address, do="tile", row="jarl", column=0, brush="middle")
    assert [(t["part"], t["figure"]) for t in player(client, address)["island_tiles"]] == [("middle", None)]


def test_figures_are_carried_from_home_to_free_tiles_and_back(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    carry = {"do": "tile", "row": "jarl", "column": 0, "brush": "carry"}
    assert tap(client, address, **carry).status_code == 422
    tap(client, address, do="tile", row="jarl", column=0)
    tap(client, address, **carry)
    assert player(client, address)["home"]["jarl"] == 1
    assert player(client, address)["island_tiles"][0]["figure"] is None
    tap(client, address, **carry)
    assert player(client, address)["home"]["jarl"] == 0
    assert player(client, address)["island_tiles"][0]["figure"] == "jarl"
    tap(client, address, do="tile", row="jarl", column=0)
    refused = tap(client, address, **carry)
    assert refused.status_code == 422 and "at home" in refused.get_json()["error"]["message"]


def fjord_with_room(stage, *, boatswains, advanced=True):
    """A document of two fjords, the first with two free tiles for two jarls who wait at home."""
    tiles = [{"row": "jarl", "column": c, "part": p, "figure": None} for c, p in enumerate(("left", "right"))]
    home = {"jarl": 2, "boatswain": boatswains}
    fjords = [
        {"name": name, "points": 10, "gold": 5, "island_tiles": tiles, "ships": [], "home": home}
        for name in ("Ulf", "Inga")
    ]
    head = {"format": "longhouse-board", "version": 1, "game": "vikings", "stage": stage, "round": 2}
    sold = {"phase": "sold", "cards": [None] * 12, "figures": [None] * 12}
    return {**head, "players": fjords, "wheel": {"round": 2, "advanced": advanced, **sold}}


def test_in_the_advanced_version_a_boatswain_carries_one_figure_and_leaves_the_game(client_and_library):
    client, _ = client_and_library
    address = import_document(client, fjord_with_room("big", boatswains=1)).headers["Location"]
    first, second = ({"do": "tile", "row": "jarl", "column": c, "brush": "carry"} for c in (0, 1))
    assert tap(client, address, **first).status_code == 200
    assert (player(client, address)["home"]["jarl"], player(client, address)["home"]["boatswain"]) == (1, 0)
    refused = tap(client, address, **second)
    assert refused.status_code == 422 and "carries one figure" in refused.get_json()["error"]["message"]
    assert player(client, address)["home"]["jarl"] == 1
    tap(client, address, **first)
    assert (player(client, address)["home"]["jarl"], player(client, address)["home"]["boatswain"]) == (2, 1)
    assert tap(client, address, **second).status_code == 200


def carried(client, address, row, column):
    return tap(client, address, do="tile", row=row, column=column, brush="carry")


def home(client, address):
    return {kind: count for kind, count in player(client, address)["home"].items() if count}


def test_boards_that_are_not_followed_are_corrected_by_carrying_at_any_time(client_and_library):
    client, _ = client_and_library
    for advanced in (False, True):
        there = fjord_with_room("small", boatswains=1, advanced=advanced)
        del there["round"]
        address = import_document(client, there).headers["Location"]
        assert [carried(client, address, "jarl", column).status_code for column in (0, 1)] == [200, 200]
        assert home(client, address) == {"boatswain": 1}


@pytest.mark.parametrize("advanced", [False, True])
def test_a_followed_game_carries_at_the_beginning_of_a_big_scoring_only(client_and_library, advanced):
    client, _ = client_and_library
    there = fjord_with_room("small", boatswains=1, advanced=advanced)
    drawing = {"wheel": {"round": 2, "advanced": advanced, "phase": "draw"}}
    for early in (there, {**there, "stage": "big", **drawing}, {**there, "stage": "final"}):
        address = import_document(client, early).headers["Location"]
        refused = carried(client, address, "jarl", 0)
        assert refused.status_code == 422 and "beginning of a big scoring" in refused.get_json()["error"]["message"]
        assert home(client, address) == {"jarl": 2, "boatswain": 1}
    by_hand = {key: value for key, value in there.items() if key != "wheel"}
    address = import_document(client, {**by_hand, "stage": "big"}).headers["Location"]
    assert carried(client, address, "jarl", 0).status_code == 200


@pytest.mark.parametrize("advanced", [False, True])
def test_a_figure_that_stood_there_before_is_not_carried_home_and_brings_no_boatswain(client_and_library, advanced):
    client, _ = client_and_library
    there = fjord_with_room("big", boatswains=1, advanced=advanced)
    there["players"][0]["island_tiles"][0]["figure"] = "jarl"
    address = import_document(client, there).headers["Location"]
    refused = carried(client, address, "jarl", 0)
    assert refused.status_code == 422 and "can be carried back" in refused.get_json()["error"]["message"]
    assert home(client, address) == {"jarl": 2, "boatswain": 1}
    del there["round"]
    there["wheel"]["round"] = 1
    address = import_document(client, there).headers["Location"]
    assert carried(client, address, "jarl", 0).status_code == 200
    assert home(client, address) == {"jarl": 3, "boatswain": 1}


def test_in_the_basic_game_a_boatswain_carries_one_colour_or_one_of_each_and_leaves(client_and_library):
    client, _ = client_and_library
    there = fjord_with_room("big", boatswains=1, advanced=False)
    there["players"][0]["island_tiles"] += [
        {"row": row, "column": c, "part": p, "figure": None}
        for row in ("scout", "warrior")
        for c, p in enumerate(("left", "right"))
    ]
    there["players"][0]["home"].update(scout=2, warrior=1)
    address = import_document(client, there).headers["Location"]
    for row, column in (("jarl", 0), ("jarl", 1)):
        assert carried(client, address, row, column).status_code == 200
    assert home(client, address) == {"scout": 2, "warrior": 1}
    refused = carried(client, address, "scout", 0)
    assert refused.status_code == 422 and "No boatswain is left" in refused.get_json()["error"]["message"]
    carried(client, address, "jarl", 1)
    for row, column in (("scout", 0), ("warrior", 0)):
        assert carried(client, address, row, column).status_code == 200
    assert home(client, address) == {"jarl": 1, "scout": 1}
    assert carried(client, address, "scout", 1).status_code == 422
    tap(client, address, do="home", figure="boatswain", by="1")
    assert carried(client, address, "scout", 1).status_code == 200
    assert home(client, address) == {"jarl": 1}
    for row, column in (("scout", 1), ("scout", 0), ("warrior", 0), ("jarl", 0)):
        carried(client, address, row, column)
    assert home(client, address) == {"jarl": 2, "scout": 2, "warrior": 1, "boatswain": 2}
    assert status(board_of(document(client, address))) == []


def test_the_third_big_scoring_waits_until_boatswains_carry_nobody_more(client_and_library):
    client, _ = client_and_library
    there = {**fjord_with_room("big", boatswains=1, advanced=False), "round": 6}
    there["wheel"]["round"] = 6
    address = import_document(client, there).headers["Location"]
    refused = post(client, address + "book")
    assert refused.status_code == 422 and "Ulf can still carry" in refused.get_json()["error"]["message"]
    for seat in (0, 1):
        for column in (0, 1):
            tap(client, address, do="tile", row="jarl", column=column, brush="carry", player=seat)
    assert post(client, address + "book").status_code == 303
    assert document(client, address)["stage"] == "final"


def turned(client, address, **fields):
    return post(client, address + "wheel/tap", **fields)


def at_the_wheel(client, **wheel):
    """A game at the first round, with this wheel."""
    address = begin_game(client, how="first-round")
    there = {**document(client, address), "wheel": {"round": 1, **wheel}}
    return import_document(client, there).headers["Location"]


FOR_SALE = {"phase": "buy", "cards": ["left"] * 12, "figures": ["scout"] * 6 + ["jarl"] * 6}


def test_a_figure_that_could_stand_on_its_card_may_go_home(client_and_library):
    client, _ = client_and_library
    address = at_the_wheel(client, **FOR_SALE)
    assert 'id="may-stay" data-live>' in turned(client, address, do="choose", place="3").text
    turned(client, address, do="buy", place="3", at="scout:0", home="1")
    turned(client, address, do="buy", place="4", at="scout:0")
    fjords = document(client, address)["players"]
    assert [[t["figure"] for t in fjord["island_tiles"]] for fjord in fjords] == [[None], ["scout"]]
    assert [fjord["home"]["scout"] for fjord in fjords] == [1, 0]


def test_numbers_of_thousands_of_digits_are_refused_at_the_wheel(client_and_library):
    client, _ = client_and_library
    sale, draw = at_the_wheel(client, **FOR_SALE), at_the_wheel(client, phase="draw")
    for address, fields in (
        (sale, {"do": "buy", "place": "9" * 5000, "at": "scout:0"}),
        (sale, {"do": "buy", "place": "3", "at": "scout:" + "9" * 5000}),
        (sale, {"do": "choose", "place": "9" * 5000}),
        (draw, {"do": "first", "seat": "9" * 5000}),
    ):
        assert turned(client, address, **fields).status_code == (200 if fields["do"] == "choose" else 422)


def test_any_player_may_be_the_youngest_who_begins_until_figures_are_drawn(client_and_library):
    client, _ = client_and_library
    address = at_the_wheel(client, phase="draw")
    assert turned(client, address, do="first", seat="1").status_code == 200
    assert turned(client, address, do="first", seat="2").status_code == 422
    turned(client, address, do="figure", figure="scout")
    wheel = document(client, address)["wheel"]
    assert (wheel["first"], wheel["turn"]) == (1, 1)
    refused = turned(client, address, do="first", seat="0")
    assert refused.status_code == 422 and "another phase" in refused.get_json()["error"]["message"]


def test_the_advanced_version_is_played_without_the_auction_too(client_and_library):
    client, _ = client_and_library
    address = at_the_wheel(client, phase="draw")
    turned(client, address, do="version", advanced="1", **{"without-auction": "1"})
    for figure in (*["scout"] * 12, "jarl"):
        turned(client, address, do="figure", figure=figure)
    assert document(client, address)["wheel"]["phase"] == "remove"


def test_a_second_tap_on_leaving_the_auction_does_not_take_the_next_player_out_of_it(client_and_library):
    client, _ = client_and_library
    fields = {f"name-{seat}": name for seat, name in enumerate(("Ulf", "Inga", "Olaf"))}
    begin = post(client, "/vikings/first-round", **fields).headers["Location"]
    wheel = {"round": 1, "advanced": True, "phase": "draw"}
    address = import_document(client, {**document(client, begin), "wheel": wheel}).headers["Location"]
    for figure in (*["scout"] * 12, "jarl"):
        turned(client, address, do="figure", figure=figure)
    page = client.get(address + "wheel").text
    leave = json.loads(re.search("""id="leave" data-tap='([^']+)'""", page).group(1))
    assert turned(client, address, **leave).status_code == 200
    again = turned(client, address, **leave)
    assert (again.status_code, "look at it again" in again.text) == (422, True)
    assert document(client, address)["wheel"]["auction"]["bidders"] == [1, 2]


def test_open_special_cards_are_taken_with_the_dearest_combination_and_by_nobody_who_bought_at_zero(client_and_library):
    client, _ = client_and_library
    address = at_the_wheel(client, phase="draw", advanced=True)
    for name in ("Saga", "Rune", "Horn", "Shield"):
        assert turned(client, address, do="special", name=name).status_code == 303
    for name in ("Saga", "Axe", " "):
        assert turned(client, address, do="special", name=name).status_code == 422
    wheel = {**document(client, address)["wheel"], **FOR_SALE, "figures": ["fisherman", *["scout"] * 6, *["jarl"] * 5]}
    address = import_document(client, {**document(client, address), "wheel": wheel}).headers["Location"]
    assert turned(client, address, do="buy", place="11", at="jarl:0").status_code == 200
    turned(client, address, do="start", row="scout")
    page = turned(client, address, do="take", card="Axe")
    assert page.status_code == 422
    page = turned(client, address, do="take", card="Rune").text
    assert "Ulf: Rune" in page and "Open: Saga, Horn, Shield" in page
    turned(client, address, do="buy", place="0", at="fisherman:0")
    turned(client, address, do="start", row="scout")
    wheel = document(client, address)["wheel"]
    assert (wheel["barred"], wheel["taken"]) == (["Inga"], [{"player": "Ulf", "card": "Rune"}])
    turned(client, address, do="buy", place="10", at="jarl:1")
    assert document(client, address)["wheel"]["phase"] in ("take", "buy")


def test_ships_are_laid_changed_and_taken_away(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    ship = {"do": "ship", "column": 2, "sail": "red", "kind": "gold", "amount": 7}
    tap(client, address, **ship)
    assert player(client, address)["ships"] == [{"column": 2, "sail": "red", "pays": {"gold": 7}}]
    tap(client, address, **{**ship, "sail": "blue", "kind": "points"})
    assert player(client, address)["ships"] == [{"column": 2, "sail": "blue", "pays": {"points": 7}}]
    tap(client, address, **{**ship, "sail": "blue", "kind": "points"})
    assert player(client, address)["ships"] == []
    tap(client, address, **ship)
    tap(client, address, do="ship", column=2, brush="erase")
    assert player(client, address)["ships"] == []


def test_figures_at_home_are_counted_between_none_and_all_in_the_box(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    for _ in range(14):
        tap(client, address, do="home", figure="boatswain", by="1")
    assert player(client, address)["home"]["boatswain"] == 13
    tap(client, address, do="home", figure="jarl", by="-1")
    assert player(client, address)["home"]["jarl"] == 0


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "tile", "row": "boatswain", "column": "1"},
        {"do": "tile", "row": "jarl", "column": "-1"},
        {"do": "tile", "row": "jarl", "column": "100"},
        {"do": "ship", "column": "1"},
        {"do": "ship", "column": "1", "sail": "red", "kind": "gold", "amount": "100"},
        {"do": "ship", "column": "1", "sail": "grey", "kind": "gold", "amount": "1"},
        {"do": "home", "figure": "troll"},
        {"do": "hold", "points": "1e9"},
        {"do": "hold", "gold": "many"},
        {"do": "stage", "stage": "huge"},
    ],
)
def test_a_tap_that_means_nothing_is_refused_in_a_sentence_and_changes_nothing(client_and_library, fields):
    client, _ = client_and_library
    address = begin_game(client)
    before = document(client, address)
    answer = tap(client, address, **fields)
    assert answer.status_code == 422
    assert answer.get_json()["error"]["message"].endswith(".")
    assert document(client, address) == before


def test_a_game_is_followed_from_its_first_round_to_the_final_scoring(client_and_library):
    client, library = client_and_library
    address = begin_game(client, how="first-round")
    assert [(p["points"], p["gold"]) for p in document(client, address)["players"]] == [(10, 30), (10, 30)]
    tap(client, address, do="island", row="goldsmith", first=0, last=1)
    tap(client, address, do="tile", row="jarl", column=0)
    stages = []
    for _ in range(6):
        stages.append(document(client, address)["stage"])
        post(client, address + "book")
    assert stages == ["small", "big"] * 3
    now = document(client, address)
    assert (now["stage"], now["players"][0]["points"], now["players"][0]["gold"]) == ("final", 10 + 3 * 2, 30 + 6 * 6)
    post(client, address + "book")
    assert document(client, address) == now
    told = scorings(library.games()[0].timeline)
    assert [(s.round, s.stage) for s in told] == list(enumerate(stages, start=1))
    assert told[1].gains == (("Ulf", 2, 6), ("Inga", 0, 0))
    assert client.get(address).text.count("<tr><th") == 1 + 6
    post(client, address + "do/undo")
    assert document(client, address)["stage"] == "big"
    assert len(scorings(library.games()[0].timeline)) == 5


def test_a_game_is_for_two_to_four(client_and_library):
    client, library = client_and_library
    for how in ("new", "first-round"):
        assert post(client, f"/vikings/{how}", **{"name-0": "Ulf"}).status_code == 422
        assert post(client, f"/vikings/{how}", **{"name-0": "Ulf", "name-1": "ulf"}).status_code == 422
    assert library.games() == []


def card(client, address, **fields):
    return post(client, address + "special", **{"player": 0, "name": "Saga", "effect": "points", "amount": 3, **fields})


def test_special_cards_count_in_the_score_the_history_and_not_in_the_document(client_and_library):
    client, library = client_and_library
    address = begin_game(client)
    card(client, address, amount=4)
    card(client, address, effect="boatswains", name="Pilot")
    assert points(client, address)["special"] == 4 and points(client, address)["boatswains"] == 10
    assert points(client, address)["total"] == 14
    assert library.games()[0].timeline.result.scores.winner == "Ulf"
    assert "Saga" not in json.dumps(document(client, address))
    post(client, address + "special/0/away")
    assert points(client, address)["total"] == 10 and "special" not in points(client, address)
    post(client, address + "do/undo")
    assert points(client, address)["total"] == 14


def test_a_special_cards_points_are_booked_once_and_stay_listed(client_and_library):
    client, _ = client_and_library
    address = begin_game(client, how="first-round")
    card(client, address, player=1)
    card(client, address, player=1, effect="fed", amount=2)
    assert points(client, address, 1) == {"points": 3, "gold": 0}
    post(client, address + "book")
    assert player(client, address, 1)["points"] == 13
    assert points(client, address, 1) == {"points": 0, "gold": 0}
    assert client.get(address).text.count('class="booked"') == 1
    tap(client, address, do="stage", stage="final")
    assert points(client, address, 1)["supply"] == 4


def pressed(client, address, form):
    """Send a form of the page as it is there, twice: a button was pressed twice."""
    action = re.search(f'action="([^"]*{form})"(.*?)</form>', client.get(address).text, re.DOTALL)
    fields = dict(re.findall('type="hidden" name="([a-z]+)" value="([^"]*)"', action[2]))
    for _ in range(2):
        assert post(client, action[1], **fields).status_code == 303


def test_a_button_that_is_pressed_twice_books_one_scoring(client_and_library):
    client, _ = client_and_library
    address = begin_game(client, how="first-round")
    card(client, address)
    pressed(client, address, "/book")
    assert player(client, address)["points"] == 13
    assert (document(client, address)["stage"], document(client, address)["round"]) == ("big", 2)


def test_a_button_that_is_pressed_twice_removes_one_special_card(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    for amount in (4, 2, 1):
        card(client, address, amount=amount)
    pressed(client, address, "special/0/away")
    assert points(client, address)["special"] == 3


def test_figures_that_stand_on_special_cards_earn_at_every_scoring_that_is_theirs(client_and_library):
    client, _ = client_and_library
    address = begin_game(client, how="first-round")
    for effect, amount in (("goldsmiths", 1), ("jarls", 2), ("scouts", 1), ("fishermen", 1)):
        card(client, address, effect=effect, amount=amount)
    gained = []
    for _ in range(2):
        gained.append(points(client, address))
        post(client, address + "book")
    assert gained == [{"points": 0, "gold": 3}, {"points": 5, "gold": 3}]
    assert (player(client, address)["points"], player(client, address)["gold"]) == (15, 36)
    tap(client, address, do="stage", stage="final")
    assert points(client, address)["supply"] == 10


@pytest.mark.parametrize(
    "fields", [{"player": 7}, {"player": "x"}, {"effect": "luck"}, {"amount": "much"}, {"amount": 100}, {"amount": ""}]
)
def test_a_special_card_that_says_nothing_is_refused_in_a_sentence(client_and_library, fields):
    client, _ = client_and_library
    address = begin_game(client)
    answer = card(client, address, **fields)
    assert answer.status_code == 422 and answer.get_json()["error"]["message"].endswith(".")


@pytest.mark.parametrize("amount", ["0", "-2"])
@pytest.mark.parametrize("effect", ["warriors", "goldsmiths", "jarls", "scouts", "fishermen"])
def test_columns_and_figures_of_a_special_card_are_counted_from_one(client_and_library, effect, amount):
    client, _ = client_and_library
    address = begin_game(client)
    refused = post(client, address + "special", player="0", name="Saga", effect=effect, amount=amount)
    assert refused.status_code == 422 and "counted from 1" in refused.get_json()["error"]["message"]
    assert "Saga" not in client.get(address).text
    assert post(client, address + "special", player="0", name="Saga", effect=effect, amount="1").status_code == 303


def test_the_name_of_a_special_card_that_was_taken_is_filled_in_for_its_player_until_it_is_entered(client_and_library):
    client, _ = client_and_library
    taken = [{"player": "Ulf", "card": "Saga"}, {"player": "Ulf", "card": "Rune"}, {"player": "Inga", "card": "Horn"}]
    address = at_the_wheel(client, **FOR_SALE, advanced=True, taken=taken)

    def filled_in(seat):
        return re.search(
            'name="name"[^>]* list="taken-cards" value="([^"]*)"', client.get(f"{address}?player={seat}").text
        )[1]

    assert [filled_in(0), filled_in(1)] == ["Saga", "Horn"]
    card(client, address, name="Saga")
    assert [filled_in(0), filled_in(1)] == ["Rune", "Horn"]
    card(client, address, player="1", name="Horn")
    assert filled_in(1) == ""


def test_a_jarl_whom_a_special_card_protects_is_not_drawn_as_threatened(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    tap(client, address, do="tile", row="jarl", column=0)
    tap(client, address, do="ship", column=0, sail="red", kind="points", amount=2)
    assert "jarl, threatened" in client.get(address).text
    post(client, address + "special", player="0", name="Guard", effect="warriors", amount="1")
    assert "jarl, threatened" not in client.get(address).text


def test_there_are_no_more_special_cards_than_in_the_box(client_and_library):
    client, _ = client_and_library
    address = begin_game(client)
    for _ in range(25):
        assert card(client, address, amount="-1").status_code == 303
    assert card(client, address).status_code == 422
    assert points(client, address)["special"] == -25


def test_the_wheel_says_that_six_rounds_were_played_only_once_they_were(client_and_library):
    client, _ = client_and_library
    at_its_end = client.get(begin_game(client) + "wheel").text
    assert "All six rounds have been played" not in at_its_end
    assert "This game counts the final scoring only" in at_its_end and 'href="/vikings/"' in at_its_end
    followed = begin_game(client, how="first-round")
    assert 'id="figure-' in client.get(followed + "wheel").text
    for _ in range(6):
        post(client, followed + "book")
    assert "All six rounds have been played" in client.get(followed + "wheel").text


def test_the_wheel_says_when_a_special_card_is_taken_and_when_none_is_any_more(client_and_library):
    client, _ = client_and_library
    figures = ["fisherman", *["goldsmith"] * 6, *["scout"] * 5]
    wheel = {"round": 1, "advanced": True, "phase": "buy", "cards": ["left"] * 12, "figures": figures}
    bought = {**FINAL["board"], "stage": "small", "round": 1, "wheel": wheel}
    bought["players"] = [{**player, "gold": 30, "island_tiles": [], "ships": []} for player in bought["players"]]
    address = import_document(client, bought).headers["Location"]

    def chosen(place):
        return post(client, address + "wheel/tap", do="choose", place=place).text

    assert "face-up special cards" not in chosen(11)
    wheel["specials"] = ["Saga"]
    address = import_document(client, bought).headers["Location"]
    assert "takes one of the face-up special cards" in chosen(11) and "takes no more special card" not in chosen(11)
    assert "special card" not in chosen(5)
    assert "A player who buys at 0 takes no more special cards." in chosen(0)


def read_photo(points=0):
    """What a reader of photos answers: a fjord with a tile, a ship and a home that it is not sure of."""
    tiles = [{"row": "scout", "column": c, "part": p, "figure": None} for c, p in enumerate(("left", "right"))]
    ship = {"column": 1, "sail": "red", "pays": {"gold": 4}}
    seen = {"name": "?", "points": points, "gold": 0, "island_tiles": tiles, "ships": [ship], "home": {"jarl": 2}}
    doubts = [{"about": "part", "row": "scout", "column": 1}, {"about": "ship", "column": 1}]
    doubts += [{"about": "home", "figure": "jarl"}, {"about": "row", "row": "scout", "column": 0}]
    head = {"format": "longhouse-board", "version": 1, "game": "vikings", "stage": "final"}
    return {**head, "players": [seen], "ask": doubts}


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "of another game than Vikings;"), ("ru", "поле другой игры, а не игры «Викинги».")]
)
def test_a_photo_that_may_show_another_game_is_said_to_at_the_top_of_the_page(
    client_and_library, monkeypatch, lang, words
):
    client, _ = client_and_library
    strange = {**read_photo(), "caveats": ["strange"]}
    address = begin_game(client)
    photo = BytesIO()
    Image.new("RGB", (640, 480)).save(photo, "PNG")
    for read, said in ((strange, True), (read_photo(), False)):
        monkeypatch.setattr("companion.boardgames.blueprint.reader_of", lambda _, read=read: lambda *_: read)
        fields = {"csrf_token": token_of(client, "/games/new"), "photo": (BytesIO(photo.getvalue()), "a.png")}
        answer = client.post(address + "photo", data=fields, headers={"Accept-Language": lang})
        assert answer.headers["Location"].endswith("#doubts") != said
        assert (words in client.get(address, headers={"Accept-Language": lang}).text) == said


def test_a_photo_fills_a_fjord_in_and_what_was_doubtful_is_asked_until_it_is_tapped(client_and_library, monkeypatch):
    client, _ = client_and_library
    monkeypatch.setattr("companion.boardgames.blueprint.reader_of", lambda game: lambda photo, profile: read_photo())
    address = begin_game(client)
    tap(client, address, do="hold", points=31)
    photo = BytesIO()
    Image.new("RGB", (640, 480)).save(photo, "PNG")
    assert post(client, address + "photo", photo=(BytesIO(photo.getvalue()), "a.png")).status_code == 303
    assert (player(client, address)["name"], player(client, address)["points"]) == ("Ulf", 31)

    def asked():
        return client.get(address).text.count('class="asked"')

    assert asked() == 4
    tap(client, address, do="tile", row="scout", column=1)
    assert asked() == 3
    tap(client, address, do="ship", column=1, brush="erase")
    tap(client, address, do="home", figure="jarl", by="1")
    assert asked() == 1
    tap(client, address, do="tile", row="scout", column=2)
    assert asked() == 1
    tap(client, address, do="island", row="scout", first=0, last=1)
    assert asked() == 0 and "ask" not in player(client, address)


def doubted():
    """A reading of three tiles and a ship, with a question of each kind."""
    tiles = [
        {"row": "scout", "column": 0, "part": "left", "figure": None, "px": [100, 300]},
        {"row": "scout", "column": 1, "part": "right", "figure": "scout", "px": [140, 300]},
        {"row": "goldsmith", "column": 0, "part": "left", "figure": None, "px": [100, 340]},
    ]
    ship = {"column": 1, "sail": "red", "pays": {"gold": 4}, "px": [140, 180]}
    seen = {"name": "?", "points": 0, "gold": 0, "island_tiles": tiles, "ships": [ship], "home": {"jarl": 2}}
    at = {"row": "scout", "column": 1}
    asked = [
        {"about": "part", **at, "candidates": ["right", "left", "middle", "none"]},
        {"about": "figure", **at, "candidates": ["scout", "none"]},
        {"about": "tile", **at, "candidates": ["tile", "none"]},
        {"about": "sail", "column": 1, "candidates": ["red", "blue", "none"]},
        {"about": "pays", "column": 1, "candidates": ["gold 4", "points 4", "none"]},
        {"about": "home", "figure": "jarl", "candidates": [2, 3]},
    ]
    return {**read_photo(), "players": [seen], "ask": asked}


@pytest.mark.parametrize("figures", [7, [3], [{"figure": [], "px": [1, 2]}], [{"figure": "jarl", "px": None}]])
def test_a_fjord_that_says_malformed_things_of_a_photo_is_shown_without_the_photo(client_and_library, figures):
    client, _ = client_and_library
    tiles = [{"row": "jarl", "column": column, "part": "left", "figure": None, "px": None} for column in range(3)]
    doubt = {"about": "home", "figure": [], "candidates": 1}
    seen = {"island_tiles": tiles, "home_figures": figures, "ask": [doubt]}
    players = [{"name": name, "points": 0, "gold": 0, "ships": [], "home": {}, **seen} for name in ("Ann", "Bo")]
    document = {"format": "longhouse-board", "version": 1, "game": "vikings", "stage": "final", "players": players}
    taken = import_document(client, document)
    assert client.get(taken.headers["Location"]).status_code == 200


def test_each_question_about_a_photo_is_drawn_and_its_answer_settles_it_alone(client_and_library, monkeypatch):
    client, _ = client_and_library
    monkeypatch.setattr("companion.boardgames.blueprint.reader_of", lambda game: lambda photo, profile: doubted())
    address = begin_game(client)
    photo = BytesIO()
    Image.new("RGB", (640, 480)).save(photo, "PNG")
    post(client, address + "photo", photo=(BytesIO(photo.getvalue()), "a.png"))

    def offered():
        doubts = client.get(address).text.partition('id="doubts"')[2].partition("</section>")[0]
        return [json.loads(unescape(one)) for one in re.findall(r'data-tap="([^"]+)"', doubts)]

    def choose(number):
        taps = offered()
        tap(client, address, **taps[number])
        return taps[number]["about"], len(taps), len(player(client, address).get("ask", ()))

    assert 'class="close-up"' in client.get(address).text
    assert choose(2) == ("part", 4, 5)
    assert choose(1) == ("figure", 2, 4)
    laid = player(client, address)["island_tiles"][1]
    assert (laid["part"], laid["figure"], laid["px"]) == ("middle", None, [140, 300])
    assert choose(0) == ("tile", 2, 3)
    assert choose(1) == ("sail", 3, 2)
    assert choose(1) == ("pays", 3, 1)
    assert choose(1) == ("home", 2, 0)
    after = player(client, address)
    (ship,) = after["ships"]
    assert (ship["sail"], ship["pays"], after["home"]["jarl"]) == ("blue", {"points": 4}, 3)
    # Where nothing is, nothing more is asked.
    post(client, address + "photo", photo=(BytesIO(photo.getvalue()), "a.png"))
    tap(client, address, do="answer", about="tile", row="scout", column="1", value="none")
    left = player(client, address)
    assert [doubt["about"] for doubt in left["ask"]] == ["sail", "pays", "home"]
    assert len(left["island_tiles"]) == 2
    assert choose(2) == ("sail", 3, 1)
    assert player(client, address)["ships"] == []
    post(client, address + "photo", photo=(BytesIO(photo.getvalue()), "a.png"))
    assert choose(3) == ("part", 4, 3)
    assert len(player(client, address)["island_tiles"]) == 2


def test_an_answer_about_figures_at_home_leaves_its_question_open_where_it_names_a_column_that_is_none(
    client_and_library, monkeypatch
):
    client, _ = client_and_library
    monkeypatch.setattr("companion.boardgames.blueprint.reader_of", lambda game: lambda photo, profile: doubted())
    address = begin_game(client)
    photo = BytesIO()
    Image.new("RGB", (640, 480)).save(photo, "PNG")
    post(client, address + "photo", photo=(BytesIO(photo.getvalue()), "a.png"))
    answer = tap(client, address, do="answer", about="home", figure="jarl", value="3", column="x")
    assert answer.status_code == 200
    assert player(client, address)["home"]["jarl"] == 3


def misplaced():
    """A reading that may lie a row and a column from where it was read."""
    reading = doubted()
    here = {"row": "scout", "column": 0}
    place = {
        "about": "place",
        **here,
        "candidates": [here, {"row": "goldsmith", "column": 1}, "none"],
        "px": [100, 300],
    }
    return {**reading, "ask": [place, *reading["ask"][:2], reading["ask"][3]]}


@pytest.mark.parametrize(
    ("choice", "laid", "ships", "left"),
    [
        (0, [("scout", 0, None), ("scout", 1, "scout"), ("goldsmith", 0, None)], 1, ["part", "figure", "sail"]),
        (1, [("goldsmith", 1, None), ("goldsmith", 2, "goldsmith"), ("fisherman", 1, None)], 0, ["part", "figure"]),
        (2, [], 0, []),
    ],
)
def test_a_fjord_that_was_read_in_the_wrong_place_is_moved_by_one_answer(
    client_and_library, monkeypatch, choice, laid, ships, left
):
    client, _ = client_and_library
    monkeypatch.setattr("companion.boardgames.blueprint.reader_of", lambda game: lambda photo, profile: misplaced())
    address = begin_game(client)
    photo = BytesIO()
    Image.new("RGB", (640, 480)).save(photo, "PNG")
    post(client, address + "photo", photo=(BytesIO(photo.getvalue()), "a.png"))
    asked = client.get(address).text.partition('id="doubts"')[2].partition("</section>")[0]
    assert 'class="close-up"' in asked and "Row of goldsmiths, place 2" in asked
    tap(client, address, **[json.loads(unescape(one)) for one in re.findall(r'data-tap="([^"]+)"', asked)][choice])
    after = player(client, address)
    assert [(t["row"], t["column"], t["figure"]) for t in after["island_tiles"]] == laid
    assert len(after["ships"]) == ships
    assert [doubt["about"] for doubt in after.get("ask", ())] == left
    assert ("Which part" in client.get(address).text) == bool(left)


def test_figures_at_home_are_drawn_on_the_photo_and_asked_about_with_the_place_shown(client_and_library, monkeypatch):
    client, _ = client_and_library
    reading = doubted()
    jarls = [{"figure": "jarl", "px": [60, 260], "confidence": 0.6}, {"figure": "jarl", "px": [70, 265]}]
    reading["players"] = [{**reading["players"][0], "home_figures": jarls}]
    reading["ask"] = [{**reading["ask"][-1], "px": [60, 260]}]
    monkeypatch.setattr("companion.boardgames.blueprint.reader_of", lambda game: lambda photo, profile: reading)
    address = begin_game(client)
    photo = BytesIO()
    Image.new("RGB", (640, 480)).save(photo, "PNG")
    sent = post(client, address + "photo", photo=(BytesIO(photo.getvalue()), "a.png"))
    assert sent.headers["Location"].endswith("#doubts")
    page = client.get(address).text
    assert page.count('class="thing doubtful" data-of="home_jarl_more"') == 2
    question = page.partition('id="doubts"')[2].partition("</section>")[0]
    assert 'class="close-up"' in question and 'class="spot"' in question
    two, three = re.findall(r"<button[^>]*data-tap.*?</button>", question, re.DOTALL)
    assert (two.count("scale(1.1)"), three.count("scale(1.1)")) == (2, 3)
    tap(client, address, do="home", figure="jarl", by="1")
    # Of another number nobody knows which is which.
    assert "home_jarl_more" not in client.get(address).text.partition('id="seen-things"')[2].partition("</svg>")[0]


def test_the_pages_of_one_game_are_not_those_of_another(client_and_library):
    client, _ = client_and_library
    fields = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bo"))}
    other = post(client, "/nusfjord/new", **fields).headers["Location"].replace("nusfjord", "vikings")
    for address in ("book", "special", "special/0/away"):
        assert post(client, other + address).status_code == 404


def test_the_result_card_shows_the_board_with_all_its_colours(client_and_library):
    client, _ = client_and_library
    address = import_document(client, FINAL["board"]).headers["Location"]
    picture = Image.open(BytesIO(client.get(address + "result.png").data)).convert("RGB")
    assert picture.size == (1080, 1350)
    paints = {colour for count, colour in picture.getcolors(1 << 20) if count > 300}
    for paint in ("#3f7fa6", "#7fae4e", "#2e2d31", "#c5302c", "#2f8f4e", "#f0bd2f", "#2c68bd", "#b9ad8d"):
        assert tuple(bytes.fromhex(paint[1:])) in paints
