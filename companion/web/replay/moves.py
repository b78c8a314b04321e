"""The steps of a game as a list: who did what, what it gained, and the warnings about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.language import player_name
from companion.record.events.cells import PiecePlaced, PieceRemoved, RunePlaced, RuneRemoved
from companion.web.board.view import Mark, mark_for, notice_sentences
from companion.web.games.words import sentence_of_step
from companion.web.replay.points import StepPoints
from games.fjords.board import Player
from games.fjords.checks.warning import Warning


@dataclass(frozen=True)
class Gain:
    """Points that a player gained or lost by a step."""

    name: str
    points: int


@dataclass(frozen=True)
class Move:
    """A step of the list.

    Attributes:
        number: the number of the step, from 1.
        sentence: what happened.
        mark: the mark of the colour that it is about; ``None`` where it is about none.
        cell: its cell as ``q,r``; empty where it is about none.
        gains: what it changed for the players, the one that it is about first.
        warnings: the breaches of the rules that were shown while the game was played.
    """

    number: int
    sentence: str
    mark: Mark | None
    cell: str
    gains: tuple[Gain, ...]
    warnings: tuple[str, ...]


def moves_of(
    steps: Iterable[StepPoints], players: Sequence[Player], warned: Mapping[int, Sequence[Warning]], lang: str
) -> list[Move]:
    """Return steps of a game as a list.

    Args:
        steps: the steps.
        players: the players of the game, in the order of the steps' points.
        warned: what the rules said, by the numbers of entries in the game's log.
        lang: the language of all texts, ``en`` or ``ru``.
    """
    names = [player_name(player.name, lang) for player in players]
    return [_move(step, names, warned.get(step.step.entry.number, ()), lang) for step in steps]


def _move(step: StepPoints, names: Sequence[str], warnings: Sequence[Warning], lang: str) -> Move:
    """Return what is shown of a step: its words, what each player gained, and the rules that it broke."""
    event, cell = step.step.entry.event, step.step.cell
    colour = event.colour if isinstance(event, PiecePlaced | PieceRemoved | RunePlaced | RuneRemoved) and cell else None
    gains = [Gain(name, gained) for name, gained in zip(names, step.gains, strict=True) if gained]
    return Move(
        number=step.number,
        sentence=sentence_of_step(step.step, lang),
        mark=None if colour is None else mark_for(colour),
        cell="" if cell is None else f"{cell[0]},{cell[1]}",
        gains=tuple(sorted(gains, key=lambda gain: -gain.points)),
        warnings=tuple(notice_sentences(warnings, lang)),
    )


@dataclass(frozen=True)
class SliderMarks:
    """The marks on the slider of the replay.

    Attributes:
        pieces: the step and the CSS colour of each piece or rune stone.
        warnings: the steps of which the rules said something.
    """

    pieces: tuple[tuple[int, str], ...]
    warnings: tuple[int, ...]


def marks_on_slider(moves: Sequence[Move]) -> SliderMarks:
    """Return the marks on the slider."""
    pieces = tuple((move.number, move.mark.paint) for move in moves if move.mark is not None)
    return SliderMarks(pieces, tuple(move.number for move in moves if move.warnings))
