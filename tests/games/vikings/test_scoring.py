"""Small, big and final scoring by the printed rules."""

from dataclasses import replace

import pytest
from hypothesis import given

from games.vikings.board import Board
from games.vikings.reading import board_of
from games.vikings.scoring.sheet import booked, gains, score
from games.vikings.specials import Special
from tests.games.vikings.boards import documents, fjord, modest, ship


def final(*players, specials=()):
    return score(Board(players, "final", tuple(specials)))


def test_goldsmiths_bring_three_gold_each_in_a_small_scoring_and_nothing_else_counts():
    player = fjord(goldsmith="<*>*", jarl="<*>*", scout="<*", ships=[ship(1, "yellow", points=3)])
    assert gains(player, big=False).to_dict() == {"player": "Ann", "points": 0, "gold": 3}


def test_a_ship_silences_its_column_down_to_the_row_of_its_sail():
    player = fjord(jarl="<*", scout="<*", goldsmith="<*", ships=[ship(0, "green")])
    gain = gains(player, big=True)
    assert (gain.jarls, gain.scouts, gain.goldsmiths) == (0, 0, 3)


def test_a_warrior_right_below_a_ship_repels_it_and_earns_what_it_pays():
    ships = [ship(0, "blue", gold=6), ship(1, "blue", points=4)]
    gain = gains(fjord(warrior="<*>*", jarl="<*>*", ships=ships), big=True)
    assert (gain.ships, gain.ship_gold, gain.jarls) == (4, 6, 4)


def test_a_warrior_in_another_column_repels_nothing():
    gain = gains(fjord(warrior="<>*", jarl="<*>", ships=[ship(0, "red", points=4)]), big=True)
    assert (gain.ships, gain.jarls) == (0, 0)


def test_a_scout_counts_itself_and_the_safe_goldsmith_and_fisherman_straight_below():
    player = fjord(scout="<*>*", goldsmith="<*>", fisherman="<*>")
    assert gains(player, big=True).scouts == 3 + 1


def test_a_scout_that_is_safe_does_not_count_figures_below_in_other_columns():
    assert gains(fjord(scout="<*>", goldsmith="<>*", fisherman="<>*"), big=True).scouts == 1


def test_points_and_gold_of_a_scoring_are_booked_and_the_track_never_falls_below_zero():
    board = Board((fjord(jarl="<*", goldsmith="<*", points=1, gold=2),), "big")
    after = booked(replace(board, specials=(Special("Ann", "Storm", "points", -9),)))
    assert (after.players[0].points, after.players[0].gold) == (0, 5)
    assert booked(board).players[0].points == 3
    with pytest.raises(ValueError):
        booked(replace(board, stage="final"))


def test_ships_at_the_door_cost_what_they_show_and_gold_that_is_missing_costs_points():
    ships = [ship(0, "red", points=4), ship(1, "red", gold=9), ship(2, "blue", gold=2)]
    player = fjord(warrior="<-->", ships=ships, gold=8)
    (found,) = final(player).scores
    assert (found.ships, found.gold, found.gold_left) == (-4 - 3, 0, 0)


def test_gold_left_after_the_ships_changes_five_for_a_point():
    (found,) = final(fjord(gold=17, ships=[ship(0, "red", gold=3)])).scores
    assert (found.ships, found.gold, found.gold_left) == (0, 2, 4)


def test_all_who_tie_for_most_take_the_prize_and_nobody_takes_it_for_none():
    ann = fjord("Ann", home={"boatswain": 2}, jarl="<>")
    bo = fjord("Bo", home={"boatswain": 2}, jarl="<-")
    cy = fjord("Cy", home={"boatswain": 1}, scout="<->")
    sheet = final(ann, bo, cy)
    assert [s.boatswains for s in sheet.scores] == [10, 10, 0]
    assert [s.islands for s in sheet.scores] == [7, 0, 7]
    assert [s.longest for s in sheet.scores] == [0, 0, 5]
    assert not any(s.boatswains or s.islands or s.longest for s in final(fjord("Ann"), fjord("Bo")).scores)


def test_an_island_with_a_gap_or_without_an_end_is_not_completed():
    broken = final(fjord(jarl="< >", scout="<--", goldsmith="->", fisherman="<<>"))
    assert [s.islands for s in broken.scores] == [7]
    assert [s.longest for s in broken.scores] == [5]
    assert not final(fjord(jarl="< >", scout="<--", goldsmith="->")).scores[0].islands


def test_safe_fishermen_feed_five_and_everybody_else_eats():
    spare = final(fjord(fisherman="<*>*", home={"warrior": 3, "boatswain": 1}))
    assert spare.scores[0].supply == 2 * (10 - 6)
    hungry = final(fjord(fisherman="<*>*", home={"fisherman": 4}, ships=[ship(0, "blue")]))
    assert hungry.scores[0].supply == 5 - 6


def test_a_tie_goes_to_more_gold_left_and_else_to_nobody():
    assert final(fjord("Ann", gold=3), fjord("Bo", gold=4)).winner == "Bo"
    assert final(fjord("Ann", gold=4), fjord("Bo", gold=4)).winner is None
    assert final(fjord("Ann", gold=4)).winner == "Ann"
    assert final().winner is None
    assert score(Board((fjord(goldsmith="<*"), fjord("Bo")), "small")).winner is None


def test_special_cards_add_what_a_person_entered_to_what_is_counted():
    specials = [
        Special("Ann", "Granary", "fed", 2),
        Special("Ann", "Pilot", "boatswains", 1),
        Special("Ann", "Hoard", "gold", 6),
        Special("Bo", "Reef", "longest", 3),
        Special("Bo", "Isle", "islands", 1),
        Special("Bo", "Saga", "points", 4),
    ]
    ann, bo = final(fjord("Ann", gold=4), fjord("Bo", jarl="<>"), specials=specials).scores
    assert (ann.supply, ann.boatswains, ann.gold) == (4, 10, 2)
    assert (bo.longest, bo.islands, bo.special) == (5, 7, 4)
    assert bo.total == sum(bo.parts.values())
    assert "special" not in ann.to_dict()


@modest
@given(documents(("final",)))
def test_a_final_score_is_the_sum_of_its_parts(document):
    for found in score(board_of(document)).to_dict()["scores"]:
        parts = {name: value for name, value in found.items() if name not in ("player", "total")}
        assert found["total"] == sum(parts.values())


@modest
@given(documents(("small", "big")))
def test_gains_are_the_sum_of_their_parts_and_never_below_zero(document):
    for found in score(board_of(document)).scores:
        assert found.points + found.gold == sum(found.parts.values())
        assert min(found.parts.values()) >= 0


@modest
@given(documents(("big",)))
def test_a_ship_more_never_earns_more_without_a_warrior_below_it(document):
    for player in board_of(document).players:
        column = next(c for c in range(8) if c not in {s.column for s in player.ships})
        if any(t.cell == ("warrior", column) and t.figure for t in player.island_tiles):
            continue
        attacked = gains(player.with_ship(ship(column, "blue", points=9)), big=True)
        calm = gains(player, big=True)
        assert attacked.points <= calm.points and attacked.gold <= calm.gold
