"""Opening the database: settings of the connection, and the migrations that bring it up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError

from companion.language import N_
from companion.problems import Problem

_MIGRATIONS = Path(__file__).parent / "migrations"
_NO_ADDRESS = N_("“{url}” is not the address of a database that can be used; give one like sqlite:///games.db.")
_NO_DRIVER = N_("What is needed to speak to the database “{url}” is not installed; install its driver.")
_NO_ANSWER = N_("The database “{url}” cannot be opened; look whether it is there and may be written.")
_NO_RECORD = N_("“{url}” is not a database of Longhouse's games; choose another with --db or --data.")
_NEWER = N_("The games in “{url}” were kept by a newer Longhouse; install that one.")


def open_database(url: str) -> Engine:
    """Return the database at an address, brought up to date.

    Raises:
        Problem: there is no such database, it cannot be used, or a newer program has written it.
    """
    try:
        shown = make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        raise Problem(_NO_ADDRESS, url=url) from None
    try:
        engine = create_engine(url, **_options(url))
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _set_up_sqlite)
        migrate(engine)
    except NoSuchModuleError:
        raise Problem(_NO_ADDRESS, url=shown) from None
    except ImportError:
        raise Problem(_NO_DRIVER, url=shown) from None
    except CommandError:
        raise Problem(_NEWER, url=shown) from None
    except OperationalError:
        raise Problem(_NO_ANSWER, url=shown) from None
    except DBAPIError:
        raise Problem(_NO_RECORD, url=shown) from None
    return engine


def migrate(engine: Engine) -> None:
    """Run the migrations that the database has not seen yet."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _options(url: str) -> dict[str, Any]:
    # A database elsewhere may close a connection that was idle for an evening.
    return {} if url.startswith("sqlite") else {"pool_pre_ping": True}


def _set_up_sqlite(connection: Any, _: Any) -> None:
    # A damaged text must not keep others from being read: what is no UTF-8 in it is found when the text is used.
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    cursor = connection.cursor()
    # Readers never wait for the writer, and what was committed is on the disk, whatever happens to the process.
    # Writers wait for each other, on a busy machine for long, rather than lose what a page has shown.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
