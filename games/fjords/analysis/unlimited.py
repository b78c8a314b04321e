"""Best play between two players who both have vikings in plenty.

Plenty means at least as many vikings left as tiles in reach, so that supplies do not matter any more. Then

* *Settling never harms.* Give the first player one more viking on any vacant tile of a position: the first player can
  go on as before, with any other move where the plan asks for that tile, and the second player has a choice less; so
  best play is worth at least as much (induction over the vacant tiles; the points are such that an own viking is
  never worth less than a foreign one or none). A move is therefore worth at least as much as a pass, a player with a
  safe tile to fill is never forced to spoil anything, and a player who is skipped has nothing left to win.
* *Spare tiles* (see `games.fjords.analysis.claims`) are thus waiting moves that no player needs;
  they are counted at once.
* *Contests fall apart.* Where no walk over vacant tiles joins two contested regions, and no undecided Friendship
  stone counts vikings in both, the position is a sum of games in which no player ever wants to pass; small parts are
  replaced by the simplest game of the same worth (see `games.fjords.analysis.sums`), large parts are searched.

The search is alpha-beta (`games.fjords.analysis.alphabeta`); it is asked whether the value reaches some number
(J. Pearl's *test*), so that every finished question is a proved bound, whenever time is over.
"""

from games.fjords.analysis.alphabeta import UNKNOWN, Bounds, narrowed, search
from games.fjords.analysis.claims import Ground, Leads, Position, sift
from games.fjords.analysis.clock import Clock
from games.fjords.analysis.race import FRIENDSHIP, flood
from games.fjords.analysis.sums import Cores, Sums, join

SMALL = 6
"""The most tiles of a contest that is replaced by a game of the same worth.

Over 50 boards with 18 and 22 contested tiles of `benchmarks.speed.endgame`, hints took 53 s with 4, 38 s with 6, 56 s
with 8.
"""

Parts = tuple[Position, ...]
State = tuple[Parts, Cores]
"""The large contests, which are searched tile by tile, and the small ones as parts of a sum of games."""


class UnlimitedSearch:
    """A search of positions on one ground, with a table of everything proved so far."""

    def __init__(self, ground: Ground, clock: Clock) -> None:
        """Start with an empty table; `clock` stops a search when its time is over."""
        self._ground = ground
        self.clock = clock
        self._sums = Sums(clock)
        self._games: dict[Position, tuple[int, Cores]] = {}
        self._split: dict[Position, tuple[int, Parts]] = {}
        self._known: dict[tuple[State, int], Bounds] = {}

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
            found = sift(self._ground, position)
            gain, (vacant, first, second, leads) = found.gain, found.position
            contest, parts = found.reach[0] & found.reach[1], []
            while contest:
                part, around = self._part(contest & -contest, vacant, leads)
                contest &= ~part
                parts.append((part, first & part, second & part, around))
            known = self._split[position] = gain, tuple(sorted(parts))
        return known

    def _part(self, start: int, vacant: int, leads: Leads) -> tuple[int, Leads]:
        """Return the tiles that belong to one contest, and the stones that do."""
        ground = self._ground
        part = flood(ground.near, start, vacant)
        if not leads:
            return part, ()
        while True:
            around = tuple(lead for lead in leads if ground.stones[lead[0]] & part)
            grown = part
            for stone, _ in around:
                grown |= ground.stones[stone] & vacant
            grown = flood(ground.near, grown, vacant)
            if grown == part:
                return part, around
            part = grown

    def _settlements(self, parts: Parts, turn: int) -> list[tuple[int, Parts]]:
        """Return the points that each viking of the player to move gains at once, and the contests after it."""
        ground, found = self._ground, []
        sign = -1 if turn else 1
        for place, part in enumerate(parts):
            rest = parts[:place] + parts[place + 1 :]
            tiles = part[2] if turn else part[1]
            while tiles:
                tile = tiles & -tiles
                tiles ^= tile
                gain, after = self.parts(ground.settle(part, turn, tile))
                found.append((gain + sign * ground.worth(turn, tile), rest + after))
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
            number += more
            cores = join(cores, core)
        return number, cores

    def _state(self, number: int, parts: Parts, cores: Cores) -> tuple[int, State]:
        """Return points and a state, with every small contest put into the sum of games."""
        small = tuple(part for part in parts if part[0].bit_count() <= SMALL)
        more, found = self._sum(0, small)
        large = tuple(sorted(part for part in parts if part[0].bit_count() > SMALL))
        return number + more, (large, join(cores, found))

    def _known_bounds(self, state: State, turn: int) -> Bounds:
        known = self._known.get((state, turn))
        if known is not None:
            return known
        parts, cores = state
        if not parts:
            return self._sums.bounds(cores, turn)
        low, high = 0, self._sums.middle(cores)
        for vacant, _, _, leads in parts:
            low -= self._ground.worth(1, vacant) + FRIENDSHIP * len(leads)
            high += self._ground.worth(0, vacant) + FRIENDSHIP * len(leads)
        return low, high

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
        """Return the points and the state that each move leads to, the likely best first."""
        parts, cores = state
        sign = -1 if turn else 1
        found = [self._state(gain, left, cores) for gain, left in self._settlements(parts, turn)]
        found += [(gain, (parts, left)) for gain, left in self._sums.options(cores, turn)]
        return sorted(found, key=lambda move: -sign * self._estimate(*move))

    def _estimate(self, gain: int, state: State) -> int:
        """Return twice a rough value of a move: its points, the middle of small contests, open tiles in large ones."""
        parts, cores = state
        open_tiles = sum(part[1].bit_count() - part[2].bit_count() for part in parts)
        return 2 * (gain + open_tiles) + self._sums.middle(cores)
