"""Laying cards and terraforming: what is legal, and that legal play keeps a city legal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.hokkaido.chain import path_of
from games.hokkaido.city import City
from games.hokkaido.play.laying import Laying, laid, legal_layings, refusals
from games.hokkaido.play.terraforming import BECOMES, terraform_refusals, terraformed
from tests.games.hokkaido.cities import card, cards, drawn


def codes(city, laying):
    return [said.code for said in refusals(city, laying)]


@pytest.mark.parametrize(
    ("rows", "at", "turn", "found"),
    [
        (("FF", "FF"), (0, 1), 0, []),
        (("FF", "FF"), (3, 3), 0, ["no-overlap"]),
        (("FF", "FF"), (-1, -1), 0, ["hidden-mountain"]),
        (("FF", "FF"), (1, 1), 0, ["hidden-lake"]),
        (("DM",), (0, 2), 0, ["range"]),
        (("DM",), (-1, 1), 0, []),
        (("DM",), (0, 1), 0, []),
        (("DM",), (1, 1), 3, []),
        (("DM",), (1, 1), 1, ["range"]),
    ],
)
def test_a_card_on_top(rows, at, turn, found):
    city = drawn("MFF", "FFL", "FFF")
    assert codes(city, Laying(card(*rows), at, turn)) == found


def test_a_card_slid_under_hides_its_own_squares():
    city = drawn("FF", "FF")
    under = frozenset({(1, 0), (1, 1)})
    lake, dry = card("LF", "FF"), card("FL", "FF")
    assert codes(city, Laying(lake, (1, 0), 0, under)) == ["hidden-lake"]
    assert codes(city, Laying(dry, (1, 0), 0, under)) == []
    assert laid(city, Laying(dry, (1, 0), 0, under)).squares[1, 0].terrain == "forest"
    assert codes(city, Laying(card("FF", "FF"), (0, 0), 0, frozenset(city.squares))) == ["nothing-visible"]


def test_a_card_that_lies_in_the_city_is_not_laid_again_but_one_without_a_number_is():
    city = laid(drawn("FF"), Laying(card("FF", "FF", number=7), (0, 0)))
    assert codes(city, Laying(card("FF", "FF", number=7), (0, 1))) == ["card-there"]
    assert list(legal_layings(city, card("FF", "FF", number=7))) == []
    assert codes(city, Laying(card("FF", "FF", number=8), (0, 1))) == []
    nameless = laid(drawn("FF"), Laying(card("FF", "FF", number=0), (0, 0)))
    assert codes(nameless, Laying(card("FF", "FF", number=0), (0, 1))) == []


def test_a_new_mountain_neither_forks_the_range_nor_bends_a_step_of_it():
    city = drawn("MFF", "FMF", "FFF")
    assert codes(city, Laying(card("FM", "FF"), (0, 0))) == ["hidden-mountain", "range"]
    assert codes(city, Laying(card("MF", "FF"), (1, 0), 0, frozenset({(2, 0), (1, 1), (2, 1)}))) == ["range"]
    assert codes(city, Laying(card("FM"), (1, 2))) == []


def test_a_covered_cube_is_gone_and_a_new_production_square_brings_its_own():
    city = drawn("bF", "FF", cubes=[(0, 0)])
    after = laid(city, Laying(card("Fn"), (0, 0)))
    assert after.cubes == {(1, 0): ("green",)}


def test_a_card_turned_four_times_is_as_it_was():
    shape = card("FLM", "brg")
    assert shape.turned(4) == shape
    assert shape.turned(1).squares[1, 0] == shape.squares[0, 0]
    assert shape.turned(3).turned(1) == shape


@settings(max_examples=25, deadline=None)
@given(st.lists(cards(), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_legal_cards_keep_a_city_legal(pack, chance):
    city = City("Aiko")
    for drafted in pack:
        choices = list(legal_layings(city, drafted))
        if not choices:
            continue
        before, laying = city, chance.choice(choices)
        city = laid(city, laying)
        mountains = city.places("mountain")
        assert not mountains or path_of(mountains) is not None
        for terrain in ("mountain", "lake"):
            own = {place for place, square in laying.squares.items() if square.terrain == terrain}
            assert before.places(terrain) | own == city.places(terrain)
        assert before.squares.keys() | laying.squares.keys() == city.squares.keys()
        assert all(city.squares[place].terrain == "production" for place in city.cubes)
        assert any(city.squares[place].card == drafted.number for place in laying.squares)


@settings(max_examples=15, deadline=None)
@given(cards(), cards())
def test_every_laying_that_is_not_offered_is_refused(first, second):
    city = laid(City("Aiko"), Laying(first, (0, 0)))
    offered = {(laying.at, laying.turn, laying.under) for laying in legal_layings(city, second)}
    for turn in range(4):
        for x in range(-4, 5):
            for y in range(-4, 5):
                if ((x, y), turn, frozenset()) not in offered:
                    assert refusals(city, Laying(second, (x, y), turn))


def test_two_cubes_of_a_colour_terraform_a_desert():
    city = drawn("DbbM", "DrrD", cubes=[(1, 0), (2, 0), (1, 1), (2, 1)])
    wet = terraformed(city, (0, 0), "blue")
    assert wet.squares[0, 0].terrain == "lake"
    assert sorted(wet.cubes) == [(1, 1), (2, 1)]
    assert terraformed(wet, (0, 1), "brown").squares[0, 1].terrain == "district"


@pytest.mark.parametrize(
    ("place", "colour", "free", "found"),
    [
        ((1, 0), "blue", False, ["no-desert"]),
        ((0, 0), "green", False, ["too-few-cubes"]),
        ((0, 0), "green", True, []),
        ((0, 0), "grey", True, ["range"]),
        ((3, 1), "grey", True, []),
        ((9, 9), "blue", False, ["no-desert"]),
    ],
)
def test_what_cannot_be_terraformed_is_refused(place, colour, free, found):
    city = drawn("DbbM", "DrrD", cubes=[(1, 0), (2, 0), (1, 1), (2, 1)])
    assert [said.code for said in terraform_refusals(city, place, colour, free)] == found
    if found:
        with pytest.raises(ValueError, match=r"\.$"):
            terraformed(city, place, colour, free)
    else:
        assert terraformed(city, place, colour, free).squares[place].terrain == BECOMES[colour]
