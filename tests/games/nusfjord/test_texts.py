"""What the texts of cards change in a village, part by part; elders who lie face down."""

from dataclasses import replace

import pytest

from games.nusfjord.board import Board
from games.nusfjord.cards import Card
from games.nusfjord.effect import PART_NAMES, Part, effect_of
from games.nusfjord.play import moves as m
from games.nusfjord.play.company import Elder
from games.nusfjord.play.elders import HIDDEN, hidden_piles, open_elders, piled, turned_over
from games.nusfjord.play.fishing import fish, is_short
from games.nusfjord.play.illegal import IllegalMove
from games.nusfjord.play.legality import refusal
from games.nusfjord.play.texts import Targets, after_text
from games.nusfjord.play.work_phase import legal_moves, push
from games.nusfjord.plots import forests
from games.nusfjord.stock import Stock
from games.nusfjord.stored_village import document_with, village_of
from games.nusfjord.warnings import status
from tests.games.nusfjord.boards import document, player, village

TOWN_HALL = Card("Town hall", "C", Stock(gold=9), 4)


def table(**changes):
    """A village in which Lars has something of everything that a text may change."""
    whole = fish(village("Lars", "Kari"))
    company = replace(
        whole.company,
        supply=Stock(3, 3, 3),
        store=Stock(fish=2),
        elders=(Elder("Forester", 2),),
        ships=("sloop", "cutter"),
        hand=(TOWN_HALL,),
        **changes,
    )
    fleet = {**whole.fleet, "sloop": 2, "cutter": 2}
    return replace(whole.with_company(company), new_shares=(("Kari", 1), ("Lars", 1)), fleet=fleet)


def after(parts, **targets):
    return after_text(table(), "Lars", effect_of(parts), Targets(**targets))


def lars(parts, **targets):
    return after(parts, **targets).companies[0]


def test_supply_and_storehouse_change_and_wood_beyond_twelve_goes_back():
    assert lars({"wood": 20, "fish": -3, "gold": 1}).supply == Stock(12, 0, 4)
    assert lars({"store_wood": 2, "store_fish": -2}).store == Stock(wood=2)


def test_plates_and_elders_get_and_lose_fish():
    assert after({"plates": 2}).served == 3
    assert after({"plates": -1}).served == 0
    fed = lars({"elder_fish": 2}, elder="Forester")
    assert (fed.elder("Forester").fish, fed.supply.fish) == (1, 4)
    assert lars({"elder_fish": -2}, elder="Forester").elder("Forester").fish == 0


def test_forests_are_planted_on_free_or_wooded_grounds_and_felled_without_wood():
    assert forests(lars({"forest": 1}, plot=3).plots) == 5
    assert forests(lars({"forest": 2}, plot=0).plots) == 6
    felled = lars({"forest": -2}, plot=0)
    assert (forests(felled.plots), felled.supply.wood) == (2, 3)


def test_ships_are_launched_without_payment_and_given_back():
    launched = after({"schooner": 1})
    assert (launched.companies[0].ships[-1], launched.fleet["schooner"]) == ("schooner", 2)
    back = after({"sloop": -1})
    assert (back.companies[0].ships, back.fleet["sloop"]) == (("cutter",), 3)


def test_a_text_brings_one_schooner_more_than_players_can_build():
    built = replace(table(), fleet={"sloop": 0, "cutter": 0, "schooner": 0})
    kari = replace(built.companies[1], ships=("schooner",) * 2)
    built = replace(built.with_company(kari).with_company(replace(built.company, ships=("schooner",))), new_shares=())
    seventh = after_text(built, "Lars", effect_of({"schooner": 1}))
    assert seventh.companies[0].ships == ("schooner",) * 2
    for again, parts in ((seventh, {"schooner": 1}), (built, {"sloop": 1})):
        with pytest.raises(IllegalMove, match="No ship"):
            after_text(again, "Kari", effect_of(parts))


def test_a_building_is_built_without_payment_and_torn_down_to_lie_open_again():
    built = after({"building": 1}, building="Town hall", plot=3)
    assert (built.companies[0].hand, built.companies[0].supply) == ((), Stock(3, 3, 3))
    down = after_text(built, "Lars", effect_of({"building": -1}), Targets(plot=3, building="Town hall"))
    assert (down.companies[0].buildings, TOWN_HALL in down.open_cards) == ((), True)
    assert down.companies[0].plots == table().companies[0].plots


def test_shares_are_issued_kept_and_taken_from_the_board():
    assert dict(after({"issued": 2}).new_shares) == {"Kari": 1, "Lars": 3}
    assert lars({"own_shares": 1}).shares_of("Lars") == 3
    assert lars({"bought": 1}, company="Lars").shares_of("Lars") == 3
    both = after({"bought": 2})
    assert (both.new_shares, both.companies[0].shares_of("Kari")) == ((), 1)


@pytest.mark.parametrize(
    ("parts", "targets", "code"),
    [
        ({"gold": -4}, {}, "too-dear"),
        ({"store_fish": -3}, {}, "store-empty"),
        ({"plates": 7}, {}, "no-plate"),
        ({"plates": -2}, {}, "nothing-served"),
        ({"elder_fish": 1}, {"elder": "Builder"}, "no-elder"),
        ({"elder_fish": -3}, {"elder": "Forester"}, "elder-empty"),
        ({"forest": 1}, {}, "no-double-space"),
        ({"forest": 1}, {"plot": 5}, "no-double-space"),
        ({"forest": -3}, {"plot": 0}, "no-forest"),
        ({"schooner": -1}, {}, "no-ship"),
        ({"cutter": 2}, {}, "no-berth"),
        ({"building": 1}, {"building": "Villa", "plot": 3}, "no-card"),
        ({"building": 1}, {"building": "Town hall", "plot": 0}, "no-space"),
        ({"building": -1}, {"building": "Town hall", "plot": 3}, "no-card"),
        ({"issued": 4}, {}, "all-issued"),
        ({"own_shares": 4}, {}, "all-issued"),
        ({"bought": 3}, {}, "no-shares"),
        ({"bought": 2}, {"company": "Kari"}, "no-shares"),
    ],
)
def test_a_part_that_cannot_be_done_is_refused_by_its_rule(parts, targets, code):
    with pytest.raises(IllegalMove) as refused:
        after(parts, **targets)
    assert refused.value.code == code


def test_every_part_is_refused_by_name_or_done_and_nobody_else_uses_a_text():
    for name in PART_NAMES:
        targets = Targets(plot=3, building="Town hall", elder="Forester")
        assert after_text(table(), "Lars", (Part(name, 1),), targets) != table()
    with pytest.raises(ValueError, match="no company"):
        after_text(table(), "Odd", (Part("gold", 1),))


def test_what_is_given_back_leaves_the_harbour_and_points_entered_stay():
    told = document_with(document(player("Lars"), player("Kari")), table())
    built = after_text(village_of(told), "Lars", effect_of({"building": 1}), Targets(plot=3, building="Town hall"))
    told = document_with(told, built)
    told["players"][0]["ships"][1]["points"] = 7
    back = after_text(village_of(told), "Lars", effect_of({"building": -1, "sloop": -1}), Targets(3, "Town hall"))
    harbour = document_with(told, back)["players"][0]
    assert (harbour["buildings"], harbour["ships"]) == ([], [{"kind": "cutter", "points": 7}])
    assert status(Board.from_document(document_with(told, back))) == []


def test_with_five_an_elder_beneath_each_pile_is_hidden_until_it_is_turned_over():
    piles = piled((("Builder",), ("Cook",)), 5)
    assert piled((("Builder",),), 4) == (("Builder",),)
    whole = fish(replace(village(*"abcde"), piles=piles))
    whole = push(whole, m.Invite("Builder"))
    assert (open_elders(whole), hidden_piles(whole)) == (["Cook"], [0])
    assert refusal(whole, m.Invite(HIDDEN)) == "no-elder"
    assert m.Invite(HIDDEN) not in list(legal_moves(whole))
    for pile, name in ((1, "Smith"), (0, "Cook"), (0, "Builder")):
        with pytest.raises(ValueError, match="turned over"):
            turned_over(whole, pile, name)
    assert open_elders(turned_over(whole, 0, "Smith")) == ["Smith", "Cook"]


def test_whom_to_serve_is_chosen_share_by_share_where_a_catch_is_short():
    whole = village("a", "b", "c", "d")
    a = replace(whole.companies[0], shares=(), elders=(Elder("x"),), unissued=0)
    holders = [replace(c, shares=((c.name, 2), ("a", n))) for c, n in zip(whole.companies[1:], (2, 2, 1), strict=True)]
    whole = replace(whole, companies=(a, *holders))
    assert [is_short(whole, c) for c in whole.companies] == [True, False, False, False]
    got = {c.name: c.supply.fish for c in fish(whole, {"a": ("c", "d")}).companies}
    assert got == {"a": 0, "b": 2, "c": 3, "d": 3}
