"""Drawings of all games stay well-formed whatever a document's names hold, and nothing in a name becomes markup."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.fjords.board import Board as FjordsBoard
from games.fjords.drawing.board import board_svg
from games.rulebook import find, known
from tests.games.fjords.boards import PLAIN, board

NAME = "Ann <b onclick=\"x()\"> & 'Bo'"


GAMES = [name for name in known() if (Path(__file__).parent / name / "cases").is_dir()]
"""The games of this repository, without one that was added."""


def drawn(name, game, player=False):
    case = next(iter(sorted((Path(__file__).parent / game / "cases").glob("*.json"))))
    document = json.loads(case.read_bytes())["board"]
    document["players"][0]["name"] = name
    rulebook = find(game)
    return rulebook.svg(rulebook.read(document), "en", name if player else None)


def texts(svg):
    for element in ElementTree.fromstring(svg).iter():
        yield from (element.text or "", *element.attrib.values())


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("game", [name for name in GAMES if name != "fjords"])
def test_a_player_s_name_is_shown_letter_by_letter_in_every_game_s_drawing(game, single):
    svg = drawn(NAME, game, single)
    assert any(NAME in text for text in texts(svg))
    assert not list(ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}b"))


@pytest.mark.parametrize("game", GAMES)
def test_letters_that_xml_forbids_are_left_out_of_a_drawing(game):
    svg = drawn("Ann\x07\x00 Bo", game)
    assert game == "fjords" or any("Ann Bo" in text for text in texts(svg))


def test_a_colour_with_quotes_and_brackets_stays_one_attribute():
    colour = 'sea" onload="x()" <&> green'
    position = FjordsBoard.from_document(board({(0, 0): PLAIN}, [("viking", colour, (0, 0))]).to_document())
    groups = ElementTree.fromstring(board_svg(position, shade={(0, 0): f"colour-{colour}"})).iter()
    attributes = [element.attrib for element in groups]
    assert colour in {each.get("data-colour") for each in attributes}
    assert not any("onload" in each for each in attributes)
