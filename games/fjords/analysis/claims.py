"""What is settled already and what is still fought for, between two players.

The *first* player is the one whose gain counts, the *second* the one who plays against it. A position is four parts:
the vacant tiles, the tiles either player may settle at once, and for each Friendship stone still undecided its number
and the first player's lead in vikings around it.

**Spare tiles.** A tile is *safe* for a player who can walk to it over tiles in nobody else's reach: nobody can take it
or wall it off. A safe tile that opens no way to a tile still worth hurrying for is *spare*: it will be its owner's in
the end, and to settle it changes nothing but the turn. `sift` takes spare tiles off the board, pays for them, and
counts them, so that positions that differ in nothing but spare tiles become one.
"""

from dataclasses import dataclass
from typing import NamedTuple

from games.fjords.analysis.race import FRIENDSHIP, Race, flood

Leads = tuple[tuple[int, int], ...]
Position = tuple[int, int, int, Leads]

ENDLESS = (1000, 1000)


class Sifted(NamedTuple):
    """A position without what is settled.

    Attributes:
        gain: What the settled tiles and stones pay, the first player's less the second's.
        position: The tiles still fought for, with those that lead to them or lie behind them, and the stones still
            undecided.
        spare: How many spare tiles each player had.
        reach: The kept tiles each player can walk to.
        scarce: For each player, whether vikings may run out before the reach does.
    """

    gain: int
    position: Position
    spare: tuple[int, int]
    reach: tuple[int, int]
    scarce: tuple[bool, bool]


@dataclass(frozen=True)
class Ground:
    """The unchanging part of a race between two players.

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

    def precious(self, player: int) -> int:
        """Return the tiles where a viking pays more than an undisputed tile does: for a bonus or next to a stone."""
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
            return vacant, (first | opened) & vacant, second & vacant, self.lead(leads, tile, 1)
        return vacant, first & vacant, (second | opened) & vacant, self.lead(leads, tile, -1)


def ground_of(race: Race, first: int) -> Ground:
    """Return the unchanging part of a two-player race, seen from one player."""
    layers = []
    for player in (first, 1 - first):
        worth = race.worth[player]
        levels = range(1, max(worth, default=1) + 1)
        layers.append(tuple(sum(1 << tile for tile, pays in enumerate(worth) if pays >= level) for level in levels))
    return Ground(race.near, (layers[0], layers[1]), tuple(stone.around for stone in race.stones))


def position_of(race: Race, first: int) -> Position:
    """Return where a two-player race stands, seen from one player."""
    leads = tuple((n, stone.vikings[first] - stone.vikings[1 - first]) for n, stone in enumerate(race.stones))
    return race.vacant, race.open[first], race.open[1 - first], leads


def sift(ground: Ground, position: Position, supplies: tuple[int, int] = ENDLESS) -> Sifted:
    """Pay for what is settled and keep what is still fought for.

    Args:
        ground: The unchanging part of the race.
        position: Where the race stands.
        supplies: For each player, the vikings left beside those that spare tiles found before will take. A player
            with fewer than tiles in reach must choose where to put them, so for that player tiles that pay more than
            an undisputed tile are never spare.
    """
    vacant, first, second, leads = position
    reach = flood(ground.near, first, vacant), flood(ground.near, second, vacant)
    scarce = reach[0].bit_count() > supplies[0], reach[1].bit_count() > supplies[1]
    contest = reach[0] & reach[1]
    keep, gain, counts = contest, 0, [0, 0]
    for player, begin in ((0, first), (1, second)):
        mine = reach[player] & ~contest
        if not mine:
            continue
        goals = contest | (mine & ground.precious(player) if scarce[player] else 0)
        spare = _spare(ground, begin, reach[player], mine, goals)
        keep |= mine & ~spare
        if spare:
            sign = -1 if player else 1
            gain += sign * ground.worth(player, spare)
            leads = ground.lead(leads, spare, sign)
            counts[player] = spare.bit_count()
    reach = reach[0] & keep, reach[1] & keep
    if leads:
        paid, leads = _decide(ground, leads, *reach)
        gain += paid
    return Sifted(gain, (keep, first & keep, second & keep, leads), (counts[0], counts[1]), reach, scarce)


def sure_share(open_to: int, contest: int, supply: int, begins: bool) -> int:
    """Return how many contested tiles a player with so many vikings can be sure to take.

    The plan is to take, every turn, any contested tile that is open to the player now; the other player can take no
    more than one a turn away.
    """
    return min(supply, ((open_to & contest).bit_count() + begins) // 2)


def _spare(ground: Ground, begin: int, reach: int, mine: int, goals: int) -> int:
    """Return one player's spare tiles: safe, no goals, and opening no tile beyond which a goal lies."""
    safe = flood(ground.near, begin, mine)
    beyond = flood(ground.near, goals & ~begin, reach & ~begin)
    if not beyond:
        return safe & ~goals
    return safe & ~(goals | beyond | ground.around(beyond))


def _decide(ground: Ground, leads: Leads, first: int, second: int) -> tuple[int, Leads]:
    """Pay for the stones whose majority can no longer change, and forget them."""
    paid, left = 0, []
    for stone, lead in leads:
        around = ground.stones[stone]
        most = lead + (around & first).bit_count()
        least = lead - (around & second).bit_count()
        if least > 0 or most < 0 or most == least:
            paid += FRIENDSHIP * ((lead > 0) - (lead < 0))
        else:
            left.append((stone, lead))
    return paid, tuple(left)
