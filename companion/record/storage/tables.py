"""The tables of the database: games and their events, the tables of a club, evenings, and numbers that are used up."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, Text

METADATA = MetaData()
_LAST_ID = 2**31 - 1
"""The largest number of a row: PostgreSQL's integers have 32 bits."""


def possible_id(number: int) -> int:
    """Return a row's number, as it comes from a URL, if a column can hold it; otherwise 0, which no row has."""
    return number if 0 < number <= _LAST_ID else 0


GAMES = Table(
    "games",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("uid", String(32), nullable=False, unique=True),
    Column("begun", String(40), nullable=False),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("game", Integer, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", String(40), nullable=False),
    Column("origin", String(8), nullable=False),
    Column("data", Text, nullable=False),
)

CLUB_TABLES = Table(
    "club_tables",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False),
    Column("camera", String(500), nullable=False),
    Column("rulebook", String(20), nullable=False),
    Column("players", Text, nullable=False),
    Column("game", Integer, ForeignKey("games.id", ondelete="SET NULL"), nullable=True),
)

TABLE_GAMES = Table(
    "table_games",
    METADATA,
    Column("game", Integer, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("club_table", Integer, ForeignKey("club_tables.id", ondelete="CASCADE"), nullable=False),
)

EVENINGS = Table(
    "evenings",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("rulebook", String(20), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("players", Text, nullable=False),
    Column("begun", String(40), nullable=False),
)

SITTINGS = Table(
    "sittings",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("evening", Integer, ForeignKey("evenings.id", ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("players", Text, nullable=False),
    Column("since", String(40), nullable=False),
    Column("game", Integer, ForeignKey("games.id", ondelete="SET NULL"), nullable=True),
    Column("points", Text, nullable=True),
    Column("winners", Text, nullable=True),
)

LAST_DELETED = Table(
    "last_deleted",
    METADATA,
    Column("table_name", String(20), primary_key=True),
    Column("number", Integer, nullable=False),
)
