"""A board with its tally as the page shows it: a tab per player, and the selected player's points explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.language import player_name
from companion.record.result import result_of
from companion.scoring.tally import Tally
from games.rulebook import Notice


@dataclass(frozen=True)
class Tab:
    """A player: name in the document, displayed name, total points, and whether the player leads or shares the lead."""

    name: str
    shown: str
    total: int
    leads: bool


@dataclass(frozen=True)
class Line:
    """One category of points: field, heading, points, and an explanatory sentence."""

    field: str
    heading: str
    points: int
    sentence: str


@dataclass(frozen=True)
class BoardView:
    """The board and score of the selected player, with tabs for the others.

    Attributes:
        player: the selected player's index.
        tabs: all players.
        lines: the selected player's points, the total last where there is one.
        notices: notices of the rules on the selected player's board, or of all.
        ties: the rule that breaks ties.
        winner: displayed name of the current winner; empty if there is none.
        shared: displayed names of players who share the victory.
        title: the title of the game.
        board: the drawing of the selected player's board.
    """

    player: int
    tabs: tuple[Tab, ...]
    lines: tuple[Line, ...]
    notices: tuple[Notice, ...]
    ties: str
    winner: str
    shared: tuple[str, ...]
    title: str
    board: Markup


def view_of(tally: Tally, player: int, lang: str) -> BoardView:
    """Return the view of one player's board."""
    book, result = tally.rulebook, result_of(tally)
    name = result.players[player].name
    winners = result.scores.winners
    return BoardView(
        player=player,
        tabs=tuple(
            Tab(line.player, player_name(line.player, lang), line.total, line.player in winners)
            for line in result.scores.scores
        ),
        lines=_lines(tally, player, lang),
        notices=tuple(notice for notice in tally.notices if notice.player in (None, name)),
        ties=book.ties(lang),
        winner=player_name(result.scores.winner, lang) if result.scores.winner else "",
        shared=tuple(player_name(shared, lang) for shared in result.scores.shared),
        title=book.title(lang),
        board=Markup(book.svg(tally.board, lang, name)),
    )


def _lines(tally: Tally, player: int, lang: str) -> tuple[Line, ...]:
    book, points = tally.rulebook, tally.score["scores"][player]
    sentences = book.explain(tally.board, lang)[player]
    fields: Sequence[str] = [field for field in book.headings if field in points]
    return tuple(Line(f, book.heading(f, lang), points[f], sentences.get(f, "")) for f in fields)
