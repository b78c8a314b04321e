"""Numbers of games, tournaments and tables: none is given twice, so that an old link leads to nothing else."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, text

from companion.record.evenings.store import Evenings
from companion.record.events.log import HAND
from companion.record.storage.backup import back_up
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from companion.record.storage.table_register import TableRegister
from tests.support.games.recorded_games import ANN_AND_BO, laid, library_in


@pytest.fixture
def engine(tmp_path):
    engine = open_database(f"sqlite:///{tmp_path / 'games.db'}")
    yield engine
    engine.dispose()


def ways_of(engine):
    library, evenings, register = Library(engine), Evenings(engine), TableRegister(engine)
    return {
        "game": (lambda: library.begin(HAND, ANN_AND_BO), library.delete),
        "tournament": (lambda: evenings.begin("Friday", "fjords", 2, ["Ann", "Bo"]), evenings.remove),
        "table": (lambda: register.add("Oak"), register.remove),
    }


@pytest.mark.parametrize("kind", ["game", "tournament", "table"])
def test_a_number_is_not_given_again_in_whatever_order_things_are_deleted(engine, kind):
    add, delete = ways_of(engine)[kind]
    given = [add() for _ in range(4)]
    for number in (given[1], given[3], given[2]):
        delete(number)
    given.append(add())
    delete(given[-1])
    delete(given[0])
    given.append(add())
    assert given == [1, 2, 3, 4, 5, 6]


def test_a_deletion_that_fails_uses_up_no_number(engine):
    add, delete = ways_of(engine)["game"]
    with pytest.raises(KeyError):
        delete(7)
    assert add() == 1


def test_a_number_that_was_given_before_the_program_knew_of_this_is_not_given_again(tmp_path):
    file = tmp_path / "games.db"
    for _ in range(2):
        number = library_in(tmp_path).begin(HAND, ANN_AND_BO)
    with create_engine(f"sqlite:///{file}").begin() as connection:  # as the version before has left it
        connection.execute(text("DROP TABLE last_deleted"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    library = library_in(tmp_path)
    assert [game.id for game in library.games()] == [2, 1]
    library.delete(number)
    assert library.begin(HAND, ANN_AND_BO) == 3


def test_games_that_are_begun_at_the_same_moment_get_numbers_of_their_own(engine):
    library = Library(engine)
    library.delete(library.begin(HAND, ANN_AND_BO))
    with ThreadPoolExecutor(8) as threads:
        given = list(threads.map(lambda _: library.begin(HAND, ANN_AND_BO), range(24)))
    assert sorted(given) == list(range(2, 26))


def test_a_number_is_not_given_again_after_the_database_was_salvaged(tmp_path):
    file = tmp_path / "games.db"
    library = library_in(tmp_path)
    for column in range(3):
        library.begin(HAND, laid(column, 0))
    library.delete(3)
    library.close()
    assert back_up(file)
    data = bytearray(file.read_bytes())
    page = data.index(b'{"event":"') // 4096 * 4096
    data[page : page + 4096] = bytes(4096)
    file.write_bytes(data)
    library = library_in(tmp_path)
    assert [path.name for path in tmp_path.glob("games.damaged-*")]
    assert library.begin(HAND, laid(9, 9)) == 4
