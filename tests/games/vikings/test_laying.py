"""Laying tiles and ships, and what boatswains carry."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.vikings.board import Board, Player
from games.vikings.figures import BOATSWAIN, FIGURES, ROWS, SAILS
from games.vikings.islands import PARTS
from games.vikings.play.boatswains import can_carry, carries, carry, fewest, why_not
from games.vikings.play.laying import drop_tile, lay_ship, lay_tile, ship_places, tile_places
from games.vikings.ships import Ship
from games.vikings.warnings import status
from tests.games.vikings.boards import HOMES, fjord, islands, modest, ship


def test_an_island_begins_at_the_shore_with_its_left_part():
    assert list(tile_places(Player("Ann"), "left")) == [(row, 0) for row in ROWS]
    assert list(tile_places(Player("Ann"), "right")) == []


def test_a_tile_fits_what_lies_on_both_sides():
    player = fjord(jarl="<  >", scout="<-->")
    assert ("jarl", 1) in tile_places(player, "middle") and ("jarl", 1) in tile_places(player, "right")
    assert ("jarl", 2) in tile_places(player, "middle") and ("jarl", 2) in tile_places(player, "left")
    assert ("jarl", 1) not in tile_places(player, "left") and ("jarl", 2) not in tile_places(player, "right")
    closing = fjord(jarl="< >", scout="<->")
    assert ("jarl", 1) in tile_places(closing, "middle")
    assert ("jarl", 1) not in tile_places(closing, "right")


def test_a_tile_may_touch_another_with_any_side():
    player = fjord(jarl="<")
    assert ("jarl", 1) in tile_places(player, "middle")
    hanging = fjord(jarl="<>")
    assert ("warrior", 1) in tile_places(hanging, "middle") and ("scout", 1) in tile_places(hanging, "left")
    assert ("goldsmith", 1) not in tile_places(hanging, "left")


def test_a_figure_settles_only_on_the_tile_it_came_with_in_its_own_row():
    settled = lay_tile(Player("Ann"), "left", ("jarl", 0), "jarl", settle=True)
    assert settled.laid["jarl", 0].figure == "jarl" and settled.home["jarl"] == 0
    kept = lay_tile(Player("Ann"), "left", ("jarl", 0), "jarl", settle=False)
    assert kept.laid["jarl", 0].figure is None and kept.home["jarl"] == 1
    for figure in ("scout", BOATSWAIN):
        with pytest.raises(ValueError):
            lay_tile(Player("Ann"), "left", ("jarl", 0), figure, settle=True)


def test_only_a_tile_that_fits_nowhere_leaves_the_game():
    assert drop_tile(Player("Ann"), "right", "scout").home["scout"] == 1
    with pytest.raises(ValueError):
        drop_tile(Player("Ann"), "left", "scout")
    with pytest.raises(ValueError):
        lay_tile(Player("Ann"), "right", ("jarl", 0), "jarl", settle=False)


def test_the_first_three_ships_go_anywhere_along_the_fjord_and_more_beside_them():
    assert list(ship_places(Player("Ann"))) == [0, 1, 2]
    assert list(ship_places(fjord(ships=[ship(0, "red")]))) == [1, 2]
    assert list(ship_places(fjord(ships=[ship(2, "red")]))) == [0, 1, 3]
    laid = lay_ship(fjord(ships=[ship(2, "red")]), Ship(3, "blue", gold=4), "jarl")
    assert list(ship_places(laid)) == [0, 1, 4] and laid.home["jarl"] == 1
    with pytest.raises(ValueError):
        lay_ship(laid, Ship(3, "blue"), "jarl")


@modest
@given(st.data())
def test_whatever_is_laid_by_the_rules_leaves_a_board_without_a_fault(data):
    player = Player("Ann")
    for _ in range(data.draw(st.integers(1, 20))):
        figure = data.draw(st.sampled_from(FIGURES))
        if data.draw(st.booleans()):
            part = data.draw(st.sampled_from(PARTS))
            places = list(tile_places(player, part))
            if not places:
                player = drop_tile(player, part, figure)
                continue
            cell = data.draw(st.sampled_from(places))
            player = lay_tile(player, part, cell, figure, settle=figure == cell[0] and data.draw(st.booleans()))
        elif len(player.ships) < 14:
            column = data.draw(st.sampled_from(list(ship_places(player))))
            player = lay_ship(player, Ship(column, data.draw(st.sampled_from(sorted(SAILS))), 2), figure)
        faults = {notice.code for notice in status(Board((player,), "big"))}
        assert faults <= {"too-many-figures"}


FREE = fjord(jarl="<->", scout="<*-", goldsmith="<", home={"jarl": 2, "scout": 2, "fisherman": 1, "boatswain": 1})


def test_a_boatswain_carries_one_colour_or_one_of_each():
    assert why_not(FREE, [("jarl", 0), ("jarl", 2)]) is None
    assert why_not(FREE, [("jarl", 0), ("scout", 1)]) is None
    assert why_not(FREE, [("jarl", 0), ("jarl", 1), ("scout", 1)]) == "colours"
    assert why_not(FREE, [("jarl", 0), ("jarl", 1), ("jarl", 2)]) == "figures"
    assert why_not(FREE, [("scout", 0)]) == "no-room"
    assert why_not(FREE, [("goldsmith", 0)]) == "figures"
    assert why_not(FREE, []) == why_not(FREE, [("jarl", 0)] * 2) == "nothing"
    assert why_not(FREE.with_home(BOATSWAIN, -1), [("jarl", 0)]) == "boatswain"


def test_in_the_advanced_version_a_boatswain_carries_one():
    assert why_not(FREE, [("jarl", 0), ("scout", 1)], advanced=True) == "single"
    assert why_not(FREE, [("jarl", 0)], advanced=True) is None
    with pytest.raises(ValueError, match="single"):
        carry(FREE, [("jarl", 0), ("jarl", 1)], advanced=True)
    assert set(carries(FREE, advanced=True)) == {(("jarl", c),) for c in range(3)} | {(("scout", 1),)}


def test_a_boatswain_that_has_carried_leaves_the_game():
    after = carry(FREE, [("jarl", 0), ("scout", 1)])
    assert after.laid["jarl", 0].figure == "jarl" and after.laid["scout", 1].figure == "scout"
    assert after.home == {**FREE.home, "jarl": 1, "scout": 1, "boatswain": 0}
    assert not can_carry(after)


ROWS_TEXT = st.lists(st.sampled_from(("<", "<*", "-", "-*", ">", ">*")), max_size=4).map("".join)


@modest
@given(st.tuples(*[ROWS_TEXT] * 5), HOMES, st.booleans())
def test_boatswains_carry_what_the_rules_allow_and_never_lose_a_figure(rows, home, advanced):
    player = fjord(home=home, **dict(zip(ROWS, rows, strict=True)))
    offered = list(carries(player, advanced))
    assert len(set(offered)) == len(offered)
    assert can_carry(player) == bool(offered)
    for cells in offered:
        after = carry(player, cells, advanced)
        assert after.figures == player.figures - 1
        assert sum(t.figure is None for t in player.island_tiles) - len(cells) == sum(
            t.figure is None for t in after.island_tiles
        )


@modest
@given(st.lists(st.integers(0, 4), min_size=5, max_size=5))
def test_the_fewest_boatswains_are_as_few_as_any_plan_needs(waiting):
    home = dict(zip(ROWS, waiting, strict=True)) | {"boatswain": 9}
    player = fjord(home=home, **dict.fromkeys(ROWS, "<---->"))
    plans = product(range(5), product((True, False), repeat=5))
    enough = [
        together + sum(alone)
        for together, alone in plans
        if all(by_itself or count <= together for by_itself, count in zip(alone, waiting, strict=True))
    ]
    assert fewest(player) == min(enough)
    assert fewest(player, advanced=True) == min(sum(waiting), 9)


def test_nobody_is_carried_to_where_no_tile_is_free():
    assert fewest(fjord(jarl="<*", home={"jarl": 2, "boatswain": 2})) == 0
    assert not list(carries(Player("Ann", island_tiles=islands("jarl", "<"))))
