"""Best play between two players of whom one may run out of vikings.

A player whose vikings are all on the board is out, and scores each vacant tile that nobody else can reach: the
undisputed tiles. So

* a safe tile is worth a point to its owner whether a viking ever goes there or not, and two *spare* tiles (see
  `games.fjords.analysis.claims`) where no more than that is to be had are as good as one another; how many are left
  matters still, because a player with nothing better to do must spend a viking there, and may *want* to wait there;
* a move spends a viking, so it can do harm, and contests far apart share one supply: they are no sum of games. They
  are searched together, by alpha-beta with memory, until both players have vikings in plenty.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.fjords.analysis.alphabeta import UNKNOWN, Bounds, narrowed, search
from games.fjords.analysis.claims import Ground, Position, sift, sure_share
from games.fjords.analysis.clock import Clock
from games.fjords.analysis.race import FRIENDSHIP, flood
from games.fjords.analysis.unlimited import Plenty

Pair = tuple[int, int]
"""A number for either player, the first player's first."""


class State(NamedTuple):
    """What is still fought for, the vikings left, and how many spare tiles wait for some of them."""

    position: Position
    supplies: Pair
    spare: Pair


class Sorted(NamedTuple):
    """A state with what is settled paid for, and bounds of it, for either player in turn, without a search."""

    gain: int
    state: State
    plenty: bool
    bounds: tuple[Bounds, Bounds]


class Scarce:
    """A search of positions on one ground, with all it has found out so far."""

    def __init__(self, ground: Ground, clock: Clock) -> None:
        """Start with nothing known; `clock` stops searches that take too long."""
        self._ground = ground
        self.clock = clock
        self._plenty = Plenty(ground, clock)
        self._sorted: dict[State, Sorted] = {}
        self._known: dict[tuple[State, int], Bounds] = {}
        self._moves: dict[tuple[State, int], list[tuple[int, Sorted]]] = {}

    def bounds_of(self, position: Position, supplies: Pair, turn: int) -> Bounds:
        """Return bounds of the value of a position that need no search, in points."""
        found = self._sort(State(position, supplies, (0, 0)))
        if found.plenty:
            low, high = self._plenty.bounds_of(found.state.position, turn)
        else:
            low, high = self._known.get((found.state, turn), found.bounds[turn])
        return found.gain + low, found.gain + high

    def value(self, position: Position, supplies: Pair, turn: int, alpha: int, beta: int) -> int:
        """Return what the first player gains on the second from here on, both playing best, in points.

        Outside the window from `alpha` to `beta` the answer is a bound. `turn` is 0 if the first player begins.
        Raises `OutOfTime`.
        """
        found = self._sort(State(position, supplies, (0, 0)))
        return found.gain + search(self, found, turn, alpha - found.gain, beta - found.gain)

    def _sort(self, state: State) -> Sorted:
        known = self._sorted.get(state)
        if known is None:
            self.clock.tick()
            room = state.supplies[0] - state.spare[0], state.supplies[1] - state.spare[1]
            found = sift(self._ground, state.position, room)
            spare = [
                min(old + new, supply)
                for old, new, supply in zip(state.spare, found.spare, state.supplies, strict=True)
            ]
            after = State(found.position, state.supplies, (spare[0], spare[1]))
            plenty = not any(found.scarce)
            bounds = (UNKNOWN, UNKNOWN) if plenty else self._static(after, found.reach)
            known = self._sorted[state] = Sorted(found.gain, after, plenty, bounds)
        return known

    def _static(self, state: State, reach: Pair) -> tuple[Bounds, Bounds]:
        """Return bounds of a state for either player in turn; the score where neither can place a viking.

        What is safe counts in any case, nothing outside the reach ever does, and each player can be sure of a share of
        the contest, which the other one then does not get.
        """
        if not _can_settle(state, 0) and not _can_settle(state, 1):
            score = self._score(state)
            return (score, score), (score, score)
        contest = reach[0] & reach[1]
        most, least = [], []
        for player in (0, 1):
            mine = reach[player]
            bonus = sum(
                min(state.supplies[player], (mine & layer).bit_count()) for layer in self._ground.layers[player][1:]
            )
            most.append(mine.bit_count() + bonus)
            least.append((mine & ~contest).bit_count())
        stones = FRIENDSHIP * len(state.position[3])
        low, high = least[0] - most[1] - stones, most[0] - least[1] + stones
        _, first, second, _ = state.position
        one, two = state.supplies
        return (
            (low + 2 * sure_share(first, contest, one, True), high - 2 * sure_share(second, contest, two, False)),
            (low + 2 * sure_share(first, contest, one, False), high - 2 * sure_share(second, contest, two, True)),
        )

    def bounds(self, here: Sorted, turn: int, alpha: int, beta: int) -> Bounds:
        """Return bounds of the value of a state; one with vikings in plenty is solved in the window."""
        if here.plenty:
            return narrowed(*UNKNOWN, self._plenty.value(here.state.position, turn, alpha, beta), alpha, beta)
        return self._known.get((here.state, turn), here.bounds[turn])

    def remember(self, here: Sorted, turn: int, bounds: Bounds) -> None:
        """Keep the bounds that a search has proved."""
        self._known[here.state, turn] = bounds

    def moves(self, here: Sorted, turn: int) -> list[tuple[int, Sorted]]:
        """Return what each viking of the player in turn leads to and all it pays at once, the likely best first.

        A player who cannot place a viking passes. The list is kept, with the move that settled the last search first.
        """
        key = here.state, turn
        if key not in self._moves:
            sign = -1 if turn else 1
            found = [(gain + after.gain, after) for gain, after in self._settlements(here.state, turn)]
            ranked = sorted(found, key=lambda move: sign * self._estimate(*move), reverse=True)
            self._moves[key] = ranked or [(0, here)]
        return self._moves[key]

    def _settlements(self, state: State, turn: int) -> Iterator[tuple[int, Sorted]]:
        position, supplies, spare = state
        if not supplies[turn]:
            return
        left = (supplies[0] - 1, supplies[1]) if turn == 0 else (supplies[0], supplies[1] - 1)
        sign = -1 if turn else 1
        tiles = position[2] if turn else position[1]
        while tiles:
            tile = tiles & -tiles
            tiles ^= tile
            after = State(self._ground.settle(position, turn, tile), left, spare)
            yield sign * self._ground.worth(turn, tile), self._sort(after)
        if spare[turn]:
            fewer = (spare[0] - 1, spare[1]) if turn == 0 else (spare[0], spare[1] - 1)
            yield 0, self._sort(State(position, left, fewer))

    def _score(self, state: State) -> int:
        """Return what is scored when nobody can move: undisputed tiles, and stones as they stand."""
        vacant, first, second, leads = state.position
        reach = flood(self._ground.near, first, vacant), flood(self._ground.near, second, vacant)
        stones = sum(FRIENDSHIP * ((lead > 0) - (lead < 0)) for _, lead in leads)
        return (reach[0] & ~reach[1]).bit_count() - (reach[1] & ~reach[0]).bit_count() + stones

    @staticmethod
    def _estimate(gain: int, after: Sorted) -> int:
        """Return four times a rough value of a move: its points, the middle of the bounds, the open tiles."""
        _, first, second, _ = after.state.position
        return 4 * gain + sum(after.bounds[0]) + sum(after.bounds[1]) + first.bit_count() - second.bit_count()


def _can_settle(state: State, player: int) -> bool:
    """Tell whether a player has a viking left and a tile or a spare tile for it."""
    return bool(state.supplies[player] and (state.position[1 + player] or state.spare[player]))
