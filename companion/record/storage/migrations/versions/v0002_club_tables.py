"""The tables of a club, and which games were played at which."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "club_tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("camera", sa.String(500), nullable=False),
        sa.Column("rulebook", sa.String(20), nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="SET NULL"), nullable=True),
    )
    op.create_table(
        "table_games",
        sa.Column(
            "game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
        ),
        sa.Column("club_table", sa.Integer, sa.ForeignKey("club_tables.id", ondelete="CASCADE"), nullable=False),
    )


def downgrade() -> None:
    """Forget the club's tables; the games stay."""
    op.drop_table("table_games")
    op.drop_table("club_tables")
