"""What a race is worth to the player to move, and where the next viking matters most."""

from contextlib import suppress
from dataclasses import dataclass

from games.fjords.analysis.alphabeta import UNKNOWN
from games.fjords.analysis.bounds import margin_bounds
from games.fjords.analysis.claims import Position, ground_of, position_of
from games.fjords.analysis.clock import Clock, OutOfTime
from games.fjords.analysis.limited import Pair, Scarce
from games.fjords.analysis.lookahead import Forecast, forecast
from games.fjords.analysis.race import Race, bits

PROVING = 0.6
RANKING = 0.8
CREEPING = 0.1
EASY = 2


@dataclass(frozen=True)
class Choice:
    """A tile to settle, and how much that brings.

    Attributes:
        tile: The number of the tile.
        swing: The margin that comes of settling it, less the margin if the player could pass; without proof, the
            best guess between the bounds.
        lower: The least that the swing can be.
        upper: The most that the swing can be.
    """

    tile: int
    swing: int
    lower: int
    upper: int


@dataclass(frozen=True)
class Outlook:
    """What is known of a race; margins are the own total less the best other total.

    Attributes:
        value: The margin after best play; without proof, the best guess between the bounds.
        lower: A margin the player can be sure of, whatever the others do.
        upper: A margin the player cannot be sure to surpass.
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


class Question:
    """The value of one position of a race between two, closed in from both sides."""

    def __init__(self, search: Scarce, position: Position, supplies: Pair, turn: int, paid: int) -> None:
        """Ask what a position is worth with this player to move (0 first, 1 second), `paid` points being settled."""
        self._search = search
        self._asked = position, supplies, turn
        self._paid = paid
        try:
            low, high = search.bounds_of(*self._asked)
        except OutOfTime:
            low, high = UNKNOWN
        self.low, self.high = paid + low, paid + high

    def ask(self, middle: int) -> None:
        """Find out whether the value reaches `middle`. Raises `OutOfTime`."""
        test = middle - self._paid
        found = self._paid + self._search.value(*self._asked, test - 1, test)
        if found >= middle:
            self.low = max(self.low, found)
        else:
            self.high = min(self.high, found)

    def close_in(self) -> None:
        """Halve the gap between the bounds until it is gone.

        Raises:
            OutOfTime: The bounds are proved all the same, but apart.
        """
        while self.low < self.high:
            self.ask((self.low + self.high + 1) // 2)

    def creep_in(self, clock: Clock, seconds: float) -> None:
        """Move either bound inwards by the easiest questions, for so many seconds each."""
        for upwards in (True, False):
            clock.allow(seconds)
            with suppress(OutOfTime):
                while self.low < self.high:
                    self.ask(min(self.low + EASY, self.high) if upwards else max(self.high - EASY, self.low) + 1)

    def know(self, low: int, high: int) -> None:
        """Take over bounds that are known otherwise."""
        self.low, self.high = max(self.low, low), min(self.high, high)

    def guess(self, value: int) -> int:
        """Return `value`, moved into the bounds."""
        return min(max(value, self.low), self.high)


def look(race: Race, seconds: float) -> Outlook:
    """Return the outlook of the player to move.

    Args:
        race: The position; any number of players.
        seconds: The time allowed. Exact answers come as soon as they are found.
    """
    return look_at_two(race, seconds) if race.players == 2 else look_at_many(race, seconds)


def look_at_two(race: Race, seconds: float) -> Outlook:
    """Return the outlook in a race between two, proved as far as time allows."""
    clock, me = Clock(seconds), race.turn
    ground, position = ground_of(race, me), position_of(race, me)
    proving = Clock(seconds * PROVING)
    search = Scarce(ground, proving)
    supplies = race.supplies[me], race.supplies[1 - me]
    paid = race.points[me] - race.points[1 - me]
    whole, passed = (Question(search, position, supplies, turn, paid) for turn in (0, 1))
    after = {}
    for tile in bits(race.open[me] if supplies[0] else 0):
        left = supplies[0] - 1, supplies[1]
        gain = paid + race.worth[me][tile]
        after[tile] = Question(search, ground.settle(position, 0, 1 << tile), left, 1, gain)
    for question in (whole, passed, *after.values()):
        question.know(*margin_bounds(race, me))
    try:
        whole.close_in()
        proving.allow(clock.left * RANKING)
        for question in after.values():
            question.know(question.low, whole.high)
        for question in (passed, *after.values()):
            question.close_in()
        guess = None
    except OutOfTime:
        whole.creep_in(proving, seconds * CREEPING)
        guess = forecast(race, clock)
    if after:
        whole.know(max(found.low for found in after.values()), max(found.high for found in after.values()))
    return _outlook(whole, passed, after, guess)


def _outlook(whole: Question, passed: Question, after: dict[int, Question], guess: Forecast | None) -> Outlook:
    """Put proved bounds and guesses together; without a guess everything is proved."""
    idle = passed.guess(guess.passed if guess else passed.low)
    choices = []
    for tile, found in after.items():
        value = found.guess(guess.moves[tile] if guess else found.low)
        choices.append(Choice(tile, value - idle, found.low - passed.high, found.high - passed.low))
    value = max((choice.swing + idle for choice in choices), default=idle)
    return Outlook(whole.guess(value), whole.low, whole.high, _ranked(choices))


def look_at_many(race: Race, seconds: float) -> Outlook:
    """Return the outlook of one among any number of players: bounds that hold, and guesses by looking ahead."""
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
