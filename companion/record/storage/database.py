"""Opening the database: settings of the connection, and the migrations that bring it up to date."""

from __future__ import annotations

import sqlite3
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Engine, create_engine, event, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError, SQLAlchemyError

from companion.language import N_
from companion.problems import Problem
from companion.record.storage.salvage import finish, salvage
from companion.record.storage.sqlite_file import APPLICATION_ID, file_of, is_ours, is_whole, make_private, opened_alone

PATIENCE = 5.0
"""Seconds to wait for another writer of the same SQLite file.

The longest transaction, the import of a game of 4 000 events, was measured to hold the lock for 0.3 s while 15
processes waited for each core. A camera that cannot record for that long loses nothing: its board is compared with the
log again afterwards.
"""
_MIGRATIONS = Path(__file__).parent / "migrations"
_NO_ADDRESS = N_("“{url}” is not the address of a database that can be used; give one like sqlite:///games.db.")
_NO_DRIVER = N_("The driver for the database “{url}” is not installed; install it.")
_NO_ANSWER = N_("The database “{url}” cannot be opened; check that it exists and can be written to.")
_NO_RECORD = N_("“{url}” is not a database of Longhouse's games; choose another with --db or --data.")
_DAMAGED = N_(
    "The games in “{url}” are damaged and cannot be moved to a new database; check whether the disk is full. "
    "Nothing was changed."
)
_NEWER = N_("The games in “{url}” were saved by a newer version of Longhouse; install that version.")


def open_database(url: str | URL) -> Engine:
    """Return the database at an address, brought up to date.

    Raises:
        Problem: there is no such database, it cannot be used, or a newer program has written it.
    """
    try:
        made = make_url(url)
        shown = made.render_as_string(hide_password=True)
    except ArgumentError:
        raise Problem(_NO_ADDRESS, url=url) from None
    try:
        file = file_of(made)
        with nullcontext() if file is None else opened_alone(file):
            if file is not None:
                _prepare(file, shown)
            engine = _opened(url)
    except NoSuchModuleError:
        raise Problem(_NO_ADDRESS, url=shown) from None
    except ImportError:
        raise Problem(_NO_DRIVER, url=shown) from None
    except CommandError:
        raise Problem(_NEWER, url=shown) from None
    except (OSError, OperationalError, sqlite3.OperationalError):
        raise Problem(_NO_ANSWER, url=shown) from None
    except (DBAPIError, sqlite3.Error):
        raise Problem(_NO_RECORD, url=shown) from None
    return engine


def _prepare(file: Path, shown: str) -> None:
    """Check that a file is a database of games, make it private, and salvage it if it is damaged."""
    finish(file)
    if file.exists() and not is_ours(file):
        raise Problem(_NO_RECORD, url=shown)
    make_private(file)
    if is_whole(file):
        return
    try:
        salvage(file, lambda fresh: _opened(URL.create("sqlite", database=str(fresh))).dispose())
    except (OSError, sqlite3.Error, SQLAlchemyError):
        raise Problem(_DAMAGED, url=shown) from None
    make_private(file)


def _opened(url: str | URL) -> Engine:
    engine = create_engine(_with_driver(url), **_options(url))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
    migrate(engine)
    if engine.dialect.name == "sqlite":
        with engine.begin() as connection:
            # Written only once: another process may hold the file while this one starts.
            if connection.exec_driver_sql("PRAGMA application_id").scalar() != APPLICATION_ID:
                connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    return engine


def is_busy(error: SQLAlchemyError) -> bool:
    """Return whether a database failed only because another process has locked it."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def migrate(engine: Engine) -> None:
    """Run the pending migrations; two processes that start at once do it one after the other."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Held until the transaction ends; a SQLite file has a lock of its own, see `opened_alone`.
            connection.execute(select(func.pg_advisory_xact_lock(APPLICATION_ID)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _with_driver(url: str | URL) -> URL:
    """Return the address with the driver that the extra ``hosted`` installs, where it names none."""
    made = make_url(url)
    return made.set(drivername="postgresql+psycopg") if made.drivername in ("postgresql", "postgres") else made


def _options(url: str | URL) -> dict[str, Any]:
    # A database elsewhere may close a connection that was idle for an evening.
    return {} if make_url(url).drivername.startswith("sqlite") else {"pool_pre_ping": True}


def _set_up_sqlite(connection: Any, _: Any) -> None:
    # A damaged text must not prevent reading others: invalid UTF-8 is detected when the text is used.
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    cursor = connection.cursor()
    # Readers never wait for the writer, and commits are durable. Writers wait for each other; see `PATIENCE`.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={round(1000 * PATIENCE)}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
