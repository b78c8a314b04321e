"""Everything wrong with a board, told and never raised; and its drawing."""

from xml.etree import ElementTree

import pytest
from hypothesis import given

from games.vikings.board import Board, Player
from games.vikings.islands import IslandTile
from games.vikings.reading import board_of
from games.vikings.rulebook import RULEBOOK
from games.vikings.warnings import status
from tests.games.vikings.boards import documents, fjord, modest, ship


def codes(*players, stage="big"):
    return [(notice.code, *notice.tiles) for notice in status(Board(players, stage))]


def test_nothing_is_wrong_with_islands_that_fit_and_ships_that_touch():
    player = fjord(warrior="<->", jarl="<", ships=[ship(2, "red"), ship(3, "blue"), ship(0, "red")])
    assert codes(player) == []


@pytest.mark.parametrize("row", ["<<", "<><<", "<>>", "<>-"])
def test_land_that_meets_sea_is_reported_with_both_tiles(row):
    ((code, left, right),) = codes(fjord(jarl=row))
    assert code == "island-mismatch" and (left[0], left[1] + 1) == right == (2, len(row) - 1)


@pytest.mark.parametrize("part", ["-", ">"])
def test_land_that_meets_the_home_fjord_is_reported(part):
    assert codes(fjord(scout=part)) == [("island-ashore", (3, 0))]


def test_a_tile_may_hang_on_the_row_above_and_leave_a_gap():
    assert codes(fjord(warrior="<->", jarl="  -")) == []


def test_a_tile_that_is_not_connected_to_the_fjord_is_reported():
    assert codes(fjord(warrior="<", fisherman="  <>")) == [("loose-tile", (5, 2), (5, 3))]


@pytest.mark.parametrize(("columns", "loose"), [((3,), [3]), ((2, 3, 4), []), ((0, 3), [3]), ((1, 5, 6), [5, 6])])
def test_a_ship_beyond_the_first_places_touches_another(columns, loose):
    found = codes(fjord(ships=[ship(column, "red") for column in columns]))
    assert found == ([("loose-ship", *((0, column) for column in loose))] if loose else [])


def test_a_figure_in_another_row_is_reported():
    player = Player("Ann", island_tiles=(IslandTile("scout", 0, "left", "jarl"),))
    assert codes(player) == [("wrong-row", (3, 0))]


def test_boatswains_that_must_still_carry_are_reported_before_the_final_scoring_only():
    player = fjord(jarl="<", home={"jarl": 1, "boatswain": 1})
    assert codes(player) == []
    assert codes(player, stage="final") == [("idle-boatswain",)]
    assert codes(fjord(jarl="<*", home={"jarl": 1, "boatswain": 1}), stage="final") == []


def test_more_than_the_box_holds_is_reported():
    crowd = [fjord(str(n), home={"jarl": 3}) for n in range(5)]
    assert codes(*crowd) == [("too-many-figures",), ("too-many-players",)]
    tiles = [fjord(str(n), jarl="<" + "-" * 31 + ">") for n in range(2)]
    assert codes(*tiles) == [("too-many-tiles",)]
    fleets = [fjord(str(n), ships=[ship(c, "red") for c in range(8)]) for n in range(2)]
    assert codes(*fleets) == [("too-many-ships",)]


def test_one_player_alone_is_reported_but_not_the_one_fjord_of_a_photo():
    player = {"name": "Ann", "points": 0, "gold": 0, "island_tiles": [], "ships": [], "home": {}}
    document = {"format": "longhouse-board", "version": 1, "game": "vikings", "stage": "small", "players": [player]}
    assert [notice.code for notice in status(board_of(document))] == ["too-few-players"]
    assert status(board_of({**document, "players": [player, {**player, "name": "Bo"}]})) == []
    assert status(board_of({**document, "ask": []})) == []


@modest
@given(documents())
def test_status_drawing_and_words_never_raise(document):
    board = board_of(document)
    for lang in ("en", "ru"):
        for notice in status(board):
            assert notice.message(lang)
        ElementTree.fromstring(RULEBOOK.svg(board, lang, None))
        assert len(RULEBOOK.explain(board, lang)) == len(board.players)


def test_a_drawing_shows_every_tile_ship_and_figure_of_the_player_named():
    ann = fjord("Ann <&>", warrior="<*>", jarl="<*", ships=[ship(0, "blue"), ship(1, "red", gold=4)])
    drawn = ElementTree.fromstring(RULEBOOK.svg(Board((fjord("Bo"), ann)), "en", "Ann <&>"))
    groups = [g.get("class") for g in drawn.iter("{http://www.w3.org/2000/svg}g")]
    assert [groups.count(name) for name in ("tile", "ship", "figure", "waiting")] == [3, 2, 2, 6]
    assert "Ann <&>" in drawn.get("aria-label")


def test_a_figure_under_threat_lies_flat():
    drawn = RULEBOOK.svg(Board((fjord(jarl="<*>*", ships=[ship(0, "red")]),)), "en", "Ann")
    assert drawn.count("rotate(90)") == 1
