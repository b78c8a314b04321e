"""Alembic's entry point: runs the migrations on the program's connection."""

from __future__ import annotations

from alembic import context

from companion.record.storage.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
