"""The settlement phase played out move by move, with no thought of speed: what the insight must agree with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from games.fjords.analysis.race import Race, Stone

State = tuple[tuple[int | None, ...], int]


def _neighbours(race: Race, tile: int) -> list[int]:
    return [other for other in range(len(race.near)) if race.near[tile] >> other & 1]


def _may_settle(race: Race, owners: tuple[int | None, ...], player: int, tile: int) -> bool:
    if owners[tile] is not None:
        return False
    return bool(race.open[player] >> tile & 1) or any(owners[n] == player for n in _neighbours(race, tile))


def settlements(race: Race, owners: tuple[int | None, ...], player: int) -> list[int]:
    if owners.count(player) >= race.supplies[player]:
        return []
    return [tile for tile in range(len(owners)) if _may_settle(race, owners, player, tile)]


def _reach(race: Race, owners: tuple[int | None, ...], player: int) -> set[int]:
    found = {tile for tile in range(len(owners)) if _may_settle(race, owners, player, tile)}
    while True:
        more = {n for tile in found for n in _neighbours(race, tile) if owners[n] is None}
        if more <= found:
            return found
        found |= more


def totals(race: Race, owners: tuple[int | None, ...]) -> list[int]:
    scores = list(race.points)
    for tile, owner in enumerate(owners):
        if owner is not None:
            scores[owner] += race.worth[owner][tile]
    reaches = [_reach(race, owners, player) for player in range(race.players)]
    for player, reach in enumerate(reaches):
        if owners.count(player) >= race.supplies[player]:
            others = set().union(*(r for other, r in enumerate(reaches) if other != player))
            scores[player] += len(reach - others)
    for stone in race.stones:
        counts = [
            stone.vikings[player]
            + sum(owner == player and stone.around >> tile & 1 for tile, owner in enumerate(owners))
            for player in range(race.players)
        ]
        for player, count in enumerate(counts):
            if count and count == max(counts):
                scores[player] += 2
    return scores


def margin(scores: list[int], player: int) -> int:
    return scores[player] - max((score for other, score in enumerate(scores) if other != player), default=0)


def best(race: Race, player: int, turn: int, others: Callable[..., int] = min) -> int:
    """Own total minus the best other's when `player` plays best and all others choose by `others`, min or max."""

    @cache
    def value(owners: tuple[int | None, ...], mover: int) -> int:
        for step in range(race.players):
            now = (mover + step) % race.players
            moves = settlements(race, owners, now)
            if moves:
                found = [value((*owners[:tile], now, *owners[tile + 1 :]), (now + 1) % race.players) for tile in moves]
                return max(found) if now == player else others(found)
        return margin(totals(race, owners), player)

    return value((None,) * len(race.near), turn)


def played(race: Race) -> list[tuple[int, Race]]:
    """The races after each settlement of the player in turn, the tile that is taken cut off from everything."""
    found = []
    for tile in settlements(race, (None,) * len(race.near), race.turn):
        player, gone = race.turn, ~(1 << tile)
        found.append(
            (
                tile,
                Race(
                    near=tuple(0 if n == tile else mask & gone for n, mask in enumerate(race.near)),
                    open=tuple(
                        (mask | race.near[tile] if other == player else mask) & gone
                        for other, mask in enumerate(race.open)
                    ),
                    supplies=tuple(left - (other == player) for other, left in enumerate(race.supplies)),
                    points=tuple(
                        points + (race.worth[player][tile] if other == player else 0)
                        for other, points in enumerate(race.points)
                    ),
                    worth=race.worth,
                    stones=tuple(
                        Stone(
                            stone.around & gone,
                            tuple(
                                count + (other == player and stone.around >> tile & 1)
                                for other, count in enumerate(stone.vikings)
                            ),
                        )
                        for stone in race.stones
                    ),
                    turn=(player + 1) % race.players,
                ),
            )
        )
    return found
