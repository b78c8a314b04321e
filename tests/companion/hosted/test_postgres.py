"""The record in PostgreSQL: begun by several at once, written by several servers, and killed while they write."""

import subprocess
import sys
import threading
import time

import pytest
from sqlalchemy.exc import SQLAlchemyError

from companion.record.evenings.store import Evenings
from companion.record.events.log import HAND
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from companion.record.storage.table_register import TableRegister
from tests.support.games.recorded_games import ANN_AND_BO, laid

pytestmark = pytest.mark.hosted

SERVERS, EVENTS = 6, 25


def test_servers_that_start_at_once_make_the_tables_once(postgres):
    start = f"from companion.record.storage.database import open_database as o; o({postgres.url!r}).dispose()"
    running = [subprocess.Popen([sys.executable, "-c", start]) for _ in range(5)]
    assert [process.wait(120) for process in running] == [0] * 5
    library = Library(open_database(postgres.url))
    assert library.game(library.begin(HAND, ANN_AND_BO)).timeline.last_number == 1


def test_the_events_of_one_game_from_several_servers_have_one_order_and_none_is_lost(postgres):
    game = Library(open_database(postgres.url)).begin(HAND, ANN_AND_BO)
    given: list[int] = []

    def write(server):
        library = Library(open_database(postgres.url))
        for number in range(EVENTS):
            given.append(library.add(game, HAND, laid(server, number)))
        library.close()

    threads = [threading.Thread(target=write, args=(server,)) for server in range(SERVERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(given) == list(range(2, 2 + SERVERS * EVENTS))
    entries = Library(open_database(postgres.url)).game(game).timeline.entries
    assert [entry.number for entry in entries] == list(range(1, 2 + SERVERS * EVENTS))
    for server in range(SERVERS):
        assert [e.event.r for e in entries[1:] if e.event.q == server] == list(range(EVENTS))


def test_tables_and_evenings_are_kept_there_too(postgres):
    engine = open_database(postgres.url)
    register, evenings, library = TableRegister(engine), Evenings(engine), Library(engine)
    game = library.begin(HAND, ANN_AND_BO)
    register.begin_game(register.add("Oak"), game)
    number = evenings.begin("Friday", "fjords", 2, ["Ann", "Bo"])
    added = []
    asking = [
        threading.Thread(target=lambda: added.append(Evenings(engine).add_round(number, 0, [("Ann", "Bo")])))
        for _ in range(4)
    ]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert sorted(added) == [False, False, False, True]
    library.delete(game)
    assert register.table(1).game is None


def test_every_event_that_was_acknowledged_outlasts_the_killing_of_the_database(postgres):
    library = Library(open_database(postgres.url))
    game = library.begin(HAND, ANN_AND_BO)
    acknowledged: dict[int, tuple[int, int]] = {}
    stopping, refused = threading.Event(), []

    def write(server):
        own = Library(open_database(postgres.url))
        number = 0
        while not stopping.is_set():
            try:
                at = (40 * server + number // 200, number % 200)  # a board's coordinates end at 200
                acknowledged[own.add(game, HAND, laid(*at))] = at
                number += 1
            except SQLAlchemyError as error:
                refused.append(error)
                time.sleep(0.05)

    threads = [threading.Thread(target=write, args=(server,)) for server in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(2):
        time.sleep(1.5)
        postgres.kill()
        time.sleep(0.5)
        postgres.start()
    known = len(acknowledged)
    end = time.monotonic() + 60
    while len(acknowledged) < known + 20 and time.monotonic() < end:
        time.sleep(0.05)
    stopping.set()
    for thread in threads:
        thread.join()
    entries = Library(open_database(postgres.url)).game(game).timeline.entries
    stored = {entry.number: (entry.event.q, entry.event.r) for entry in entries[1:]}
    assert refused
    assert len(acknowledged) > known
    assert acknowledged.items() <= stored.items()
