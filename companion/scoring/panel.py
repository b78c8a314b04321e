"""The score as text for the panel that is drawn on a photo."""

from __future__ import annotations

from companion.language import N_, player_name, translator
from companion.scoring.fjords_tally import FjordsTally
from companion.scoring.points import heading, kinds_of_points
from companion.scoring.tally import Tally
from vision.drawing.panel import Panel, PanelRow


def fjords_panel(tally: FjordsTally, lang: str, has_winner: bool) -> Panel:
    """Return the panel of a tally of Fjords: a row for each player, a column for each scored kind, the leader.

    Args:
        tally: the board, counted.
        lang: ``en`` or ``ru``.
        has_winner: whether the leader has won.
    """
    say = translator(lang)
    fields = [*kinds_of_points(tally), "total"]
    rows = tuple(
        PanelRow(
            tally.board.player(row.player).colours[0],
            player_name(row.player, lang),
            tuple(str(getattr(row, field)) for field in fields),
        )
        for row in tally.scores.scores
    )
    leader = tally.scores.winner
    words = N_("{name} wins") if has_winner else N_("{name} leads")
    footer = say(words).format(name=player_name(leader, lang)) if leader else ""
    return Panel(say(N_("Score")), tuple(heading(field, lang) for field in fields), rows, footer)


def score_panel(tally: Tally, lang: str) -> Panel:
    """Return the panel of a tally of any game: a row for each player, a column for each kind of points."""
    say, book, rows = translator(lang), tally.rulebook, tally.score["scores"]
    fields = book.fields(rows)
    lines = (PanelRow(None, player_name(row["player"], lang), tuple(str(row[f]) for f in fields)) for row in rows)
    return Panel(say(N_("Score")), tuple(book.heading(field, lang) for field in fields), tuple(lines))
