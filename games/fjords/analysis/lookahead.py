"""A look-ahead of some moves with an estimate of the rest, for any number of players.

The estimate gives each vacant tile to the nearest player; of equally near ones, to the earlier in turn. All others are
assumed to play against the player to move (the paranoid assumption: N. R. Sturtevant and R. E. Korf, *On pruning
techniques for multi-player games*, 2000), so a search of the whole game finds a margin that this player is sure of; for
two players it is the value itself.
"""

from dataclasses import dataclass
from typing import NamedTuple

from games.fjords.analysis.alphabeta import INFINITY
from games.fjords.analysis.clock import Clock, OutOfTime
from games.fjords.analysis.race import UNDISPUTED, Race, bits, flood, friendship


class RaceState(NamedTuple):
    """A position. Tiles are bits of masks; players are numbered in the order of turns.

    Attributes:
        vacant: The tiles without a viking.
        open: For each player, the vacant tiles that may be settled at once.
        supplies: For each player, the vikings left.
        points: For each player, the points so far, Friendship stones apart.
        stones: For each Friendship stone, each player's vikings around it.
        turn: The player to move.
    """

    vacant: int
    open: tuple[int, ...]
    supplies: tuple[int, ...]
    points: tuple[int, ...]
    stones: tuple[tuple[int, ...], ...]
    turn: int


@dataclass(frozen=True)
class Forecast:
    """The estimated margin over the best other total after each move, in points.

    Attributes:
        moves: The margin expected after each move, by the number of the tile that it settles.
        passed: The margin expected if the player could pass.
        complete: Whether every line of play was searched to the end.
    """

    moves: dict[int, int]
    passed: int
    complete: bool


def forecast(race: Race, clock: Clock) -> Forecast:
    """Return the estimate for each move, from a search that goes deeper and deeper until the time is over."""
    search = _Lookahead(race)
    found = search.forecast(1, None)
    depth = 2
    try:
        while not found.complete:
            found = search.forecast(depth, clock)
            depth += 1
    except OutOfTime:
        return found
    return found


class _Lookahead:
    """A search to a depth, for the player to move, with every player who can move in turn.

    Its alpha-beta search is of its own: that of `alphabeta` is for two sides that always move in turn, and keeps what
    it has proved. Here several others may move one after the other, and what ends at a depth proves nothing to be kept.
    """

    def __init__(self, race: Race) -> None:
        self._race = race
        self._player = race.turn
        self._stones = tuple(stone.around for stone in race.stones)
        self._complete = True
        self._clock: Clock | None = None

    def forecast(self, depth: int, clock: Clock | None) -> Forecast:
        """Return the margins of all moves from a search of `depth` moves; raises `OutOfTime` where there is a clock."""
        race, self._clock, self._complete = self._race, clock, True
        vikings = tuple(stone.vikings for stone in race.stones)
        start = RaceState(race.vacant, race.open, race.supplies, race.points, vikings, race.turn)
        moves = {
            tile.bit_length() - 1: self._value(after, depth - 1, -INFINITY, INFINITY)
            for tile, after in self._moves(start)
        }
        passed = self._value(start._replace(turn=self._next(start)), depth - 1, -INFINITY, INFINITY)
        return Forecast(moves, passed, self._complete)

    def _next(self, state: RaceState) -> int:
        return (state.turn + 1) % len(state.open)

    def _moves(self, state: RaceState) -> list[tuple[int, RaceState]]:
        """Return the moves of the player to move: the mask of the one tile that is settled, and the state after it."""
        turn, found = state.turn, []
        if state.supplies[turn]:
            for tile in bits(state.open[turn]):
                found.append((1 << tile, self._after(state, turn, tile)))
        return found

    def _after(self, state: RaceState, turn: int, tile: int) -> RaceState:
        race, bit = self._race, 1 << tile
        vacant = state.vacant ^ bit
        opened = [tiles & vacant for tiles in state.open]
        opened[turn] |= race.near[tile] & vacant
        supplies, points = list(state.supplies), list(state.points)
        supplies[turn] -= 1
        points[turn] += race.worth[turn][tile]
        stones = state.stones
        if stones:
            stones = tuple(
                tuple(count + (player == turn and bool(around & bit)) for player, count in enumerate(counts))
                for around, counts in zip(self._stones, stones, strict=True)
            )
        return RaceState(vacant, tuple(opened), tuple(supplies), tuple(points), stones, self._next(state))

    def _value(self, state: RaceState, depth: int, alpha: int, beta: int) -> int:
        """Return the margin that the searched player reaches, if it lies between `alpha` and `beta`.

        A value that does not is one of these bounds. Notes in `_complete` where the depth ends a line of play.
        """
        if self._clock:
            self._clock.tick()
        for _ in state.open:
            moves = self._moves(state)
            if moves:
                break
            state = state._replace(turn=self._next(state))
        else:
            return self._margin(state, self._undisputed(state))
        if depth <= 0:
            self._complete = False
            return self._margin(state, self._nearest(state))
        mine = state.turn == self._player
        for _, after in moves:
            found = self._value(after, depth - 1, alpha, beta)
            if mine:
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
            if alpha >= beta:
                break
        return alpha if mine else beta

    def _undisputed(self, state: RaceState) -> list[int]:
        """Return the points of each player for the vacant tiles that nobody else can reach."""
        reach = [flood(self._race.near, tiles, state.vacant) for tiles in state.open]
        found = []
        for player, mine in enumerate(reach):
            others = 0
            for other, tiles in enumerate(reach):
                others |= tiles if other != player else 0
            found.append(UNDISPUTED * (mine & ~others).bit_count())
        return found

    def _nearest(self, state: RaceState) -> list[int]:
        """Return the points of each player if every vacant tile goes to the nearest player."""
        near, count = self._race.near, len(state.open)
        order = [(state.turn + step) % count for step in range(count)]
        left, fronts, got = state.vacant, list(state.open), [0] * count
        supplies = list(state.supplies)
        while any(front & left for front in fronts):
            for player in order:
                taken = fronts[player] & left
                left &= ~taken
                fronts[player] = 0
                for tile in bits(taken):
                    fronts[player] |= near[tile]
                    got[player] += self._race.worth[player][tile] if supplies[player] > 0 else UNDISPUTED
                    supplies[player] -= 1
        return got

    def _margin(self, state: RaceState, more: list[int]) -> int:
        """Return the margin over the best other total, with `more` points for each player than in the state."""
        totals = [points + extra for points, extra in zip(state.points, more, strict=True)]
        for counts in state.stones:
            totals = [total + pays for total, pays in zip(totals, friendship(counts), strict=True)]
        return totals[self._player] - max(
            (total for player, total in enumerate(totals) if player != self._player), default=0
        )
