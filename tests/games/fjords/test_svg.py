import json
import re
from math import atan2, hypot, pi
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.fjords.board import Board
from games.fjords.drawing.board import board_svg
from games.fjords.drawing.colours import COLOURS, mark_of
from games.fjords.drawing.land import outlines
from tests.games.fjords.boards import PLAIN, board

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("path", CASES[::4], ids=lambda path: path.stem)
def test_every_tile_and_piece_of_a_board_is_drawn_once(path):
    document = json.loads(path.read_bytes())["board"]
    drawn = ElementTree.fromstring(board_svg(Board.from_document(document)))
    groups = [group.attrib for group in drawn.iter(f"{SVG}g")]
    tiles = [(int(g["data-q"]), int(g["data-r"])) for g in groups if g.get("class", "").startswith("tile")]
    assert sorted(tiles) == sorted((tile["q"], tile["r"]) for tile in document["tiles"])
    assert sum(g.get("class", "").startswith("piece") for g in groups) == len(document["pieces"])


def test_a_shaded_cell_carries_its_class():
    drawn = board_svg(board({(0, 0): PLAIN}), shade={(0, 0): "warning", (1, 0): "hint"})
    assert 'class="tile warning" data-q="0" data-r="0"' in drawn
    assert 'class="space hint" data-q="1" data-r="0"' in drawn


def test_titles_speak_the_language_asked_for():
    position = board({(0, 0): PLAIN}, [("viking", "white", (0, 0))])
    assert "<title>viking, white</title>" in board_svg(position, "en")
    assert "<title>викинг, белый</title>" in board_svg(position, "ru")


def test_every_colour_has_a_mark_of_its_own():
    assert len({mark_of(colour) for colour in COLOURS}) == len(COLOURS)


def test_a_colour_with_an_unusual_name_does_no_harm_to_the_drawing():
    drawn = board_svg(board({(0, 0): PLAIN}, [("viking", 'sea "<&> green', (0, 0))]))
    assert ElementTree.fromstring(drawn) is not None


def test_an_empty_table_is_drawn_too():
    assert ElementTree.fromstring(board_svg(board({}))).get("viewBox")


@pytest.mark.parametrize(
    "edges", [["O", "O", "O", "O", "PO", "O"], ["P", "O", "O", "O", "O", "O"], ["M", "MP", *"MMOO"]]
)
def test_a_viking_stands_on_the_plains_of_its_tile_however_narrow_they_are(edges):
    drawn = ElementTree.fromstring(board_svg(board({(0, 0): edges}, [("viking", "white", (0, 0))])))
    (piece,) = (group for group in drawn.iter(f"{SVG}g") if group.get("class") == "piece viking")
    x, y = map(float, re.fullmatch(r"translate\((\S+) (\S+)\)", piece.get("transform")).groups())
    (tile,) = board({(0, 0): edges}).tiles.values()
    painted = [terrain for terrain, outline in outlines(tile) if times_around(outline, (x, y))]
    assert painted[-1] == "P"
    assert hypot(x, y) < 50


def times_around(outline, at):
    """How often a polygon goes around a point."""
    turns = 0.0
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        one, other = atan2(ay - at[1], ax - at[0]), atan2(by - at[1], bx - at[0])
        turns += (other - one + pi) % (2 * pi) - pi
    return round(turns / (2 * pi))
