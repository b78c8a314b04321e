"""The largest number that was deleted from each table, which is not given again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "last_deleted",
        sa.Column("table_name", sa.String(20), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Forget the numbers; SQLite may then give them again."""
    op.drop_table("last_deleted")
