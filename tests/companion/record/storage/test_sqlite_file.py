"""The database's file: whose it is, who may read it, several processes that open it at once, copies, salvage."""

import os
import random
import shutil
import signal
import sqlite3
import stat
from datetime import datetime

import pytest
from sqlalchemy import text

from companion.problems import Problem
from companion.record.events.log import HAND
from companion.record.storage import salvage
from companion.record.storage.backup import back_up, backups_of
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from companion.record.storage.places import data_folder, database_url
from companion.record.storage.salvage import damaged_beside
from companion.web import Config, create_app
from tests.support.games.recorded_games import ANN_AND_BO, laid, library_in
from tests.support.processes.forks import forks

PAGE = 4096


@pytest.fixture(scope="module")
def begin():
    """Begin a process that uses the database."""
    with forks("import companion.record.recorder, tests.support.games.recorded_games") as begin:
        yield begin


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def filled(folder, games=6, tiles=12):
    """Keep games in a folder, and return their names and events; the database is closed as when a server ends."""
    library = library_in(folder)
    for _ in range(games):
        library.begin(HAND, ANN_AND_BO, *(laid(q, 0) for q in range(tiles)))
    kept = facts_in(library)
    library.close()
    return kept


def facts_in(library):
    return {kept.uid: kept.timeline.entries for kept in library.games()}


def rows_of(file):
    connection = sqlite3.connect(file)
    rows = connection.execute("SELECT * FROM events").fetchall()
    connection.close()
    return rows


def damage(file, *places, kind="flip"):
    data = bytearray(file.read_bytes())
    for start, end in places:
        data[start:end] = bytes(b ^ 0xA5 for b in data[start:end]) if kind == "flip" else bytes(end - start)
    file.write_bytes(data)


def test_nobody_else_may_read_the_games(tmp_path):
    before = os.umask(0o022)
    try:
        folder = data_folder(str(tmp_path / "data"))
        engine = open_database(database_url(folder))
        with engine.begin() as connection:
            connection.execute(text("DELETE FROM games"))
        back_up_of = filled(folder)
        copy = back_up(folder / "games.db")
        assert mode_of(folder) == 0o700
        assert mode_of(copy.parent) == 0o700
        files = sorted([*folder.glob("games.db*"), copy])
        assert {path.suffix for path in files} == {".db", ".db-wal", ".db-shm", ".lock"}
        assert {mode_of(path) for path in files} == {0o600}
    finally:
        os.umask(before)
        engine.dispose()
    # What an older program has left open to others is taken from their sight.
    (folder / "games.db").chmod(0o644)
    assert facts_in(library_in(folder)) == back_up_of
    assert mode_of(folder / "games.db") == 0o600


def made_with(file, *statements):
    connection = sqlite3.connect(file)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE photos (id INTEGER)"],
        ["CREATE TABLE games (id INTEGER, name TEXT)"],
        ["PRAGMA application_id=7", "CREATE TABLE games (id INTEGER, uid TEXT, begun TEXT)"],
        ["CREATE TABLE games (id INTEGER, uid TEXT, begun TEXT)", "CREATE TABLE scores (id INTEGER)"],
        ["PRAGMA journal_mode=WAL", "CREATE TABLE photos (id INTEGER)"],
    ],
)
def test_the_database_of_another_program_is_refused_and_left_as_it_was(tmp_path, statements):
    file = tmp_path / "games.db"
    made_with(file, *statements)
    file.chmod(0o640)
    before = file.read_bytes()
    for lang, words in (("en", "not a database of Longhouse"), ("ru", "не база партий")):
        with pytest.raises(Problem) as problem:
            open_database(f"sqlite:///{file}")
        assert words in problem.value.sentence(lang)
    assert file.read_bytes() == before
    assert mode_of(file) == 0o640


def test_a_database_from_before_files_were_marked_is_taken_and_marked(tmp_path):
    kept = filled(tmp_path)
    made_with(tmp_path / "games.db", "PRAGMA application_id=0")
    library = library_in(tmp_path)
    assert facts_in(library) == kept
    library.close()
    connection = sqlite3.connect(tmp_path / "games.db")
    assert connection.execute("PRAGMA application_id").fetchone() == (int.from_bytes(b"LONG", "big"),)
    connection.close()


# From the fork on there are two processes, each of which opens the database by itself.
_STARTER = """
import os, sys
from sqlalchemy import text
from companion.record.storage.database import open_database
other = os.fork()
with open_database(sys.argv[1]).begin() as connection:
    connection.execute(text("INSERT INTO games (uid, begun) VALUES (hex(randomblob(16)), '2026-01-01T00:00:00')"))
if other:
    assert os.waitpid(other, 0)[1] == 0
"""


def test_processes_that_open_a_new_database_at_the_same_moment_all_succeed(tmp_path, begin):
    address = f"sqlite:///{tmp_path / 'games.db'}"
    both = begin(_STARTER, [address], tmp_path)
    assert both.wait() == 0, both.errors
    with open_database(address).connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM games")).scalar() == 2


def test_a_backup_is_made_when_something_has_changed_and_the_oldest_ones_go(tmp_path):
    kept = filled(tmp_path, games=1)
    file = tmp_path / "games.db"
    assert back_up(file).name == "games-000001.db"
    assert back_up(file) is None
    library = library_in(tmp_path)
    for number in range(2, 9):
        library.begin(HAND, laid(0, number))
        assert back_up(file).name == f"games-{number:06}.db"
    library.delete(8)
    assert back_up(file).name == "games-000009.db"
    library.close()
    assert [path.name for path in backups_of(file)] == [f"games-{number:06}.db" for number in (9, 8, 7, 6, 5)]
    (tmp_path / "again").mkdir()
    shutil.copy(backups_of(file)[0], tmp_path / "again/games.db")
    again = facts_in(library_in(tmp_path / "again"))
    assert len(again) == 7
    assert kept.items() <= again.items()


def test_an_empty_database_is_not_backed_up_and_a_full_disk_stops_nothing(tmp_path):
    library_in(tmp_path).close()
    assert back_up(tmp_path / "games.db") is None
    filled(tmp_path)
    (tmp_path / "backups").write_text("a file where the folder should be", encoding="utf-8")
    assert back_up(tmp_path / "games.db") is None


def test_a_server_backs_its_games_up_when_it_starts(tmp_path, truth, wait_for):
    filled(tmp_path)
    app = create_app(Config(data=str(tmp_path)), truth)
    assert wait_for(lambda: backups_of(tmp_path / "games.db"), 60)
    app.extensions["longhouse-games"].library.close()


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_database_is_salvaged_and_completed_from_the_backup(tmp_path, seed):
    kept, file, chance = filled(tmp_path), tmp_path / "games.db", random.Random(seed)
    back_up(file)
    pages = file.stat().st_size // PAGE
    hit = chance.sample(range(pages), 3)
    damage(file, *((page * PAGE, (page + 1) * PAGE) for page in hit), kind=chance.choice(["flip", "zero"]))
    broken = file.read_bytes()
    library = library_in(tmp_path)
    assert facts_in(library) == kept
    game = library.begin(HAND, laid(0, 0))
    assert library.game(game).timeline.last_number == 1
    (name,) = damaged_beside(file)
    assert (tmp_path / name).read_bytes() == broken
    library.close()
    assert len(facts_in(library_in(tmp_path))) == len(kept) + 1
    assert damaged_beside(file) == [name]


@pytest.mark.parametrize("seed", range(6))
def test_without_a_backup_only_the_rows_on_damaged_pages_are_lost(tmp_path, seed):
    filled(tmp_path, games=12)
    file, chance = tmp_path / "games.db", random.Random(seed)
    before = rows_of(file)
    page = 0 if seed == 0 else chance.randrange(1, file.stat().st_size // PAGE)
    damage(file, (page * PAGE, (page + 1) * PAGE), kind="zero")
    library = library_in(tmp_path)
    library.close()
    left = rows_of(file)
    # A page holds less than twenty of these events; a row that is left is as it was.
    assert len(before) - 20 < len(left) <= len(before)
    assert set(left) <= set(before)


def test_a_damaged_database_in_a_folder_of_any_name_is_salvaged(tmp_path):
    folder = data_folder(str(tmp_path / "what?now"))
    url = database_url(folder)
    library = Library(open_database(url))
    library.begin(HAND, ANN_AND_BO, *(laid(q, 0) for q in range(200)))
    kept = facts_in(library)
    library.close()
    back_up(folder / "games.db")
    damage(folder / "games.db", (PAGE, 2 * PAGE), kind="zero")
    library = Library(open_database(url))
    assert facts_in(library) == kept
    library.close()
    assert len(damaged_beside(folder / "games.db")) == 1
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_a_database_cut_short_is_salvaged_up_to_the_cut(tmp_path):
    kept, file = filled(tmp_path, games=30), tmp_path / "games.db"
    os.truncate(file, file.stat().st_size // 2 + 100)
    library = library_in(tmp_path)
    again = facts_in(library)
    assert any(again.values())
    assert all(log == kept[uid][: len(log)] for uid, log in again.items())


@pytest.mark.parametrize("later", [0, 1])
def test_a_deleted_game_does_not_come_back_by_a_backup_or_a_salvage(tmp_path, later):
    file = tmp_path / "games.db"
    filled(tmp_path, games=3)
    back_up(file)
    library = library_in(tmp_path)
    library.delete(3)
    for _ in range(later):
        library.begin(HAND, laid(9, 9))
    kept = facts_in(library)
    library.close()
    lose_root_of_events(file)
    assert facts_in(library_in(tmp_path)) == kept


def lose_root_of_events(file):
    """Zero the page that leads to all events."""
    with open_database(f"sqlite:///{file}").connect() as connection:
        root = connection.execute(text("SELECT rootpage FROM sqlite_master WHERE name = 'events'")).scalar()
    damage(file, ((root - 1) * PAGE, root * PAGE), kind="zero")


def test_events_older_than_their_game_belong_to_a_deleted_one_and_are_not_salvaged(tmp_path):
    kept, file = filled(tmp_path), tmp_path / "games.db"
    # As a page that was freed keeps them: the next event of the last game, from before it had begun.
    columns = "game, count(*) + 1, '2001-01-01T00:00:00+00:00', origin, data"
    made_with(file, f"INSERT INTO events SELECT {columns} FROM events WHERE game = (SELECT max(id) FROM games)")
    lose_root_of_events(file)
    assert facts_in(library_in(tmp_path)) == kept


def test_a_salvage_that_was_interrupted_is_finished_at_the_next_start(tmp_path):
    kept, file = filled(tmp_path), tmp_path / "games.db"
    # The process was killed when the fresh database was complete and the damaged one already put aside.
    file.rename(tmp_path / "games.db.salvaged")
    library = Library(open_database(f"sqlite:///{file}"))
    assert facts_in(library) == kept
    library.close()
    # Or when the damaged one was still in its place.
    shutil.copy(file, tmp_path / "games.db.salvaged")
    damage(file, (0, PAGE), kind="zero")
    assert facts_in(Library(open_database(f"sqlite:///{file}"))) == kept
    assert len(damaged_beside(file)) == 1


def test_a_commit_is_on_the_disk_before_it_returns(tmp_path):
    with open_database(f"sqlite:///{tmp_path / 'games.db'}").connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2}  # FULL: an fsync of the log at every commit


class StandingClock(datetime):
    @classmethod
    def now(cls, tz=None):
        return datetime(2026, 5, 1, 20, 0, tzinfo=tz)


def test_every_damaged_database_is_kept_even_those_of_one_second(tmp_path, monkeypatch):
    monkeypatch.setattr(salvage, "datetime", StandingClock)
    file = tmp_path / "games.db"
    kept = filled(tmp_path)
    broken = set()
    for place in (100, 200, 300):
        damage(file, (place, PAGE), kind="zero")
        broken.add(file.read_bytes())
        library = Library(open_database(f"sqlite:///{file}"))
        assert facts_in(library) == kept
        library.close()
    assert {(tmp_path / name).read_bytes() for name in damaged_beside(file)} == broken


def test_the_page_says_that_the_database_was_damaged_and_where_it_is_kept(tmp_path, truth, caplog):
    filled(tmp_path)
    damage(tmp_path / "games.db", (0, PAGE), kind="zero")
    app = create_app(Config(data=str(tmp_path)), truth)
    (name,) = damaged_beside(tmp_path / "games.db")
    for lang, words in (("en", "was damaged"), ("ru", "была повреждена")):
        page = app.test_client().get("/games/", headers={"Accept-Language": lang}).text
        assert words in page
        assert name in page
        assert page.count('class="card game"') == 6
    assert name in caplog.text
    assert "Traceback" not in caplog.text
    app.extensions["longhouse-games"].library.close()


# By far more events than are written before the process is killed, however late that is.
_WRITER = """
import sys
from datetime import datetime
from pathlib import Path
from companion.record.events.log import HAND
from tests.support.games.recorded_games import ANN_AND_BO, laid, library_in
library = library_in(Path(sys.argv[1]))
game = library.begin(HAND, ANN_AND_BO)
print(game, flush=True)
for q in range(40_000):
    print(library.add(game, HAND, laid(q % 200, q // 200)), flush=True)
"""


@pytest.fixture(scope="module")
def killed(tmp_path_factory, begin):
    """What a process that was killed while it wrote has left, and the numbers that it said were kept."""
    folder = tmp_path_factory.mktemp("killed")
    process = begin(_WRITER, [str(folder)], folder)
    said = [int(process.stdout.readline()) for _ in range(40)]
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    return folder, said[0], said[1:]


def copied(folder, to):
    to.mkdir()
    for part in ("games.db", "games.db-wal"):
        shutil.copy(folder / part, to)
    return to


@pytest.mark.parametrize("seed", range(6))
def test_a_torn_log_of_a_killed_process_is_good_up_to_the_damage(tmp_path, killed, seed):
    folder, game, said = killed
    kept = library_in(copied(folder, tmp_path / "whole")).game(game).timeline.entries
    assert set(said) <= {entry.number for entry in kept}
    log, chance = copied(folder, tmp_path / "torn") / "games.db-wal", random.Random(seed)
    # The log's first frames made the tables; somewhere in its last half a byte is flipped, or it is cut off.
    place = chance.randrange(log.stat().st_size // 2, log.stat().st_size)
    if seed % 2:
        os.truncate(log, place)
    else:
        damage(log, (place, place + 1))
    again = library_in(log.parent).game(game).timeline.entries
    assert 0 < len(again) <= len(kept)
    assert again == kept[: len(again)]


_FILLER = """
import logging, resource, sys
from pathlib import Path
from sqlalchemy.exc import SQLAlchemyError
from companion.record.events.games import SetUp
from companion.record.events.log import HAND
from companion.record.recorder import Recorder
from tests.support.games.recorded_games import laid, library_in
library = library_in(Path(sys.argv[1]))
game = library.begin(HAND, SetUp(watched=True))
recorder = Recorder(library)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
print(game, flush=True)
try:
    for q in range(4000):
        print(library.add(game, HAND, laid(q % 200, q // 200)), flush=True)
except SQLAlchemyError:
    print("full", flush=True)
board = {"format": "longhouse-board", "version": 1, "game": "fjords", "tiles": [], "pieces": []}
for n in range(20):
    recorder.record_board({**board, "tiles": [{**laid(0, 0).tile, "q": q, "r": 150} for q in range(n + 1)]})
print(recorder.state, flush=True)
"""


@pytest.mark.long
def test_a_full_disk_loses_no_acknowledged_event_and_is_logged_in_one_line(tmp_path, begin):
    process = begin(_FILLER, [str(tmp_path)], tmp_path)
    first, *said, full, state = process.stdout.read().split()
    assert (process.wait(), full, state) == (0, "full", "broken"), process.errors
    numbers = {entry.number for entry in library_in(tmp_path).game(int(first)).timeline.entries}
    assert {int(number) for number in said} <= numbers
    assert "Traceback" not in process.errors
    assert len(process.errors.strip().splitlines()) == 1, process.errors
