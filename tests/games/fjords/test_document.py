import copy

import pytest

from games.documents import DocumentError
from games.fjords.board import Board
from games.fjords.checks.warnings import status
from games.fjords.document import parse_document
from games.fjords.tiles import Tile
from tests.games.fjords.boards import PLAIN, SEA, document, tile_document


def good():
    return document(
        {(0, 0): PLAIN, (1, 0): "PO O O P P P"},
        [("viking", "white", (0, 0))],
        players=[{"name": "Ann", "colours": ["white"]}],
        rules={"variant": "base", "runes": ["horse"]},
    )


def without(data, *path):
    data = copy.deepcopy(data)
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return data


def with_value(data, value, *path):
    data = copy.deepcopy(data)
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "field"),
    [
        (("format",), "format"),
        (("version",), "version"),
        (("game",), "game"),
        (("tiles",), "tiles"),
        (("pieces",), "pieces"),
        (("tiles", 1, "q"), "tiles[1].q"),
        (("tiles", 1, "edges"), "tiles[1].edges"),
        (("tiles", 0, "regions"), "tiles[0].regions"),
        (("tiles", 0, "touching"), "tiles[0].touching"),
        (("tiles", 1, "regions", 0, "ports"), "tiles[1].regions[0].ports"),
        (("pieces", 0, "kind"), "pieces[0].kind"),
        (("pieces", 0, "colour"), "pieces[0].colour"),
        (("players", 0, "name"), "players[0].name"),
    ],
)
def test_a_missing_field_is_named(path, field):
    with pytest.raises(DocumentError) as error:
        parse_document(without(good(), *path))
    assert (error.value.field, error.value.code) == (field, "missing")
    assert field in error.value.message("en") and field in error.value.message("ru")


@pytest.mark.parametrize(
    ("value", "path", "field", "code"),
    [
        ("chess-board", ("format",), "format", "unknown"),
        (2, ("version",), "version", "version"),
        (True, ("version",), "version", "type"),
        ("1", ("tiles", 0, "q"), "tiles[0].q", "type"),
        (0.5, ("tiles", 0, "r"), "tiles[0].r", "type"),
        (["P"] * 5, ("tiles", 0, "edges"), "tiles[0].edges", "value"),
        ("X", ("tiles", 0, "edges", 2), "tiles[0].edges[2]", "value"),
        ("", ("tiles", 0, "edges", 2), "tiles[0].edges[2]", "value"),
        ("PP", ("tiles", 0, "edges", 2), "tiles[0].edges[2]", "value"),
        ("OP", ("tiles", 0, "edges", 2), "tiles[0].regions[0].ports[2]", "parts"),
        ([[0, 0]], ("tiles", 0, "regions", 0, "ports"), "tiles[0].regions", "parts"),
        ([0, 7], ("tiles", 0, "regions", 0, "ports", 3), "tiles[0].regions[0].ports[3]", "parts"),
        ([1, 0], ("tiles", 0, "regions", 0, "ports", 3), "tiles[0].regions[0].ports[3]", "parts"),
        ([[0, 4]], ("tiles", 1, "touching"), "tiles[1].touching[0]", "value"),
        ("monk", ("pieces", 0, "kind"), "pieces[0].kind", "unknown"),
        (5, ("pieces", 0, "q"), "pieces[0]", "off-board"),
        ("red", ("pieces", 0, "colour"), "pieces[0].colour", "colour"),
        (1.5, ("pieces", 0, "confidence"), "pieces[0].confidence", "value"),
        ("2005", ("rules", "variant"), "rules.variant", "unknown"),
        (["luck"], ("rules", "runes"), "rules.runes[0]", "unknown"),
        ([{"kind": "luck", "q": 0, "r": 0}], ("runes",), "runes[0].kind", "unknown"),
        ([{"kind": "home", "q": 0, "r": 0, "colour": "red"}], ("runes",), "runes[0].colour", "colour"),
        ([{"kind": "water", "q": 9, "r": 0}], ("runes",), "runes[0]", "off-board"),
        (0, ("tiles", 1, "q"), "tiles[1]", "twice"),
        ("none", ("tiles",), "tiles", "type"),
    ],
)
def test_a_wrong_value_is_refused_by_name_of_its_field(value, path, field, code):
    with pytest.raises(DocumentError) as error:
        parse_document(with_value(good(), value, *path))
    assert (error.value.field, error.value.code) == (field, code)
    assert field in str(error.value)


@pytest.mark.parametrize("data", [None, [], "board", 3])
def test_what_is_no_object_is_no_document(data):
    with pytest.raises(DocumentError):
        parse_document(data)


@pytest.mark.parametrize(("field", "most"), [("tiles", 300), ("pieces", 600), ("runes", 600), ("players", 12)])
def test_more_than_any_game_has_is_refused_by_its_field(field, most):
    for count, refused in ((most, False), (most + 1, True)):
        data = {**good(), "tiles": [], "pieces": [], "runes": [], "players": [], field: [None] * count}
        with pytest.raises(DocumentError) as error:
            parse_document(data)
        assert ((error.value.field, error.value.code) == (field, "many")) == refused


def test_two_players_may_not_share_a_colour_or_a_name():
    for players in ([("Ann", "white"), ("Bo", "white")], [("Ann", "white"), ("Ann", "red")]):
        data = {**good(), "players": [{"name": n, "colours": [c]} for n, c in players]}
        with pytest.raises(DocumentError, match="repeats"):
            parse_document(data)


def test_fields_nobody_named_come_back_as_they_came():
    data = good()
    data["photo"] = {"file": "a.jpg"}
    data["tiles"][0] |= {"px": [1.5, 2], "confidence": 0.5, "seen": ["x"], "marks": []}
    data["tiles"][0]["regions"][0]["area"] = 7
    data["pieces"][0]["how"] = "sure"
    data["players"][0]["age"] = 9
    data["rules"]["house"] = {"rule": 1}
    assert Board.from_document(data).to_document() == data


def test_without_players_each_colour_seen_is_a_player_with_the_usual_supply():
    found = Board.from_document(document({(0, 0): PLAIN}, [("viking", "red", (0, 0)), ("viking", "blue", (0, 0))]))
    assert [(p.name, p.colours, p.vikings, p.longhouses) for p in found.players] == [
        ("red", ("red",), 20, 4),
        ("blue", ("blue",), 20, 4),
    ]


def test_in_epic_a_player_of_two_colours_has_thirty_vikings_and_six_longhouses():
    players = [{"name": "Ann", "colours": ["white", "red"]}, {"name": "Bo", "colours": ["blue"]}]
    found = Board.from_document(document({(0, 0): SEA}, players=players, rules={"variant": "epic"}))
    assert [(p.vikings, p.longhouses) for p in found.players] == [(30, 6), (20, 4)]


def test_a_tile_by_itself_is_read_and_written():
    data = {**tile_document("P PO O O OP P"), "id": "t7", "marks": ["3"]}
    assert Tile.from_document(data).to_document() == data
    with pytest.raises(DocumentError):
        Tile.from_document({**data, "edges": ["P"] * 6})


def test_a_board_built_up_in_code_is_read_back_from_its_document():
    start = Board.from_document(document({(0, 0): PLAIN}, players=[{"name": "Ann", "colours": ["white"]}]))
    built = start.with_tile((1, 0), Tile.from_document(tile_document(PLAIN)))
    assert Board.from_document(built.to_document()) == built
    assert status(built) == []
