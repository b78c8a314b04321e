"""Special cards as the record tells them beside the boards."""

from dataclasses import replace

import pytest

from games.vikings.board import Board
from games.vikings.recorded_cards import SPECIAL_CARDS_FACT
from games.vikings.rulebook import RULEBOOK
from tests.games.vikings.boards import fjord, ship


def card(player, effect, amount=3, round=1):
    return {"player": player, "name": "Saga", "effect": effect, "amount": amount, "round": round}


def facts(*cards, players=("Ann", "Bo")):
    return [(SPECIAL_CARDS_FACT, {"players": list(players), "cards": list(cards)})]


def totals(board, record):
    return [row["total"] for row in RULEBOOK.score(RULEBOOK.recorded(board, record))["scores"]]


BOARD = Board((fjord("Ann"), fjord("Bo")), "final")


def test_the_last_entry_counts():
    assert totals(BOARD, facts(card(0, "points"))) == [3, 0]
    assert totals(BOARD, [*facts(card(0, "points")), *facts(card(1, "points"), card(1, "points", 2))]) == [0, 5]
    assert totals(BOARD, [("draft", {}), *facts()]) == totals(BOARD, []) == [0, 0]


def test_points_and_gold_count_in_their_round_only_and_all_else_to_the_end():
    seventh = replace(BOARD, source={"round": 7})
    cards = card(0, "points", round=6), card(0, "gold", 5, round=7), card(0, "fed", 2, round=1)
    assert totals(seventh, facts(*cards)) == [1 + 4, 0]


def test_cards_stay_with_a_player_who_is_renamed_or_moves_up_and_go_with_one_who_leaves():
    record = facts(card(1, "points"))
    assert totals(Board((fjord("Ann"), fjord("Björn"))), record) == [0, 3]
    assert totals(Board((fjord("Bo"),)), record) == [3]
    assert totals(Board((fjord("Ann"),)), record) == [0]


@pytest.mark.parametrize(
    "data", [{"cards": [{}]}, {"cards": 7}, {"players": ["Ann"], "cards": [card(5, "points")]}, {"x": 1}]
)
def test_what_cannot_be_understood_is_left_out(data):
    assert totals(BOARD, [(SPECIAL_CARDS_FACT, data)]) == [0, 0]


def test_special_cards_are_explained():
    board = RULEBOOK.recorded(replace(BOARD, stage="big"), facts(card(0, "points"), card(0, "gold", 2)))
    assert RULEBOOK.score(board)["scores"][0] == {"player": "Ann", "points": 3, "gold": 2}
    (said, _) = RULEBOOK.explain(board, "en")
    assert "special cards: 3" in said["points"] and "special cards: 2" in said["gold"]
    final = RULEBOOK.recorded(BOARD, facts(card(0, "points")))
    assert set(RULEBOOK.explain(final, "ru")[0]) == set(RULEBOOK.score(final)["scores"][0]) - {"player"}


def test_a_card_with_a_warrior_repels_the_ship_over_its_column():
    board = Board((fjord("Ann", goldsmith="<*", ships=[ship(0, "yellow", gold=2)]),), "big")
    assert RULEBOOK.score(RULEBOOK.recorded(board, []))["scores"][0]["gold"] == 0
    for column, gold in ((1, 2 + 3), (2, 0)):
        guarded = RULEBOOK.recorded(board, facts(card(0, "warriors", column), players=("Ann",)))
        assert RULEBOOK.score(guarded)["scores"][0]["gold"] == gold
