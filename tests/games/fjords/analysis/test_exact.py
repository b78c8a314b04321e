"""For two players the outlook is exact: brute force finds the same."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from games.fjords.analysis.bounds import margin_bounds, total_bounds
from games.fjords.analysis.outlook import outlook_of
from games.fjords.analysis.race import Race, Stone
from tests.games.fjords.analysis.brute import best, played
from tests.games.fjords.analysis.races import ENDLESS, beside, plain, races

quickly = settings(max_examples=40, deadline=None)
plenty = st.just(ENDLESS)
LONG = 600.0


def agrees(race):
    seen = outlook_of(race, LONG)
    assert seen.exact
    assert seen.value == best(race, race.turn, race.turn)
    passed = best(race, race.turn, 1 - race.turn)
    assert {choice.tile: choice.swing for choice in seen.choices} == {
        tile: best(after, race.turn, after.turn) - passed for tile, after in played(race)
    }
    assert [c.swing for c in seen.choices] == sorted((c.swing for c in seen.choices), reverse=True)
    return seen


@quickly
@given(races(tiles=8, supplies=plenty))
def test_values_and_swings_are_exact_with_vikings_in_plenty(race):
    agrees(race)


@quickly
@given(races(tiles=8))
def test_values_and_swings_are_exact_when_vikings_run_out(race):
    agrees(race)


@quickly
@given(races(tiles=9, supplies=st.integers(0, 4)).map(plain))
def test_undisputed_points_are_exact(race):
    agrees(race)


@quickly
@given(races(tiles=7, supplies=st.sampled_from([2, 3, ENDLESS]), stones=3, bonuses=0))
def test_friendship_stones_are_exact(race):
    agrees(race)


@settings(max_examples=25, deadline=None)
@given(races(tiles=5, supplies=plenty), races(tiles=5, supplies=plenty))
def test_independent_contests_add_up_as_games_do(one, other):
    agrees(beside(one, other))


@settings(max_examples=25, deadline=None)
@given(races(tiles=4, supplies=st.integers(0, 5)), races(tiles=4))
def test_independent_contests_share_one_supply(one, other):
    agrees(beside(one, other))


@quickly
@given(races(tiles=8, supplies=plenty))
def test_no_player_with_plenty_ever_gains_by_passing(race):
    assert all(choice.swing >= 0 for choice in outlook_of(race, LONG).choices)


@quickly
@given(races(tiles=7))
def test_bounds_hold_when_there_is_no_time_at_all(race):
    seen, truth = outlook_of(race, 0.0), best(race, race.turn, race.turn)
    assert seen.lower <= truth <= seen.upper
    assert seen.lower <= seen.value <= seen.upper
    low, high = margin_bounds(race, race.turn)
    assert low <= truth <= high


@quickly
@given(races(tiles=7))
def test_total_bounds_hold_for_the_margin_of_either_player(race):
    (low, high), (other_low, other_high) = total_bounds(race)
    truth = best(race, 0, race.turn)
    assert low - other_high <= truth <= high - other_low


def lane(count, **fields):
    """A row of tiles: the first player comes from the left, the second from the right."""
    near = tuple((1 << i >> 1) | (1 << i + 1 if i + 1 < count else 0) for i in range(count))
    ones = ((1,) * count,) * 2
    return Race(near, (1, 1 << count - 1), (ENDLESS,) * 2, (0, 0), ones, **fields)


def test_a_lane_of_odd_length_gives_the_middle_to_who_begins():
    assert agrees(lane(5)).value == 1
    assert agrees(lane(6)).value == 0


def test_the_swing_of_a_safe_tile_is_nothing():
    race = lane(2)
    race = replace(race, near=(0b110, 0b001, 0b001), open=(0b111, 0b010), worth=((1, 1, 1),) * 2)
    swings = {choice.tile: choice.swing for choice in agrees(race).choices}
    assert swings[2] == 0


def test_a_player_without_vikings_scores_what_nobody_else_can_reach():
    race = replace(lane(3), supplies=(0, ENDLESS), open=(0b011, 0b000))
    assert agrees(race).value == 3
    assert agrees(replace(race, open=(0b001, 0b100))).value == -3


def test_a_skipped_player_leaves_the_rest_to_the_other():
    race = replace(lane(4), open=(0b1111, 0))
    assert agrees(replace(race, turn=1)).value == -4
    assert agrees(race).value == 4


def test_a_stone_can_be_worth_more_than_land():
    race = replace(lane(3), near=(0b110, 0b001, 0b001), open=(0b011, 0b101), stones=(Stone(0b001, (0, 0)),))
    assert agrees(race).choices[0].tile == 0
