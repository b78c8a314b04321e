"""The fish phase: how a catch is shared out."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.nusfjord.campaign import rank_after, ranks
from games.nusfjord.play.company import STORE_FISH, Elder
from games.nusfjord.play.fishing import Demand, Dividends, dividends, fish
from games.nusfjord.play.village import WORK
from games.nusfjord.ships import catch_size
from games.nusfjord.stock import Stock
from tests.games.nusfjord.boards import village

counts = st.integers(0, 6)


@pytest.mark.parametrize(
    ("ships", "catch"),
    [
        ([], 3),
        (["sloop"], 4),
        (["cutter"], 5),
        (["schooner"], 6),
        (["sloop", "sloop"], 6),
        (["schooner", "schooner", "sloop"], 12),
    ],
)
def test_a_catch_is_the_least_number_that_shows_on_the_track(ships, catch):
    assert catch_size(ships) == catch


def test_the_rules_example_is_shared_out_as_they_say():
    found = dividends(10, Demand(elders=3, on_board=1, elsewhere=("yellow",), own=3, stored=7))
    assert found == Dividends(elders=3, on_board=1, elsewhere=("yellow",), own=3, stored=1, left=1)


def test_in_the_first_round_two_shares_and_the_store_get_a_fish_each():
    table = fish(village("Lars"))
    assert table.phase == WORK
    assert (table.company.supply.fish, table.company.store.fish) == (2, 1)


@given(st.integers(3, 12), st.builds(Demand, counts, counts, st.just(("x", "y", "y")), counts, st.integers(0, 12)))
def test_every_fish_goes_somewhere_and_what_comes_first_is_served_first(catch, demand):
    found = dividends(catch, demand)
    assert found.elders + found.on_board + len(found.elsewhere) + found.own + found.stored + found.left == catch
    steps = [
        (found.elders, demand.elders),
        (found.on_board, demand.on_board),
        (len(found.elsewhere), len(demand.elsewhere)),
        (found.own, demand.own),
        (found.stored, max(0, STORE_FISH - demand.stored)),
    ]
    assert all(0 <= got <= wanted for got, wanted in steps)
    short = [number for number, (got, wanted) in enumerate(steps) if got < wanted]
    if short:
        assert all(got == 0 for got, _ in steps[short[0] + 1 :])
        assert found.left == 0


def test_a_share_elsewhere_pays_its_holder_and_one_on_the_board_nobody():
    table = village("a", "b", "c")
    a, b, _ = table.companies
    table = table.with_company(replace(b, shares=(("a", 2), ("b", 2)), unissued=3))
    table = table.with_company(replace(a, shares=(), unissued=2))
    table = fish(replace(table, new_shares=(("a", 1),)))
    got = {one.name: (one.supply.fish, one.store.fish) for one in table.companies}
    assert got == {"a": (0, 0), "b": (4, 1), "c": (2, 1)}


def test_where_a_catch_is_short_the_player_says_who_is_served():
    table = village("a", "b", "c")
    a, b, c = table.companies
    table = table.with_company(replace(a, elders=(Elder("x"), Elder("y", 2)), shares=(), unissued=3))
    table = table.with_company(replace(b, shares=(("a", 1), ("b", 2))))
    table = table.with_company(replace(c, shares=(("a", 1), ("c", 2))))
    got = {one.name: one for one in fish(table, {"a": ("c", "y")}).companies}
    assert [elder.fish for elder in got["a"].elders] == [1, 0]
    assert got["a"].supply == Stock(fish=1)
    assert (got["b"].supply.fish, got["c"].supply.fish) == (2, 3)


def test_a_full_store_gets_nothing_and_a_fuller_one_loses_nothing():
    table = village("a")
    table = fish(table.with_company(replace(table.company, store=Stock(fish=11))))
    assert (table.company.store.fish, table.company.supply.fish) == (11, 2)


def test_fish_are_caught_once_a_round():
    with pytest.raises(ValueError, match="beginning of a round"):
        fish(fish(village()))


@pytest.mark.parametrize(
    ("rank", "points", "after"),
    [(0, 101, 1), (0, 100, 0), (0, 40, 0), (20, 121, 21), (20, 120, 20), (20, 111, 20), (20, 110, 19), (1, 0, 0)],
)
def test_a_rank_is_earned_kept_or_lost_by_one(rank, points, after):
    assert rank_after(rank, points) == after


def test_three_games_make_a_campaign():
    assert ranks([30, 40, 45, 20, 20, 20, 60, 60]) == [15, 14]
    assert ranks([30, 40]) == []
