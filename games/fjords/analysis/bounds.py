"""Bounds of the players' totals, in points, that hold for every line of play and any number of players."""

from games.fjords.analysis.race import UNDISPUTED, Race, bits, contested, flood, reaches
from games.fjords.runes import FRIENDSHIP_POINTS

Range = tuple[int, int]


def total_bounds(race: Race) -> tuple[Range, ...]:
    """Return for each player the least and the most points with which the settlement phase can end.

    A tile is safe for a player who can walk to it over tiles that no other player can reach. Every safe tile brings at
    least the undisputed point, or its full worth where vikings suffice for the whole reach; no tile outside the reach
    brings anything; and the bonuses of Strength, Water and Home take one viking a tile.
    """
    reach = reaches(race)
    safe = tuple(
        flood(race.near, race.open[player], mine & ~contested(reach, player)) for player, mine in enumerate(reach)
    )
    found = []
    for player, points in enumerate(race.points):
        bonuses = sorted((race.worth[player][tile] - UNDISPUTED for tile in bits(reach[player])), reverse=True)
        supply = race.supplies[player]
        low = points + safe[player].bit_count()
        if supply >= reach[player].bit_count():
            low += sum(race.worth[player][tile] - UNDISPUTED for tile in bits(safe[player]))
        high = points + reach[player].bit_count() + sum(bonuses[:supply])
        sure, possible = _friendship_bounds(race, player, reach, safe)
        found.append((low + sure, high + possible))
    return tuple(found)


def margin_bounds(race: Race, player: int) -> Range:
    """Return the least and the most points by which this player's total can exceed the best other total.

    Without other players the best other total counts as 0.
    """
    totals = total_bounds(race)
    others = [total for other, total in enumerate(totals) if other != player]
    low, high = totals[player]
    return low - max((most for _, most in others), default=0), high - max((least for least, _ in others), default=0)


def _friendship_bounds(race: Race, player: int, reach: tuple[int, ...], safe: tuple[int, ...]) -> Range:
    """Return the least and the most points that Friendship stones can pay this player."""
    sure = possible = 0
    for stone in race.stones:
        counts = []
        for other in range(race.players):
            supply, begun = race.supplies[other], stone.vikings[other]
            plenty = supply >= reach[other].bit_count()
            least = begun + ((stone.around & safe[other]).bit_count() if plenty else 0)
            counts.append((least, begun + min(supply, (stone.around & reach[other]).bit_count())))
        low, high = counts[player]
        others = [count for other, count in enumerate(counts) if other != player]
        sure += low > 0 and low >= max((most for _, most in others), default=0)
        possible += high > 0 and high >= max((least for least, _ in others), default=0)
    return FRIENDSHIP_POINTS * sure, FRIENDSHIP_POINTS * possible
