"""For three and four players, and for one, the bounds are honest."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.fjords.analysis.bounds import total_bounds
from games.fjords.analysis.outlook import outlook_of
from tests.games.fjords.analysis.brute import best, played, settlements, totals
from tests.games.fjords.analysis.races import ENDLESS, plain, races

quickly = settings(max_examples=25, deadline=None)
supplies = st.sampled_from([0, 1, 2, 3, ENDLESS])


@quickly
@given(races(tiles=6, players=3, supplies=supplies))
def test_three_players_can_be_sure_of_the_lower_bound_and_of_no_more_than_the_upper(race):
    seen = outlook_of(race, 0.2)
    sure = best(race, race.turn, race.turn)
    assert seen.lower <= sure <= best(race, race.turn, race.turn, others=max) <= seen.upper
    assert seen.lower <= seen.value <= seen.upper


@quickly
@given(races(tiles=5, players=4, supplies=supplies))
def test_all_settlements_of_each_of_four_players_are_listed(race):
    seen = outlook_of(race, 0.2)
    owners = (None,) * len(race.near)
    assert sorted(choice.tile for choice in seen.choices) == settlements(race, owners, race.turn)
    assert all(choice.lower <= choice.swing <= choice.upper for choice in seen.choices)


@quickly
@given(races(tiles=5, players=3, supplies=supplies))
def test_a_race_looked_through_to_the_end_is_played_against_all_others(race):
    seen = outlook_of(race, 60)
    assert seen.lower == best(race, race.turn, race.turn)
    values = {tile: best(after, race.turn, after.turn) for tile, after in played(race)}
    if values:
        assert values[seen.choices[0].tile] == max(values.values())


@quickly
@given(races(tiles=6, players=3, supplies=supplies), st.randoms(use_true_random=False))
def test_no_game_ends_outside_the_total_bounds(race, random):
    owners, mover, idle = [None] * len(race.near), race.turn, 0
    while idle < race.players:
        moves = settlements(race, tuple(owners), mover)
        idle = 0 if moves else idle + 1
        if moves:
            owners[random.choice(moves)] = mover
        mover = (mover + 1) % race.players
    for (low, high), total in zip(total_bounds(race), totals(race, tuple(owners)), strict=True):
        assert low <= total <= high


@quickly
@given(races(tiles=6, players=1, supplies=st.integers(0, 4)).map(plain))
def test_alone_at_the_table_all_that_can_be_reached_is_won(race):
    seen = outlook_of(race, 60)
    assert seen.value == best(race, 0, 0)
