"""Evenings, and who sat at which table of each round."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "evenings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("rulebook", sa.String(20), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("begun", sa.String(40), nullable=False),
    )
    op.create_table(
        "sittings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("evening", sa.Integer, sa.ForeignKey("evenings.id", ondelete="CASCADE"), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("since", sa.String(40), nullable=False),
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="SET NULL"), nullable=True),
        sa.Column("points", sa.Text, nullable=True),
        sa.Column("winners", sa.Text, nullable=True),
    )


def downgrade() -> None:
    """Forget the evenings; the games stay."""
    op.drop_table("sittings")
    op.drop_table("evenings")
