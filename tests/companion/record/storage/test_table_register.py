"""The tables of a club in the database: kept, changed, and carried over when the file is damaged."""

import sqlite3

import pytest
from sqlalchemy import text

from companion.record.events.log import HAND
from companion.record.storage.backup import back_up
from companion.record.storage.carry_over import carry_over
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from companion.record.storage.table_register import ClubTable, TableRegister
from tests.support.games.recorded_games import ANN_AND_BO, laid

PAGE = 4096


def opened(folder):
    engine = open_database(f"sqlite:///{folder / 'games.db'}")
    return TableRegister(engine), Library(engine)


def test_a_table_is_kept_as_it_was_entered_and_changed(tmp_path):
    register, library = opened(tmp_path)
    oak = register.add("Oak", camera="rtsp://cam/1", players=("Ann", "Bo"))
    elm = register.add("Вяз", rulebook="hokkaido")
    register.change(elm, name="Ёлка", players=["Яна"])
    library.close()
    register, _ = opened(tmp_path)
    assert register.tables() == [
        ClubTable(oak, "Oak", "rtsp://cam/1", "fjords", ("Ann", "Bo")),
        ClubTable(elm, "Ёлка", "", "hokkaido", ("Яна",)),
    ]


def test_a_game_belongs_to_the_table_that_it_was_begun_at_even_when_the_next_is_played(tmp_path):
    register, library = opened(tmp_path)
    oak, elm = register.add("Oak"), register.add("Elm")
    first, second = library.begin(HAND, ANN_AND_BO), library.begin(HAND, ANN_AND_BO)
    register.begin_game(oak, first)
    register.begin_game(oak, second)
    assert register.table(oak).game == second
    assert (register.table_of(first), register.table_of(second), register.table_of(99)) == (oak, oak, None)
    register.begin_game(elm, first)
    assert register.table_of(first) == elm
    assert register.games() == {first, second}


def test_a_deleted_game_leaves_its_table_and_a_removed_table_its_games(tmp_path):
    register, library = opened(tmp_path)
    oak, game = register.add("Oak"), library.begin(HAND, ANN_AND_BO)
    register.begin_game(oak, game)
    library.delete(game)
    assert register.table(oak).game is None
    assert register.games() == frozenset()
    kept = library.begin(HAND, ANN_AND_BO)
    register.begin_game(oak, kept)
    register.remove(oak)
    assert register.tables() == []
    assert library.game(kept).id == kept


@pytest.mark.parametrize("number", [0, -1, 7, 2**31, 10**30])
def test_there_is_no_table_of_a_number_that_was_not_given(tmp_path, number):
    register, _ = opened(tmp_path)
    for ask in (register.table, register.remove, lambda n: register.change(n, name="x")):
        with pytest.raises(KeyError):
            ask(number)


def zero_pages_of(file, name):
    """Overwrite the root page of a table, as a failing disk might."""
    with open_database(f"sqlite:///{file}").connect() as connection:
        root = connection.execute(text(f"SELECT rootpage FROM sqlite_master WHERE name = '{name}'")).scalar()
    connection.engine.dispose()
    with file.open("r+b") as opened_file:
        opened_file.seek((root - 1) * PAGE)
        opened_file.write(bytes(PAGE))


def test_damage_to_the_games_leaves_the_tables_whole(tmp_path):
    register, library = opened(tmp_path)
    register.begin_game(register.add("Oak"), library.begin(HAND, ANN_AND_BO, laid(0, 0)))
    known = register.tables()
    library.close()
    zero_pages_of(tmp_path / "games.db", "events")
    register, _ = opened(tmp_path)
    assert [(table.name, table.camera) for table in register.tables()] == [(known[0].name, known[0].camera)]


def test_damaged_tables_come_back_from_the_backup(tmp_path):
    register, library = opened(tmp_path)
    register.begin_game(register.add("Oak"), library.begin(HAND, ANN_AND_BO, laid(0, 0)))
    known, file = register.tables(), tmp_path / "games.db"
    assert back_up(file)
    assert back_up(file) is None
    register.change(known[0].id, name="Ash")
    assert back_up(file)
    library.close()
    zero_pages_of(file, "club_tables")
    register, _ = opened(tmp_path)
    assert [table.name for table in register.tables()] == ["Ash"]


def test_a_name_with_damaged_letters_is_carried_over_and_can_be_shown(tmp_path):
    register, library = opened(tmp_path)
    oak = register.add("Oak", players=("Ann", "Bo"))
    library.close()
    with sqlite3.connect(tmp_path / "games.db") as file:
        file.execute("UPDATE club_tables SET name = CAST(x'4fff6b' AS TEXT), players = CAST(x'5b22ff225d' AS TEXT)")
    file.close()
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    opened(fresh)[1].close()
    carry_over(fresh / "games.db", tmp_path / "games.db", [])
    register, _ = opened(fresh)
    assert register.table(oak) == ClubTable(oak, "O\ufffdk", players=("\ufffd",))


def test_a_reference_to_a_game_that_was_lost_is_given_up(tmp_path):
    register, library = opened(tmp_path)
    register.begin_game(register.add("Oak"), library.begin(HAND, ANN_AND_BO, laid(0, 0)))
    library.close()
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    opened(fresh)[1].close()
    carry_over(fresh / "games.db", tmp_path / "games.db", [])
    register, _ = opened(fresh)
    assert register.table(1) == ClubTable(1, "Oak")
    assert register.games() == frozenset()
