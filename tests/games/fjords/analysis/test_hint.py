"""The hint on a board agrees with playing the board out by the rules and scoring it."""

from functools import cache

import pytest

from games.fjords.analysis import hint
from games.fjords.board import VIKING, Piece
from games.fjords.scoring import score
from games.fjords.settlement import legal_settlements
from tests.games.fjords.analysis.settlements import settled
from tests.games.fjords.boards import PLAIN, board

RUNES = ("strength", "water", "friendship", "home")


def margin(now, name):
    totals = {line.player: line.total for line in score(now).scores}
    own = totals.pop(name)
    return own - max(totals.values())


def played_out(start, name, first):
    """Own total minus the other's after best play of two, `first` to move, by the engine's own rules."""
    names = [player.name for player in start.players]

    @cache
    def value(placed, mover):
        now = start
        for colour, cell in placed:
            now = now.with_piece(Piece(VIKING, colour, cell))
        for one in (mover, *(n for n in names if n != mover)):
            other = next(n for n in names if n != one)
            found = [value(placed | {(one, cell)}, other) for cell in legal_settlements(now, one)]
            if found:
                return max(found) if one == name else min(found)
        return margin(now, name)

    return value(frozenset(), first)


def agrees(now, name):
    other = next(player.name for player in now.players if player.name != name)
    seen = hint(now, name, 60)
    assert seen.exact
    assert seen.value == seen.lower == seen.upper == played_out(now, name, name)
    passed = played_out(now, name, other)
    assert {((move.q, move.r), move.swing) for move in seen.moves} == {
        (cell, played_out(now.with_piece(Piece(VIKING, name, cell)), name, other) - passed)
        for cell in legal_settlements(now, name)
    }


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("runes", [(), RUNES], ids=["plain", "runes"])
@pytest.mark.parametrize("supplies", [(20, 20), (2, 3)], ids=["plenty", "scarce"])
def test_hints_for_two_are_what_playing_the_board_out_brings(seed, runes, supplies):
    now, name = settled(seed, size=8 + len(runes), houses=1, supplies=supplies, runes=runes)
    agrees(now, name)


def test_both_colours_of_a_player_settle_for_the_same_side():
    row = {(q, 0): PLAIN for q in range(7)}
    pieces = [("longhouse", "white", (0, 0)), ("longhouse", "red", (4, 0)), ("longhouse", "black", (6, 0))]
    players = [{"name": "Ann", "colours": ["white", "red"]}, {"name": "Bo", "colours": ["black"]}]
    now = board(row, pieces, players=players, rules={"variant": "epic"})
    assert hint(now, "Bo").value == -3 + 1
    assert hint(now, "Ann").value == 4


def test_the_best_move_comes_first_in_the_form_of_the_contract():
    row = {(q, 0): PLAIN for q in range(5)}
    now = board(row, [("longhouse", "white", (0, 0)), ("longhouse", "black", (4, 0))])
    assert hint(now, "white").to_dict() == {"exact": True, "value": 1, "moves": [{"q": 1, "r": 0, "swing": 2}]}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("supplies", [(20, 20), (4, 5)], ids=["plenty", "scarce"])
def test_bounds_and_swings_found_in_haste_hold(seed, supplies):
    now, name = settled(seed, size=30, plains=0.7, houses=3, supplies=supplies, contested=14)
    known = hint(now, name, 60)
    assert known.exact
    swings = {(move.q, move.r): move.swing for move in known.moves}
    for seconds in (0.001, 0.01, 0.03):
        seen = hint(now, name, seconds)
        assert seen.lower <= known.value <= seen.upper
        assert all(move.lower <= swings[move.q, move.r] <= move.upper for move in seen.moves)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("plains", [0.6, 1.0])
def test_a_whole_landscape_is_answered_without_any_time(players, plains):
    now, name = settled(5, size=60, plains=plains, supplies=(20,) * players)
    seen = hint(now, name, 0.0)
    assert seen.lower <= seen.value <= seen.upper
    assert {(move.q, move.r) for move in seen.moves} == legal_settlements(now, name)


def test_three_players_get_bounds_and_every_move():
    now, name = settled(3, size=30, houses=2, supplies=(20, 20, 20))
    seen = hint(now, name, 0.3)
    assert seen.lower <= seen.value <= seen.upper
    assert {(move.q, move.r) for move in seen.moves} == legal_settlements(now, name)


def test_a_hint_says_which_runes_it_leaves_out():
    now, name = settled(1, size=10, houses=1)
    assert hint(now, name).left_out == ()
    row = {(q, 0): PLAIN for q in range(3)}
    pieces = [("longhouse", "white", (0, 0)), ("longhouse", "black", (2, 0))]
    assert hint(board(row, pieces, rules={"runes": ["horse", "strength"]}), "white").left_out == ("horse",)


def test_nobody_unknown_gets_a_hint():
    now, _ = settled(1, size=10, houses=1)
    with pytest.raises(KeyError):
        hint(now, "Olaf")
