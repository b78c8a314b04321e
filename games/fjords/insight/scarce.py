"""Best play between two players of whom one may run out of vikings.

A player whose vikings are all on the board is out, and scores each vacant tile that nobody else can reach: the
undisputed tiles. So

* a safe tile is worth a point to its owner whether a viking ever goes there or not, and two *spare* tiles (see
  `games.fjords.insight.ground`) where no more than that is to be had are as good as one another; how many are left
  matters still, because a player with nothing better to do must spend a viking there, and may *want* to wait there;
* a move spends a viking, so it can do harm, and contests far apart share one supply: they are no sum of games. They
  are searched together, by alpha-beta with memory, until both players have vikings in plenty.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.fjords.insight.clock import Clock
from games.fjords.insight.ground import Ground, Position, sift
from games.fjords.insight.plenty import Plenty
from games.fjords.insight.race import FRIENDSHIP, flood
from games.fjords.insight.sums import FAR, narrowed

Pair = tuple[int, int]


class State(NamedTuple):
    """What is still fought for, the vikings left, and how many spare tiles wait for some of them."""

    position: Position
    supplies: Pair
    spare: Pair


class Sorted(NamedTuple):
    """A state with what is settled paid for, and what is known of it without a search."""

    gain: int
    state: State
    plenty: bool
    low: int
    high: int


class Scarce:
    """A search of positions on one ground, with all it has found out so far."""

    def __init__(self, ground: Ground, clock: Clock) -> None:
        """Start with nothing known; `clock` stops searches that take too long."""
        self._ground = ground
        self._clock = clock
        self._plenty = Plenty(ground, clock)
        self._sorted: dict[State, Sorted] = {}
        self._known: dict[tuple[State, int], Pair] = {}
        self._best: dict[tuple[State, int], State] = {}

    def bounds(self, position: Position, supplies: Pair, turn: int) -> Pair:
        """Return bounds of the value that need no search."""
        found = self._sort(State(position, supplies, (0, 0)))
        if found.plenty:
            low, high = self._plenty.bounds(found.state.position, turn)
        else:
            low, high = self._known.get((found.state, turn), (found.low, found.high))
        return found.gain + low, found.gain + high

    def value(self, position: Position, supplies: Pair, turn: int, alpha: int, beta: int) -> int:
        """Return what the first player gains on the second from here on, both playing best.

        Outside the window from `alpha` to `beta` the answer is a bound. `turn` is 0 if the first player begins.
        Raises `OutOfTime`.
        """
        found = self._sort(State(position, supplies, (0, 0)))
        return found.gain + self._search(found, turn, alpha - found.gain, beta - found.gain)

    def _sort(self, state: State) -> Sorted:
        known = self._sorted.get(state)
        if known is None:
            self._clock.tick()
            room = state.supplies[0] - state.spare[0], state.supplies[1] - state.spare[1]
            found = sift(self._ground, state.position, room)
            spare = [
                min(old + new, supply)
                for old, new, supply in zip(state.spare, found.spare, state.supplies, strict=True)
            ]
            after = State(found.position, state.supplies, (spare[0], spare[1]))
            plenty = not any(found.scarce)
            low, high = (-FAR, FAR) if plenty else self._static(after, found.reach)
            known = self._sorted[state] = Sorted(found.gain, after, plenty, low, high)
        return known

    def _static(self, state: State, reach: Pair) -> Pair:
        """Bound a state: what is safe counts in any case, and nothing outside the reach ever does."""
        most, least = [], []
        for player in (0, 1):
            mine = reach[player]
            bonus = sum(
                min(state.supplies[player], (mine & layer).bit_count()) for layer in self._ground.layers[player][1:]
            )
            most.append(mine.bit_count() + bonus)
            least.append((mine & ~reach[1 - player]).bit_count())
        stones = FRIENDSHIP * len(state.position[3])
        return least[0] - most[1] - stones, most[0] - least[1] + stones

    def _search(self, here: Sorted, turn: int, alpha: int, beta: int) -> int:
        if here.plenty:
            return self._plenty.value(here.state.position, turn, alpha, beta)
        key = here.state, turn
        low, high = self._known.get(key, (here.low, here.high))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self._clock.tick()
        moves = self._moves(here.state, turn)
        if not moves:
            if not self._moves(here.state, 1 - turn):
                return self._end(here.state)
            return self._search(here, 1 - turn, alpha, beta)
        sign = -1 if turn else 1
        first = self._best.get(key)
        moves.sort(key=lambda move: FAR if move[1].state == first else sign * self._promise(*move), reverse=True)
        alpha, beta = max(alpha, low), min(beta, high)
        best, floor, roof = -sign * FAR, alpha, beta
        for gain, after in moves:
            found = gain + self._search(after, 1 - turn, floor - gain, roof - gain)
            if sign * found > sign * best:
                best, self._best[key] = found, after.state
            if turn:
                roof = min(roof, best)
            else:
                floor = max(floor, best)
            if floor >= roof:
                break
        self._known[key] = narrowed(low, high, best, alpha, beta)
        return best

    def _moves(self, state: State, turn: int) -> list[tuple[int, Sorted]]:
        """Return what one viking of the player in turn leads to, and all it pays at once."""
        return [(gain + after.gain, after) for gain, after in self._settlements(state, turn)]

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

    def _end(self, state: State) -> int:
        """Return what is scored when nobody can move: undisputed tiles, and stones as they stand."""
        vacant, first, second, leads = state.position
        reach = flood(self._ground.near, first, vacant), flood(self._ground.near, second, vacant)
        stones = sum(FRIENDSHIP * ((lead > 0) - (lead < 0)) for _, lead in leads)
        return (reach[0] & ~reach[1]).bit_count() - (reach[1] & ~reach[0]).bit_count() + stones

    @staticmethod
    def _promise(gain: int, after: Sorted) -> int:
        """Return twice a rough value of a move: what is sure, and the middle of the bounds."""
        _, first, second, _ = after.state.position
        return 2 * gain + after.low + after.high + first.bit_count() - second.bit_count()
