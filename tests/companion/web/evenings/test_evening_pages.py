"""The pages of evenings: an evening is begun, paired, filled with results, shown on a big screen and taken out."""

import re

import pytest

from companion.record.evenings.store import Evenings
from companion.record.events.games import Ended, Seat, SetUp
from companion.record.events.log import HAND
from companion.web import Config, create_app
from companion.web.base.store import store_of
from companion.web.club.club import club_of
from companion.web.lan import addresses as lan_addresses
from tests.support.games.recorded_games import laid, placed
from tests.support.pages.forms import token_of
from tests.support.servers.home_network import LOCAL_NETWORK, serve_home_network


def send(client, address, **fields):
    return client.post(address, data={"csrf_token": token_of(client, "/evenings/"), **fields})


def begin(client, players="Ann\nBo, Cy\nDi", **fields):
    return send(
        client, "/evenings/", **{"name": "Friday", "rulebook": "fjords", "seats": "2", "players": players, **fields}
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"name": " "},
        {"players": "Ann"},
        {"players": "Ann, Ann"},
        {"players": "Ann, ann"},
        {"rulebook": "chess"},
        {"seats": "9"},
    ],
)
def test_what_is_wrong_in_the_form_is_said_and_what_was_entered_stays(client, fields):
    answer = begin(client, **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    if "name" not in fields:
        assert 'value="Friday"' in answer.text


def test_an_evening_is_played_by_entering_results(client):
    page = begin(client).headers["Location"]
    assert send(client, f"{page}round").status_code == 303
    for number in (1, 2):
        shown = client.get(page).text
        sittings = re.findall(rf'action="{page}tables/(\d+)"', shown)
        assert len(sittings) == 2 * number
        assert "Pair the next round" not in shown
        for sitting in sittings[:2]:
            assert send(client, f"{page}tables/{sitting}", **{"points-0": "7", "points-1": "3"}).status_code == 303
        assert "Pair the next round" in client.get(page).text
        if number == 1:
            send(client, f"{page}round")
    board = client.get(f"{page}board").text
    places = re.findall(r"<td>(\d)</td><th", board)
    assert (places[0], places[-1], len(places)) == ("1", "4", 4)
    assert re.findall(r"download>([^<]+)<", client.get(page).text) == [
        "Standings (CSV)", "Results (CSV)", "Whole tournament (JSON)", "For BG Stats (JSON)",
    ]  # fmt: skip
    assert client.get(f"{page}files/standings.csv").data.startswith(b"\xef\xbb\xbfplace,player")
    assert client.get(f"{page}files/evening.json").json["name"] == "Friday"


def test_the_winner_of_a_tie_stays_chosen_when_the_result_is_saved_again(client):
    page = begin(client, players="Ann, Bo").headers["Location"]
    send(client, f"{page}round")
    send(client, f"{page}tables/1", **{"points-0": "7", "points-1": "7", "winner": "Bo"})
    assert re.findall(r"<option selected>([^<]+)<", client.get(page).text) == ["Bo"]
    send(client, f"{page}tables/1", **{"points-0": "9", "points-1": "7", "winner": "Bo"})
    assert "<option selected>" not in client.get(page).text


def test_who_chooses_a_winner_with_fewer_points_is_told_that_the_points_decide(client):
    page = begin(client, players="Ann, Bo").headers["Location"]
    send(client, f"{page}round")
    best, other = re.findall(r"<label>(\w+) <input", client.get(page).text)
    saved = send(client, f"{page}tables/1", **{"points-0": "9", "points-1": "7", "winner": other})
    shown = client.get(saved.headers["Location"]).text
    assert f"The result is saved, but {other} is not its winner" in shown
    assert re.findall(r"<label>(\w+) <span class=\"leader\">wins", shown) == [best]
    for fields in ({"points-1": "7", "winner": best}, {"points-1": "9", "winner": other}, {"points-1": "7"}):
        send(client, f"{page}tables/1", **{"points-0": "9", **fields})
        assert "The result is saved" not in client.get(page).text


def test_a_games_own_sentence_about_ties_is_not_announced_by_another_one(client):
    page = client.get(begin(client).headers["Location"]).text
    assert "entered here by hand. On a tie, the tied player" in page


def test_a_viewer_reads_the_results_of_every_round_without_a_form(truth, tmp_path, monkeypatch):
    monkeypatch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
    with serve_home_network(Config(), truth, tmp_path) as home:
        evenings = Evenings(store_of(home.app).engine)
        number = evenings.begin("Friday", "fjords", 2, ["Ann", "Bo"])
        evenings.add_round(number, 0, [("Ann", "Bo")])
        evenings.enter(number, evenings.sittings(number)[0].id, {"Ann": 17, "Bo": 12}, ["Ann"])
        viewer = home.visitor()
        viewer.join(home.codes.viewer)
        results = viewer.get(f"/evenings/{number}/").text.partition('id="round-1"')[2].partition("</details>")[0]
    assert "Ann <strong>17</strong>" in results
    assert "Bo <strong>12</strong>" in results
    assert "<form" not in results


def test_an_open_page_offers_the_next_round_once_the_last_game_is_over(client):
    page = begin(client, players="Ann, Bo").headers["Location"]
    assert "Pair the first round" in client.get(f"{page}parts").text
    send(client, f"{page}round")
    assert "Pair the next round" not in client.get(f"{page}parts").text
    send(client, f"{page}tables/1", **{"points-0": "7", "points-1": "3"})
    assert "Pair the next round" in client.get(f"{page}parts").text


@pytest.mark.parametrize(("rulebook", "ann"), [("hokkaido", "Ann"), ("vikings", "ann"), ("nusfjord", "Ann")])
def test_games_of_every_rulebook_count_however_the_names_are_typed(client, rulebook, ann):
    page = begin(client, players="Ann, Bo", rulebook=rulebook).headers["Location"]
    send(client, f"{page}round")
    fields = {"name-0": ann, "name-1": "Bo", "player-0": ann, "player-1": "Bo"}
    game = send(client, f"/{rulebook}/new", **fields).headers["Location"].split("/")[2]
    assert "goes on" in client.get(page).text
    send(client, f"/{rulebook}/{game}/do/end")
    assert "Pair the next round" in client.get(page).text


@pytest.mark.parametrize("points", ["", "x", "1.5", "99999", "0000001234567", "9" * 5000, "0" * 5000])
def test_points_that_are_none_are_refused(client, points):
    page = begin(client).headers["Location"]
    send(client, f"{page}round")
    answer = send(client, f"{page}tables/1", **{"points-0": points, "points-1": "3"})
    assert answer.status_code in (303, 422)
    assert "Pair the next round" not in client.get(page).text


def test_a_round_is_not_paired_while_one_is_open(client):
    page = begin(client).headers["Location"]
    send(client, f"{page}round")
    send(client, f"{page}round")
    assert "Round 1" in client.get(page).text
    assert "Results of round 2" not in client.get(page).text


def test_what_is_not_there_is_not_found(client):
    assert client.get("/evenings/7/").status_code == 404
    page = begin(client).headers["Location"]
    assert client.get(f"{page}files/passwords").status_code == 404
    assert send(client, f"{page}tables/9").status_code == 404


def test_names_are_shown_as_text(client):
    page = begin(client, players="<b>Ann</b>\nBo").headers["Location"]
    assert "<b>Ann" not in client.get(page).text


def test_a_club_night_invites_the_players_to_its_tables_and_counts_their_games(truth):
    app = create_app(Config(club=True), truth)
    store, client = store_of(app), app.test_client()
    for name in ("Oak", "Elm"):
        store.register.add(name)
    page = begin(client).headers["Location"]
    send(client, f"{page}round")
    seated = [table.players for table in store.register.tables()]
    assert sorted(name for players in seated for name in players) == ["Ann", "Bo", "Cy", "Di"]
    assert "Oak" in client.get(page).text
    form = client.get("/tables/1/games/new").text
    assert all(f'value="{name}"' in form for name in seated[0])
    for players in seated:
        setup = SetUp(players=(Seat(players[0], ("white",)), Seat(players[1], ("red",))))
        store.library.begin(HAND, setup, laid(0, 0), laid(1, 0), placed("red", 0, 0), Ended())
    assert "Pair the next round" in client.get(page).text
    club_of(app).close()


def test_an_evening_is_removed_only_after_a_question(client):
    page = begin(client).headers["Location"]
    assert f'href="{page}remove"' in client.get(page).text
    assert f'action="{page}remove"' not in client.get(page).text
    question = client.get(f"{page}remove").text
    assert "Remove this tournament?" in question
    assert f'action="{page}remove"' in question
    assert client.get(page).status_code == 200
    assert send(client, f"{page}remove").headers["Location"] == "/evenings/"
    assert client.get(page).status_code == 404


@pytest.mark.parametrize(("language", "half"), [("en", "0.5"), ("ru", "0,5")])
def test_shared_wins_are_written_as_the_readers_language_writes_decimals(client, language, half):
    page = begin(client, players="Ann, Bo").headers["Location"]
    send(client, f"{page}round")
    send(client, f"{page}tables/1", **{"points-0": "7", "points-1": "7"})
    shown = client.get(f"{page}parts", headers={"Accept-Language": language}).text
    assert shown.count(f"<td>{half}</td>") == 4


def test_a_mistyped_name_is_corrected_in_all_rounds_instead_of_beginning_anew_under_the_other_name(client):
    page = begin(client, players="An, Bo").headers["Location"]
    send(client, f"{page}round")
    send(client, f"{page}tables/1", **{"points-0": "7", "points-1": "7"})
    assert send(client, f"{page}name", old="An", new=" Ann ").headers["Location"] == page
    shown = client.get(page).text
    assert set(re.findall(r'data-player="(\w+)"', shown)) == {"Ann", "Bo"}
    assert re.search(r'data-player="Ann">.*?<td>0.5</td><td>7</td>', shown)


@pytest.mark.parametrize(("old", "new"), [("Ann", ""), ("Ann", "Cy, Di"), ("Cy", "Di"), ("Ann", "Bo")])
def test_a_name_is_not_corrected_to_none_or_to_that_of_another_player(client, old, new):
    page = begin(client, players="Ann, Bo").headers["Location"]
    assert send(client, f"{page}name", old=old, new=new).status_code == 422
    assert set(re.findall(r'data-player="(\w+)"', client.get(page).text)) == {"Ann", "Bo"}
