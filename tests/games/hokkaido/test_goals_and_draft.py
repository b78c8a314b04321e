"""Goals with their tie-breaks, and who gets which card."""

from dataclasses import replace
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.hokkaido.goals import Awards, awards, met
from games.hokkaido.play.draft import (
    Bid,
    clockwise,
    draft_refusals,
    laying_order,
    taking_order,
    taking_order_of_two,
)
from tests.games.hokkaido.cities import QUICK, drawn


def on_cards(city, count):
    """The same city, its squares spread over so many cards in turn."""
    numbers = cycle(range(1, count + 1))
    return replace(city, squares={place: replace(s, card=next(numbers)) for place, s in city.squares.items()})


MEETING = [
    (1, drawn("FDF", "DFD", "FDF")),
    (2, drawn("HHHHHH", "MMMMMM", "HDDDDD")),
    (3, drawn("LDL", "DLD")),
    (4, drawn("MMM..", "..MMD")),
    (5, drawn("bbb", "nnn", cubes=[(x, y) for x in range(3) for y in range(2)])),
    (6, drawn("brgn")),
    (7, drawn("BRGN")),
    (8, drawn("b.", ".R", "g.")),
]


@pytest.mark.parametrize(("goal", "city"), MEETING)
def test_a_goal_is_met_on_three_cards_and_not_on_two(goal, city):
    assert goal in met(on_cards(city, 3))
    assert goal in met(city)
    assert goal not in met(on_cards(city, 2))


@pytest.mark.parametrize(
    ("goal", "city"),
    [
        (1, drawn("FFF", "DFD", "FDF")),
        (2, drawn("HHHHH", "MMMMM", "HDDDD")),
        (2, drawn("HHHHHH", "MMMMMM", "DDDDDD")),
        (3, drawn("LLL", "LLD")),
        (4, drawn("MMMM.", "....M")),
        (5, drawn("bbb", "nnn", cubes=[(0, 0)])),
        (6, drawn("brgB")),
        (7, drawn("BRGn")),
        (8, drawn("b.R", "...", "g..")),
        (9, drawn("DD")),
    ],
)
def test_what_falls_short_of_a_goal_does_not_meet_it(goal, city):
    assert goal not in met(city)


def test_any_of_several_largest_districts_on_a_side_may_meet_the_second_goal():
    city = drawn("HHHHHH", "MMMMMM", "HDDDDH")
    numbers = {place: 1 + (place[0] > 2) for place in city.squares} | {(5, 2): 3}
    squares = {place: replace(square, card=numbers[place]) for place, square in city.squares.items()}
    assert 2 in met(replace(city, squares=squares))


def test_two_terraformed_squares_meet_the_ninth_goal_on_any_cards():
    city = drawn("FFF")
    squares = {p: replace(s, terraformed=p != (0, 0), card=1) for p, s in city.squares.items()}
    assert met(replace(city, squares=squares)) == {9}


@pytest.mark.parametrize(("goal", "winner"), [(1, "Low"), (4, "Low"), (5, "High"), (9, "High")])
def test_the_drafted_card_breaks_a_tie_and_who_lost_it_may_lay_a_tile(goal, winner):
    found = awards({goal}, {"Low": {goal}, "High": {goal}}, {"Low": 7, "High": 31})
    assert found == Awards({goal: winner}, frozenset({"Low", "High"} - {winner}))


def test_one_goal_a_round_is_won_and_the_next_goes_to_another():
    meeting = {"Ann": {1, 2, 6}, "Bo": {2}, "Cy": {2, 6}}
    found = awards({1, 2, 6}, meeting, {"Ann": 50, "Bo": 20, "Cy": 10})
    assert found.goals == {1: "Ann", 2: "Cy"}
    assert found.tiles == {"Bo"}


PLAYERS = st.lists(st.sampled_from("ABCDE"), min_size=2, unique=True)
NUMBERS = st.lists(st.integers(1, 60), min_size=5, max_size=5, unique=True)
GOALS = st.sets(st.integers(1, 9))


@QUICK
@given(PLAYERS, NUMBERS, GOALS, st.data())
def test_nobody_wins_two_goals_in_a_round_or_one_that_is_not_met(players, numbers, open_goals, data):
    meeting = {player: data.draw(GOALS) for player in players}
    found = awards(open_goals, meeting, dict(zip(players, numbers, strict=False)))
    assert len(set(found.goals.values())) == len(found.goals)
    assert all(goal in open_goals and goal in meeting[player] for goal, player in found.goals.items())
    assert not found.tiles & set(found.goals.values())
    for goal in open_goals - found.goals.keys():
        assert all(goal not in meeting[p] or p in found.goals.values() for p in players)


def test_hands_go_clockwise_first_and_back_later():
    assert [clockwise(number) for number in range(1, 13)] == [True] * 6 + [False] * 6
    with pytest.raises(ValueError, match="13"):
        clockwise(13)


def test_who_drafted_the_lowest_card_lays_first():
    assert laying_order({"Ann": 40, "Bo": 3, "Cy": 22}) == ["Bo", "Cy", "Ann"]


def test_in_honshus_draft_cubes_make_a_card_worth_sixty_more():
    bids = [Bid("Ann", 58), Bid("Bo", 3, 1), Bid("Cy", 2, 2), Bid("Di", 60)]
    assert taking_order(bids) == ["Cy", "Bo", "Di", "Ann"]


@QUICK
@given(PLAYERS, NUMBERS, st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_two_different_cards_are_never_worth_the_same(players, numbers, cubes):
    bids = [Bid(*fields) for fields in zip(players, numbers, cubes, strict=False)]
    assert len({bid.worth for bid in bids}) == len(bids)


def test_of_two_players_the_higher_card_takes_unless_the_other_pays():
    bids = [Bid("Ann", 58), Bid("Bo", 3)]
    assert taking_order_of_two(bids) == ["Ann", "Bo"]
    assert taking_order_of_two(bids, overbid=True) == ["Bo", "Ann"]


def test_a_card_is_drafted_once():
    assert draft_refusals({"Ann": 3, "Bo": 4}, [1, 2]) == []
    found = draft_refusals({"Ann": 3, "Bo": 3, "Cy": 1, "Di": 61}, [1, 2])
    assert [(said.code, said.player) for said in found] == [
        ("card-twice", "Bo"),
        ("card-twice", "Cy"),
        ("no-such-card", "Di"),
    ]
