"""The offer around the wheel: prices, the turning wheel, and the rule of 0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.vikings.figures import FIGURES
from games.vikings.islands import PARTS
from games.vikings.play.offer import ROUND_THE_WHEEL, ShipCard, spread, with_figures
from tests.games.vikings.boards import modest

RED, BLUE = ShipCard("red", points=2), ShipCard("blue", gold=5)
CARDS = ["left", RED, *["middle"] * 4, BLUE, *["right"] * 5]
FIGURES_DRAWN = ["boatswain", *["jarl"] * 3, *["fisherman"] * 2, *["scout"] * 5, "warrior"]
OFFER = with_figures(spread(CARDS), FIGURES_DRAWN)

cards = st.lists(st.sampled_from((*PARTS, RED, BLUE)), min_size=12, max_size=12)
figures = st.lists(st.sampled_from(FIGURES), min_size=12, max_size=12)


def test_islands_come_from_zero_up_and_ships_from_eleven_down():
    assert OFFER.cards == ("left", *["middle"] * 4, *["right"] * 5, BLUE, RED)


def test_figures_are_laid_out_by_colour_from_fishermen_to_boatswains():
    assert OFFER.figures == ("fisherman", "fisherman", *["scout"] * 5, *["jarl"] * 3, "warrior", "boatswain")


def test_the_wheel_turns_on_when_nothing_is_left_at_zero():
    assert OFFER.price(5) == 5
    assert OFFER.without(3).price(5) == 5
    assert OFFER.without(0).price(5) == 4
    assert OFFER.without(1).without(2).without(0).price(3) == 0


def test_the_combination_at_zero_is_for_sale_only_with_the_last_figure_of_its_colour():
    assert OFFER.why_not(0, 20, 10) == "zero"
    assert OFFER.without(1).why_not(0, 20, 10) is None


def test_who_lacks_the_gold_for_the_cheapest_other_one_may_take_the_one_at_zero():
    assert OFFER.why_not(0, 1, 10) == "zero"
    assert OFFER.why_not(0, 0, 10) is None
    assert OFFER.without(1).without(2).why_not(0, 2, 0) is None


def test_points_turn_into_gold_but_nobody_buys_on_credit():
    assert OFFER.why_not(11, 5, 6) is None
    assert OFFER.why_not(11, 5, 5) == "price"
    assert OFFER.without(4).why_not(4, 20, 0) == "sold"
    with pytest.raises(ValueError):
        OFFER.without(4).price(4)


def test_a_round_has_twelve_cards_and_figures():
    for broken in (CARDS[:11], [*CARDS, "left"]):
        with pytest.raises(ValueError):
            spread(broken)
    for broken in (FIGURES_DRAWN[:11], [*FIGURES_DRAWN, "jarl"], [*FIGURES_DRAWN[:11], "troll"]):
        with pytest.raises(ValueError):
            with_figures(spread(CARDS), broken)


def test_in_the_advanced_version_colours_take_the_dearest_places_left():
    offer = spread(CARDS).with_colour("scout", 5).with_colour("boatswain", 1)
    assert offer.figures == (*[None] * 6, "boatswain", *["scout"] * 5)
    assert offer.dearest == 11


@modest
@given(cards, figures, st.data())
def test_somebody_can_always_buy_until_all_is_sold_and_prices_only_fall(dealt, drawn, data):
    offer = with_figures(spread(dealt), drawn)
    assert [offer.figures.count(f) for f in ROUND_THE_WHEEL] == [drawn.count(f) for f in ROUND_THE_WHEEL]
    while offer.places:
        gold, points = data.draw(st.integers(0, 12)), data.draw(st.integers(0, 12))
        buyable = [place for place in offer.places if offer.why_not(place, gold, points) is None]
        assert buyable
        sold = data.draw(st.sampled_from(buyable))
        after = offer.without(sold)
        assert all(after.price(place) <= offer.price(place) for place in after.places)
        assert not after.places or after.price(after.places[0]) == 0
        offer = after
