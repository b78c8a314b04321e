"""The score of a board at the scoring that is due: gains in a small or big one, everything in the final one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.scores import ScoreSheet
from games.vikings.board import Board, Player
from games.vikings.final import FinalScore, final_scores, winner
from games.vikings.scoring import Gains, big_gains, small_gains
from games.vikings.specials import Special, amounts

Sheet = ScoreSheet[Gains] | ScoreSheet[FinalScore]
"""A scoring of every player; in a small and a big one nobody wins."""


def score(board: Board) -> Sheet:
    """Score a board for the scoring that its stage names, with what special cards do at it.

    In a small and a big scoring nobody wins. In the final one most points win, then most gold left.
    """
    if board.stage == "final":
        scores = final_scores(board.players, board.specials)
        return ScoreSheet(tuple(scores), winner(scores))
    return ScoreSheet(tuple(gains(player, board.stage == "big", board.specials) for player in board.players))


def gains(player: Player, big: bool, specials: Sequence[Special] = ()) -> Gains:
    """Return what a player gains in a small or a big scoring, with what special cards bring."""
    earned, extra = (big_gains if big else small_gains)(player), amounts(specials, player.name)
    return replace(earned, special=extra["points"], special_gold=extra["gold"])


def booked(board: Board) -> Board:
    """Return the board after a small or big scoring: what everybody gains is added to points and gold.

    Points on the track never fall below 0. Raises `ValueError` at the final scoring, after which nothing is held.
    """
    if board.stage == "final":
        raise ValueError("the final scoring ends the game")
    earned = [gains(player, board.stage == "big", board.specials) for player in board.players]
    players = tuple(
        replace(player, points=max(0, player.points + gain.points), gold=max(0, player.gold + gain.gold))
        for player, gain in zip(board.players, earned, strict=True)
    )
    return replace(board, players=players)
