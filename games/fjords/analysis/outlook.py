"""The value of a race for the player to move, and of each tile where the next viking may go."""

from contextlib import suppress
from dataclasses import dataclass

from games.fjords.analysis.alphabeta import UNKNOWN
from games.fjords.analysis.bounds import margin_bounds
from games.fjords.analysis.clock import Clock, OutOfTime
from games.fjords.analysis.limited import LimitedSearch, Pair
from games.fjords.analysis.lookahead import Forecast, forecast
from games.fjords.analysis.race import Race, bits
from games.fjords.analysis.undecided import Position, position_of, race_map_of

VALUE_SHARE = 0.6
"""The share of the time limit for proving the value, so that enough is left for the estimate of what is not proved."""
MOVES_SHARE = 0.8
"""The share of the time then left for proving the values of the moves."""
NARROWING_SHARE = 0.1
"""The share of the time limit for narrowing each bound of a value that could not be proved."""
NARROWING_STEP = 2
"""Points by which a bound is moved at a time then: tests near a bound are faster than in the middle."""


@dataclass(frozen=True)
class Choice:
    """A tile to settle, and what that is worth, in points.

    Attributes:
        tile: The number of the tile.
        swing: The margin after settling it, less the margin if the player could pass; without proof, an estimate
            between the bounds.
        lower: The least that the swing can be.
        upper: The most that the swing can be.
    """

    tile: int
    swing: int
    lower: int
    upper: int


@dataclass(frozen=True)
class Outlook:
    """What is known about a race; a margin is the own total less the best other total, in points.

    Attributes:
        value: The margin after best play; without proof, an estimate between the bounds.
        lower: A margin that the player is sure of, whatever the others do.
        upper: A margin that the player is not sure to exceed.
        choices: The tiles the player may settle, best first.
    """

    value: int
    lower: int
    upper: int
    choices: tuple[Choice, ...]

    @property
    def exact(self) -> bool:
        """Whether the value is proved."""
        return self.lower == self.upper


class BoundedValue:
    """The value of a position of a race between two players, bounded from both sides."""

    def __init__(self, search: LimitedSearch, position: Position, supplies: Pair, turn: int, paid: int) -> None:
        """Start with the bounds of a position with this player to move (0 or 1); `paid` points are decided already."""
        self._search = search
        self._asked = position, supplies, turn
        self._paid = paid
        try:
            low, high = search.bounds_of(*self._asked)
        except OutOfTime:
            low, high = UNKNOWN
        self.low, self.high = paid + low, paid + high

    def test(self, middle: int) -> None:
        """Narrow the bounds by searching whether the value is at least `middle`. Raises `OutOfTime`."""
        least = middle - self._paid
        found = self._paid + self._search.value(*self._asked, least - 1, least)
        if found >= middle:
            self.low = max(self.low, found)
        else:
            self.high = min(self.high, found)

    def bisect(self) -> None:
        """Bisect the range between the bounds until they are equal.

        Raises:
            OutOfTime: The bounds found so far are valid, but differ.
        """
        while self.low < self.high:
            self.test((self.low + self.high + 1) // 2)

    def narrow_in_steps(self, clock: Clock, seconds: float) -> None:
        """Narrow each bound in small steps, for `seconds` each."""
        for upwards in (True, False):
            clock.allow(seconds)
            with suppress(OutOfTime):
                while self.low < self.high:
                    least, most = min(self.low + NARROWING_STEP, self.high), max(self.high - NARROWING_STEP, self.low)
                    self.test(least if upwards else most + 1)

    def narrow(self, low: int, high: int) -> None:
        """Narrow the bounds by others that are known to hold."""
        self.low, self.high = max(self.low, low), min(self.high, high)

    def clip(self, value: int) -> int:
        """Return `value`, clipped to the bounds."""
        return min(max(value, self.low), self.high)


def outlook_of(race: Race, seconds: float) -> Outlook:
    """Return the outlook of the player to move.

    Args:
        race: The position; any number of players.
        seconds: The time allowed. Exact answers come as soon as they are found.
    """
    return _outlook_of_two(race, seconds) if race.players == 2 else _outlook_of_many(race, seconds)


def _outlook_of_two(race: Race, seconds: float) -> Outlook:
    """Return the outlook in a race between two players, proved as far as time allows."""
    clock, me = Clock(seconds), race.turn
    race_map, position = race_map_of(race, me), position_of(race, me)
    proving = Clock(seconds * VALUE_SHARE)
    search = LimitedSearch(race_map, proving)
    supplies = race.supplies[me], race.supplies[1 - me]
    paid = race.points[me] - race.points[1 - me]
    whole, passed = (BoundedValue(search, position, supplies, turn, paid) for turn in (0, 1))
    after = {}
    for tile in bits(race.open[me] if supplies[0] else 0):
        left = supplies[0] - 1, supplies[1]
        gain = paid + race.worth[me][tile]
        after[tile] = BoundedValue(search, race_map.settle(position, 0, 1 << tile), left, 1, gain)
    for value in (whole, passed, *after.values()):
        value.narrow(*margin_bounds(race, me))
    try:
        whole.bisect()
        proving.allow(clock.left * MOVES_SHARE)
        for value in after.values():
            value.narrow(value.low, whole.high)
        for value in (passed, *after.values()):
            value.bisect()
        guess = None
    except OutOfTime:
        whole.narrow_in_steps(proving, seconds * NARROWING_SHARE)
        guess = forecast(race, clock)
    if after:
        whole.narrow(max(found.low for found in after.values()), max(found.high for found in after.values()))
    return _outlook_from(whole, passed, after, guess)


def _outlook_from(
    whole: BoundedValue, passed: BoundedValue, after: dict[int, BoundedValue], guess: Forecast | None
) -> Outlook:
    """Return the outlook of proved bounds and, if there is one, a forecast for what is not proved."""
    idle = passed.clip(guess.passed if guess else passed.low)
    choices = []
    for tile, found in after.items():
        value = found.clip(guess.moves[tile] if guess else found.low)
        choices.append(Choice(tile, value - idle, found.low - passed.high, found.high - passed.low))
    value = max((choice.swing + idle for choice in choices), default=idle)
    return Outlook(whole.clip(value), whole.low, whole.high, _ranked(choices))


def _outlook_of_many(race: Race, seconds: float) -> Outlook:
    """Return the outlook among any number of players: proved bounds, and estimates by look-ahead."""
    lower, upper = margin_bounds(race, race.turn)
    gap = upper - lower
    seen = forecast(race, Clock(seconds))
    expected = max(seen.moves.values(), default=seen.passed)
    if seen.complete:
        lower = max(lower, expected)
    swings = {tile: min(max(margin - seen.passed, -gap), gap) for tile, margin in seen.moves.items()}
    choices = [Choice(tile, swing, -gap, gap) for tile, swing in swings.items()]
    return Outlook(min(max(expected, lower), upper), lower, upper, _ranked(choices))


def _ranked(choices: list[Choice]) -> tuple[Choice, ...]:
    return tuple(sorted(choices, key=lambda choice: (-choice.swing, choice.tile)))
