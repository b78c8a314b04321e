"""Best play between two players of whom one may run out of vikings.

A player whose vikings are all on the board is out of the game and scores the undisputed tiles: each vacant tile that no
other player can reach. Hence

* a safe tile is worth a point to its owner whether a viking ever goes there or not, and two *spare* tiles (see
  `games.fjords.analysis.undecided`) that pay no more than that are worth the same; their number still matters, because
  a player without a better move must spend a viking there, and may *want* to wait there;
* a move spends a viking, so it can do harm, and contests far apart share one supply, so they are no sum of games. They
  are searched together until both players have vikings in plenty (`games.fjords.analysis.unlimited`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.fjords.analysis.alphabeta import UNKNOWN, Bounds, narrowed, search
from games.fjords.analysis.clock import Clock
from games.fjords.analysis.race import flood
from games.fjords.analysis.undecided import Position, RaceMap, remove_decided, sure_share
from games.fjords.analysis.unlimited import UnlimitedSearch
from games.fjords.runes import FRIENDSHIP_POINTS

Pair = tuple[int, int]
"""A number for either player, the first player's first."""


class State(NamedTuple):
    """What is left to play for between two players.

    Attributes:
        position: The contested part of a position.
        supplies: For each player, the vikings left, with those for spare tiles.
        spare: For each player, the number of spare tiles not settled yet.
    """

    position: Position
    supplies: Pair
    spare: Pair


class Reduced(NamedTuple):
    """A state whose decided parts are counted, with bounds for either player to move that need no search.

    Attributes:
        gain: The points of the decided parts, the first player's less the second's.
        state: The rest of the state.
        plenty: Whether neither player can run out of vikings any more.
        bounds: Bounds of the value of `state` with the first and with the second player to move.
    """

    gain: int
    state: State
    plenty: bool
    bounds: tuple[Bounds, Bounds]


class LimitedSearch:
    """A search of positions on one map, with a table of everything proved so far."""

    def __init__(self, race_map: RaceMap, clock: Clock) -> None:
        """Start with an empty table; `clock` stops a search when its time is over."""
        self._map = race_map
        self.clock = clock
        self._unlimited = UnlimitedSearch(race_map, clock)
        self._reduced: dict[State, Reduced] = {}
        self._known: dict[tuple[State, int], Bounds] = {}
        self._moves: dict[tuple[State, int], list[tuple[int, Reduced]]] = {}

    def bounds_of(self, position: Position, supplies: Pair, turn: int) -> Bounds:
        """Return bounds of the value of a position that need no search, in points."""
        found = self._reduce(State(position, supplies, (0, 0)))
        if found.plenty:
            low, high = self._unlimited.bounds_of(found.state.position, turn)
        else:
            low, high = self._known.get((found.state, turn), found.bounds[turn])
        return found.gain + low, found.gain + high

    def value(self, position: Position, supplies: Pair, turn: int, alpha: int, beta: int) -> int:
        """Return what the first player gains on the second from here on, both playing best, in points.

        Outside the window from `alpha` to `beta` the answer is a bound. `turn` is 0 if the first player begins.
        Raises `OutOfTime`.
        """
        found = self._reduce(State(position, supplies, (0, 0)))
        return found.gain + search(self, found, turn, alpha - found.gain, beta - found.gain)

    def _reduce(self, state: State) -> Reduced:
        known = self._reduced.get(state)
        if known is None:
            self.clock.tick()
            room = state.supplies[0] - state.spare[0], state.supplies[1] - state.spare[1]
            found = remove_decided(self._map, state.position, room)
            spare = [
                min(old + new, supply)
                for old, new, supply in zip(state.spare, found.spare, state.supplies, strict=True)
            ]
            after = State(found.position, state.supplies, (spare[0], spare[1]))
            plenty = not any(found.scarce)
            bounds = (UNKNOWN, UNKNOWN) if plenty else self._static(after, found.reach)
            known = self._reduced[state] = Reduced(found.gain, after, plenty, bounds)
        return known

    def _static(self, state: State, reach: Pair) -> tuple[Bounds, Bounds]:
        """Return bounds of a state for either player in turn; the score where neither can place a viking.

        Safe tiles count in any case, tiles outside the reach never do, and each player is sure of a share of the
        contested tiles, which the other one does not get.
        """
        if not _can_settle(state, 0) and not _can_settle(state, 1):
            score = self._score(state)
            return (score, score), (score, score)
        contest = reach[0] & reach[1]
        most, least = [], []
        for player in (0, 1):
            mine = reach[player]
            bonus = sum(
                min(state.supplies[player], (mine & layer).bit_count()) for layer in self._map.layers[player][1:]
            )
            most.append(mine.bit_count() + bonus)
            least.append((mine & ~contest).bit_count())
        stones = FRIENDSHIP_POINTS * len(state.position.leads)
        low, high = least[0] - most[1] - stones, most[0] - least[1] + stones
        first, second = state.position.first, state.position.second
        one, two = state.supplies
        return (
            (low + 2 * sure_share(first, contest, one, True), high - 2 * sure_share(second, contest, two, False)),
            (low + 2 * sure_share(first, contest, one, False), high - 2 * sure_share(second, contest, two, True)),
        )

    def bounds(self, here: Reduced, turn: int, alpha: int, beta: int) -> Bounds:
        """Return bounds of the value of a state; one with vikings in plenty is solved in the window."""
        if here.plenty:
            return narrowed(*UNKNOWN, self._unlimited.value(here.state.position, turn, alpha, beta), alpha, beta)
        return self._known.get((here.state, turn), here.bounds[turn])

    def remember(self, here: Reduced, turn: int, bounds: Bounds) -> None:
        """Keep the bounds that a search has proved."""
        self._known[here.state, turn] = bounds

    def moves(self, here: Reduced, turn: int) -> list[tuple[int, Reduced]]:
        """Return the points and the state that each viking of the player to move leads to, the likely best first.

        A player who cannot place a viking passes. The list is kept, with the refuting move of the last search first.
        """
        key = here.state, turn
        if key not in self._moves:
            sign = -1 if turn else 1
            found = [(gain + after.gain, after) for gain, after in self._settlements(here.state, turn)]
            ranked = sorted(found, key=lambda move: sign * self._estimate(*move), reverse=True)
            self._moves[key] = ranked or [(0, here)]
        return self._moves[key]

    def _settlements(self, state: State, turn: int) -> Iterator[tuple[int, Reduced]]:
        position, supplies, spare = state
        if not supplies[turn]:
            return
        left = (supplies[0] - 1, supplies[1]) if turn == 0 else (supplies[0], supplies[1] - 1)
        sign = -1 if turn else 1
        tiles = position.open_to(turn)
        while tiles:
            tile = tiles & -tiles
            tiles ^= tile
            after = State(self._map.settle(position, turn, tile), left, spare)
            yield sign * self._map.worth(turn, tile), self._reduce(after)
        if spare[turn]:
            fewer = (spare[0] - 1, spare[1]) if turn == 0 else (spare[0], spare[1] - 1)
            yield 0, self._reduce(State(position, left, fewer))

    def _score(self, state: State) -> int:
        """Return the points when neither player can move: undisputed tiles, and the majorities at stones."""
        vacant, first, second, leads = state.position
        reach = flood(self._map.near, first, vacant), flood(self._map.near, second, vacant)
        stones = sum(FRIENDSHIP_POINTS * ((lead > 0) - (lead < 0)) for _, lead in leads)
        return (reach[0] & ~reach[1]).bit_count() - (reach[1] & ~reach[0]).bit_count() + stones

    @staticmethod
    def _estimate(gain: int, after: Reduced) -> int:
        """Return four times a rough value of a move: its points, the middle of the bounds, the open tiles."""
        open_tiles = after.state.position.first.bit_count() - after.state.position.second.bit_count()
        return 4 * gain + sum(after.bounds[0]) + sum(after.bounds[1]) + open_tiles


def _can_settle(state: State, player: int) -> bool:
    """Return whether a player has a viking left and a tile or a spare tile for it."""
    return bool(state.supplies[player] and (state.position.open_to(player) or state.spare[player]))
