"""Sums of small contests, by the theory of combinatorial games.

Where vikings cannot run out, settling never harms: no player wants to pass (see `games.fjords.analysis.unlimited`).
Such scoring games are those of J. Milnor, *Sums of positional games* (1953). Read with whole numbers for final
scores they are hot games in the sense of J. H. Conway, *On Numbers and Games* (1976), and the score of best play is
their *stop*: the left one where the first player, Conway's Left, begins, and the right one where the second does.
Three facts are used here:

* A game whose two stops are equal differs from that number by an infinitesimal, and an infinitesimal changes no stop
  of any sum: the number stands for the game.
* An option that is not better than another one by more than an infinitesimal is *inf-dominated* and may be left out
  (J. P. Grossman and A. N. Siegel, *Reductions of partizan games*, 2009). Option g is no better than h when h - g,
  with the opponent to begin, comes out at zero or more; that is one more search in a sum.
* A game and its negative are zero together, so pairs of them are left out of sums.

A game is a number and a tuple of *cores*; a core is a game less its right stop, so that its own right stop is zero. Its
left stop is then the difference of the two. Equal cores are kept once, so contests that look different and are worth
the same become the same.
"""

from operator import itemgetter

from games.fjords.analysis.alphabeta import INFINITY, Bounds, search
from games.fjords.analysis.clock import Clock

Cores = tuple[int, ...]
"""The numbers of cores that are added, in ascending order; equal ones as often as they occur."""
Game = tuple[int, Cores]
"""A number of points and the cores that are added to it.

Neither this nor `games.fjords.analysis.unlimited.State` is a class: a new one is made for every move, and with a named
tuple in place of either a search of open land takes a tenth longer (measured).
"""


class Sums:
    """The cores found so far, and a table of the values of their sums."""

    def __init__(self, clock: Clock) -> None:
        """Start with no cores; `clock` stops a search when its time is over."""
        self.clock = clock
        self._options: list[tuple[tuple[Game, ...], tuple[Game, ...]]] = []
        self._left_stops: list[int] = []
        self._core_of: dict[tuple[tuple[Game, ...], tuple[Game, ...]], int] = {}
        self._negatives: dict[int, tuple[int, int]] = {}
        self._known: dict[tuple[Cores, int], Bounds] = {}
        self._compared: dict[tuple[int, Cores, Cores], bool] = {}
        self._added: dict[tuple[Cores, Cores], Game] = {}
        self._moves: dict[tuple[Cores, int], list[Game]] = {}

    def add(self, one: Cores, other: Cores) -> Game:
        """Return the sum of two games; a core and its negative are together a number, and both are left out."""
        if not one or not other:
            return 0, one or other
        known = self._added.get((one, other))
        if known is None:
            number, left = 0, list(one)
            for core in other:
                shift, negative = self._negative_core(core)
                if negative in left:
                    left.remove(negative)
                    number -= shift
                else:
                    left.append(core)
            known = self._added[one, other] = number, tuple(sorted(left))
        return known

    def make(self, first: list[Game], second: list[Game]) -> Game:
        """Return the game in which the players have these options; both must have one."""
        firsts = self._undominated(first, 1)
        seconds = self._undominated(second, -1)
        left_stop = max(number + self.value(cores, 1, -INFINITY, INFINITY) for number, cores in firsts)
        right_stop = min(number + self.value(cores, 0, -INFINITY, INFINITY) for number, cores in seconds)
        if left_stop == right_stop:
            return right_stop, ()
        return right_stop, (self._core(firsts, seconds, right_stop, left_stop),)

    def bounds(self, cores: Cores, turn: int, alpha: int = -INFINITY, beta: int = INFINITY) -> Bounds:
        """Return the best known bounds of the value of a sum, whatever the window."""
        return self._known.get((cores, turn)) or self._static_bounds(cores, turn)

    def _static_bounds(self, cores: Cores, turn: int) -> Bounds:
        """Return bounds of the value of a sum, from the stops of its parts alone.

        Each part by itself ends between its stops. The player to move can also secure the own stop of one part by
        moving there first and answering in every other part.
        """
        total = largest = 0
        for core in cores:
            left_stop = self._left_stops[core]
            total += left_stop
            largest = max(largest, left_stop)
        return (0, total - largest) if turn else (largest, total)

    def remember(self, cores: Cores, turn: int, bounds: Bounds) -> None:
        """Keep the bounds that a search has proved."""
        self._known[cores, turn] = bounds

    def total_left_stops(self, cores: Cores) -> int:
        """Return the sum of the parts' left stops: the most that the sum can bring, and twice a rough value of it."""
        return sum(self._left_stops[core] for core in cores)

    def largest_left_stop(self, cores: Cores) -> int:
        """Return the largest left stop of a part, 0 where there are none."""
        return max((self._left_stops[core] for core in cores), default=0)

    def moves(self, cores: Cores, turn: int) -> list[Game]:
        """Return the sums that one move of the player in turn leads to, the likely best first; the list is kept."""
        known = self._moves.get((cores, turn))
        if known is None:
            ranked = sorted(self.ranked(cores, turn), key=itemgetter(0))
            known = self._moves[cores, turn] = list(dict.fromkeys((number, after) for _, number, after in ranked))
        return known

    def ranked(self, cores: Cores, turn: int) -> list[tuple[int, int, Cores]]:
        """Return the rank, number and sum of each move of the player in turn, the lowest rank for the likely best."""
        found = []
        for place, core in enumerate(cores):
            if place and core == cores[place - 1]:
                continue
            rest = cores[:place] + cores[place + 1 :]
            for number, left in self._options[core][turn]:
                more, after = self.add(rest, left)
                rough = 2 * number + self.total_left_stops(left) - self._left_stops[core]
                found.append((rough if turn else -rough, number + more, after))
        return found

    def value(self, cores: Cores, turn: int, alpha: int, beta: int) -> int:
        """Return what best play of a sum brings the first player, in points; outside the window it is a bound.

        `turn` is 0 if the first player begins. Raises `OutOfTime`.
        """
        return search(self, cores, turn, alpha, beta) if cores else 0

    def _undominated(self, options: list[Game], sign: int) -> list[Game]:
        """Return the options of a player (sign 1 for the first, -1 for the second) without the inf-dominated ones."""
        kept: list[Game] = []
        for option in sorted(set(options)):
            if any(self._no_better(option, other, sign) for other in kept):
                continue
            kept = [other for other in kept if not self._no_better(other, option, sign)]
            kept.append(option)
        return kept

    def _no_better(self, option: Game, other: Game, sign: int) -> bool:
        """Return whether an option of a player is not better than another one by more than an infinitesimal."""
        small, large = (option, other) if sign > 0 else (other, option)
        key = large[0] - small[0], large[1], small[1]
        known = self._compared.get(key)
        if known is None:
            number, cores = self._negative(small)
            number += large[0]
            more, together = self.add(large[1], cores)
            number += more
            known = number + self.value(together, 1, -1 - number, -number) >= 0
            self._compared[key] = known
        return known

    def _negative(self, game: Game) -> Game:
        number, cores = -game[0], []
        for core in game[1]:
            shift, negative = self._negative_core(core)
            number += shift
            cores.append(negative)
        return number, tuple(sorted(cores))

    def _negative_core(self, core: int) -> tuple[int, int]:
        """Return the negative of a core as a number and a core."""
        known = self._negatives.get(core)
        if known is None:
            first, second = self._options[core]
            left_stop = self._left_stops[core]
            options = [self._negative(option) for option in second], [self._negative(option) for option in first]
            known = self._negatives[core] = -left_stop, self._core(*options, -left_stop, 0)
        return known

    def _core(self, first: list[Game], second: list[Game], right_stop: int, left_stop: int) -> int:
        """Return the core of a game with these options and stops."""
        options = (
            tuple(sorted((number - right_stop, cores) for number, cores in first)),
            tuple(sorted((number - right_stop, cores) for number, cores in second)),
        )
        if options not in self._core_of:
            self._core_of[options] = len(self._options)
            self._options.append(options)
            self._left_stops.append(left_stop - right_stop)
        return self._core_of[options]
