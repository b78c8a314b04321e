"""Games on the disk: kept by many threads, by processes that are killed, taken out and in again, deleted."""

import csv
import io
import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from PIL import Image
from pydantic_core import PydanticSerializationError
from sqlalchemy import create_engine, inspect, text

from companion.problems import Problem
from companion.record.events.cells import CellEntered, TileRemoved
from companion.record.events.games import Ended, Undone
from companion.record.events.log import HAND, SEEN
from companion.record.exchange.files import events_csv, game_from, game_json, scores_csv
from companion.record.recorder import Recorder
from companion.record.result_card.drawing import HEIGHT, WIDTH, result_card
from companion.record.statistics.finished import finished_game
from companion.record.statistics.players import player_records
from companion.record.storage.database import open_database
from companion.record.storage.places import data_folder, database_url, session_key
from companion.record.storage.tables import METADATA
from games.documents import DocumentError
from tests.games.fjords.boards import document
from tests.support.games.recorded_games import ANN_AND_BO, laid, library_in, placed, played_record
from tests.support.games.simulated_table import scene
from tests.support.processes.forks import forks


@pytest.fixture(scope="module")
def begin():
    """Begin a process that keeps games."""
    with forks(
        "import companion.record.recorder, tests.support.games.simulated_table, tests.support.games.recorded_games"
    ) as begin:
        yield begin


def played(library):
    return library.import_game(*game_from(played_record().encode()))


def test_what_was_added_is_there_for_the_next_process(library, tmp_path):
    game = library.begin(HAND, ANN_AND_BO, laid(0, 0))
    assert library.add(game, HAND, placed("red", 0, 0)) == 3
    again = library_in(tmp_path).game(game)
    assert again == library.game(game)
    assert [entry.number for entry in again.timeline.entries] == [1, 2, 3]


# Here and below: by far more than is written before the process is killed, however late that is.
_WRITER = """
import sys
from pathlib import Path
from threading import Barrier
from companion.record.events.log import HAND
from tests.support.games.recorded_games import ANN_AND_BO, laid, library_in
library = library_in(Path(sys.argv[1]))
game = library.begin(HAND, ANN_AND_BO)
print(game, flush=True)
for n in range(40_000):
    print(library.add(game, HAND, laid(n % 200, n // 200)), flush=True)
"""


def test_a_killed_process_loses_nothing_that_it_said_was_recorded(tmp_path, begin):
    process = begin(_WRITER, [str(tmp_path)], tmp_path)
    game = int(process.stdout.readline())
    said = [int(process.stdout.readline()) for _ in range(25)]
    os.kill(process.pid, signal.SIGKILL)
    said += [int(line) for line in process.stdout.read().split("\n")[:-1]]
    assert process.wait() == -signal.SIGKILL
    library = library_in(tmp_path)
    kept = [entry.number for entry in library.game(game).timeline.entries]
    assert set(said) <= set(kept)
    assert kept == list(range(1, len(kept) + 1))
    assert library.add(game, HAND, laid(-1, 0)) == len(kept) + 1


_IMPORTER = """
import sys, uuid
from pathlib import Path
from threading import Barrier
from companion.record.exchange.files import game_from
from tests.support.games.recorded_games import library_in, played_record
library = library_in(Path(sys.argv[1]))
_, begun, entries = game_from(played_record().encode())
print(len(entries), flush=True)
for _ in range(40_000):
    print(library.import_game(uuid.uuid4().hex, begun, entries), flush=True)
"""


def test_a_process_killed_while_it_takes_games_in_leaves_whole_games_only(tmp_path, begin):
    process = begin(_IMPORTER, [str(tmp_path)], tmp_path)
    length = int(process.stdout.readline())
    said = [int(process.stdout.readline()) for _ in range(5)]
    os.kill(process.pid, signal.SIGKILL)
    said += [int(line) for line in process.stdout.read().split("\n")[:-1]]
    assert process.wait() == -signal.SIGKILL
    kept = {game.id: len(game.timeline.entries) for game in library_in(tmp_path).games()}
    assert set(said) <= kept.keys()
    assert set(kept.values()) == {length}


_CORRECTOR = """
import sys
from pathlib import Path
from threading import Barrier
from companion.live.cameras.cameras import Frame
from companion.live.table_change import TableChange
from companion.record.events.cells import CellEntered, Thing
from companion.record.events.games import SetUp
from companion.record.events.log import HAND
from companion.record.recorder import Recorder
from tests.support.games.recorded_games import library_in
from tests.support.games.simulated_table import scene
from companion.live.events import placed, laid
from vision.imaging.photo import photo_of
library = library_in(Path(sys.argv[1]))
recorder = Recorder(library)
game = library.begin(HAND, SetUp(watched=True))
recorder.follow(game)
board = scene(8).reading
frame = Frame(photo_of(scene(8).pixels))
recorder.record_change(TableChange(frame, None, tuple(laid(t) for t in board.tiles), board))
print(game, flush=True)
for n in range(40_000):
    q, r = board.tiles[n % len(board.tiles)].cell
    thing = Thing("viking", ("white", "red", "blue")[n % 3])
    print(library.add(game, HAND, CellEntered(q=q, r=r, things=(thing,))), q, r, thing.colour, flush=True)
    recorder.record_board(board.to_document())
"""


def test_a_process_killed_amid_corrections_keeps_every_one_that_it_said_was_kept(tmp_path, begin):
    process = begin(_CORRECTOR, [str(tmp_path)], tmp_path)
    game = int(process.stdout.readline())
    lines = [process.stdout.readline() for _ in range(20)]
    os.kill(process.pid, signal.SIGKILL)
    lines += process.stdout.read().splitlines(keepends=True)
    assert process.wait() == -signal.SIGKILL
    entries = {e.number: e.event for e in library_in(tmp_path).game(game).timeline.entries}
    for number, q, r, colour in (line.split() for line in lines if line.endswith("\n")):
        event = entries[int(number)]
        assert (event.q, event.r, event.things[0].colour) == (int(q), int(r), colour)
    assert sorted(entries) == list(range(1, len(entries) + 1))
    # The next process goes on with the game, and what its camera sees changes no cell that a person has told.
    again = Recorder(library_in(tmp_path))
    told = {(e.q, e.r) for e in entries.values() if isinstance(e, CellEntered)}
    before = again.current().timeline.position
    again.record_board(scene(8).reading.to_document())
    after = again.current().timeline.position
    assert {p for p in after.pieces if p.cell in told} == {p for p in before.pieces if p.cell in told}


def test_many_threads_add_to_one_game_without_losing_an_event(library):
    game = library.begin(HAND, ANN_AND_BO)
    with ThreadPoolExecutor(6) as hands:
        numbers = list(hands.map(lambda q: library.add(game, HAND, laid(q, 0)), range(40)))
    assert sorted(numbers) == list(range(2, 42))
    assert len(library.game(game).timeline.position.tiles) == 40


def test_events_that_happened_at_once_are_added_with_one_time_all_or_none(library):
    game = library.begin(HAND, ANN_AND_BO)
    assert library.add(game, SEEN, laid(0, 0), laid(1, 0), placed("red", 0, 0)) == 4
    assert library.add(game, SEEN, laid(2, 0)) == 5
    entries = library.game(game).timeline.entries
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5]
    assert len({entry.at for entry in entries[1:4]}) == 1 < len({entry.at for entry in entries[1:]})
    with pytest.raises(PydanticSerializationError):
        library.add(game, SEEN, laid(3, 0), object())
    assert library.game(game).timeline.last_number == 5
    with pytest.raises(KeyError):
        library.add(game + 1, SEEN, laid(3, 0), laid(4, 0))


def test_a_game_is_deleted_with_its_events_and_its_number_means_nothing(library, tmp_path):
    game = library.begin(HAND, ANN_AND_BO, laid(0, 0))
    library.delete(game)
    with pytest.raises(KeyError):
        library.game(game)
    with pytest.raises(KeyError):
        library.add(game, HAND, laid(0, 0))
    with pytest.raises(KeyError):
        library.delete(game)


def test_games_beyond_those_at_hand_are_read_again(library, monkeypatch):
    monkeypatch.setattr("companion.record.storage.library._CACHED_GAMES", 3)
    games = [library.begin(HAND, ANN_AND_BO, *(laid(q, 0) for q in range(n))) for n in range(6)]
    for _ in range(2):
        assert [len(kept.timeline.position.tiles) for kept in library.games()] == [5, 4, 3, 2, 1, 0]
        assert len(library._known) == 3
    first = library.game(games[0])
    library.add(games[0], HAND, laid(0, 7))
    assert list(library.game(games[0]).timeline.position.tiles) == [*first.timeline.position.tiles, (0, 7)]


def test_an_undone_event_counts_no_longer_for_anyone(library, tmp_path):
    game = library.begin(HAND, ANN_AND_BO, laid(0, 0))
    other = library_in(tmp_path)
    assert len(other.game(game).timeline.position.tiles) == 1
    library.add(game, HAND, Undone(entry=2))
    assert len(other.game(game).timeline.position.tiles) == 0


def test_the_database_knows_its_migrations(tmp_path):
    address = f"sqlite:///{tmp_path / 'games.db'}"
    open_database(address).dispose()
    engine = open_database(address)
    assert set(inspect(engine).get_table_names()) == {"alembic_version", *METADATA.tables}
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"


def test_a_database_that_cannot_be_used_is_said_in_a_sentence(tmp_path):
    (tmp_path / "words.db").write_text("no database " * 200, encoding="utf-8")
    newer = f"sqlite:///{tmp_path / 'newer.db'}"
    open_database(newer).dispose()
    with create_engine(newer).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    said = {}
    for url in (f"sqlite:///{tmp_path}/no/x.db", "words", "duck://x", f"sqlite:///{tmp_path}/words.db", newer):
        with pytest.raises(Problem) as problem:
            open_database(url)
        said[url] = problem.value.sentence("ru")
        assert said[url] != problem.value.sentence("en")
    assert "новой" in said[newer]


def test_a_password_is_never_shown():
    with pytest.raises(Problem) as problem:
        open_database("postgresql+nodriver://ann:hush@nowhere/games")
    assert "hush" not in problem.value.sentence("en")


def test_the_whole_game_leaves_as_json_and_comes_back(library, tmp_path):
    kept = library.game(played(library))
    written = game_json(kept)
    (tmp_path / "elsewhere").mkdir()
    elsewhere = library_in(tmp_path / "elsewhere")
    again = elsewhere.game(elsewhere.import_game(*game_from(written.encode())))
    assert game_json(again) == written
    with pytest.raises(KeyError):
        elsewhere.import_game(*game_from(written.encode()))


def test_a_board_document_is_taken_in_as_a_game(library):
    board = document({(0, 0): "P P P P P P", (1, 0): "P P P P P P"}, [("viking", "red", (1, 0))])
    kept = library.game(library.import_game(*game_from(json.dumps(board).encode())))
    assert [score.total for _, score in kept.timeline.result.ranking] == [1]


def changed(**fields):
    made = {"format": "longhouse-game", "version": 1, "id": "a" * 32, "begun": "2026-01-01", "events": []}
    return json.dumps({**made, **fields}).encode()


EVENT = {"number": 1, "at": "2026-01-01", "origin": "hand", "event": "tile-removed", "q": 0, "r": 0}


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (changed(version=2), "version"),
        (changed(id="../../etc"), "id"),
        (changed(begun="yesterday"), "begun"),
        (changed(events=7), "events"),
        (changed(events=[{**EVENT, "number": 3}]), "events[0].number"),
        (changed(events=[{**EVENT, "origin": "moon"}]), "events[0].origin"),
        (changed(events=[{**EVENT, "q": "x"}]), "events[0].q"),
        (changed(events=[{**EVENT, "event": "undone", "entry": 1}]), "events[0].entry"),
        (json.dumps({"tiles": []}).encode(), "format"),
    ],
)
def test_a_changed_file_is_refused_by_its_field(data, field):
    with pytest.raises(DocumentError) as refused:
        game_from(data)
    assert refused.value.field == field


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", b"[1]", b"{}", b"words", b"[" * 100_000, b"longhouse-record 1\nx"]
)
def test_a_file_that_is_no_game_is_refused_in_a_sentence(data):
    with pytest.raises(Problem) as refused:
        game_from(data)
    assert refused.value.sentence("ru") != refused.value.sentence("en")


def test_tables_carry_events_and_scores_and_no_formulas(library):
    setup = type(ANN_AND_BO)(players=(type(ANN_AND_BO.players[0])("=cmd()", ("white",)),))
    game = library.begin(HAND, setup, laid(0, 0), placed("white", 0, 0), TileRemoved(q=5, r=5))
    library.add(game, HAND, Undone(entry=4))
    kept = library.game(game)
    events = list(csv.DictReader(io.StringIO(events_csv(kept))))
    assert [row["counts"] for row in events] == ["1", "1", "1", "0", "1"]
    assert events[2]["colour"] == "white"
    scores = list(csv.DictReader(io.StringIO(scores_csv(kept))))
    assert (scores[0]["player"], scores[0]["total"]) == ("'=cmd()", "1")


def test_players_are_remembered_over_all_games_that_are_over(library):
    over = library.begin(HAND, ANN_AND_BO, laid(0, 0), laid(1, 0), placed("red", 0, 0), Ended())
    going_on = library.begin(HAND, ANN_AND_BO, laid(0, 0), placed("white", 0, 0))
    assert finished_game(library.game(going_on)) is None
    records = player_records([finished_game(library.game(over))])
    assert [(p.name, p.games, p.wins, p.mean, p.best) for p in records] == [("Bo", 1, 1, 1, 1), ("Ann", 1, 0, 0, 0)]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_card_shows_board_and_players(library, lang):
    card = Image.open(io.BytesIO(result_card(library.game(played(library)), lang)))
    assert card.size == (WIDTH, HEIGHT)
    shown = np.asarray(card.convert("RGB"))
    for colour in ((169, 198, 112), (204, 43, 43)):
        assert (shown == colour).all(axis=2).any()


def test_the_card_of_an_empty_game_with_a_long_title_is_drawn_too(library):
    setup = type(ANN_AND_BO)(title="Ж" * 80, players=(type(ANN_AND_BO.players[0])("Щ" * 60, ("my own colour",)),))
    assert result_card(library.game(library.begin(HAND, setup)), "ru")


def test_processes_that_start_at_once_in_one_folder_have_one_session_key(tmp_path):
    count = 8
    for n in range(40):
        folder = data_folder(str(tmp_path / str(n)))
        barrier = Barrier(count)

        def start(_, folder=folder, barrier=barrier):
            barrier.wait()
            return session_key(folder)

        with ThreadPoolExecutor(count) as threads:
            keys = set(threads.map(start, range(count)))
        assert len(keys) == 1
        assert [path.name for path in folder.iterdir()] == ["session.key"]


def test_the_session_key_is_made_once_and_is_its_owners_alone(tmp_path):
    folder = data_folder(str(tmp_path / "deep" / "data"))
    key = session_key(folder)
    assert session_key(folder) == key
    assert len(key) == 32
    assert (folder / "session.key").stat().st_mode & 0o077 == 0
    (folder / "session.key").write_bytes(b"")
    assert len(session_key(folder)) == 32


def test_a_data_folder_of_an_unknown_user_is_made_only_where_that_is_plainly_meant(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Problem, match=r"“~nobody-of-this-name/data”.*--data"):
        data_folder("~nobody-of-this-name/data")
    assert not list(tmp_path.iterdir())
    assert data_folder("./~nobody-of-this-name/data").is_dir()
    # Games that were kept in such a folder before are found again.
    assert data_folder("~nobody-of-this-name/data").is_dir()


def test_a_data_folder_may_be_in_the_users_own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder("~/data") == tmp_path / "data"


def test_the_database_lies_in_the_data_folder_whatever_its_name(tmp_path):
    folder = data_folder(str(tmp_path / "what?now=#1 %41"))
    open_database(database_url(folder)).dispose()
    assert (folder / "games.db").is_file()
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_a_data_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(Problem, match="--data"):
        data_folder(str(tmp_path / "file" / "data"))
