"""The score of a board at the scoring that is due: the gains of a small or big one, or the final score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.scores import ScoreSheet
from games.vikings.board import Board, Player
from games.vikings.scoring.figures_and_ships import (
    GOLD_PER_GOLDSMITH,
    POINTS_PER_JARL,
    POINTS_PER_SCOUT,
    Gains,
    big_gains,
    small_gains,
)
from games.vikings.scoring.final import FinalScore, final_scores, winner
from games.vikings.specials import Special, amounts

Sheet = ScoreSheet[Gains] | ScoreSheet[FinalScore]
"""The scores of all players; only the final one has a winner."""


def score(board: Board) -> Sheet:
    """Return the scores of a board at the scoring that its stage names, including special cards.

    A small or big scoring has no winner. The final one is won by most points, then most gold left.
    """
    if board.stage == "final":
        scores = final_scores(board.players, board.specials)
        return ScoreSheet(tuple(scores), winner(scores))
    return ScoreSheet(tuple(gains(player, board.stage == "big", board.specials) for player in board.players))


def gains(player: Player, big: bool, specials: Sequence[Special] = ()) -> Gains:
    """Return a player's gains in a small or a big scoring, including those of special cards."""
    earned, extra = (big_gains if big else small_gains)(player), amounts(specials, player.name)
    points = POINTS_PER_JARL * extra["jarls"] + POINTS_PER_SCOUT * extra["scouts"] if big else 0
    gold = GOLD_PER_GOLDSMITH * extra["goldsmiths"]
    return replace(earned, special=extra["points"] + points, special_gold=extra["gold"] + gold)


def booked(board: Board) -> Board:
    """Return the board after a small or big scoring, with the gains added to each player's points and gold.

    Points and gold stay at least 0. Raises `ValueError` at the final scoring, which ends the game.
    """
    if board.stage == "final":
        raise ValueError("the final scoring ends the game")
    earned = [gains(player, board.stage == "big", board.specials) for player in board.players]
    players = tuple(
        replace(player, points=max(0, player.points + gain.points), gold=max(0, player.gold + gain.gold))
        for player, gain in zip(board.players, earned, strict=True)
    )
    return replace(board, players=players)
