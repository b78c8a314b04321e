"""A game as plain text, also without a record of moves."""

from __future__ import annotations

from collections.abc import Iterator

from companion.language import N_, player_name, translator
from companion.record.events.cells import TileLaid
from companion.record.storage.library import StoredGame
from companion.record.summary import summary_of
from companion.record.timeline import Step
from companion.web.board.last_move import warnings_of_moves
from companion.web.board.view import notice_sentences
from companion.web.games.view import shown_steps
from companion.web.games.words import sentence_of_step


def story_of(stored: StoredGame, lang: str) -> str:
    """Return a line for each step (its time, what happened, the cell in axial coordinates), then the points.

    Of a game that is known by its last board alone there are only the points. The warnings about a move that were
    shown while the game was played stand below it, each after an exclamation mark.
    """
    summary, say = summary_of(stored), translator(lang)
    title = summary.title or say(N_("A game of Fjords"))
    warned = warnings_of_moves(stored.timeline)
    happened = []
    for number, step in enumerate(shown_steps(stored.timeline) if stored.timeline.has_moves else (), 1):
        happened.append(_facts(number, step, lang))
        happened += [f"   ! {said}" for said in notice_sentences(warned.get(step.entry.number, ()), lang)]
    points = [f"{player_name(player.name, lang)}: {score.total}" for player, score in summary.result.ranking]
    return "\n".join([f"{title}, {summary.begun.astimezone():%d.%m.%Y}", "", *happened, "", *points, ""])


def _facts(number: int, step: Step, lang: str) -> str:
    entry = step.entry
    said = sentence_of_step(step, lang)
    return " ".join([f"{number}.", f"{entry.at.astimezone():%H:%M:%S}", said, *_place(step)])


def _place(step: Step) -> Iterator[str]:
    if step.cell is None:
        return
    yield f"({step.cell[0]}, {step.cell[1]})"
    if isinstance(step.entry.event, TileLaid):
        yield "-".join(map(str, step.entry.event.tile["edges"]))
