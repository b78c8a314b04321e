"""The scorings of a game: gains of each, and the transition to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.boardgames.board_game import Document
from companion.language import N_
from companion.record.position import Position
from companion.record.timeline import Timeline
from games.rulebook import RecordedFacts
from games.vikings.board import Board, Stage
from games.vikings.play.state import GOLD_AT_START, POINTS_AT_START, ROUNDS
from games.vikings.reading import board_of, document_of
from games.vikings.recorded_cards import ROUND, round_in, round_of
from games.vikings.rulebook import RULEBOOK
from games.vikings.scoring.sheet import booked, score

STAGE_WORDS: dict[Stage, str] = {
    "small": N_("Small scoring"),
    "big": N_("Big scoring"),
    "final": N_("Final scoring"),
}
SHORT_WORDS: dict[Stage, str] = {"small": N_("Small"), "big": N_("Big"), "final": N_("Final")}


@dataclass(frozen=True)
class Scoring:
    """A booked scoring: round, kind, and each player's name, points and gold gained."""

    round: int
    stage: Stage
    gains: tuple[tuple[str, int, int], ...]


def from_the_first_round(document: Document) -> dict[str, Any]:
    """Return a new document as the game begins: ten points, gold by the number of players, a small scoring first."""
    players = document["players"]
    gold = GOLD_AT_START.get(len(players), 0)
    begun = [{**player, "points": POINTS_AT_START, "gold": gold} for player in players]
    return {**document, "stage": "small", ROUND: 1, "players": begun}


def next_scoring(document: Document, facts: RecordedFacts) -> dict[str, Any]:
    """Return the document with a small or big scoring booked, and the next one due.

    Small and big scorings take turns; after six the final one is due. Raises `ValueError` at the final scoring.
    """
    board = RULEBOOK.recorded(board_of(document), facts)
    after = document_of(booked(board))
    return {**after, "stage": stage_after(board), ROUND: round_of(board) + 1}


def stage_after(board: Board) -> Stage:
    """Return the scoring after a small or a big one."""
    if board.stage == "small":
        return "big"
    return "final" if round_of(board) >= ROUNDS else "small"


def scorings(timeline: Timeline) -> list[Scoring]:
    """Return the booked scorings in order, without undone ones."""
    if timeline.position.board is None or round_in(timeline.position.board) == 1:
        return []
    found = []
    before = Position()
    for step in timeline.steps():
        now = step.position
        if before.board is not None and now.board is not None and _is_booked(before.board, now.board):
            found.append(_scoring(before.board, facts_in(before)))
        before = now
    return found


def facts_in(position: Position) -> RecordedFacts:
    """Return the recorded events, besides the boards, at a position."""
    return [(event.what, event.data) for event in position.facts]


def _is_booked(before: Document, after: Document) -> bool:
    return before["stage"] != "final" and round_in(after) == round_in(before) + 1


def _scoring(document: Document, facts: RecordedFacts) -> Scoring:
    board = RULEBOOK.recorded(board_of(document), facts)
    lines = score(board).to_dict()["scores"]
    return Scoring(
        round_of(board), board.stage, tuple((line["player"], line["points"], line["gold"]) for line in lines)
    )
