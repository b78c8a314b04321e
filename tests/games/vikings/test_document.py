"""Documents of Vikings: what comes back, and what is refused by the name of its field."""

import copy
import json

import pytest
from hypothesis import given

from games.documents import DocumentError
from games.vikings.rulebook import RULEBOOK
from tests.games.vikings.boards import documents, modest

GOOD = {
    "format": "longhouse-board",
    "version": 1,
    "game": "vikings",
    "stage": "big",
    "players": [
        {
            "name": "Ann",
            "points": 10,
            "gold": 20,
            "island_tiles": [
                {"row": "scout", "column": 0, "part": "left", "figure": "scout"},
                {"row": "scout", "column": 1, "part": "right", "figure": None},
            ],
            "ships": [{"column": 2, "sail": "red", "pays": {"gold": 4}}],
            "home": {"jarl": 1, "boatswain": 2},
        },
        {"name": "Bo", "points": 0, "gold": 0, "island_tiles": [], "ships": [], "home": {}},
    ],
}
LEFT_OUT = object()
TILE = "players[0].island_tiles[1]"
BROKEN = [
    (("format",), "longhouse-game", "format", "unknown"),
    (("version",), 2, "version", "version"),
    (("stage",), LEFT_OUT, "stage", "missing"),
    (("stage",), "huge", "stage", "unknown"),
    (("players",), LEFT_OUT, "players", "missing"),
    (("players",), [], "players", "empty"),
    (("players", 1, "name"), "Ann", "players[1].name", "twice"),
    (("players", 1, "name"), 7, "players[1].name", "type"),
    (("players", 0, "points"), -1, "players[0].points", "value"),
    (("players", 0, "points"), 1.5, "players[0].points", "type"),
    (("players", 0, "gold"), LEFT_OUT, "players[0].gold", "missing"),
    (("players", 0, "gold"), True, "players[0].gold", "type"),
    (("players", 0, "island_tiles", 1, "row"), "boatswain", f"{TILE}.row", "unknown"),
    (("players", 0, "island_tiles", 1, "column"), -1, f"{TILE}.column", "value"),
    (("players", 0, "island_tiles", 1, "column"), 10**9, f"{TILE}.column", "value"),
    (("players", 0, "island_tiles", 1, "column"), 0, TILE, "twice"),
    (("players", 0, "island_tiles", 1, "part"), "whole", f"{TILE}.part", "unknown"),
    (("players", 0, "island_tiles", 1, "figure"), LEFT_OUT, f"{TILE}.figure", "missing"),
    (("players", 0, "island_tiles", 1, "figure"), "jarl", f"{TILE}.figure", "row"),
    (("players", 0, "island_tiles", 1, "figure"), "boatswain", f"{TILE}.figure", "row"),
    (("players", 0, "island_tiles", 1, "figure"), "troll", f"{TILE}.figure", "unknown"),
    (("players", 0, "island_tiles", 1, "px"), [1.0], f"{TILE}.px", "value"),
    (("players", 0, "ships", 0, "sail"), "grey", "players[0].ships[0].sail", "unknown"),
    (("players", 0, "ships", 0, "pays"), {}, "players[0].ships[0].pays", "pays"),
    (("players", 0, "ships", 0, "pays"), {"gold": 1, "points": 1}, "players[0].ships[0].pays", "pays"),
    (("players", 0, "ships", 0, "pays"), {"gold": -1}, "players[0].ships[0].pays.gold", "value"),
    (("players", 0, "home"), [], "players[0].home", "type"),
    (("players", 0, "home", "jarl"), -1, "players[0].home.jarl", "value"),
    (("players", 0, "home", "troll"), 1, "players[0].home.troll", "unknown"),
]


@pytest.mark.parametrize(("path", "value", "field", "code"), BROKEN)
def test_what_breaks_the_form_is_refused_by_the_name_of_its_field(path, value, field, code):
    broken = copy.deepcopy(GOOD)
    *way, last = path
    place = broken
    for step in way:
        place = place[step]
    if value is LEFT_OUT:
        del place[last]
    else:
        place[last] = value
    with pytest.raises(DocumentError) as refused:
        RULEBOOK.read(broken)
    assert (refused.value.field, refused.value.code) == (field, code)
    assert field in refused.value.message("en") and field in refused.value.message("ru")


def test_two_ships_over_one_column_are_refused():
    broken = copy.deepcopy(GOOD)
    broken["players"][0]["ships"] *= 2
    with pytest.raises(DocumentError) as refused:
        RULEBOOK.read(broken)
    assert (refused.value.field, refused.value.code) == ("players[0].ships[1].column", "twice")


@modest
@given(documents())
def test_documents_round_trip(document):
    assert RULEBOOK.write(RULEBOOK.read(document)) == document


def test_unknown_fields_are_kept_wherever_they_stand():
    document = copy.deepcopy(GOOD)
    player = document["players"][0]
    for part in (document, player, player["island_tiles"][0], player["ships"][0], player["ships"][0]["pays"]):
        part["seen"] = {"by": ["camera"]}
    player["ships"][0]["pays"]["points"] = None
    assert json.loads(json.dumps(RULEBOOK.write(RULEBOOK.read(document)))) == document
