"""Hokkaido's documents and its score, against the cases and by what has to hold for any city."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.documents import DocumentError
from games.hokkaido.chain import divided, path_of
from games.hokkaido.city import Board, City, Square
from games.hokkaido.rulebook import RULEBOOK
from games.hokkaido.scoring import score_city
from games.hokkaido.warnings import status
from tests.games.hokkaido.cities import QUICK, cities, drawn

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))
PARTS = ("mountains", "forests", "lakes", "factories", "districts", "goals")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_answer_of_the_case_is_given(path):
    case = json.loads(path.read_bytes())
    board = RULEBOOK.read(case["board"])
    assert {"score"} == {ask["command"] for ask in case["ask"]}
    for ask in case["ask"]:
        assert RULEBOOK.score(board) == ask["answer"]
    assert RULEBOOK.write(board) == case["board"]


@QUICK
@given(cities())
def test_a_score_is_the_sum_of_its_parts(city):
    line = score_city(city).to_dict()
    assert line["total"] == sum(line[part] for part in PARTS)
    assert all(line[part] >= 0 for part in PARTS)


@QUICK
@given(cities())
def test_a_city_comes_back_from_its_document(city):
    document = json.loads(json.dumps(Board((city,)).to_document()))
    assert Board.from_document(document).cities == (city,)
    assert Board.from_document(document).to_document() == document


@QUICK
@given(cities(), st.booleans(), st.integers(-9, 9))
def test_a_city_turned_or_mirrored_and_moved_scores_the_same(city, mirrored, by):
    def moved(place):
        x, y = place
        return (by - x, y + 2 * by) if mirrored else (by - y, x + 2 * by)

    squares = {moved(place): square for place, square in city.squares.items()}
    cubes = {moved(place): colours for place, colours in city.cubes.items()}
    other = type(city)(city.name, squares, cubes, city.goals)
    assert score_city(other).to_dict() == score_city(city).to_dict()


@QUICK
@given(cities())
def test_every_field_of_every_score_is_explained_in_both_languages(city):
    board = Board((city,))
    (line,) = RULEBOOK.score(board)["scores"]
    for lang in ("en", "ru"):
        (explained,) = RULEBOOK.explain(board, lang)
        assert set(explained) == set(line) - {"player"} == set(RULEBOOK.headings)


@QUICK
@given(cities())
def test_districts_earn_only_where_the_range_is_whole_and_the_notice_says_where_it_is_not(city):
    broken = divided(city) is None
    assert ("broken-range" in [notice.code for notice in status(Board((city,)))]) == (broken and bool(city.squares))
    assert not (broken and score_city(city).points["districts"])


def test_nothing_is_wrong_with_a_city_that_nobody_has_entered_yet():
    assert status(Board((City("Aiko"),))) == []


@pytest.mark.parametrize(
    ("rows", "path"),
    [
        (("MM.", "..M"), [(0, 0), (1, 0), (2, 1)]),
        (("M.M",), None),
        (("MM", "M."), [(0, 1), (0, 0), (1, 0)]),
        (("MM", "MM"), None),
        (("MMM", ".M."), None),
        (("M",), [(0, 0)]),
        (("D",), None),
        (("M..M", ".MM."), [(0, 0), (1, 1), (2, 1), (3, 0)]),
    ],
)
def test_a_range_is_one_path(rows, path):
    found = path_of(drawn(*rows).places("mountain"))
    assert (found and list(found)) in (path, path and path[::-1])


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        (("HHH", "MMM", "HH."), 4),
        (("HHH", "MM.", "HH."), 4),
        (("HHHH", "MM.H", "HH.."), 4),
        (("HHM", "HM.", "M.H"), 2),
        (("MMMM", "M..M", "MHHM", "...."), 0),
        (("HMH",), 0),
    ],
    ids=["straight", "a line runs on", "districts on the line count for neither", "diagonal", "a cup", "one mountain"],
)
def test_the_smaller_side_of_the_range_counts(rows, points):
    assert score_city(drawn(*rows)).points["districts"] == points


def test_only_as_many_factories_run_as_there_are_cubes_and_the_dearest_first():
    city = drawn("bbBBn", cubes=[(0, 0), (1, 0), (4, 0)])
    dear = {**city.squares, (2, 0): type(city.squares[2, 0])("factory", "blue", 6)}
    assert score_city(type(city)("Aiko", dear, city.cubes)).factories == (6, 4)
    assert score_city(type(city)("Aiko", dear, {(0, 0): ("blue",)})).factories == (6,)


def test_more_deserts_break_a_tie_and_an_equal_number_leaves_it():
    more, fewer = drawn("FDD", name="Mio"), drawn("FD.", name="Ken")
    assert RULEBOOK.score(Board((fewer, more)))["winner"] == "Mio"
    assert RULEBOOK.score(Board((fewer, drawn("FD.", name="Mio"))))["winner"] is None


def document():
    return Board((drawn("FMb", cubes=[(2, 0)], goals=[3]), drawn("LL", name="Ken"))).to_document()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda d: d.pop("players"), "players"),
        (lambda d: d.pop("version"), "version"),
        (lambda d: d.update(version=2), "version"),
        (lambda d: d.update(players=[]), "players"),
        (lambda d: d["players"][1].update(name="Aiko"), "players[1].name"),
        (lambda d: d["players"][1].pop("squares"), "players[1].squares"),
        (lambda d: d["players"][0]["squares"][1].pop("x"), "players[0].squares[1].x"),
        (lambda d: d["players"][0]["squares"][1].update(y="1"), "players[0].squares[1].y"),
        (lambda d: d["players"][0]["squares"][1].update(terrain="swamp"), "players[0].squares[1].terrain"),
        (lambda d: d["players"][0]["squares"][1].update(x=10**9), "players[0].squares[1].x"),
        (lambda d: d["players"][0]["squares"][2].update(colour="pink"), "players[0].squares[2].colour"),
        (lambda d: d["players"][0]["squares"][2].pop("colour"), "players[0].squares[2].colour"),
        (lambda d: d["players"][0]["squares"][1].update(x=0), "players[0].squares[1]"),
        (lambda d: d["players"][0]["cubes"][0].update(colour=None), "players[0].cubes[0].colour"),
        (lambda d: d["players"][0]["goals"].append("3"), "players[0].goals[1]"),
    ],
)
def test_a_bad_document_is_refused_by_its_field(change, field):
    bad = document()
    change(bad)
    with pytest.raises(DocumentError) as refused:
        RULEBOOK.read(bad)
    assert refused.value.field == field
    assert field in refused.value.message("ru")


def test_unknown_fields_are_kept():
    known = document()
    known["table"] = "kitchen"
    known["players"][0]["squares"][0]["px"] = [3.5, 4.0]
    assert RULEBOOK.write(RULEBOOK.read(known)) == known


def test_a_cube_that_nothing_can_have_made_is_noticed():
    stray = Board((type(drawn("F"))("Aiko", drawn("MMb").squares, {(2, 0): ("green",)}),))
    assert [(n.code, n.tiles) for n in status(stray)] == [("stray-cube", ((2, 0),))]


@pytest.mark.parametrize(
    ("cities", "code"),
    [
        ([drawn("bbbbbbbbbbbbbbb", cubes=[(x, 0) for x in range(15)])], "too-many-cubes"),
        ([drawn("F", name=name) for name in "abcdef"], "too-many-players"),
        ([drawn("F", goals=[2] * 8)], "too-many-goals"),
        ([drawn("F", goals=[2] * 7)], None),
        ([drawn("F", goals=[2] * 3), drawn("F", name="Ken", goals=[2] * 2)], "too-many-goals"),
        ([drawn(*["F" * 10] * 8)], "too-many-squares"),
        ([City(name, {(0, 0): Square("forest", card=7)}) for name in ("Aiko", "Ken")], "card-in-two-cities"),
        ([City("Aiko", {(x, 0): Square("forest", card=7) for x in range(4)})], "card-twice-in-city"),
        ([City("Aiko", {(x, y): Square("forest", card=7) for x in range(3) for y in range(2)})], None),
        ([City("Aiko", {(x, 0): Square("forest", card=0) for x in range(4)})], None),
        ([City(name, {(0, 0): Square("forest", card=0)}) for name in ("Aiko", "Ken")], None),
        ([City("Aiko", drawn("bB").squares, {(1, 0): ("blue",)})], None),
        ([drawn("bbbbbbbbbbbbbb", cubes=[(x, 0) for x in range(14)])], None),
    ],
)
def test_more_than_the_box_holds_is_said(cities, code):
    found = [notice for notice in status(Board(tuple(cities))) if notice.code != "broken-range"]
    assert [notice.code for notice in found] == ([code] if code else [])
    assert all(notice.message("ru") != notice.message("en") for notice in found)


@QUICK
@given(cities())
def test_a_drawing_shows_every_square_with_its_name(city):
    for lang in ("en", "ru"):
        drawing = RULEBOOK.svg(Board((city,)), lang, city.name)
        assert drawing.count('class="square ') == len(city.squares)
        assert drawing.count('class="cube"') == len(city.cube_colours())
        assert "style" not in drawing
