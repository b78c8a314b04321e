"""Positions of a race between two players, and how what is decided in them is told from what is still contested.

The *first* player is the one whose gain counts, the *second* the one who plays against it.

**Spare tiles.** A tile is *safe* for a player who can walk to it over tiles in nobody else's reach: nobody can take it
or wall it off. A safe tile that opens no way to a contested tile is *spare*: its owner gets it in any case, and to
settle it only passes the turn. `remove_decided` removes spare tiles, and counts their points and their number, so that
positions that differ in spare tiles only become the same position.
"""

from dataclasses import dataclass
from typing import NamedTuple

from games.fjords.analysis.race import Race, flood
from games.fjords.runes import FRIENDSHIP_POINTS

Leads = tuple[tuple[int, int], ...]
"""For each Friendship stone still undecided its number and the first player's lead in vikings around it."""

ENDLESS = (1000, 1000)
"""Supplies that never run out: far more vikings than any board has tiles."""


class Position(NamedTuple):
    """Where a race between two players, or a contest in it, stands; tiles are bits of masks.

    Attributes:
        vacant: The vacant tiles.
        first: The tiles that the first player may settle at once.
        second: The tiles that the second player may settle at once.
        leads: The undecided stones.
    """

    vacant: int
    first: int
    second: int
    leads: Leads

    def open_to(self, player: int) -> int:
        """Return the tiles that a player, 0 or 1, may settle at once."""
        return self.second if player else self.first


class Undecided(NamedTuple):
    """A position without the parts that are decided.

    Attributes:
        gain: The points of the decided tiles and stones, the first player's less the second's.
        position: The contested tiles, those that lead to them or lie behind them, and the undecided stones.
        spare: How many spare tiles each player had.
        reach: The kept tiles each player can walk to.
        scarce: For each player, whether there are fewer vikings than tiles in reach.
    """

    gain: int
    position: Position
    spare: tuple[int, int]
    reach: tuple[int, int]
    scarce: tuple[bool, bool]


@dataclass(frozen=True)
class RaceMap:
    """The map of a race between two players: what no move changes.

    Attributes:
        near: For each tile, the mask of tiles next to it.
        layers: For each player, the masks of tiles worth at least 1, 2, … points; a tile's worth is how many hold it.
        stones: For each Friendship stone, the mask of tiles around it.
    """

    near: tuple[int, ...]
    layers: tuple[tuple[int, ...], tuple[int, ...]]
    stones: tuple[int, ...]

    def worth(self, player: int, tiles: int) -> int:
        """Return what vikings of this player on all these tiles score, Friendship apart."""
        return sum((tiles & layer).bit_count() for layer in self.layers[player])

    def bonus_tiles(self, player: int) -> int:
        """Return the tiles where a viking scores more than an undisputed tile: by a rune, or next to a stone."""
        mask = self.layers[player][1] if len(self.layers[player]) > 1 else 0
        for around in self.stones:
            mask |= around
        return mask

    def around(self, tiles: int) -> int:
        """Return all tiles next to any of these."""
        mask = 0
        while tiles:
            low = tiles & -tiles
            tiles ^= low
            mask |= self.near[low.bit_length() - 1]
        return mask

    def lead(self, leads: Leads, tiles: int, by: int) -> Leads:
        """Return the leads after vikings on these tiles, `by` 1 for the first player's and -1 for the second's."""
        if not leads:
            return leads
        return tuple((stone, now + by * (tiles & self.stones[stone]).bit_count()) for stone, now in leads)

    def settle(self, position: Position, player: int, tile: int) -> Position:
        """Return the position after this player's viking on one tile (given as a mask of one bit)."""
        vacant, first, second, leads = position
        vacant ^= tile
        opened = self.near[tile.bit_length() - 1]
        if player == 0:
            return Position(vacant, (first | opened) & vacant, second & vacant, self.lead(leads, tile, 1))
        return Position(vacant, first & vacant, (second | opened) & vacant, self.lead(leads, tile, -1))


def race_map_of(race: Race, first: int) -> RaceMap:
    """Return the map of a two-player race, seen from one player."""
    layers = []
    for player in (first, 1 - first):
        worth = race.worth[player]
        levels = range(1, max(worth, default=1) + 1)
        layers.append(tuple(sum(1 << tile for tile, pays in enumerate(worth) if pays >= level) for level in levels))
    return RaceMap(race.near, (layers[0], layers[1]), tuple(stone.around for stone in race.stones))


def position_of(race: Race, first: int) -> Position:
    """Return where a two-player race stands, seen from one player."""
    leads = tuple((n, stone.vikings[first] - stone.vikings[1 - first]) for n, stone in enumerate(race.stones))
    return Position(race.vacant, race.open[first], race.open[1 - first], leads)


def remove_decided(race_map: RaceMap, position: Position, supplies: tuple[int, int] = ENDLESS) -> Undecided:
    """Return a position divided into what is decided and what is still contested.

    Args:
        race_map: The map of the race.
        position: Where the race stands.
        supplies: For each player, the vikings left, without those for spare tiles found earlier. A player with fewer
            vikings than tiles in reach must choose where to place them, so for that player a tile that pays more than
            an undisputed tile is never spare.
    """
    vacant, first, second, leads = position
    reach = flood(race_map.near, first, vacant), flood(race_map.near, second, vacant)
    scarce = reach[0].bit_count() > supplies[0], reach[1].bit_count() > supplies[1]
    contest = reach[0] & reach[1]
    keep, gain, counts = contest, 0, [0, 0]
    for player, begin in ((0, first), (1, second)):
        mine = reach[player] & ~contest
        if not mine:
            continue
        goals = contest | (mine & race_map.bonus_tiles(player) if scarce[player] else 0)
        spare = _spare(race_map, begin, reach[player], mine, goals)
        keep |= mine & ~spare
        if spare:
            sign = -1 if player else 1
            gain += sign * race_map.worth(player, spare)
            leads = race_map.lead(leads, spare, sign)
            counts[player] = spare.bit_count()
    reach = reach[0] & keep, reach[1] & keep
    if leads:
        paid, leads = _decide(race_map, leads, *reach)
        gain += paid
    left = Position(keep, first & keep, second & keep, leads)
    return Undecided(gain, left, (counts[0], counts[1]), reach, scarce)


def sure_share(open_to: int, contest: int, supply: int, begins: bool) -> int:
    """Return a number of contested tiles that a player is sure to take, whatever the other player does.

    The strategy is to take a contested tile that is open now in every turn; the other player can remove at most one of
    them a turn.

    Args:
        open_to: The tiles that the player may settle at once.
        contest: The contested tiles.
        supply: The vikings that the player has left.
        begins: Whether the player is to move.
    """
    return min(supply, ((open_to & contest).bit_count() + begins) // 2)


def _spare(race_map: RaceMap, begin: int, reach: int, mine: int, goals: int) -> int:
    """Return one player's spare tiles: safe ones that are no goals and open no way to a goal."""
    safe = flood(race_map.near, begin, mine)
    beyond = flood(race_map.near, goals & ~begin, reach & ~begin)
    if not beyond:
        return safe & ~goals
    return safe & ~(goals | beyond | race_map.around(beyond))


def _decide(race_map: RaceMap, leads: Leads, first: int, second: int) -> tuple[int, Leads]:
    """Return the points of stones whose majority can no longer change, and the leads at the other stones."""
    paid, left = 0, []
    for stone, lead in leads:
        around = race_map.stones[stone]
        most = lead + (around & first).bit_count()
        least = lead - (around & second).bit_count()
        if least > 0 or most < 0 or most == least:
            paid += FRIENDSHIP_POINTS * ((lead > 0) - (lead < 0))
        else:
            left.append((stone, lead))
    return paid, tuple(left)
