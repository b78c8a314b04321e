"""Rounds and goals in a game's record, beside the board documents: the form of their data.

An entry ``round`` of the record is one round, an entry ``goals`` the points of the goals in play.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.envelope import Amount, Loose, Model, Word
from games.hokkaido.city import Board
from games.hokkaido.document import Colour
from games.rulebook import RecordedFacts

GOALS_FACT, ROUND_FACT = "goals", "round"
"""The names of the record's entries that hold goals and rounds."""
Goal = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9"]
"""The number of a goal, as JSON names a field."""
BidModel = Annotated[tuple[Amount, Amount], Loose] | Annotated[tuple[Amount, Amount, Colour], Loose]
"""A card and the cubes on it, with their colour where it is known."""


class RoundModel(Model):
    """A round: the cards by player, bids, the winners of goals, cards that left the game, and cubes paid."""

    draft: Literal["hokkaido", "honshu"] = "hokkaido"
    drafted: dict[Word, Amount] = Field(default_factory=dict)
    bids: dict[Word, BidModel] = Field(default_factory=dict)
    goals: dict[Goal, Word] = Field(default_factory=dict)
    tiles: list[Word] = Field(default_factory=list)
    thrown: list[Amount] = Field(default_factory=list)
    paid: dict[Word, dict[Colour, Amount]] = Field(default_factory=dict)


class GoalsModel(Model):
    """The points of each goal in play."""

    points: dict[Goal, Amount] = Field(default_factory=dict)


_MODELS: dict[str, type[Model]] = {ROUND_FACT: RoundModel, GOALS_FACT: GoalsModel}


def refuse_malformed_rounds(board: Board, facts: RecordedFacts) -> Board:
    """Raise `DocumentError` where a round is malformed; else return the board as it is, for its score has all goals."""
    for what, data in facts:
        if (model := _MODELS.get(what)) is not None:
            model.parse(data)
    return board
