"""The Classic match: three games, their scores added up."""

from __future__ import annotations

from collections.abc import Iterable

from games.fjords.scoring import ScoreSheet

GAMES = 3


def match_totals(sheets: Iterable[ScoreSheet]) -> dict[str, int]:
    """Return each player's points added up over the games of a match, by name.

    The Classic game is played three times, combining the scores. Raises `ValueError` for more than three games or
    games of different players.
    """
    games = list(sheets)
    if len(games) > GAMES:
        raise ValueError(f"a match has {GAMES} games")
    totals: dict[str, int] = {}
    for sheet in games:
        points = {score.player: score.total for score in sheet.scores}
        if totals and totals.keys() != points.keys():
            raise ValueError("all games of a match have the same players")
        totals = {name: totals.get(name, 0) + total for name, total in points.items()}
    return totals


def match_winner(sheets: Iterable[ScoreSheet]) -> str | None:
    """Return who has most points after three games; None before that, or when two have as many.

    The printed rules break a tie by the order of one game's settlement, which says nothing of three games.
    """
    games = list(sheets)
    totals = match_totals(games)
    leaders = [name for name, total in totals.items() if total == max(totals.values())]
    return leaders[0] if len(games) == GAMES and len(leaders) == 1 else None
