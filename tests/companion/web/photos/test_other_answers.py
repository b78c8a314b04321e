"""Who answers a question about a photo with “Something else” is shown the answers that were not offered with it."""

import json
import re

import pytest

from companion.hosted.settings import HostedSettings
from companion.web import Config, create_app
from companion.web.photos.questions import photo_question
from games.fjords.board import Board
from tests.support.readers.truth_reader import SAMPLES

TABLE = json.loads((SAMPLES / "table05.json").read_bytes())
HOUSE = next(piece for piece in TABLE["pieces"] if piece["kind"] == "longhouse")
HERE = {"q": HOUSE["q"], "r": HOUSE["r"]}
TILE = next(tile for tile in TABLE["tiles"] if (tile["q"], tile["r"]) == (HERE["q"], HERE["r"]))
DIVIDED = {name: TILE[name] for name in ("regions", "touching")}
EDGE = {"about": "edge", "edge": 2, "candidates": ["P", "O", "M"]}
FAR = {"REMOTE_ADDR": "203.0.113.9", "HTTP_HOST": "games.example"}


@pytest.fixture(scope="module")
def client(truth):
    settings = HostedSettings(public=True, hosts="games.example")
    return create_app(Config(hosted=settings), truth).test_client()


def sheet(client, doubt=None):
    """Return what is offered for the cell of the longhouse, by whoever found none of the answers to a doubt right."""
    asked = [] if doubt is None else [{**doubt, **HERE, "px": TILE["px"]}]
    place = "" if doubt is None else photo_question(Board.from_document(TABLE), asked[0], "en", None).place
    fields = {"cell": f"{HERE['q']},{HERE['r']}", "width": 1600, "height": 1200, "place": place}
    answer = client.post("/tally/cell", data={**fields, "document": json.dumps({**TABLE, "ask": asked})})
    assert answer.status_code == 200
    assert answer.text.count('class="close-up"') == 1
    return answer.text


def parts(shown):
    """Return the headings of the parts of the sheet, with a plus before one that is open for a tap."""
    found = re.findall(r'<h3[^>]*>(.*?)</h3>|<details class="tile"( open)?><summary>(.*?)</summary>', shown)
    return [heading or ("+" if is_open else "") + summary for heading, is_open, summary in found]


def first_answers(shown):
    return re.findall(r"<span>(.*?)</span>", shown.partition('<div class="answers">')[2].partition("</div>")[0])


@pytest.mark.parametrize(
    ("doubt", "question", "answers"),
    [
        ({"about": "terrain", "edge": 2, "candidates": ["P", "O"]}, "What terrain is this?", ["Mountain"]),
        (
            EDGE,
            "What terrain is at this edge of the tile?",
            [
                *("Plains, ocean", "Ocean, plains"),
                *("Plains, mountain", "Mountain, plains"),
                *("Mountain, ocean", "Ocean, mountain"),
            ],
        ),
        (
            {"about": "colour", "candidates": ["purple", "yellow", "black"]},
            "Which colour is this piece?",
            ["White", "Orange", "Red", "Pink", "Blue", "Green", "Brown", "Grey"],
        ),
        (
            {"about": "stone", "candidates": ["water", "strength", "home", "horse", "none"]},
            "Which rune is on this stone?",
            ["Friendship rune", "Journey rune", "Wisdom rune", "Secret rune"],
        ),
    ],
    ids=lambda value: value["about"] if isinstance(value, dict) else "",
)
def test_the_other_answers_to_the_question_come_first(client, doubt, question, answers):
    shown = sheet(client, doubt)
    of_tile = doubt["about"] in ("terrain", "edge")
    rest = ["Change the tile", "What is here?"] if of_tile else ["What is here?", "Change the tile"]
    assert parts(shown) == [question, *rest]
    assert first_answers(shown) == answers


@pytest.mark.parametrize(
    "doubt",
    [
        {"about": "region", "candidates": [DIVIDED]},
        {"about": "tile", "candidates": ["tile", "none"]},
        {"about": "terrain", "edge": 2, "candidates": ["P", "O", "M"]},
    ],
    ids=lambda doubt: doubt["about"],
)
def test_where_every_other_answer_is_another_tile_that_is_open_first(client, doubt):
    assert parts(sheet(client, doubt)) == ["+Change the tile", "What is here?"]


@pytest.mark.parametrize(
    "doubt",
    [None, {"about": "piece", "candidates": ["viking", "none"]}, {"about": "home", "candidates": ["home", "none"]}],
    ids=["no question", "piece", "home"],
)
def test_where_something_else_stands_there_the_pieces_come_first(client, doubt):
    assert parts(sheet(client, doubt)) == ["What is here?", "Change the tile"]


def test_an_answer_that_was_not_offered_answers_the_question(client):
    asked = {"about": "terrain", "edge": 2, "candidates": ["P", "O"]}
    (value,) = re.findall(r'value="([^"]*)" data-answer', sheet(client, asked).partition("<details")[0])
    answer = json.loads(value.replace("&#34;", '"'))
    assert answer == {**asked, **HERE, "px": TILE["px"], "answer": "M"}


@pytest.mark.parametrize(("cell", "offered"), [(HERE, True), ({"q": 90, "r": 90}, False)], ids=["tile", "no tile"])
def test_something_else_is_offered_only_where_a_tile_can_be_corrected(client, cell, offered):
    doubts = [{**cell, "about": "tile", "candidates": ["none", "tile"]}]
    answer = {**HERE, "about": "piece", "px": TILE["px"], "answer": "none"}
    fields = {"document": json.dumps({**TABLE, "ask": doubts}), "answer": json.dumps(answer)}
    shown = client.post("/tally/answer", data=fields, headers={"HX-Request": "true"}).text
    assert "Is there a tile here?" in shown
    assert ("Something else" in shown) == offered


def test_a_stranger_on_a_public_page_sees_the_tile_that_is_entered(client):
    edges = {f"edge-{side}": "P" for side in range(6)}
    assert client.get("/tally/preview", query_string=edges, environ_overrides=FAR).status_code == 200
