"""Board documents in the record: what changed is told briefly, undone, taken out and in again."""

import copy
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.record.events.boards import BoardChanged, BoardEntered, FactRecorded, changed, changes_between
from companion.record.events.games import Ended, Seat, SetUp, Undone
from companion.record.events.log import HAND, data_of, event_of, now
from companion.record.exchange.files import game_from, game_json, scores_csv
from companion.record.statistics.finished import Selection, finished_game
from companion.record.statistics.players import player_records
from companion.record.storage.library import StoredGame
from companion.record.timeline import Timeline
from games.documents import DocumentError
from tests.support.games.recorded_games import library_in, make_timeline

THINGS = st.dictionaries(st.sampled_from("xy"), st.integers(0, 2))
VALUES = st.integers(0, 3) | st.sampled_from(["", "a", "ab"]) | THINGS
PARTS = st.dictionaries(st.sampled_from(["squares", "cubes", "gold"]), VALUES | st.lists(VALUES, max_size=5))


@settings(deadline=None)
@given(PARTS, st.lists(PARTS, min_size=2, max_size=2), PARTS, st.sampled_from([None, 0, 1]))
def test_a_change_turns_one_document_into_the_other_and_is_written_as_json(outside, players, part, changing):
    before = {**outside, "players": players}
    others = [part if index == changing else player for index, player in enumerate(players)]
    after = {**(part if changing is None else outside), "players": others}
    events = changes_between(before, after)
    assert len(events) == (before != after)
    document = copy.deepcopy(before)
    for event in events:
        assert event_of(json.loads(json.dumps(data_of(event)))) == event
        document = changed(document, event)
    assert document == after


def test_what_changes_for_several_players_at_once_is_one_event():
    (event,) = changes_between(city(2, 3), city(3, 2))
    assert event == BoardEntered(document=city(3, 2))


def test_one_tap_is_a_short_event():
    before = {"players": [{"name": "Ann", "squares": [{"x": n, "y": 0, "terrain": "forest"} for n in range(40)]}]}
    after = copy.deepcopy(before)
    squares = after["players"][0]["squares"]
    squares.append({**squares.pop(7), "terrain": "lake"})
    (event,) = changes_between(before, after)
    assert len(json.dumps(data_of(event))) < 250


def city(*mountains, names=("Aiko", "Ken")):
    squares = [[{"x": x, "y": 0, "terrain": "mountain"} for x in range(count)] for count in mountains]
    players = [{"name": name, "squares": row} for name, row in zip(names, squares, strict=True)]
    return {"format": "longhouse-board", "version": 1, "game": "hokkaido", "players": players}


def test_a_game_of_boards_is_kept_with_its_score_and_undone(tmp_path):
    library = library_in(tmp_path)
    game = library.begin(HAND, BoardEntered(document=city(2, 3)))
    for event in changes_between(city(2, 3), city(5, 3)):
        library.add(game, HAND, event)
    timeline = library.game(game).timeline
    assert timeline.position.document() == city(5, 3)
    assert [(player.name, score.total) for player, score in timeline.result.ranking] == [("Aiko", 10), ("Ken", 6)]
    library.add(game, HAND, timeline.to_undo())
    assert library.game(game).timeline.result.scores.winner == "Ken"
    library.close()


def test_a_game_of_boards_is_taken_out_and_in_again(tmp_path):
    library = library_in(tmp_path)
    game = library.begin(HAND, BoardEntered(document=city(2, 3)), FactRecorded(what="round", data={"number": 1}))
    for event in changes_between(city(2, 3), city(5, 3)):
        library.add(game, HAND, event)
    written = game_json(library.game(game))
    library.delete(game)
    again = library.import_game(*game_from(written.encode()))
    assert game_json(library.game(again)) == written
    assert json.loads(written)["game"] == "hokkaido"
    assert "Aiko,10" in scores_csv(library.game(again)).splitlines()[1]
    library.close()


def test_a_board_document_is_taken_in_and_a_bad_one_refused_by_its_field():
    _, _, entries = game_from(json.dumps(city(2, 3)).encode())
    assert make_timeline(*(entry.event for entry in entries)).position.document() == city(2, 3)
    bad = city(2, 3)
    del bad["players"][1]["squares"][2]["terrain"]
    with pytest.raises(DocumentError, match=r"“players\[1\].squares\[2\].terrain”"):
        game_from(json.dumps(bad).encode())


def written(*events):
    """Return a game with these events as an exported file."""
    return game_json(StoredGame(1, "a" * 32, now(), make_timeline(*events))).encode()


BEGUN = BoardEntered(document=city(2, 3))
STRANGE = BoardChanged(player=0, come={"squares": [{"x": 9, "y": 9, "terrain": "moon"}]})
RENAMED = BoardChanged(player=1, values={"name": "Mio"})


@pytest.mark.parametrize(
    ("events", "wrong"),
    [
        ((BEGUN, STRANGE, Undone(entry=2)), 1),
        ((BEGUN, RENAMED, STRANGE, Undone(entry=3), Undone(entry=2)), 2),
        ((BEGUN, RENAMED, Undone(entry=2), STRANGE, Undone(entry=4), RENAMED), 3),
    ],
)
def test_a_game_is_not_taken_in_where_even_an_undone_change_breaks_its_board(events, wrong):
    with pytest.raises(DocumentError, match=rf"“events\[{wrong}\]: players\[0\]\.squares\[2\]\.terrain”"):
        game_from(written(*events))


def test_an_undone_change_with_which_the_game_could_not_be_read_cannot_be_redone():
    game = make_timeline(BEGUN, RENAMED, STRANGE, Undone(entry=3))
    assert game.result.players
    assert (game.to_redo(), game.entry_to_redo()) == (None, None)
    assert make_timeline(BEGUN, RENAMED, Undone(entry=2)).to_redo() == Undone(entry=3)


def test_what_was_undone_and_redone_over_and_over_is_taken_in_as_it_is():
    timeline = make_timeline(BEGUN, *(replace(RENAMED, values={"name": f"Mio {n}"}) for n in range(40)))
    for next_event in (Timeline.to_undo, Timeline.to_redo) * 2:
        while (event := next_event(timeline)) is not None:
            timeline = make_timeline(*(entry.event for entry in timeline.entries), event)
    events = [entry.event for entry in timeline.entries]
    assert len(events) == 41 + 4 * 40
    assert [entry.event for entry in game_from(written(*events))[2]] == events


def test_a_game_that_undoes_its_beginning_again_and_again_is_refused():
    events = [BEGUN, *(replace(RENAMED, values={"name": f"Mio {n}"}) for n in range(200)), Undone(entry=2)]
    events += [Undone(entry=number) for number in range(len(events), len(events) + 150)]
    with pytest.raises(DocumentError, match=r"“events\[3\d\d\]: entry”"):
        game_from(written(*events))


def test_a_change_of_a_player_who_is_not_there_changes_nothing():
    assert changed(city(2, 3), BoardChanged(player=7, values={"name": "Mio"})) == city(2, 3)


def test_players_are_counted_for_each_kind_of_game(tmp_path):
    library = library_in(tmp_path)
    for mountains in ((2, 3), (4, 1)):
        library.begin(HAND, BoardEntered(document=city(*mountains)), Ended())
    library.begin(HAND, SetUp(players=(Seat("Ken", ("red",)), Seat("Mio", ("blue",)))), Ended())
    games = [finished_game(kept) for kept in library.games()]
    records = player_records(Selection(game="hokkaido").of(games))
    assert [(r.name, r.games, r.wins, r.best) for r in records] == [("Aiko", 2, 1, 8), ("Ken", 2, 1, 6)]
    library.close()
