"""Whole games of Vikings by random legal moves, basic and advanced, and what particular moves do."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.vikings.figures import FIGURES, FISHERMAN, SAILS
from games.vikings.islands import PARTS
from games.vikings.play import carrying
from games.vikings.play.game import Game
from games.vikings.play.illegal import IllegalMove
from games.vikings.play.moves import Arrange, Bid, Buy, Carry, Deal, Draw, Finish, Remove, Start, Take, Use
from games.vikings.play.offer import ShipCard
from games.vikings.play.state import CARRY, Setup, opening
from games.vikings.reading import board_of, document_of
from games.vikings.ships import Ship
from games.vikings.specials import Special
from games.vikings.warnings import status

seeds = st.integers(0, 2**32 - 1)
modest = settings(max_examples=12)
setups = st.builds(
    Setup,
    players=st.sampled_from((("Ann", "Bo"), ("Ann", "Bo", "Cy"), ("Ann", "Bo", "Cy", "Di"))),
    first=st.sampled_from(("", "Bo")),
    advanced=st.booleans(),
    auction=st.booleans(),
)


def stacks(chance):
    """The 72 cards of a game in six stacks: 14 ships, all else islands."""
    sails = [ShipCard(chance.choice(sorted(SAILS)), points=chance.randrange(1, 8)) for _ in range(14)]
    cards = [*sails, *(chance.choice(PARTS) for _ in range(58))]
    chance.shuffle(cards)
    return [tuple(cards[start : start + 12]) for start in range(0, 72, 12)]


def random_move(game, chance, cards):
    state = game.state
    if game.phase == "draw":
        count = 13 if game.setup.advanced else 12
        known = len(state.taken) + len(state.open_specials)
        room = min(4 - len(state.open_specials), 25 - known) if game.setup.advanced else 0
        specials = tuple(f"card {known + n}" for n in range(room))
        return Draw(tuple(chance.sample(state.bag, count)), specials)
    if game.phase == "deal":
        return Deal(cards[state.round - 1])
    return chance.choice(list(game.legal_moves))


def held(state):
    """Every figure that is not in the box's lid: in the bag, drawn, at the wheel, on islands, at home."""
    wheel = [figure for figure in state.offer.figures if figure is not None]
    boards = Counter(t.figure for p in state.board.players for t in p.island_tiles if t.figure)
    return (
        Counter(state.bag)
        + Counter(state.drawn)
        + Counter(wheel)
        + boards
        + sum((Counter(dict(p.home)) for p in state.board.players), Counter())
    )


@modest
@given(setups, seeds)
def test_no_position_of_a_game_has_anything_wrong_with_it(setup, seed):
    chance = Random(seed)
    game, cards = Game(setup), stacks(chance)
    figures = held(game.state).total()
    while not game.is_over:
        move = random_move(game, chance, cards)
        assert game.why_illegal(move) is None
        game.push(move)
        figures -= isinstance(move, Remove | Carry)
        assert held(game.state).total() == figures
        assert all(count <= 13 for count in held(game.state).values())
        assert status(game.board) == []
        assert all(p.gold >= 0 and p.points >= 0 for p in game.board.players)
    assert game.state.round == 6 and game.board.stage == "final"
    assert not list(game.legal_moves) and game.player_to_move is None
    assert sum(len(p.ships) for p in game.board.players) == 14
    document = document_of(game.board)
    assert document_of(board_of(document)) == document
    for found in game.score().scores:
        assert found.total == sum(found.parts.values())


@modest
@given(setups, seeds, st.integers(0, 60))
def test_taking_moves_back_leads_to_where_one_was(setup, seed, count):
    chance = Random(seed)
    game, cards = Game(setup), stacks(chance)
    before = [game.state]
    for _ in range(count):
        game.push(random_move(game, chance, cards))
        before.append(game.state)
    assert Game(setup, game.moves).state == game.state
    while game.moves:
        assert game.state == before.pop()
        game.pop()
    assert game.state == before.pop()


ISLANDS = Deal(("left",) * 12)
COLOURS = Draw(
    (*["fisherman"] * 2, *["goldsmith"] * 2, *["scout"] * 2, *["jarl"] * 2, *["warrior"] * 2, *["boatswain"] * 2)
)


def begin_game(players=("Ann", "Bo"), deal=ISLANDS):
    return Game(Setup(players), [COLOURS, deal])


def test_players_begin_with_gold_by_their_number_and_ten_points():
    for players, gold in ((("A", "B"), 30), (("A", "B", "C"), 25), (("A", "B", "C", "D"), 20)):
        assert {(p.gold, p.points) for p in Game(Setup(players)).board.players} == {(gold, 10)}
    for broken in (("A",), ("A", "A"), tuple("ABCDE")):
        with pytest.raises(ValueError):
            Setup(broken)
    with pytest.raises(ValueError):
        Setup(("A", "B"), first="C")


def test_the_first_purchase_is_followed_by_the_starting_tile_beside_the_fjord():
    game = begin_game()
    game.push(Buy(5, ("scout", 0), settle=True))
    assert game.phase == "start" and game.player_to_move == "Ann"
    assert Start("scout") not in game.legal_moves
    game.push(Start("jarl"))
    ann = game.board.player("Ann")
    assert ann.gold == 25 and ann.laid["scout", 0].figure == "scout" and ("jarl", 0) in ann.laid
    assert game.player_to_move == "Bo"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Buy(0, ("jarl", 0)), "zero"),
        (Buy(5, ("jarl", 1)), "place"),
        (Buy(5, ("jarl", 0), settle=True), "row"),
        (Buy(5, None), "fits"),
        (Buy(5, 0), "place"),
        (Buy(12, ("jarl", 0)), "sold"),
        (Start("jarl"), "phase"),
        (Finish(), "phase"),
        (Carry((("jarl", 0),)), "phase"),
        (Take(None), "phase"),
        (Bid(1), "phase"),
        (COLOURS, "phase"),
        (Use(Special("Ann", "Saga", "points", 1)), "specials"),
    ],
)
def test_a_move_against_the_rules_is_refused_with_the_rule(move, code):
    game = begin_game()
    before = game.state
    with pytest.raises(IllegalMove) as refused:
        game.push(move)
    assert refused.value.code == code and game.state == before
    assert refused.value.message("ru") != refused.value.message("en")


def test_chance_brings_only_what_is_in_the_bag_and_on_the_stacks():
    game = Game(Setup(("Ann", "Bo")))
    assert game.why_illegal(Draw((FISHERMAN,) * 12)) is None
    assert game.why_illegal(Draw((FISHERMAN,) * 11)) == "draw"
    assert game.why_illegal(Draw(COLOURS.figures, ("Saga",))) == "specials"
    game.push(Draw((FISHERMAN,) * 12))
    assert game.why_illegal(Deal(("left",) * 11)) == "deal"
    assert game.state.bag.count(FISHERMAN) == 1


def played_round(game):
    """Buy every combination, cheapest first, laid wherever it may go."""
    while game.phase in ("buy", "start", "take"):
        game.push(next(iter(game.legal_moves)))


def test_goldsmiths_pay_after_the_first_round_and_the_next_player_begins():
    game = begin_game(("Ann", "Bo", "Cy"))
    game.push(Buy(3, ("goldsmith", 0), settle=True))
    gold = game.board.player("Ann").gold
    spent = 0
    while game.state.round == 1:
        move = next(iter(game.legal_moves))
        if game.player_to_move == "Ann" and isinstance(move, Buy):
            spent += game.state.offer.price(move.place)
        game.push(move)
    ann = game.board.player("Ann")
    assert ann.gold == gold - spent + 3 * len(ann.safe("goldsmith"))
    assert (game.player_to_move, game.phase, game.board.stage) == ("Bo", "draw", "big")


def test_in_the_last_big_scoring_boatswains_must_carry_as_long_as_they_can():
    chance = Random(7)
    game, cards = Game(Setup(("Ann", "Bo"))), stacks(chance)
    refused = False
    while not game.is_over:
        if game.phase == "carry" and game.state.round < 6:
            assert game.why_illegal(Finish()) is None
            game.push(Finish())
        elif game.phase == "carry" and game.why_illegal(Finish()) == "must-carry":
            refused = True
            game.push(next(iter(game.legal_moves)))
        else:
            game.push(random_move(game, chance, cards))
    assert refused


def advanced(*moves, auction=True):
    draw = Draw((*COLOURS.figures, "jarl"), ("Granary", "Saga", "Reef", "Pilot"))
    return Game(Setup(("Ann", "Bo", "Cy"), advanced=True, auction=auction), [draw, *moves])


def test_who_bids_most_pays_and_begins():
    game = advanced(Bid(2), Bid(5), Bid(None))
    assert game.player_to_move == "Ann"
    assert game.why_illegal(Bid(5)) == "bid" and game.why_illegal(Bid(36)) == "price"
    game.push(Bid(None))
    assert (game.player_to_move, game.phase, game.board.player("Bo").gold) == ("Bo", "remove", 20)


def test_a_bid_beyond_the_gold_is_paid_in_points():
    game = advanced(Bid(27), Bid(None), Bid(None))
    assert (game.board.player("Ann").gold, game.board.player("Ann").points) == (0, 8)


def test_where_nobody_bids_who_would_have_begun_begins_for_nothing():
    game = advanced(Bid(None), Bid(None), Bid(None))
    assert (game.player_to_move, game.phase, game.board.player("Ann").gold) == ("Ann", "remove", 25)
    assert advanced(auction=False).phase == "remove"


def test_the_first_player_removes_a_figure_and_all_lay_colours_out_from_the_dearest_place():
    game = advanced(Remove("warrior"), ISLANDS, auction=False)
    assert (game.phase, game.player_to_move) == ("arrange", "Ann")
    assert game.why_illegal(Arrange("warrior")) is None
    game.push(Arrange("boatswain"))
    assert game.player_to_move == "Bo"
    assert game.why_illegal(Arrange("boatswain")) == "not-drawn"
    for figure in ("jarl", "scout", "goldsmith", "fisherman", "warrior"):
        game.push(Arrange(figure))
    assert game.state.offer.figures[-5:] == ("jarl", "jarl", "jarl", "boatswain", "boatswain")
    assert (game.phase, game.player_to_move) == ("buy", "Ann")


def bought(place, settled=False):
    colours = [Arrange(figure) for figure in FIGURES]
    return advanced(Remove("jarl"), ISLANDS, *colours, Buy(place, ("scout", 0)), Start("jarl"), auction=False)


def test_the_dearest_combination_earns_one_of_the_open_special_cards():
    game = bought(11)
    assert (game.phase, game.player_to_move) == ("take", "Ann")
    game.push(Take("Granary"))
    assert game.player_to_move == "Bo" and game.state.open_specials == ("Saga", "Reef", "Pilot")
    assert game.why_illegal(Use(Special("Bo", "Granary", "fed", 2))) == "specials"
    game.push(Use(Special("Ann", "Granary", "points", -12)))
    assert game.board.player("Ann").points == 0
    game.push(Use(Special("Ann", "Granary", "gold", 2)))
    assert game.board.player("Ann").gold == 25 - 11 + 2
    game.push(Use(Special("Ann", "Granary", "fed", 2)))
    assert game.state.specials == (Special("Ann", "Granary", "fed", 2),)


def test_figures_on_special_cards_earn_in_a_small_scoring():
    games = bought(11), bought(11)
    for game in games:
        game.push(Take("Granary"))
    games[1].push(Use(Special("Ann", "Granary", "goldsmiths", 2)))
    for game in games:
        while game.state.round == 1:
            game.push(next(game.legal_moves))
    assert games[1].board.player("Ann").gold == games[0].board.player("Ann").gold + 6


def test_figures_on_special_cards_earn_and_repel_ships_in_a_big_scoring():
    state = opening(Setup(("Ann", "Bo"), advanced=True))
    ann = state.player.with_ship(Ship(1, "blue", points=4))
    jarls, warrior = Special("Ann", "Saga", "jarls", 1), Special("Ann", "Guard", "warriors", 2)
    scored = carrying.play(replace(state.with_player(ann), phase=CARRY, round=2, specials=(jarls, warrior)), Finish())
    assert scored.board.player("Ann").points == 10 + 2 + 4


def test_any_other_combination_earns_none():
    assert bought(10).player_to_move == "Bo"


def test_who_buys_at_zero_takes_no_special_card_any_more():
    removed, drawn = "jarl", Draw((*["jarl"] * 12, "scout"), ("Saga",))
    setup = Setup(("Ann", "Bo"), advanced=True, auction=False)
    game = Game(setup, [drawn, Remove(removed), ISLANDS, Arrange("jarl"), Arrange("scout")])
    game.push(Buy(0, ("scout", 0)))
    game.push(Start("jarl"))
    assert game.state.barred == {"Ann"}
    game.push(Buy(10, ("scout", 0)))
    game.push(Start("jarl"))
    place = game.state.offer.dearest
    game.push(next(m for m in game.legal_moves if m.place == place))
    assert game.player_to_move == "Bo"
