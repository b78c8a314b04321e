"""The work phase: which moves are legal, what they change, and that they keep a village possible."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.nusfjord.cards import Card
from games.nusfjord.play import moves as m
from games.nusfjord.play.company import SEATS, SHARES, Elder, new_company
from games.nusfjord.play.fishing import fish
from games.nusfjord.play.illegal import IllegalMove
from games.nusfjord.play.legality import refusal
from games.nusfjord.play.rounds import Dealt, cards_to_deal, go_home
from games.nusfjord.play.village import FISHING, GOING_HOME, OVER, ROUNDS, WORK, new_village
from games.nusfjord.play.work_phase import legal_moves, push
from games.nusfjord.plots import Plot, forests, free_spaces
from games.nusfjord.ships import TRACK, fleet_length
from games.nusfjord.stock import MOST_WOOD, Stock
from tests.games.nusfjord.boards import FREE, PRINTED, richer, village


def at_work(*names, round=1, supply=None, **more):
    found = replace(fish(village(*names, **more)), round=round)
    return found if supply is None else found.with_company(replace(found.company, supply=supply))


def with_company(table, **changes):
    return table.with_company(replace(table.company, **changes))


def company(table, name):
    return next(c for c in table.companies if c.name == name)


def assert_possible(table):
    for one in table.companies:
        held = sum(c.shares_of(one.name) for c in table.companies) + dict(table.new_shares).get(one.name, 0)
        assert held + one.unissued == SHARES
        assert 0 <= one.supply.wood <= MOST_WOOD
        assert min(one.supply.fish, one.supply.gold, one.store.fish, one.store.wood, one.store.gold) >= 0
        assert all(plot.is_possible for plot in one.plots)
        assert sum(plot.buildings for plot in one.plots) == len(one.buildings)
        assert fleet_length(one.ships) <= TRACK
        assert len(one.elders) <= SEATS
        assert all(elder.fish < 3 for elder in one.elders)
    assert 0 <= table.served <= len(table.printed.plates)
    assert all(number >= 0 for number in table.fleet.values())
    places = {**table.spaces, **dict.fromkeys(table.copying, 1)}
    assert all(table.workers_on(space) <= room for space, room in places.items())
    assert all(table.workers_on(worker.space) == 1 for worker in table.workers if worker.space.startswith("elder"))


@given(st.data(), st.integers(1, 5), st.booleans())
@settings(deadline=None, max_examples=25)
def test_a_whole_game_of_legal_moves_keeps_every_village_possible(data, players, hard):
    table = village(*"abcde"[:players], hard=hard and players == 1)
    rich = st.builds(Stock, *[st.integers(0, 9)] * 3)
    while table.phase != OVER:
        table = fish(table)
        for one in table.companies:
            table = richer(table, one.name, data.draw(rich))
        while table.phase == WORK:
            options = list(legal_moves(table))
            assert m.Pass() in options
            table = push(table, data.draw(st.sampled_from(options)))
            assert_possible(table)
        due = cards_to_deal(table)
        hands = {one.name: (Card(f"C{one.name}", "C"),) for one in table.companies} if "C" in due else {}
        table = go_home(table, Dealt(hands=hands))
        assert_possible(table)
    assert table.round == ROUNDS


def test_three_turns_each_go_round_from_the_first_player_who_changes_to_the_right():
    table = at_work("a", "b", "c", first=1)
    seen = []
    while table.phase == WORK:
        seen.append(table.company.name)
        table = push(table, m.Pass())
    assert seen == list("bcabcabca")
    assert table.phase == GOING_HOME
    table = go_home(table)
    assert (table.phase, table.round, table.company.name) == (FISHING, 2, "a")


def test_a_space_takes_the_workers_it_has_room_for():
    table = at_work("a", "b", "c")
    table = push(table, m.Issue())
    table = push(table, m.Issue())
    assert refusal(table, m.Issue()) == "taken"
    table = push(table, m.TakeGold())
    assert refusal(table, m.TakeGold()) == "taken"


def test_two_build_on_two_spaces_of_one_worker_each():
    table = at_work("a", "b", supply=Stock())
    for _ in range(2):
        table = push(table, m.Build("A0" if table.turns == 0 else "B0", 3))
    assert [worker.space for worker in table.workers] == ["build", "build-2"]
    assert refusal(with_company(table, supply=Stock(9, 9, 9)), m.Build("A1", 3)) == "taken"


@pytest.mark.parametrize(
    ("changes", "move", "code"),
    [
        ({"store": Stock()}, m.Unload(), "store-empty"),
        ({"supply": Stock(fish=1)}, m.Serve(1), "too-dear"),
        ({"supply": Stock(fish=99)}, m.Serve(7), "no-plate"),
        ({"supply": Stock(fish=99)}, m.Serve(0), "no-plate"),
        ({}, m.Build("Z9", 3), "no-card"),
        ({"supply": Stock(wood=9, gold=9)}, m.Build("A1", 0), "no-space"),
        ({"supply": Stock(wood=9, gold=9)}, m.Build("A1", 77), "no-space"),
        ({"supply": Stock()}, m.Build("A1", 3), "too-dear"),
        ({"unissued": 0}, m.Issue(), "all-issued"),
        ({}, m.BuyShares(), "no-shares"),
        ({}, m.Clear(3), "no-forest"),
        ({"plots": FREE}, m.Thin(), "no-forest"),
        ({"supply": Stock(wood=12)}, m.Thin(), "wood-full"),
        ({}, m.Plant(0), "no-double-space"),
        ({}, m.Plant(5), "no-double-space"),
        ({"plots": (Plot(buildings=1),)}, m.Plant(0), "no-double-space"),
        ({"supply": Stock(wood=1)}, m.BuildShip("sloop"), "too-dear"),
        ({"supply": Stock(gold=9)}, m.BuildShip("schooner", 2), "no-price"),
        ({"supply": Stock(gold=9)}, m.BuildShip("galley"), "no-ship"),
        ({"ships": ("schooner", "schooner"), "supply": Stock(gold=9)}, m.BuildShip("cutter"), "no-berth"),
        ({}, m.Invite("Merchant"), "no-elder"),
        ({"elders": tuple(Elder(name) for name in "uvwxy")}, m.Invite("Builder"), "council-full"),
        ({}, m.Consult("Builder"), "no-elder"),
        ({}, m.Copy(m.TakeGold()), "no-copying"),
    ],
)
def test_a_move_is_refused_by_the_rule_that_it_breaks(changes, move, code):
    table = with_company(at_work("a", "b", "c"), **changes)
    assert refusal(table, move) == code
    assert move not in list(legal_moves(table))
    with pytest.raises(IllegalMove) as refused:
        push(table, move)
    assert refused.value.code == code
    assert refused.value.message("ru") != refused.value.message("en")


def test_nobody_is_sent_out_before_the_fish_are_shared_out():
    assert refusal(village(), m.TakeGold()) == "phase"
    assert list(legal_moves(village())) == []


def test_plates_are_filled_from_the_smallest_empty_one():
    table = at_work("a", "b", "c", supply=Stock(fish=10))
    table = push(table, m.Serve(3))
    served = company(table, "a")
    assert (served.supply, table.served) == (Stock(fish=0, gold=3), 5)


def test_the_last_ship_reaches_the_end_of_the_track_and_none_sticks_out():
    table = with_company(at_work("a", "b"), ships=("schooner", "schooner"), supply=Stock(wood=9))
    assert company(push(table, m.BuildShip("sloop")), "a").ships[-1] == "sloop"
    assert refusal(with_company(table, ships=("schooner",) * 2 + ("sloop",)), m.BuildShip("sloop")) == "no-berth"


def test_a_schooner_is_paid_in_either_way():
    table = with_company(at_work("a", "b"), supply=Stock(wood=8, fish=8, gold=4))
    assert company(push(table, m.BuildShip("schooner", 0)), "a").supply == Stock(gold=4)
    assert company(push(table, m.BuildShip("schooner", 1)), "a").supply == Stock(wood=8, fish=8)


@pytest.mark.parametrize(("round", "price"), [(3, 2), (4, 1), (5, 1), (6, 0), (7, 0)])
def test_all_new_shares_are_bought_together_and_later_ones_are_cheaper(round, price):
    table = at_work("a", "b", "c", round=round, supply=Stock(gold=2))
    table = replace(table, new_shares=(("b", 2),))
    bought = company(push(table, m.BuyShares()), "a")
    assert bought.supply.gold == 2 - price
    assert bought.shares_of("b") == 2
    if price:
        assert refusal(with_company(table, supply=Stock(gold=price - 1)), m.BuyShares()) == "too-dear"


def test_an_issued_share_lies_on_the_board_for_two_gold():
    table = push(at_work("a", "b"), m.Issue())
    assert table.new_shares == (("a", 1),)
    assert (company(table, "a").supply.gold, company(table, "a").unissued) == (2, 2)


def test_forests_are_cut_one_by_one_and_planted_in_pairs():
    table = at_work("a", "b", supply=Stock(wood=9))
    cut = company(push(table, m.Clear(0)), "a")
    assert (forests(cut.plots), free_spaces(cut.plots), cut.supply.wood) == (3, 5, MOST_WOOD)
    bare = company(push(table, m.Clear(1)), "a")
    assert free_spaces(bare.plots) == 7
    planted = company(push(table, m.Plant(3)), "a")
    assert (forests(planted.plots), free_spaces(planted.plots)) == (6, 3)


def test_thinning_counts_every_forest_and_keeps_twelve_wood():
    table = at_work("a", "b")
    assert company(push(table, m.Thin()), "a").supply.wood == 4
    assert company(push(with_company(table, supply=Stock(wood=10)), m.Thin()), "a").supply.wood == MOST_WOOD


def test_a_store_is_emptied_wholly_and_wood_beyond_twelve_goes_back():
    table = with_company(at_work("a", "b"), store=Stock(wood=2, fish=3), supply=Stock(wood=11))
    unloaded = company(push(table, m.Unload()), "a")
    assert (unloaded.store, unloaded.supply) == (Stock(), Stock(wood=12, fish=3))


def test_an_elder_acts_for_a_fish_from_the_table_and_gives_the_third_back():
    table = at_work("a", "b", "c")
    table = push(table, m.Invite("Builder", act=True))
    assert (company(table, "a").elder("Builder").fish, table.served) == (1, 1)
    assert "Merchant" in {pile[-1] for pile in table.piles if pile}
    table = push(push(table, m.Pass()), m.Pass())
    table = push(table, m.Consult("Builder"))
    assert company(table, "a").elder("Builder").fish == 2
    table = replace(push(push(table, m.Pass()), m.Pass()), served=1)
    assert refusal(table, m.Consult("Builder")) == "taken"
    fed = push(replace(table, workers=()), m.Consult("Builder"))
    assert company(fed, "a").elder("Builder").fish == 0
    assert company(fed, "a").supply.fish == company(table, "a").supply.fish + 1
    assert refusal(replace(table, workers=(), served=0), m.Consult("Builder")) == "nothing-served"


def test_only_a_full_space_is_copied_by_one_worker():
    table = at_work(*"abcd")
    assert refusal(table, m.Copy(m.TakeGold())) == "not-full"
    table = push(table, m.Issue())
    assert refusal(table, m.Copy(m.Issue())) == "not-full"
    table = push(push(table, m.Issue()), m.Copy(m.Issue()))
    assert company(table, "c").unissued == 2
    assert refusal(table, m.Copy(m.Issue())) == "taken"


def test_with_five_a_copying_space_reaches_its_own_column_only():
    table = push(at_work(*"abcde"), m.TakeGold())
    table = replace(table, printed=replace(PRINTED, columns={"gold": 1}))
    assert refusal(table, m.Copy(m.TakeGold(), "copy-1")) is None
    assert refusal(table, m.Copy(m.TakeGold(), "copy-3")) == "not-full"
    table = replace(table, printed=replace(PRINTED, columns={}))
    assert [refusal(table, m.Copy(m.TakeGold(), space)) for space in table.copying] == ["not-full"] * 3


def test_in_the_harder_solo_game_each_space_to_build_is_copied_from_its_own_column():
    table = at_work("a", hard=True)
    table = replace(table, printed=replace(PRINTED, columns={**PRINTED.columns, "build": 1, "build-2": 2}))
    free = len(table.company.plots) - 1
    table = push(table, m.Build("A0", free))
    again = m.Build("B0", free - 1)
    allowed = [space for space in table.copying if refusal(table, m.Copy(again, space)) != "not-full"]
    assert allowed == ["copy-1"]


@pytest.mark.parametrize(("hard", "rounds_away"), [(False, 1), (True, 2)])
def test_alone_workers_of_earlier_rounds_stay_where_they_are(hard, rounds_away):
    table = push(at_work("a", hard=hard), m.TakeGold())
    for _ in range(rounds_away):
        while table.phase == WORK:
            table = push(table, m.Pass())
        table = fish(go_home(table))
        assert refusal(table, m.TakeGold()) == "taken"
        assert refusal(table, m.Copy(m.TakeGold())) is None
    while table.phase == WORK:
        table = push(table, m.Pass())
    assert refusal(fish(go_home(table)), m.TakeGold()) is None


def test_buildings_are_dealt_as_the_rounds_tell_and_as_far_as_there_is_room():
    def coming(names, round):
        return cards_to_deal(replace(village(*names), round=round - 1, phase=GOING_HOME))

    assert [coming("abcd", round) for round in range(2, 8)] == [{}, {"A": 4}, {"C": 2}, {"B": 2}, {}, {}]
    assert [coming("ab", round) for round in range(3, 6)] == [{}, {"C": 4}, {}]
    assert coming("abcde", 5) == {"B": 2}
    assert [coming("a", round) for round in range(2, 8)] == [coming("ab", round) for round in range(2, 8)]
    full = tuple(Card(str(number), "A") for number in range(7))
    assert cards_to_deal(replace(village(*"abcd"), round=2, open_cards=full)) == {"A": 2}


def test_c_buildings_are_built_from_the_hand_and_laid_open_in_the_sixth_round():
    card = Card("Villa", "C")
    table = replace(village("a", "b"), round=3, phase=GOING_HOME)
    with pytest.raises(ValueError, match="more cards"):
        go_home(table, Dealt(hands={"a": (card,) * 5}))
    table = fish(go_home(table, Dealt(hands={"a": (card,)})))
    holder = replace(table, first=0)
    assert refusal(holder, m.Build("Villa", 3)) is None
    assert refusal(replace(table, first=1), m.Build("Villa", 3)) == "no-card"
    laid = go_home(replace(table, round=5, phase=GOING_HOME))
    assert card in laid.open_cards
    assert all(not one.hand for one in laid.companies)


def test_the_game_ends_after_the_seventh_round():
    assert go_home(replace(village(), round=7, phase=GOING_HOME)).phase == OVER
    for phase in (FISHING, WORK, OVER):
        with pytest.raises(ValueError, match="end of a round"):
            go_home(replace(village(), phase=phase))


@pytest.mark.parametrize("names", ["", "aa", "abcdef"])
def test_one_to_five_companies_of_different_names_play(names):
    with pytest.raises(ValueError, match="one to five"):
        new_village(tuple(new_company(name, FREE) for name in names), PRINTED)


def test_only_who_plays_alone_plays_the_harder_game():
    with pytest.raises(ValueError, match="single player"):
        village("a", "b", hard=True)
