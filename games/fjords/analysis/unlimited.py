"""Best play between two players who both have vikings in plenty.

Plenty means at least as many vikings left as tiles in reach, so that supplies do not matter any more. Then

* *Settling never harms.* Give the first player one more viking on any vacant tile of a position: the first player can
  go on as before, with any other move where the plan asks for that tile, and the second player has a choice less; so
  best play is worth at least as much (induction over the vacant tiles; the points are such that an own viking is
  never worth less than a foreign one or none). A move is therefore worth at least as much as a pass, a player with a
  safe tile to fill is never forced to spoil anything, and a player who is skipped has nothing left to win.
* *Spare tiles* (see `games.fjords.analysis.undecided`) are thus waiting moves that no player needs;
  they are counted at once.
* *Much is sure.* Each player gets what the other cannot reach, and of the open contested tiles those that the other
  cannot take first (see `games.fjords.analysis.sure_tiles`).
* *Contests fall apart.* Where no walk over vacant tiles joins two contested regions, and no undecided Friendship
  stone counts vikings in both, the position is a sum of games in which no player ever wants to pass; small parts are
  replaced by the simplest game of the same worth (see `games.fjords.analysis.sums`), large parts are searched.

The search is alpha-beta (`games.fjords.analysis.alphabeta`); it is asked whether the value reaches some number
(J. Pearl's *test*), so that every finished question is a proved bound, whenever time is over.
"""

from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from games.fjords.analysis.alphabeta import UNKNOWN, Bounds, narrowed, search
from games.fjords.analysis.clock import Clock
from games.fjords.analysis.race import flood
from games.fjords.analysis.sums import Cores, Sums
from games.fjords.analysis.sure_tiles import by_distance, sure_tiles
from games.fjords.analysis.undecided import Leads, Position, RaceMap, remove_decided
from games.fjords.runes import FRIENDSHIP_POINTS

SMALL = 6
"""The most tiles of a contest that is replaced by a game of the same worth.

Ten boards with 22 and 26 contested tiles of `benchmarks.speed.endgame` were proved in 5.8 s of processor with 5, in 5.5
with 6, in 6.9 with 7, in 9.5 with 8.
"""

Parts = tuple[Position, ...]
"""Contests that are independent of each other, in ascending order."""
State = tuple[Parts, Cores]
"""The large contests, which are searched tile by tile, and the small ones as cores of a sum of games."""


class PartBounds(NamedTuple):
    """What is known of a large contest without searching it.

    Attributes:
        least: The least that it brings the first player, in points.
        most: The most.
        first: The first player's open contested tiles by distance, see `by_distance`.
        second: The second player's.
    """

    least: int
    most: int
    first: int
    second: int


class PartMove(NamedTuple):
    """A move in a large contest.

    Attributes:
        rank: The lower, the likelier it is the best move.
        gain: What it brings the first player at once, in points.
        large: The large contests that the contest falls into.
        small: The small ones, as parts of a sum of games.
    """

    rank: int
    gain: int
    large: Parts
    small: Cores


class UnlimitedSearch:
    """A search of positions on one map, with a table of everything proved so far."""

    def __init__(self, race_map: RaceMap, clock: Clock) -> None:
        """Start with an empty table; `clock` stops a search when its time is over."""
        self._map = race_map
        self.clock = clock
        self._sums = Sums(clock)
        self._games: dict[Position, tuple[int, Cores]] = {}
        self._split: dict[Position, tuple[int, Parts]] = {}
        self._known: dict[tuple[State, int], Bounds] = {}
        self._bounds_of_part: dict[Position, PartBounds] = {}
        self._moves: dict[tuple[State, int], list[tuple[int, State]]] = {}
        self._moves_of_part: dict[tuple[Position, int], list[PartMove]] = {}

    def bounds_of(self, position: Position, turn: int) -> Bounds:
        """Return bounds of the value of a position that need no search, in points."""
        gain, state = self._state(*self.parts(position), ())
        low, high = self._known_bounds(state, turn)
        return gain + low, gain + high

    def value(self, position: Position, turn: int, alpha: int, beta: int) -> int:
        """Return what the first player gains on the second from here on, both playing best, in points.

        Outside the window from `alpha` to `beta` the answer is a bound. `turn` is 0 if the first player begins.
        Raises `OutOfTime`.
        """
        gain, state = self._state(*self.parts(position), ())
        return gain + search(self, state, turn, alpha - gain, beta - gain)

    def parts(self, position: Position) -> tuple[int, Parts]:
        """Return the points of the decided parts of a position, and its independent contests."""
        known = self._split.get(position)
        if known is None:
            self.clock.tick()
            found = remove_decided(self._map, position)
            gain, (vacant, first, second, leads) = found.gain, found.position
            contest, parts = found.reach[0] & found.reach[1], []
            while contest:
                part, around = self._part(contest & -contest, vacant, leads)
                contest &= ~part
                parts.append(Position(part, first & part, second & part, around))
            known = self._split[position] = gain, tuple(sorted(parts))
        return known

    def _part(self, start: int, vacant: int, leads: Leads) -> tuple[int, Leads]:
        """Return the tiles that belong to one contest, and the stones that do."""
        race_map = self._map
        part = flood(race_map.near, start, vacant)
        if not leads:
            return part, ()
        while True:
            around = tuple(lead for lead in leads if race_map.stones[lead[0]] & part)
            grown = part
            for stone, _ in around:
                grown |= race_map.stones[stone] & vacant
            grown = flood(race_map.near, grown, vacant)
            if grown == part:
                return part, around
            part = grown

    def _settlements(self, parts: Parts, turn: int) -> list[tuple[int, Parts]]:
        """Return the points that each viking of the player to move gains at once, and the contests after it."""
        race_map, found = self._map, []
        sign = -1 if turn else 1
        for place, part in enumerate(parts):
            rest = parts[:place] + parts[place + 1 :]
            tiles = part.open_to(turn)
            while tiles:
                tile = tiles & -tiles
                tiles ^= tile
                gain, after = self.parts(race_map.settle(part, turn, tile))
                found.append((gain + sign * race_map.worth(turn, tile), rest + after))
        return found

    def _game(self, part: Position) -> tuple[int, Cores]:
        known = self._games.get(part)
        if known is None:
            first = [self._sum(gain, parts) for gain, parts in self._settlements((part,), 0)]
            second = [self._sum(gain, parts) for gain, parts in self._settlements((part,), 1)]
            known = self._games[part] = self._sums.make(first, second)
        return known

    def _sum(self, number: int, parts: Parts) -> tuple[int, Cores]:
        cores: Cores = ()
        for part in parts:
            more, core = self._game(part)
            shift, cores = self._sums.add(cores, core)
            number += more + shift
        return number, cores

    def _state(self, number: int, parts: Parts, cores: Cores) -> tuple[int, State]:
        """Return points and a state, with every small contest put into the sum of games."""
        small = tuple(part for part in parts if part.vacant.bit_count() <= SMALL)
        more, found = self._sum(0, small)
        large = tuple(sorted(part for part in parts if part.vacant.bit_count() > SMALL))
        shift, together = self._sums.add(cores, found)
        return number + more + shift, (large, together)

    def _known_bounds(self, state: State, turn: int) -> Bounds:
        known = self._known.get((state, turn))
        if known is not None:
            return known
        parts, cores = state
        if not parts:
            return self._sums.bounds(cores, turn)
        low, high, first, second = 0, self._sums.total_left_stops(cores), 0, 0
        for part in parts:
            least, most, mine, yours = self._part_bounds(part)
            low, high, first, second = low + least, high + most, first + mine, second + yours
        low, high = low + 2 * sure_tiles(first, not turn), high - 2 * sure_tiles(second, bool(turn))
        return self._of_one(state, turn, low, high) if cores and len(parts) == 1 else (low, high)

    def _of_one(self, state: State, turn: int, low: int, high: int) -> Bounds:
        """Return the bounds of a large contest beside small ones, narrowed by what is known of it alone.

        Each of the two ends between its stops, and the player to move can secure the own stop of either by moving there
        first and answering elsewhere.
        """
        (part,), cores = state
        alone: State = (part,), ()
        begun, answered = self._known_bounds(alone, 0), self._known_bounds(alone, 1)
        total, largest = self._sums.total_left_stops(cores), self._sums.largest_left_stop(cores)
        if turn:
            return max(low, answered[0]), min(high, begun[1] + total - largest, answered[1] + total)
        return max(low, answered[0] + largest, begun[0]), min(high, begun[1] + total)

    def _part_bounds(self, part: Position) -> PartBounds:
        """Return what is known of a contest without searching it.

        A player gets every tile that the other cannot reach, and none out of the own reach; of the contested tiles that
        are open some are sure, see `sure_tiles`.
        """
        known = self._bounds_of_part.get(part)
        if known is None:
            race_map, (vacant, first, second, leads) = self._map, part
            reach = flood(race_map.near, first, vacant), flood(race_map.near, second, vacant)
            contest = reach[0] & reach[1]
            stones = FRIENDSHIP_POINTS * len(leads)
            least = race_map.worth(0, reach[0] & ~contest) - race_map.worth(1, reach[1]) - stones
            most = race_map.worth(0, reach[0]) - race_map.worth(1, reach[1] & ~contest) + stones
            known = PartBounds(
                least,
                most,
                by_distance(race_map.near, first & contest, second, vacant),
                by_distance(race_map.near, second & contest, first, vacant),
            )
            self._bounds_of_part[part] = known
        return known

    def bounds(self, state: State, turn: int, alpha: int, beta: int) -> Bounds:
        """Return bounds of the value of a state; a sum of small contests is solved in the window."""
        parts, cores = state
        if parts:
            return self._known_bounds(state, turn)
        return narrowed(*UNKNOWN, self._sums.value(cores, turn, alpha, beta), alpha, beta)

    def remember(self, state: State, turn: int, bounds: Bounds) -> None:
        """Keep the bounds that a search has proved."""
        self._known[state, turn] = bounds

    def moves(self, state: State, turn: int) -> list[tuple[int, State]]:
        """Return the points and the state that each move leads to, the likely best first; the list is kept."""
        known = self._moves.get((state, turn))
        if known is None:
            ranked = sorted(self._ranked(state, turn), key=itemgetter(0))
            known = self._moves[state, turn] = list(dict.fromkeys(move for _, move in ranked))
        return known

    def _ranked(self, state: State, turn: int) -> Iterator[tuple[int, tuple[int, State]]]:
        """Yield each move of a state with its rank, the lowest for the likely best."""
        parts, cores = state
        for place, part in enumerate(parts):
            rest = parts[:place] + parts[place + 1 :]
            for rank, gain, large, small in self._moves_in(part, turn):
                left = tuple(sorted(rest + large)) if rest and large else rest or large
                shift, together = self._sums.add(cores, small)
                yield rank, (gain + shift, (left, together))
        for rank, number, after in self._sums.ranked(cores, turn):
            yield rank, (number, (parts, after))

    def _moves_in(self, part: Position, turn: int) -> list[PartMove]:
        """Return the moves in one contest.

        The rank compares moves by what they change in twice a rough value: twice the points, the left stops of small
        contests (whose right stops are zero), and twice the open tiles of large ones.
        """
        known = self._moves_of_part.get((part, turn))
        if known is None:
            known, before = [], _open_tiles((part,))
            for gain, after in self._settlements((part,), turn):
                number, (large, small) = self._state(gain, after, ())
                rough = 2 * (number + _open_tiles(large) - before) + self._sums.total_left_stops(small)
                known.append(PartMove(rough if turn else -rough, number, large, small))
            self._moves_of_part[part, turn] = known
        return known


def _open_tiles(parts: Parts) -> int:
    """Return how many more tiles are open to the first player than to the second."""
    return sum(part.first.bit_count() - part.second.bit_count() for part in parts)
