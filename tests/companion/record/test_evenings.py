"""Evenings: pairings by the Swiss system, standings, and the games of the record that belong to them."""

import csv
import io
import json
import time
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.record.evenings.export import evening_json, plays_json, results_csv, standings_csv
from companion.record.evenings.pairing import paired, pairs_of
from companion.record.evenings.renaming import correct_name
from companion.record.evenings.standings import TableResult, standings
from companion.record.evenings.state import next_round, state_of
from companion.record.evenings.store import Evenings
from companion.record.events.boards import BoardChanged, BoardEntered
from companion.record.events.games import Ended
from companion.record.events.log import HAND
from companion.record.storage.database import open_database
from companion.record.storage.library import Library, Unreadable
from tests.support.games.recorded_games import ANN_AND_BO, laid, placed


def names(count):
    return [f"P{number:02}" for number in range(count)]


def played_out(players, seats, rounds, strength):
    """Play a whole tournament in which the stronger always wins; gives the tables of all rounds and the standings."""
    results, tables, byes = [], [], Counter()
    for _ in range(rounds):
        table = standings(players, results, byes)
        order = [standing.name for standing in table]
        wins = {standing.name: standing.wins for standing in table}
        found, on_bye = paired(order, wins, pairs_of(tables), seats, byes)
        byes.update(on_bye)
        tables += found
        for at_one in found:
            points = {name: strength[name] for name in at_one}
            results.append(TableResult(at_one, points, frozenset({max(at_one, key=strength.__getitem__)})))
    return tables, standings(players, results, byes), byes


@given(st.integers(2, 40), st.integers(2, 4))
def test_everybody_sits_at_one_table_of_at_least_two_or_rests(count, seats):
    tables, on_bye = paired(names(count), {}, Counter(), seats, {})
    assert sorted([name for table in tables for name in table] + list(on_bye)) == names(count)
    assert all(2 <= len(table) <= seats for table in tables)
    assert len(on_bye) == (count % 2 if seats == 2 else 0)


@pytest.mark.parametrize(("count", "seats", "rounds"), [(8, 2, 5), (15, 2, 6), (40, 2, 5), (12, 3, 4), (32, 4, 5)])
def test_nobody_meets_twice_while_that_can_be_avoided_and_nobody_rests_twice(count, seats, rounds):
    strength = {name: (7 * number) % 41 for number, name in enumerate(names(count))}
    tables, _, byes = played_out(names(count), seats, rounds, strength)
    assert max(pairs_of(tables).values()) == 1
    assert max(byes.values(), default=0) <= 1


@pytest.mark.parametrize(("count", "seats"), [(5, 2), (8, 2), (7, 3), (10, 4)])
def test_in_an_evening_of_many_rounds_everybody_meets_and_rests_about_as_often_as_the_others(count, seats):
    tables, table, byes = played_out(names(count), seats, 12, dict.fromkeys(names(count), 5))
    met = pairs_of(tables)
    often = [met[frozenset(pair)] for pair in combinations(names(count), 2)]
    assert max(often) - min(often) <= (1 if seats == 2 else 3)
    assert max(byes.values(), default=0) - min((byes[name] for name in names(count)), default=0) <= 1
    assert all(standing.played + byes[standing.name] == 12 for standing in table)


def test_who_comes_late_does_not_rest_at_once(record):
    evenings, library = record
    number = evenings.begin("Friday", "fjords", 2, ["Ann", "Bo", "Cy", "Di", "Ed"])
    for _ in range(3):
        play_round(evenings, library, number)
    evenings.change_players(number, ["Ann", "Bo", "Cy", "Di", "Flo"])  # Ed leaves as Flo comes
    for _ in range(9):
        play_round(evenings, library, number)
    state = state_of(evenings.evening(number), evenings, library)
    byes = [[seat.sitting.players[0] for seat in tables if seat.sitting.is_bye] for tables in state.rounds]
    assert byes[3] != ["Flo"]
    assert Counter(name for names in byes for name in names)["Flo"] in (1, 2)
    assert {s.name: s.played for s in state.standings}["Flo"] in (7, 8)
    assert {s.name for s in state.standings} == {"Ann", "Bo", "Cy", "Di", "Ed", "Flo"}


def test_a_name_that_is_corrected_keeps_the_results_of_games_of_the_record_and_of_those_entered_by_hand(record):
    evenings, library = record
    number = evenings.begin("Friday", "fjords", 2, ["Ann", "Bo", "Cy"])
    evenings.add_round(number, 0, [("Ann", "Bo"), ("Cy",)])
    library.begin(HAND, ANN_AND_BO, laid(0, 0), placed("white", 0, 0), Ended())
    evenings.add_round(number, 1, [("Ann", "Cy"), ("Bo",)])
    evenings.enter(number, evenings.sittings(number)[2].id, {"Ann": 7, "Cy": 5}, ["Ann"])
    before = state_of(evenings.evening(number), evenings, library)
    assert {s.name: s.wins for s in before.standings} == {"Ann": 2, "Bo": 1, "Cy": 1}
    correct_name(evenings, before, "Ann", "Anna")
    after = state_of(evenings.evening(number), evenings, library)
    of = {s.name: (s.wins, s.points, s.played) for s in before.standings}
    of["Anna"] = of.pop("Ann")
    assert {s.name: (s.wins, s.points, s.played) for s in after.standings} == of
    assert after.evening.players == ("Anna", "Bo", "Cy")
    assert [game.id for game in after.games] == [game.id for game in before.games]


def play_round(evenings, library, number):
    """Pair the next round of an evening and enter a tie at each of its tables."""
    state = state_of(evenings.evening(number), evenings, library)
    assert evenings.add_round(number, len(state.rounds), next_round(state))
    for sitting in evenings.sittings(number):
        if sitting.round > len(state.rounds) and not sitting.is_bye:
            evenings.enter(number, sitting.id, dict.fromkeys(sitting.players, 9), sitting.players)


def test_where_all_have_met_the_round_is_paired_all_the_same():
    four = names(4)
    met = Counter({frozenset(pair): 1 for pair in combinations(four, 2)})
    met[frozenset(four[:2])] = 5
    tables, _ = paired(four, {}, met, 2, {})
    assert len(tables) == 2
    assert set(four[:2]) not in map(set, tables)


def test_those_with_as_many_wins_meet():
    wins = {"A": 2, "B": 2, "C": 1, "D": 1, "E": 0, "F": 0}
    tables, _ = paired(list(wins), wins, Counter(), 2, {})
    assert tables == [("A", "B"), ("C", "D"), ("E", "F")]


def test_after_enough_rounds_the_strongest_leads():
    strength = {name: (11 * number) % 37 for number, name in enumerate(names(16))}
    _, table, _ = played_out(names(16), 2, 4, strength)
    assert table[0].name == max(strength, key=strength.__getitem__)


def test_the_standings_go_by_wins_then_points_then_the_wins_of_opponents():
    won = [
        TableResult(("A", "B"), {"A": 5, "B": 3}, frozenset("A")),
        TableResult(("C", "D"), {"C": 5, "D": 3}, frozenset("C")),
        TableResult(("A", "C"), {"A": 2, "C": 2}, frozenset("AC")),
        TableResult(("B", "D"), {"B": 4, "D": 6}, frozenset("D")),
    ]
    found = standings("ABCDE", won, {"E": 1})
    assert [(s.place, s.name, s.wins, s.points) for s in found] == [
        (1, "C", 1.5, 7),
        (2, "A", 1.5, 7),
        (3, "D", 1.0, 9),
        (4, "E", 1.0, 0),
        (5, "B", 0.0, 7),
    ]
    assert {s.name: s.opposition for s in found}["B"] == 2.5


@pytest.fixture
def record(tmp_path):
    engine = open_database(f"sqlite:///{tmp_path / 'games.db'}")
    return Evenings(engine), Library(engine)


def test_a_game_of_the_same_people_is_that_of_their_table_and_decides_it_when_it_is_over(record):
    evenings, library = record
    library.begin(HAND, ANN_AND_BO, laid(0, 0), Ended())  # before the round: it does not count
    evening = evenings.evening(evenings.begin("Friday", "fjords", 2, ["Ann", "Bo", "Cy"]))
    time.sleep(0.002)
    assert evenings.add_round(evening.id, 0, [("Bo", "Ann"), ("Cy",)])
    state = state_of(evening, evenings, library)
    assert not state.is_complete
    game = library.begin(HAND, ANN_AND_BO, laid(0, 0), laid(1, 0), placed("white", 0, 0))
    state = state_of(evening, evenings, library)
    assert state.rounds[0][0].game.id == game
    assert state.rounds[0][0].result is None
    library.add(game, HAND, Ended())
    state = state_of(evening, evenings, library)
    assert state.is_complete
    assert state.rounds[0][0].result.winners == {"Ann"}
    assert [(s.name, s.wins) for s in state.standings] == [("Ann", 1.0), ("Cy", 1.0), ("Bo", 0.0)]


def test_a_second_game_for_fun_changes_no_result(record):
    evenings, library = record
    evening = evenings.evening(evenings.begin("Friday", "fjords", 2, ["Ann", "Bo"]))
    evenings.add_round(evening.id, 0, [("Ann", "Bo")])
    given_up = library.begin(HAND, ANN_AND_BO, laid(0, 0))
    counts = library.begin(HAND, ANN_AND_BO, laid(0, 0), laid(1, 0), placed("white", 0, 0), Ended())
    for_fun = library.begin(HAND, ANN_AND_BO, laid(0, 0), laid(1, 0), placed("red", 0, 0))
    for _ in range(2):
        state = state_of(evening, evenings, library)
        assert state.rounds[0][0].game.id == counts > given_up
        assert state.rounds[0][0].result.winners == {"Ann"}
        library.add(for_fun, HAND, Ended())


def test_a_game_whose_points_cannot_be_counted_does_not_keep_the_evening_from_being_shown(record):
    evenings, library = record
    evening = evenings.evening(evenings.begin("Friday", "hokkaido", 2, ["Ann", "Bo"]))
    evenings.add_round(evening.id, 0, [("Ann", "Bo")])
    time.sleep(0.002)
    cities = [{"name": name, "squares": []} for name in ("Ann", "Bo")]
    entered = BoardEntered(document={"format": "longhouse-board", "version": 1, "game": "hokkaido", "players": cities})
    game = library.begin(HAND, entered, Ended())
    broken = library.begin(HAND, entered, BoardChanged(player=0, values={"name": 5}))
    with pytest.raises(Unreadable):
        library.counted(broken)
    assert state_of(evening, evenings, library).rounds[0][0].game.id == game


def test_a_result_entered_by_hand_counts_before_the_game(record):
    evenings, library = record
    evening = evenings.evening(evenings.begin("Friday", "fjords", 2, ["Ann", "Bo"]))
    evenings.add_round(evening.id, 0, [("Ann", "Bo")])
    library.begin(HAND, ANN_AND_BO, laid(0, 0), placed("white", 0, 0), Ended())
    evenings.enter(evening.id, 1, {"Ann": 3, "Bo": 3}, ["Bo"])
    state = state_of(evening, evenings, library)
    assert state.rounds[0][0].result.winners == {"Bo"}
    with pytest.raises(KeyError):
        evenings.enter(evening.id, 2, {}, [])
    with pytest.raises(KeyError):
        evenings.enter(evening.id + 1, 1, {}, [])


def test_a_round_is_added_once_even_if_two_hosts_ask_for_it(record):
    evenings, library = record
    number = evenings.begin("Friday", "fjords", 2, ["Ann", "Bo"])
    tables = next_round(state_of(evenings.evening(number), evenings, library))
    assert [evenings.add_round(number, 0, tables) for _ in range(2)] == [True, False]
    assert len(evenings.sittings(number)) == 1


def test_who_leaves_or_comes_late_is_left_out_or_in_from_the_next_round(record):
    evenings, library = record
    number = evenings.begin("Friday", "fjords", 2, ["Ann", "Bo", "Cy", "Di"])
    state = state_of(evenings.evening(number), evenings, library)
    evenings.add_round(number, 0, next_round(state))
    evenings.change_players(number, ["Ann", "Bo", "Cy", "Ed"])
    state = state_of(evenings.evening(number), evenings, library)
    seated = {name for table in next_round(state) for name in table}
    assert seated == {"Ann", "Bo", "Cy", "Ed"}
    assert "Di" in {standing.name for standing in state.standings}


def test_the_files_hold_what_the_pages_show(record):
    evenings, library = record
    evening = evenings.evening(evenings.begin("=Friday", "fjords", 2, ["Ann", "Bo"]))
    evenings.add_round(evening.id, 0, [("Ann", "Bo")])
    time.sleep(0.002)
    game = library.begin(HAND, ANN_AND_BO, laid(0, 0), laid(1, 0), placed("red", 0, 0), Ended())
    state = state_of(evening, evenings, library)
    table = list(csv.DictReader(io.StringIO(standings_csv(state))))
    assert [(row["player"], row["wins"]) for row in table] == [("Bo", "1.0"), ("Ann", "0.0")]
    assert [row["won"] for row in csv.DictReader(io.StringIO(results_csv(state)))] == ["0", "1"]
    written = json.loads(evening_json(state))
    assert written["rounds"][0][0]["game"] == library.game(game).uid
    assert [play["sourcePlayId"] for play in json.loads(plays_json(state))] == [library.game(game).uid]


def test_a_removed_evening_leaves_its_games(record):
    evenings, library = record
    number = evenings.begin("Friday", "fjords", 2, ["Ann", "Bo"])
    evenings.add_round(number, 0, [("Ann", "Bo")])
    game = library.begin(HAND, ANN_AND_BO)
    evenings.attach(number, 1, game)
    evenings.remove(number)
    assert evenings.all() == []
    assert library.game(game).id == game
