"""Cities of whole cards: a square that was overlooked or made up leaves a card that is not whole."""

from __future__ import annotations

import pytest

from vision.hokkaido.city.whole_cards import cards_on, on_no_whole_card, on_whole_cards

_CARD = {(x, y) for x in range(2) for y in range(3)}
_ACROSS = {(x, y) for x in range(1, 4) for y in range(2, 4)}
"""A card, and another one that lies over its lower right square."""
_CITY = _CARD | _ACROSS


def test_a_city_of_whole_cards_stays_as_it_is() -> None:
    assert on_whole_cards(_CITY, dict.fromkeys(_CITY, 0.6)) == _CITY


@pytest.mark.parametrize("overlooked", [(0, 0), (3, 3)])
def test_a_square_that_was_overlooked_is_added_where_it_makes_a_card_whole(overlooked: tuple[int, int]) -> None:
    chances = dict.fromkeys(_CITY, 0.99) | {overlooked: 0.3}
    assert on_whole_cards(_CITY - {overlooked}, chances) == _CITY


@pytest.mark.parametrize("invented", [(2, 0), (4, 2), (7, 7)])
def test_a_square_beside_a_city_is_no_card_of_its_own(invented: tuple[int, int]) -> None:
    chances = dict.fromkeys(_CITY, 0.99) | {invented: 0.6}
    assert on_whole_cards(_CITY | {invented}, chances) == _CITY


def test_a_square_that_is_surely_a_card_stays_and_is_known_to_lie_on_no_whole_one() -> None:
    chances = dict.fromkeys(_CITY, 0.99) | {(4, 2): 0.99, (4, 3): 0.001}
    assert on_whole_cards(_CITY | {(4, 2)}, chances) == _CITY | {(4, 2)}
    assert on_no_whole_card(_CITY | {(4, 2)}) == {(4, 2)}
    assert on_no_whole_card(_CITY) == set()


def test_a_card_lies_on_a_square_in_twelve_ways() -> None:
    cards = list(cards_on((5, 5)))
    assert len(set(cards)) == 12
    assert all(len(card) == 6 and (5, 5) in card for card in cards)
