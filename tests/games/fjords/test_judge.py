import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from games.fjords.board import Board
from games.fjords.checks.judge import Known, judge
from games.fjords.checks.warning import Warning
from games.fjords.rulebook import RULEBOOK
from games.fjords.turns import players_out, settlement_order
from games.hexgrid import disc
from tests.games.fjords.boards import PLAIN, ROCK, SEA, board

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))
FIELD = dict.fromkeys([*disc((0, 0), 1)], PLAIN)
PLAYERS = [{"name": "Ann", "colours": ["white"]}, {"name": "Bo", "colours": ["red"]}]
ANN, BO = ("longhouse", "white", (0, 0)), ("longhouse", "red", (1, 0))


def table(extra=(), tiles=None, runes=(), sets=(), **fields):
    rules = {"variant": "base", "runes": list(sets)}
    return board(tiles or FIELD, [ANN, BO, *extra], runes, players=PLAYERS, rules=rules, **fields)


@cache
def _board_of(case):
    return Board.from_document(json.loads(case.read_bytes())["board"])


def codes(before, after, known=None):
    return sorted({warning.code for warning in judge(before, after, known).warnings})


def viking(colour, cell):
    return ("viking", colour, cell)


def test_nothing_happened_between_a_board_and_itself():
    assert RULEBOOK.answers.judge(table(), table()).to_dict() == {"events": [], "warnings": []}


def test_a_tile_and_a_longhouse_on_it_are_one_lawful_turn():
    after = table([("longhouse", "white", (2, -1))], {**FIELD, (2, -1): PLAIN})
    assert RULEBOOK.answers.judge(table(), after).to_dict() == {
        "events": [
            {"event": "tile-laid", "q": 2, "r": -1},
            {"event": "piece-placed", "kind": "longhouse", "colour": "white", "q": 2, "r": -1},
        ],
        "warnings": [],
    }


def test_two_tiles_at_once_are_several_moves():
    verdict = judge(table(), table(tiles={**FIELD, (2, -1): PLAIN, (1, 1): PLAIN}))
    assert [(w.code, set(w.tiles)) for w in verdict.warnings] == [("several-moves", {(2, -1), (1, 1)})]


def test_two_vikings_at_once_are_several_moves():
    assert codes(table(), table([viking("white", (0, 1)), viking("red", (1, -1))])) == ["several-moves"]


def test_a_longhouse_goes_only_on_the_tile_just_laid():
    after = table([("longhouse", "white", (0, 1))])
    assert codes(table(), after) == ["longhouse-elsewhere"]
    assert codes(table(), after, Known(last_tiles=frozenset({(0, 1)}))) == []
    laid_elsewhere = table([("longhouse", "white", (0, 1))], {**FIELD, (2, -1): PLAIN})
    assert codes(table(), laid_elsewhere) == ["longhouse-elsewhere"]


def test_a_longhouse_in_the_settlement_phase_is_late():
    before = [viking("white", (0, 1))]
    assert codes(table(before), table([*before, ("longhouse", "red", (1, -1))])) == ["longhouse-late"]


def test_a_tile_in_the_settlement_phase_is_late():
    before = [viking("white", (0, 1))]
    assert codes(table(before), table(before, {**FIELD, (2, -1): PLAIN})) == ["tile-late"]


def test_a_viking_that_stands_elsewhere_has_moved():
    verdict = judge(table([viking("white", (0, 1))]), table([viking("white", (-1, 1))]))
    assert [(w.code, w.tiles, w.player) for w in verdict.warnings] == [("piece-moved", ((0, 1), (-1, 1)), "Ann")]
    assert [event["event"] for event in verdict.changes.events()] == ["piece-removed", "piece-placed"]


def test_a_viking_that_vanished_was_removed():
    verdict = judge(table([viking("white", (0, 1))]), table())
    assert [(w.code, w.tiles, w.player) for w in verdict.warnings] == [("piece-removed", ((0, 1),), "Ann")]


def test_a_tile_that_lies_elsewhere_or_turned_has_moved():
    coast = "P O O O P P"
    before = table(tiles={**FIELD, (2, -1): coast})
    turned = table(tiles={**FIELD, (2, -1): "P P O O O P"})
    elsewhere = table(tiles={**FIELD, (-2, 1): "O P P P O O"})
    gone = table()
    assert [(w.code, w.tiles) for w in judge(before, turned).warnings][:1] == [("tile-moved", ((2, -1),))]
    assert [(w.code, w.tiles) for w in judge(before, elsewhere).warnings][:1] == [("tile-moved", ((2, -1), (-2, 1)))]
    assert [(w.code, w.tiles) for w in judge(before, gone).warnings] == [("tile-moved", ((2, -1),))]


def test_who_is_not_next_in_the_order_moves_out_of_turn():
    order = {"settlement_order": ["Bo", "Ann"]}
    before = table(**order)
    assert codes(before, table([viking("white", (0, 1))], **order)) == ["out-of-turn"]
    assert codes(before, table([viking("red", (1, -1))], **order)) == []
    second = [viking("red", (1, -1))]
    assert codes(table(second, **order), table([*second, viking("red", (0, -1))], **order)) == ["out-of-turn"]
    assert codes(table(second, **order), table([*second, viking("white", (0, 1))], **order)) == []


def test_who_can_place_no_viking_is_skipped():
    order = {"settlement_order": ["Bo", "Ann"]}
    tiles = {(0, 0): "P P P O O O", (1, 0): SEA, (0, 1): PLAIN, (1, 1): PLAIN}
    before = table(tiles=tiles, **order)
    assert codes(before, table([viking("white", (0, 1))], tiles, **order)) == []


def test_nothing_is_said_of_turns_without_an_order_unless_the_turn_is_known():
    after = table([viking("white", (0, 1))])
    assert codes(table(), after) == []
    assert codes(table(), after, Known(player_to_move="Ann")) == []
    assert codes(table(), after, Known(player_to_move="Bo")) == ["out-of-turn"]


def test_a_viking_not_joined_by_plains_is_cut_off():
    tiles = {**FIELD, (2, -1): ROCK, (1, 1): PLAIN}
    after = table([viking("white", (1, 1))], tiles)
    verdict = judge(table(tiles=tiles), after)
    assert [(w.code, w.tiles, w.player) for w in verdict.warnings] == [("cut-off-viking", ((1, 1),), "Ann")]


@pytest.mark.parametrize(
    ("extra", "found"),
    [([viking("white", (1, 0))], "two-pieces"), ([viking("white", (-1, 1))], "piece-on-rune")],
)
def test_one_thing_only_on_a_tile(extra, found):
    stone = [("friendship", (-1, 1))]
    assert codes(table(runes=stone), table(extra, runes=stone)) == [found]


def test_a_tile_that_does_not_match_or_strands_land_is_reported():
    assert "edge-mismatch" in codes(table(), table(tiles={**FIELD, (2, -1): SEA}))
    ring = dict.fromkeys(disc((0, 0), 1), SEA) | {(0, 0): "P P P P P P"}
    island = {**ring, (2, -1): "P O O O O P"}
    assert "second-landmass" in codes(board(ring), board(island))


def test_a_fault_that_was_there_before_is_not_held_against_this_move():
    tiles = {**FIELD, (2, -1): ROCK}
    before, after = table(tiles=tiles), table([viking("white", (0, 1))], tiles)
    assert codes(before, after) == []


WATERS = {
    (0, 0): "P O O P P P",
    (1, 0): "P O O P P P",
    (0, 1): SEA,
    (1, 1): "P P P O O P",
    (-1, 2): SEA,
    **dict.fromkeys([(2, 0), (2, 1), (2, -1)], PLAIN),
}


class TestRunes:
    def at(self, vikings=(), stones=(), sets=("journey", "wisdom")):
        return board(
            WATERS,
            [("longhouse", "white", (0, 0)), ("longhouse", "red", (2, 0)), *vikings],
            stones,
            players=PLAYERS,
            rules={"variant": "base", "runes": list(sets)},
        )

    def test_the_journey_rune_carries_a_viking_across_the_sea_once(self):
        first, second = viking("white", (1, 1)), viking("white", (-1, 2))
        assert codes(self.at(sets=["journey"]), self.at([first], sets=["journey"])) == []
        assert codes(self.at([first], sets=["journey"]), self.at([first, second], sets=["journey"])) == ["rune-reused"]

    def test_a_rune_known_to_be_spent_cannot_be_used(self):
        known = Known(spent={"Ann": frozenset({"journey"})})
        assert codes(self.at(), self.at([viking("white", (1, 1))]), known) == ["rune-reused"]

    def test_without_the_rune_in_play_the_viking_is_cut_off(self):
        assert codes(self.at(sets=[]), self.at([viking("white", (1, 1))], sets=[])) == ["cut-off-viking"]

    def test_a_stone_of_unknown_kind_in_an_empty_space_is_a_wisdom_rune(self):
        carried, stone = viking("white", (2, -1)), ("stone", (1, -1))
        assert codes(self.at(), self.at([carried], [stone])) == []

    def test_a_wisdom_rune_of_unknown_colour_may_have_joined_a_viking_so_that_journey_is_unspent(self):
        carried, stone, rider = viking("white", (2, -1)), ("wisdom", (1, -1)), viking("white", (1, 1))
        assert codes(self.at([carried], [stone]), self.at([carried, rider], [stone])) == []

    def test_who_can_move_by_the_wisdom_rune_alone_moves_in_turn(self):
        tiles = {(0, 0): "P O O O O O", (2, 0): PLAIN, (2, -1): PLAIN}
        given = {"tiles": tiles, "players": PLAYERS, "settlement_order": ["Ann", "Bo"], "rules": {"runes": ["wisdom"]}}
        houses = [ANN, ("longhouse", "red", (2, 0))]
        before = board(pieces=houses, **given)
        after = board(pieces=[*houses, viking("white", (2, -1))], runes=[("wisdom", (1, 0), "white")], **given)
        assert codes(before, after) == []

    def test_a_second_wisdom_or_home_rune_is_one_too_many(self):
        one, two = ("wisdom", (-1, 1), "white"), ("wisdom", (3, -1), "white")
        assert codes(self.at(stones=[one]), self.at(stones=[one, two])) == ["rune-reused"]
        one, two = ("home", (2, 1), "white"), ("home", (1, 1), "white")
        assert codes(self.at(stones=[one]), self.at(stones=[one, two])) == ["rune-reused"]

    def test_the_secret_rune_moves_a_longhouse_two_tiles_at_most(self):
        def at(cell, sets=("secret",)):
            return board(
                {**FIELD, (2, 0): PLAIN, (2, -1): PLAIN, (3, -1): PLAIN},
                [("longhouse", "white", cell), BO],
                players=PLAYERS,
                rules={"runes": list(sets)},
            )

        assert codes(at((0, 0)), at((2, -1))) == []
        assert codes(at((0, 0)), at((3, -1))) == ["piece-moved"]
        assert codes(at((0, 0)), at((2, -1), ()), None) == ["piece-moved"]


def test_a_second_photo_with_another_origin_and_turn_is_the_same_table():
    data = json.loads((Path(__file__).parent / "cases" / "score-31.json").read_bytes())["board"]
    data.pop("settlement_order", None)
    after = Board.from_document(data)
    before = after.without(after.pieces[-1])
    verdict = judge(before, after.moved(2, (5, -3)))
    assert [event["event"] for event in verdict.changes.events()] == ["piece-placed"]
    assert verdict.changes.placed[0] == after.pieces[-1]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_judge_never_raises_on_two_well_formed_boards(path):
    one = _board_of(path)
    for other in map(_board_of, CASES[:: len(CASES) // 4]):
        assert RULEBOOK.answers.judge(one, other).to_dict("ru")["events"] is not None
    assert judge(one, one).warnings == ()


def test_warnings_speak_to_players_in_both_languages():
    warning = RULEBOOK.answers.judge(table([viking("white", (0, 1))]), table()).to_dict("ru")["warnings"][0]
    assert warning["code"] == "piece-removed" and "Ann" in warning["message"] and "викинг" in warning["message"]


def test_a_player_who_has_only_a_colour_is_named_in_the_language_of_the_warning():
    many = Warning("too-many-vikings", player="white")
    assert many.message("en").startswith("White has more vikings")
    assert "Белый" in many.message("ru")
    assert "white" not in many.message("ru")
    assert replace(many, player="Whitney").message("ru").count("Whitney") == 1
    assert many.to_dict("ru")["player"] == "white"


def test_who_is_out_has_nowhere_to_go_by_plains_or_rune():
    tiles = {**WATERS, (0, 0): "O O O O O O"}
    pieces = [("viking", "white", (0, 0)), ("longhouse", "red", (2, 0))]
    for sets, spent, out in (([], {}, {"Ann"}), (["journey"], {}, set()), (["journey"], {"Ann": {"journey"}}, {"Ann"})):
        position = board(tiles, pieces, players=PLAYERS, rules={"runes": sets})
        assert players_out(position, spent) == out


def test_settlement_begins_left_of_who_laid_the_last_tile():
    assert settlement_order(["Ann", "Bo", "Cy"], "Cy") == ("Cy", "Ann", "Bo")
