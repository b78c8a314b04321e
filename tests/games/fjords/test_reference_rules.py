"""The engine agrees with a slow reference implementation of the rules, on random boards and on hard cases by hand."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.fjords.board import Board
from games.fjords.checks.judge import judge
from games.fjords.checks.warnings import status
from games.fjords.drawing.board import board_svg
from games.fjords.exploration import Placement, placements, refusals
from games.fjords.rulebook import RULEBOOK
from games.fjords.runes import legal_rides, wisdom_spaces
from games.fjords.scoring import score
from games.fjords.settlement import claims, legal_settlements
from games.fjords.tiles import Tile
from games.hexgrid import disc, neighbours
from tests.games.fjords.boards import PLAIN, ROCK, SEA, board, document, tile_document
from tests.games.fjords.reference_rules import ReferenceRules
from tests.games.fjords.tables import played, setups

EDGES = ["P", "M", "O", "PM", "MP", "PO", "OP", "MO", "OM", "PMO", "OMP", "PMP", "OPO", "MOP"]
PLAYERS = [
    {"name": "Ann", "colours": ["white", "yellow"], "vikings": 3},
    {"name": "Bo", "colours": ["red"]},
    {"name": "Cy", "colours": ["blue"], "vikings": 1},
]
modest = settings(max_examples=25)


@st.composite
def tiles(draw, edges=None):
    """A tile of any edges; alike regions that are apart on the rim are sometimes joined inside."""
    rim = edges or draw(st.lists(st.sampled_from(EDGES), min_size=6, max_size=6))
    lakes = draw(st.lists(st.sampled_from("PMO"), max_size=2)) if draw(st.integers(0, 3)) == 0 else []
    tile = tile_document(rim, lakes, merged=draw(st.booleans()))
    regions, touching = tile["regions"], {tuple(pair) for pair in tile["touching"]}
    joins = draw(st.lists(st.tuples(*[st.integers(0, len(regions) - 1)] * 2), max_size=2))
    label = list(range(len(regions)))
    for one, other in joins:
        if regions[one]["terrain"] == regions[other]["terrain"]:
            label = [label[one] if at == label[other] else at for at in label]
    kept = sorted(set(label))
    merged = [
        {
            "terrain": regions[root]["terrain"],
            "ports": [port for r, a in zip(regions, label, strict=True) if a == root for port in r["ports"]],
        }
        for root in kept
    ]
    pairs = {tuple(sorted((kept.index(label[a]), kept.index(label[b])))) for a, b in touching}
    return {"edges": tile["edges"], "regions": merged, "touching": [list(p) for p in sorted(pairs) if p[0] != p[1]]}


@st.composite
def documents(draw):
    """Tiles in any cells near the middle, seams matching or not, pieces and runes anywhere."""
    cells = draw(st.lists(st.sampled_from(sorted(disc((0, 0), 2))), min_size=2, max_size=10, unique=True))
    laid = {cell: draw(tiles(_fitting(draw, i) if draw(st.booleans()) else None)) for i, cell in enumerate(cells)}
    on = st.sampled_from(cells)
    pieces = draw(
        st.lists(st.tuples(st.sampled_from(["viking", "longhouse"]), st.sampled_from(COLOURS), on), max_size=8)
    )
    runes = draw(st.lists(st.tuples(st.sampled_from(["strength", "water", "friendship", "home"]), on), max_size=4))
    spaces = sorted({n for cell in cells for n in neighbours(cell)} - set(cells))
    stones = draw(st.lists(st.tuples(st.just("wisdom"), st.sampled_from(spaces)), max_size=1))
    owned = [(kind, cell, draw(st.sampled_from(COLOURS))) if kind == "home" else (kind, cell) for kind, cell in runes]
    return document(laid, pieces, [*owned, *stones], players=PLAYERS)


COLOURS = ["white", "yellow", "red", "blue"]


def _fitting(draw, index):
    """Edges of one terrain all round, so that plain seams are common too."""
    return [draw(st.sampled_from("PMO"))] * 6 if index % 2 else ["P", "P", "P", "O", "O", "M"]


@modest
@given(documents())
def test_landmasses_are_those_of_the_reference_rules(data):
    found = {frozenset(mass) for mass in Board.from_document(data).landscape.landmasses}
    assert found == {frozenset(mass) for mass in ReferenceRules(data).landmasses()}


@modest
@given(documents())
def test_settling_reach_and_claims_are_those_of_the_reference_rules(data):
    position, expected = Board.from_document(data), ReferenceRules(data)
    found = claims(position)
    for name in expected.players:
        assert legal_settlements(position, name) == expected.moves(name)
        assert (found[name].secure, found[name].contested) == expected.claims(name)


@modest
@given(documents())
def test_rune_moves_are_those_of_the_reference_rules(data):
    position, expected = Board.from_document(data), ReferenceRules(data)
    for name in expected.players:
        assert legal_rides(position, name, "journey") == expected.rides(name, "journey")
        assert legal_rides(position, name, "horse") == expected.rides(name, "horse")
        assert wisdom_spaces(position, name) == expected.wisdom(name)


@modest
@given(documents())
def test_rune_points_are_those_of_the_reference_rules(data):
    expected = ReferenceRules(data)
    for line in score(Board.from_document(data)).scores:
        name = line.player
        assert line.strength == expected.strength(name)
        assert line.water == expected.water(name)
        assert line.home == expected.home(name)
        assert line.friendship == expected.friendship(name)
        assert line.undisputed == (0 if expected.has_left(name) else len(expected.claims(name)[0]))


@modest
@given(documents(), tiles())
def test_placements_are_those_of_the_reference_rules(data, tile):
    found = {(place.cell, place.rotation) for place in placements(Board.from_document(data), Tile.from_document(tile))}
    assert found == ReferenceRules(data).placements(tile)


@modest
@given(documents(), tiles(["P"] * 6))
def test_every_cell_beside_the_tiles_has_a_placement_or_a_reason(data, tile):
    position, tile = Board.from_document(data), Tile.from_document(tile)
    places = {place.cell for place in placements(position, tile)}
    assert places | refusals(position, tile).keys() == position.landscape.empty_neighbours.keys()
    assert not places & refusals(position, tile).keys()


@modest
@given(documents(), documents())
def test_no_board_however_impossible_is_too_much_for_status_judge_or_drawing(data, other):
    one, two = Board.from_document(data), Board.from_document(other)
    codes = {warning.code for warning in status(two)}
    assert all(warning.message("en") and warning.message("ru") for warning in status(two))
    assert judge(one, one).warnings == ()
    assert RULEBOOK.answers.judge(one, two).to_dict("ru")["warnings"] is not None
    assert ("second-landmass" in codes) == (len(ReferenceRules(other).landmasses()) > 1)
    assert ElementTree.fromstring(board_svg(two)) is not None


@pytest.mark.long
@settings(modest, max_examples=8)
@given(setups, st.integers(0, 2**32 - 1), st.integers(8, 160))
def test_positions_of_real_games_are_answered_as_by_the_reference_rules(setup, seed, length):
    game = played(setup, seed, lambda game: len(game.moves) >= length)
    position = game.board
    expected = ReferenceRules(position.to_document())
    for name in expected.players:
        assert legal_settlements(position, name) == expected.moves(name)
        assert legal_rides(position, name, "journey") == expected.rides(name, "journey")
        assert wisdom_spaces(position, name) == expected.wisdom(name)
    for tile in setup.bag()[seed % 7 :: 16]:
        found = {(place.cell, place.rotation) for place in placements(position, tile)}
        assert found == expected.placements(tile.to_document())


def places(position, edges):
    return set(placements(position, Tile.from_document(tile_document(edges))))


def test_a_tile_may_join_two_landmasses_or_touch_both_without_joining_them():
    parted = board({(0, 0): "P O O O O O", (0, 1): SEA, (1, 1): "O O O O P O"})
    apart = tile_document("O P O P O O")
    joined = {
        "edges": apart["edges"],
        "regions": [
            {"terrain": "O", "ports": [[0, 0], [4, 0], [5, 0]]},
            {"terrain": "P", "ports": [[1, 0], [3, 0]]},
            {"terrain": "O", "ports": [[2, 0]]},
        ],
        "touching": [[0, 1], [1, 2]],
    }
    assert len(parted.landscape.landmasses) == 2
    for data, masses in ((joined, 1), (apart, 2)):
        tile = Tile.from_document(data)
        assert Placement((1, 0), 0) in set(placements(parted, tile))
        assert len(parted.with_tile((1, 0), tile).landscape.landmasses) == masses


def test_a_third_landmass_is_refused_where_two_lie_already():
    parted = board({(0, 0): "P O O O O O", (0, 1): SEA, (1, 1): "O O O O P O"})
    island = Tile.from_document(tile_document("O O O O P P"))
    assert not any(place.cell == (0, 2) for place in placements(parted, island))
    assert refusals(parted, island)[0, 2].code == "second-landmass"


def test_land_joined_along_part_of_an_edge_only_is_not_stranded():
    coast = board({(0, 0): "PO O O O O O", (0, 1): SEA})
    assert Placement((1, 0), 0) in places(coast, "O O O OP O O")
    assert Placement((1, 0), 0) not in places(coast, "P O O OP O O")


def test_the_first_land_on_the_table_is_no_second_landmass_but_two_pieces_of_it_are():
    water = board({(0, 0): SEA, (1, 0): SEA})
    assert Placement((0, 1), 0) in places(water, "O P O O O O")
    assert Placement((0, 1), 0) not in places(water, "P O P O O O")
    assert not places(water, "P O P O P O")


def test_a_tile_touching_one_other_has_nowhere_to_go():
    assert places(board({(0, 0): PLAIN}), PLAIN) == set()


def test_thirds_meet_halves_where_they_overlap():
    position = board(
        {(0, 0): "POM P P P P P", (1, 0): "M M M MP M M"},
        [("longhouse", "white", (0, 0))],
        players=[{"name": "Ann", "colours": ["white"]}],
    )
    assert legal_settlements(position, "Ann") == {(1, 0)}
    other = board(
        {(0, 0): "POM P P P P P", (1, 0): "M M M PM M M"},
        [("longhouse", "white", (0, 0))],
        players=[{"name": "Ann", "colours": ["white"]}],
    )
    assert legal_settlements(other, "Ann") == set()


def test_runes_at_the_rim_count_only_the_tiles_that_lie_there():
    position = board(
        {(0, 0): ROCK, (1, 0): PLAIN},
        [("viking", "white", (1, 0))],
        [("strength", (0, 0))],
        players=[{"name": "Ann", "colours": ["white"]}],
    )
    assert score(position).scores[0].strength == 1


def test_a_lake_joins_no_water_but_its_own():
    lake = tile_document(["P"] * 6, lakes=["O"])
    position = board(
        {(0, 0): lake, (1, 0): SEA, (2, 0): SEA},
        [("viking", "white", (0, 0)), ("viking", "white", (2, 0))],
        [("water", (1, 0))],
        players=[{"name": "Ann", "colours": ["white"]}],
    )
    assert score(position).scores[0].water == 1


def test_a_breach_of_two_pieces_on_one_tile_is_named_once():
    crowded = board({(0, 0): SEA}, [("longhouse", "red", (0, 0))] * 2)
    assert [warning.code for warning in status(crowded)] == ["two-pieces", "longhouse-off-plains"]
