"""The wheel beside boards that are entered by hand: kept in the document, played by the rules, round after round."""

from dataclasses import replace

import pytest

from games.vikings.board import Board, Player
from games.vikings.play.illegal import IllegalMove
from games.vikings.play.laying import tile_places
from games.vikings.play.moves import Arrange, Bid, Buy, Deal, Remove, Start
from games.vikings.play.wheel import played, with_card_dealt, with_figure_drawn
from games.vikings.play.wheel_data import SOLD, WHEEL, ShipData, document_with, state_of, wheel_data_of, wheel_of
from games.vikings.reading import board_of, document_of

DRAWN = ["fisherman"] * 2 + ["goldsmith"] * 3 + ["scout"] * 2 + ["jarl"] * 2 + ["warrior"] * 2 + ["boatswain"]


def wheel_document(stage="small", number=1, **more):
    players = tuple(Player(name, 10, 30) for name in ("Ulf", "Inga"))
    return {**document_of(Board(players, stage)), "round": number, **more}


def opened(document):
    board = board_of(document)
    wheel = wheel_of(board)
    return state_of(board, wheel), wheel


def kept(state):
    """The state as it comes back from a document."""
    return opened(document_with(document_of(state.board), wheel_data_of(state)))[0]


def drawn(document, figures):
    state, wheel = opened(document)
    for figure in figures[:-1]:
        wheel = with_figure_drawn(state, wheel, figure)
    return with_figure_drawn(state, wheel, figures[-1])


def laid_out():
    return played(kept(drawn(wheel_document(), DRAWN)), Deal(("left",) * 12))


def test_figures_and_cards_come_one_by_one_and_lie_as_the_rules_say():
    state = kept(drawn(wheel_document(), DRAWN))
    wheel = opened(document_with(document_of(state.board), wheel_data_of(state)))[1]
    for card in ("left", "right", ShipData(sail="red", gold=2), *["middle"] * 8):
        wheel = with_card_dealt(state, wheel, card)
    after = with_card_dealt(state, wheel, ShipData(sail="blue", points=3))
    assert after.phase == "buy"
    assert after.offer.figures == tuple(DRAWN)
    assert [card if isinstance(card, str) else card.sail for card in after.offer.cards][-2:] == ["blue", "red"]
    assert kept(after) == after


def test_a_purchase_is_paid_and_laid_the_start_follows_and_the_turn_goes_on():
    state = played(laid_out(), Buy(5, ("scout", 0), settle=True))
    assert (state.phase, state.player.gold) == ("start", 25)
    state = played(kept(state), Start("jarl"))
    assert (state.phase, state.player.name) == ("buy", "Inga")
    assert kept(state) == state


def test_what_left_the_game_does_not_come_out_of_the_bag_again():
    state = drawn(wheel_document(), DRAWN)
    assert (state.bag.count("boatswain"), state.bag.count("fisherman"), len(state.bag)) == (12, 11, 66)
    state = kept(played(kept(state), Deal(("left",) * 12)))
    assert len(state.bag) == 66
    # The next round begins with that bag, though no player has the boatswain, who carried somebody and left.
    later = {**document_with(document_of(state.board), wheel_data_of(state)), "round": 2}
    assert opened(later)[0].bag.count("boatswain") == 12
    following = drawn(later, ["boatswain"] * 12)
    assert "boatswain" not in following.bag
    third = {**document_with(document_of(following.board), wheel_data_of(following)), "round": 3}
    with pytest.raises(IllegalMove, match="in the bag"):
        drawn(third, ["boatswain"])


def test_a_wheel_without_a_recorded_bag_holds_all_figures_that_nobody_has():
    board = board_of(wheel_document())
    board = board.with_player(board.players[0].with_home("boatswain", 2))
    assert state_of(board, wheel_of(board)).bag.count("boatswain") == 11


def test_a_purchase_that_the_rule_of_zero_forbids_is_refused_with_the_reason():
    with pytest.raises(IllegalMove, match="for sale only if its figure is the last"):
        played(laid_out(), Buy(0, ("fisherman", 0), settle=True))


def test_a_card_that_was_not_entered_leaves_its_figure_at_home():
    state = played(drawn(wheel_document(), DRAWN), Deal((None,) * 12))
    state = played(replace(state, starts=frozenset()), Buy(11, None))
    assert state.board.players[0].home["boatswain"] == 1
    assert state.board.players[0].gold == 19


def test_a_round_that_is_sold_out_waits_for_its_scoring_and_the_next_begins_to_the_left():
    state = replace(laid_out(), starts=frozenset())
    while state.phase != SOLD:
        place = next(p for p in reversed(state.offer.places) if state.offer.why_not(p, 99, 0) is None)
        rich = state.with_player(replace(state.player, gold=99))
        state = played(rich, Buy(place, next(tile_places(rich.player, "left"), None)))
    assert not state.offer.places
    document = document_with(document_of(state.board), wheel_data_of(state))
    later = opened({**document, "stage": "big", "round": 2})[0]
    assert (later.phase, later.player.name, later.starts) == ("draw", "Inga", frozenset())


def test_who_bids_most_pays_and_begins_and_colours_are_laid_out_by_turns():
    state, wheel = opened(wheel_document())
    document = document_with(wheel_document(), wheel.model_copy(update={"advanced": True}))
    state = kept(drawn(document, [*DRAWN, "boatswain"]))
    for move in (Bid(2), Bid(4), Bid(None)):
        state = kept(played(state, move))
    assert (state.phase, state.player.name, state.player.gold) == ("remove", "Inga", 26)
    state = kept(played(state, Remove("boatswain")))
    state = kept(played(state, Deal(("left",) * 12)))
    state = kept(played(state, Arrange("jarl")))
    assert state.offer.figures[-2:] == ("jarl", "jarl")
    assert state.player.name == "Ulf"


@pytest.mark.parametrize(
    "facts",
    [
        None,
        7,
        {"round": "one"},
        {"round": 1, "turn": 3},
        {"round": 1, "phase": "buy"},
        {"round": 1, "phase": "auction"},
        {"round": 1, "phase": "auction", "auction": {"bidders": [2], "gold": 0, "best": None}},
        {"round": 1, "cards": ["upper"]},
    ],
)
def test_a_wheel_that_cannot_be_is_begun_anew(facts):
    state, wheel = opened(wheel_document(**{WHEEL: facts}))
    assert (state.phase, wheel.drawn, state.player_index) == ("draw", [], 0)
