"""Numbers of rows that appear in addresses: each is given once, so that an old link never leads to something else.

PostgreSQL sees to this itself. SQLite would give the largest number of a table again once its row is deleted.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, func, select
from sqlalchemy.dialects.sqlite import insert

from companion.record.storage.tables import LAST_DELETED


def next_number(connection: Connection, table: Table) -> dict[str, Any]:
    """Return the value of the column ``id`` for a new row of a table; nothing where the database chooses it itself.

    It is computed by the statement that inserts the row, so that two writers never get the same.
    """
    if connection.dialect.name != "sqlite":
        return {}
    largest = select(func.coalesce(func.max(table.c.id), 0)).scalar_subquery()
    deleted = select(LAST_DELETED.c.number).where(LAST_DELETED.c.table_name == table.name).scalar_subquery()
    return {"id": func.max(largest, func.coalesce(deleted, 0)) + 1}


def note_deleted(connection: Connection, table: Table, number: int) -> None:
    """Keep the number of a row that is deleted in this transaction from being given again."""
    if connection.dialect.name != "sqlite":
        return
    noted = insert(LAST_DELETED).values(table_name=table.name, number=number)
    largest = func.max(LAST_DELETED.c.number, noted.excluded.number)
    connection.execute(noted.on_conflict_do_update(index_elements=["table_name"], set_={"number": largest}))
