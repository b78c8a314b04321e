"""One game that cannot be read stops neither the start nor any other game, and none is taken in that could not be."""

import io
import json
import re
import sqlite3

import pytest

from companion.problems import Problem
from companion.record.events.boards import BoardEntered
from companion.record.events.games import SetUp
from companion.record.events.log import HAND
from companion.record.exchange.files import game_from, game_json
from companion.web import Config, create_app
from tests.support.games.recorded_games import ANN_AND_BO, laid, library_in, placed
from tests.support.pages.forms import token_of

CITY = {
    "format": "longhouse-board",
    "version": 1,
    "game": "hokkaido",
    "players": [{"name": "Ann", "squares": [{"x": 0, "y": 0, "terrain": "forest"}]}],
}


@pytest.fixture
def start(tmp_path, truth):
    """Start the app on a data folder, as often as is wanted; gives its client and its library."""
    libraries = []

    def begin():
        app = create_app(Config(data=str(tmp_path)), truth)
        libraries.append(app.extensions["longhouse-games"].library)
        return app.test_client(), libraries[-1]

    yield begin
    for library in libraries:
        library.close()


def post(client, address, **fields):
    token = token_of(client, "/games/new")
    return client.post(address, data={"csrf_token": token, **fields}, content_type="multipart/form-data")


def sent(client, game):
    return post(client, "/games/import", game=(io.BytesIO(json.dumps(game).encode()), "game.json"))


SPOILT = [
    "UPDATE events SET data = 'no JSON' WHERE game = 2 AND number = 2",
    "UPDATE events SET data = CAST(x'7bff7d' AS TEXT) WHERE game = 2 AND number = 2",
    "UPDATE events SET data = replace(data, 'Ann', CAST(x'ff' AS TEXT)) WHERE game = 2",
    "UPDATE events SET data = x'00ff' WHERE game = 2 AND number = 2",
    'UPDATE events SET data = \'{"event":"of-a-newer-program"}\' WHERE game = 2 AND number = 2',
    "UPDATE events SET at = '9999-12-31T23:59:59-12:00' WHERE game = 2 AND number = 2",
    "UPDATE events SET origin = 'moon' WHERE game = 2 AND number = 2",
    "UPDATE games SET begun = '0001-01-01' WHERE id = 2",
    "UPDATE games SET begun = 7 WHERE id = 2",
    "DELETE FROM events WHERE game = 2 AND number = 2",
    'UPDATE events SET data = \'{"event":"board-changed","player":0,"come":{"squares":[1]},'
    '"places":{"squares":[%s]}}\' WHERE game = 3 AND number = 2' % 10**30,
    'UPDATE events SET data = \'{"event":"board-changed","player":0,"values":{"name":5}}\' '
    "WHERE game = 3 AND number = 2",
    'UPDATE events SET data = \'{"event":"board-changed","values":{"game":"../x"}}\' WHERE game = 3 AND number = 2',
]


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_row_sets_its_game_aside_and_the_evening_goes_on(start, tmp_path, spoil):
    library = library_in(tmp_path)
    library.begin(HAND, SetUp(title="Wednesday", watched=True), laid(0, 0))
    library.begin(HAND, ANN_AND_BO, laid(0, 0), placed("red", 0, 0))
    library.begin(HAND, BoardEntered(document=CITY), BoardEntered(document=CITY))
    library.close()
    with sqlite3.connect(tmp_path / "games.db") as file:
        assert file.execute(spoil).rowcount
    file.close()
    bad, good = (3, 2) if "game = 3" in spoil else (2, 3)
    client, library = start()
    # The game that the camera follows is still followed, and goes on to be recorded.
    assert client.application.extensions["longhouse-games"].recorder.current().id == 1
    for lang, words in (("en", "Games that cannot be read"), ("ru", "Партии, которые не читаются")):
        page = client.get("/games/", headers={"Accept-Language": lang})
        assert page.status_code == 200
        assert words in page.text
        assert f"/games/{bad}/aside/" in page.text
        assert page.text.count('class="card game"') == 2
    for path in ("", "build/", "delete", "files/game.json", "moment?step=1", "hint?player=Ann"):
        assert client.get(f"/games/{bad}/{path}").headers["Location"] == f"/games/{bad}/aside/"
    assert client.get(f"/games/{good}/", follow_redirects=True).status_code == 200
    assert client.get("/hokkaido/").status_code == 200
    rows = json.loads(client.get(f"/games/{bad}/aside/rows.json").text)
    assert len(rows["events"]) == len(library.raw(bad)["events"]) > 0
    assert post(client, f"/games/{good}/aside/delete").headers["Location"] == f"/games/{good}/delete"
    assert post(client, f"/games/{bad}/aside/delete").status_code == 303
    assert client.get(f"/games/{bad}/aside/").status_code == 404
    assert "aside" not in client.get("/games/").text
    assert {kept.id for kept in library.games()} == {1, good}


def exported(library, *events):
    return json.loads(game_json(library.game(library.begin(HAND, *events))))


def with_event(game, **data):
    number = len(game["events"]) + 1
    entry = {"number": number, "at": "2026-01-01T20:00:00+00:00", "origin": "hand", **data}
    return {**game, "id": "b" * 32, "events": [*game["events"], entry]}


EMPTY = {"format": "longhouse-board", "version": 1, "game": "fjords", "tiles": [], "pieces": []}
ENTERED = {"number": 1, "at": "2026-01-01", "origin": "hand", "event": "board-entered", "document": EMPTY}
RED = {"event": "piece-placed", "kind": "viking", "q": 0, "r": 0}
CHANGE = {"event": "board-changed", "player": 0}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (CHANGE | {"come": {"squares": [{}]}, "places": {"squares": [10**30]}}, "places.squares[0]"),
        (CHANGE | {"come": {"squares": [{}]}, "places": {"squares": [10**9]}}, "places.squares.0"),
        (CHANGE | {"values": {"name": 5}}, "events[1]: players[0].name"),
        (CHANGE | {"values": {"squares": 5}}, "events[1]: players[0].squares"),
        (CHANGE | {"come": {"squares": ["x"]}}, "events[1]: players[0].squares[1]"),
        ({"event": "board-changed", "values": {"game": "../x"}}, "events[1]: game"),
        ({"event": "board-entered", "document": {"game": "../x"}}, "events[1].document.game"),
        ({"event": "board-changed", "values": {"format": None}}, "events[1]: format"),
        ({"event": "board-changed", "without": ["version"]}, "events[1]: version"),
        (CHANGE | {"values": {"note": "\ud800"}}, "values.note"),
        (CHANGE | {"values": {"note": "a\0b"}}, "values.note"),
        (CHANGE | {"values": {"note": float("nan")}}, "values.note"),
        (CHANGE | {"values": {"note": list(range(6_000))}}, "values.note"),
        (CHANGE | {"values": {"note": "x" * 30_000}}, "values.note"),
        ({"event": "ended", "at": "9999-12-31T23:59:59-12:00"}, "events[1].at"),
        ({"event": "ended", "at": "0001-01-01T00:00:00+14:00"}, "events[1].at"),
    ],
)
def test_a_game_that_cannot_be_played_again_is_refused_by_its_field(start, change, field):
    client, library = start()
    game = with_event(exported(library, BoardEntered(document=CITY)), **change)
    answer = sent(client, game)
    assert answer.status_code == 422
    assert field in answer.get_json()["error"]["message"]
    assert len(library.games()) == 1
    assert client.get("/games/").text.count('class="card game"') == 1


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"begun": "0001-01-01"}, "begun"),
        ({"begun": "9999-12-31T23:00:00-23:00"}, "begun"),
        ({"begun": 7}, "begun"),
        ({"events": [ENTERED]}, "events[0].document.game"),
        ({"id": "../x"}, "id"),
        ({"id": 7}, "id"),
        ({"id": "B" * 32}, "id"),
    ],
)
def test_a_game_with_impossible_times_or_fields_is_refused_naming_the_field(start, changed, field):
    client, library = start()
    answer = sent(client, {**exported(library, ANN_AND_BO, laid(0, 0)), "id": "b" * 32, **changed})
    assert answer.status_code == 422
    assert f"“{field}”" in answer.get_json()["error"]["message"]
    assert len(library.games()) == 1


def test_more_colours_than_any_table_has_are_refused_at_once(start):
    client, library = start()
    game = exported(library, laid(0, 0))
    for number in range(3_000):
        game["events"].append(with_event(game, **RED, colour=f"colour {number}")["events"][-1])
    answer = sent(client, {**game, "id": "b" * 32})
    assert answer.status_code == 422
    assert "events[21]: colour" in answer.get_json()["error"]["message"]


def paused(count):
    """An exported game that is paused and resumed over and over."""
    kinds = ("paused", "resumed")
    events = [
        {"number": n + 1, "at": "2026-01-01T20:00:00+00:00", "origin": "hand", "event": kinds[n % 2]}
        for n in range(count)
    ]
    head = {"format": "longhouse-game", "version": 1, "id": "b" * 32, "begun": "2026-01-01T20:00:00+00:00"}
    return json.dumps({**head, "events": events}).encode()


@pytest.mark.parametrize("data", [paused(4_001), paused(10) + bytes(16_000_000)], ids=["events", "bytes"])
def test_a_file_that_is_larger_than_any_game_is_refused(data):
    assert len(game_from(paused(10))[2]) == 10
    with pytest.raises(Problem) as problem:
        game_from(data)
    assert "too large" in problem.value.sentence("en")


def test_a_board_on_its_games_own_page_may_be_as_large_as_any_imported_file_and_a_larger_one_is_refused(start):
    client, library = start()
    for pages, status in ((1_000, 303), (1_100, 413)):
        file = io.BytesIO(json.dumps({**CITY, "of another program": ["x" * 15_000] * pages}).encode())
        assert post(client, "/hokkaido/import", document=(file, "city.json")).status_code == status
    assert len(library.games()) == 1


@pytest.mark.parametrize("value", [10**30, "\ud800", "a\0b"])
def test_a_board_that_cannot_be_counted_is_refused_on_its_games_own_page(start, value):
    client, library = start()
    document = {**CITY, "note": value}
    answer = post(client, "/hokkaido/import", document=(io.BytesIO(json.dumps(document).encode()), "city.json"))
    assert answer.status_code == 422
    assert "note" in answer.get_json()["error"]["message"]
    assert library.games() == []


def test_a_game_that_is_kept_already_is_not_kept_twice(start):
    client, library = start()
    game = exported(library, ANN_AND_BO, laid(0, 0))
    assert post(client, "/games/keep", document=json.dumps(game)).status_code == 409
    assert sent(client, game).status_code == 409
    assert len(library.games()) == 1


def test_an_exported_game_is_imported_unchanged(start, tmp_path):
    client, library = start()
    for events in ([ANN_AND_BO, laid(0, 0), placed("red", 0, 0)], [BoardEntered(document=CITY)]):
        game = {**exported(library, *events), "id": f"{len(events):032x}"}
        answer = sent(client, game)
        assert answer.status_code == 303
        kept = library.game(int(re.search(r"(\d+)/$", answer.headers["Location"]).group(1)))
        assert json.loads(game_json(kept)) == game
