"""How many steps best play takes to prove, and what is sure of open tiles: both without a clock."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from games.fjords.analysis.board_race import race_of
from games.fjords.analysis.bounds import margin_bounds
from games.fjords.analysis.clock import Clock
from games.fjords.analysis.limited import LimitedSearch
from games.fjords.analysis.outlook import BoundedValue
from games.fjords.analysis.sure_tiles import WIDTH, by_distance, sure_tiles
from games.fjords.analysis.undecided import position_of, race_map_of
from tests.games.fjords.analysis.settlements import settled


def test_a_landscape_with_22_contested_tiles_is_proved_in_few_steps():
    board, name = settled(7, 44, 1.0, 3, (30, 30), 22)
    race, _ = race_of(board, name)
    clock, me = Clock(600), race.turn
    search = LimitedSearch(race_map_of(race, me), clock)
    value = BoundedValue(search, position_of(race, me), (race.supplies[me], race.supplies[1 - me]), 0, 0)
    value.narrow(*margin_bounds(race, me))
    value.bisect()
    assert value.low == value.high == -6
    # 8874 steps; 32836 before much was sure of open tiles, and pairs of a contest and its negative were left out.
    assert clock.steps < 12_000


@cache
def taken(left, begins, turn=0):
    """The tiles that their player takes at least, tried out: the other may take one whose distance is up by then."""
    if not any(left):
        return 0

    def less(place):
        return (*left[:place], left[place] - 1, *left[place + 1 :])

    there = [place for place, number in enumerate(left) if number]
    if begins:
        return 1 + max(taken(less(place), False, turn) for place in there)
    return min([taken(left, True, turn + 1), *(taken(less(p), True, turn + 1) for p in there if p <= turn)])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=3, max_size=3), st.booleans())
def test_what_is_sure_of_open_tiles_is_what_trying_everything_finds(left, begins):
    counts = sum(number << WIDTH * place for place, number in enumerate(left))
    assert sure_tiles(counts, begins) == taken(tuple(left), begins)


def test_tiles_are_counted_by_the_steps_that_the_other_player_is_away():
    lane = tuple((1 << i >> 1) | (1 << i + 1 if i < 7 else 0) for i in range(8))
    everywhere = (1 << 8) - 1
    assert by_distance(lane, 0b10000111, 0b1, everywhere) == 1 | 1 << WIDTH | 1 << 2 * WIDTH | 1 << 5 * WIDTH
    assert by_distance(lane, 0b1000, 0b1, everywhere & ~0b10) == 1 << 5 * WIDTH
