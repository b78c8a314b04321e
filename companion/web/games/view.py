"""Template data of games: rows of the list, and single steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.language import player_name, translator
from companion.record.position import Position
from companion.record.storage.library import StoredGame
from companion.record.summary import Summary
from companion.record.timeline import Step, Timeline
from companion.scoring.fjords_tally import FjordsTally, tally_document
from companion.web.board.game_phase import GamePhase, phase_of
from companion.web.board.last_move import warnings_at
from companion.web.board.view import Mark, View, mark_for, view_of
from companion.web.games.words import is_shown, origin_of, sentence_of_step
from games.rulebook import find


@dataclass(frozen=True)
class GameRow:
    """A row of the list of games, with the players and their points, best first.

    `version` is that of `companion.record.summary.Summary`.
    """

    id: int
    title: str
    begun: datetime
    minutes: int
    ended: bool
    by_hand: bool
    from_photo: bool
    tiles: int
    game: str
    players: tuple[tuple[str, tuple[Mark, ...], int, bool], ...]
    version: str


def game_row(summary: Summary, lang: str) -> GameRow:
    """Return the row of a game."""
    return GameRow(
        id=summary.id,
        title=summary.title,
        begun=summary.begun.astimezone(),
        minutes=round(summary.lasted.total_seconds() / 60),
        ended=summary.ended,
        by_hand=summary.by_hand,
        from_photo=summary.from_photo,
        tiles=summary.tiles,
        game=find(summary.result.game).title(lang),
        players=tuple(
            (
                player_name(player.name, lang),
                tuple(mark_for(colour) for colour in player.colours),
                score.total,
                player.name in summary.winners,
            )
            for player, score in summary.result.ranking
        ),
        version=summary.version,
    )


@dataclass(frozen=True)
class Moment:
    """A game after one of its steps: the event, and the board with its score.

    `game` is the number of the game, and `entry` that of the step in its log. `has_moves` says whether the
    steps of the log are moves of the game.
    """

    step: int
    steps: int
    sentence: str
    origin: str
    at: datetime | None
    view: View
    game: int = 0
    entry: int = 0
    has_moves: bool = True


def shown_steps(timeline: Timeline) -> Sequence[Step]:
    """Return the steps of a game that are shown to people; the board on which the record begins is one step."""
    hidden = timeline.opening
    return [s for s in timeline.steps() if is_shown(s.entry.event) and (s.opens or s.entry.number not in hidden)]


def shown_step_count(timeline: Timeline) -> int:
    """Return how many steps `shown_steps` returns, without computing the position after each."""
    hidden = max(0, len(timeline.opening) - 1)
    return sum(is_shown(e.event) and e.number not in timeline.undone for e in timeline.entries) - hidden


def moment_of(stored: StoredGame, number: int | None, lang: str) -> Moment:
    """Return a game after a number of steps; without a number, or with one too large, after all."""
    steps = shown_steps(stored.timeline)
    number = len(steps) if number is None else max(0, min(number, len(steps)))
    if number == 0:
        empty = tally_document(Timeline().position.document())
        return Moment(0, len(steps), "", "", None, view_of(empty, lang))
    chosen = steps[number - 1]
    entry, position = chosen.entry, chosen.position
    tally = tally_document(position.document())
    breaches = warnings_at(stored.timeline, entry)
    return Moment(
        step=number,
        steps=len(steps),
        sentence=sentence_of_step(chosen, lang),
        origin=origin_of(entry, translator(lang)),
        at=entry.at.astimezone(),
        view=view_of(tally, lang, phase_at(position, tally), breaches, chosen.cell),
        game=stored.id,
        entry=entry.number,
        has_moves=stored.timeline.has_moves,
    )


def phase_at(position: Position, tally: FjordsTally) -> GamePhase:
    """Return the phase of a game in a position; nobody is at turn once it has ended."""
    game_phase = phase_of(tally.board, position.setup)
    return replace(game_phase, at_turn=frozenset(), ended=True) if position.ended else game_phase
