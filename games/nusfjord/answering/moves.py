"""Legal moves in a village of Nusfjord, and the village of a document."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from games.answers import Described, NoAnswer
from games.language import N_
from games.nusfjord.board import Board
from games.nusfjord.play import moves as m
from games.nusfjord.play.village import WORK, Village
from games.nusfjord.play.work_phase import legal_moves
from games.nusfjord.stored_village import village_of

_NO_VILLAGE = N_(
    "This document of Nusfjord holds harbours only; workers are sent out in a village, played on the page."
)


def moves(board: Board, player: str) -> list[Described]:
    """Return what a player may do now: the legal moves at the player's turn, else none.

    Raises:
        NoAnswer: The document holds no village.
    """
    village = village_on(board)
    if village is None:
        raise NoAnswer(_NO_VILLAGE)
    is_turn = village.phase == WORK and village.company.name == player
    return [described(move) for move in legal_moves(village)] if is_turn else []


def described(move: m.Move) -> Described:
    """Return a move as a document: the action, and its fields; a plot is counted from 1 there, as on the page."""
    if isinstance(move, m.Copy):
        return {**described(move.move), "copied_from": move.space}
    fields: dict[str, Any] = asdict(move)
    if "plot" in fields:
        fields["plot"] += 1
    return {"move": getattr(move, "action", type(move).__name__.lower()), **fields}


def village_on(board: Board) -> Village | None:
    """Return the village that the board's document holds, if it holds one."""
    return village_of(board.source) if board.source.get("players") else None
