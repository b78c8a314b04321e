"""The user is asked what is worth an answer, once for all facts that the answer settles, with the truth to choose."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.detections import PieceReading
from vision.facts import NO_FACTS, Facts, PieceFact, RuneFact, TerrainFact
from vision.pieces.detect import find_pieces
from vision.reading.answers.parse import parse_answers
from vision.reading.doubts.colours import colour_doubts, with_team_doubts
from vision.reading.doubts.doubt import (
    edge_doubts,
    region_doubts,
    terrain_doubts,
    tile_doubts,
)
from vision.reading.doubts.pieces import piece_doubts, possible_pieces
from vision.reading.doubts.questions import questions
from vision.reading.doubts.stones import stone_doubts
from vision.reading.stones_beneath import with_runes
from vision.stones.homes import home_probabilities
from vision.terrain.edges import EDGES, EdgeEvidence
from vision.terrain.ground.grounds import Ground
from vision.terrain.partition import TileRegions
from vision.terrain.regions import RegionLayout
from vision.vocabulary import COLOURS, PIECES

_PLAINS = ("P",) * 6
_P, _PM = EDGES.index("P"), EDGES.index("PM")
_CELL = (2, -1)


def _asked(doubts):
    return questions(doubts, lambda spot: 100 * spot)


def _evidence(*sure, cells=(_CELL,)):
    """Return the edges of tiles: plains with these probabilities on the first, plains and mountain with the rest."""
    posterior = np.zeros((len(cells), 6, len(EDGES)))
    posterior[:, :, _P] = 1.0
    for i, p in enumerate(sure):
        posterior[0, i, _P], posterior[0, i, _PM] = p, 1 - p
    return EdgeEvidence(cells, np.log(posterior + 1e-9), posterior, posterior)


def _edges(*sure, cells=(_CELL,)):
    return _asked(edge_doubts(_evidence(*sure, cells=cells), dict.fromkeys(cells, np.array([1.5, 0.0]))))


def test_certain_results_raise_no_question():
    assert _edges() == []
    assert _asked(tile_doubts({_CELL: (True, 0.99), (3, -1): (False, 0.01)}, {_CELL: (0, 0), (3, -1): (1, 0)})) == []


def test_an_uncertain_edge_is_asked_at_a_point_of_its_ground():
    (question,) = _edges(1.0, 0.6)
    assert (question["about"], question["q"], question["r"], question["edge"]) == ("edge", 2, -1, 1)
    assert question["candidates"][:2] == ["P", "PM"]
    x, y = question["px"]
    assert 150 < x < 200 and 20 < y < 50  # edge 1 faces south-east of the tile's middle


def test_a_seam_is_asked_about_once_for_both_sides():
    (question,) = _edges(0.6, cells=(_CELL, (3, -1)))
    assert (question["q"], question["edge"], question["covers"]) == (2, 0, 2)


def test_a_hidden_edge_is_asked_about_and_one_beyond_the_picture_is_not():
    cells = (_CELL, (3, -1))
    evidence = _evidence(0.6, 0.5, 0.5, cells=cells)
    hidden = replace(evidence, own=np.zeros_like(evidence.own))
    centres = dict.fromkeys(cells, np.zeros(2))
    asked = _asked(edge_doubts(hidden, centres, {(_CELL, 0), (_CELL, 2)}))
    # The other side of the first edge's seam is in the picture.
    assert [q["edge"] for q in asked] == [1, 0]


def _ground(odds, members):
    return Ground("PMO"[int(np.argmax(odds))], np.array(odds), members, *members[0][:2], (0.3, 0.1))


def test_a_doubtful_ground_is_asked_about_once_and_its_edges_are_not():
    evidence = _evidence(0.6, 0.6, 0.6, 0.6)
    centres = {_CELL: np.zeros(2)}
    members = tuple((_CELL, side, half) for side in (0, 1, 2) for half in (0, 1))
    grounds = [_ground([0.25, 0.35, 0.4], members), _ground([0.98, 0.01, 0.01], ((_CELL, 4, 0),))]
    asked = _asked([*terrain_doubts(grounds, NO_FACTS, evidence), *edge_doubts(evidence, centres)])
    assert {(q["about"], q["edge"], q["covers"]) for q in asked} == {("terrain", 0, 3), ("edge", 3, 1)}
    assert next(q["candidates"] for q in asked if q["about"] == "terrain") == ["O", "M", "P"]
    told = Facts(terrains=(TerrainFact(_CELL, 1, (0.0, 0.4), "O"),))
    asked = _asked([*terrain_doubts(grounds, told, evidence), *edge_doubts(evidence, centres)])
    assert [q["about"] for q in asked] == ["edge"] * 4


def test_edges_that_only_a_ground_makes_doubtful_are_not_asked_about():
    evidence = _evidence(0.6, 0.6)
    sure = evidence.posterior.copy()
    sure[0, 0] = np.eye(len(EDGES))[_P]
    asked = _asked(edge_doubts(replace(evidence, given_grounds=sure), {_CELL: np.zeros(2)}))
    assert [q["edge"] for q in asked] == [1]


def test_nothing_is_asked_again_about_a_spot_where_a_piece_was_named():
    piece, colour = _doubted((0, 0), 0.05, 0.6)
    spot = (float(piece.foot[0]), float(piece.foot[1]))
    assert len(_asked(piece_doubts([(piece, colour)], []))) == 1
    told = Facts(pieces=(PieceFact((0, 0), spot, "longhouse"),))
    assert _asked(piece_doubts([(piece, colour)], [], told)) == []
    assert _asked(piece_doubts([], [replace(piece, certainty=0.4)], told)) == []


@pytest.mark.parametrize(("read", "sure", "first"), [(True, 0.2, "tile"), (False, 0.8, "none")])
def test_a_cell_that_the_closeup_contradicts_is_asked(read, sure, first):
    (question,) = _asked(tile_doubts({(0, 0): (read, sure)}, {(0, 0): np.zeros(2)}))
    assert question["about"] == "tile"
    assert question["candidates"][0] == first
    assert sorted(question["candidates"]) == ["none", "tile"]


_ONE = RegionLayout(({"terrain": "P", "ports": [[0, 0], [3, 0]]},), ())
_TWO = RegionLayout(({"terrain": "P", "ports": [[0, 0]]}, {"terrain": "P", "ports": [[3, 0]]}), ())


def test_uncertain_regions_are_asked_as_whole_lists():
    parted = {(1, 0): TileRegions(_PLAINS, _ONE, (_TWO,), 0.7), (0, 0): TileRegions(_PLAINS, _ONE)}
    parted[2, 0] = parted[0, 0]
    (question,) = _asked(region_doubts(parted, dict.fromkeys(parted, np.zeros(2))))
    assert (question["about"], question["q"]) == ("region", 1)
    assert [len(c["regions"]) for c in question["candidates"]] == [1, 2]


def test_regions_that_no_tile_can_reach_are_not_asked_about():
    parted = {(1, 0): TileRegions(_PLAINS, _ONE, (_TWO,), 0.6), (0, 0): TileRegions(_PLAINS, _ONE)}
    assert _asked(region_doubts(parted, dict.fromkeys(parted, np.zeros(2)))) == []


def test_regions_that_only_a_later_tile_may_join_are_worth_half_as_much():
    at = {(0, 0): 0.6, (1, 0): 0.6, (1, -1): 0.9}
    parted = {cell: TileRegions(_PLAINS, _ONE, (_TWO,), sure) for cell, sure in at.items()}
    parted[2, 1] = TileRegions(_PLAINS, _ONE)
    doubts = list(region_doubts(parted, dict.fromkeys(parted, np.zeros(2))))
    assert {(doubt.cell, round(doubt.worth, 2)) for doubt in doubts} == {((1, 0), 0.2), ((1, -1), 0.05)}


def test_an_unlikely_piece_is_asked_with_none_first_and_is_possible():
    doubt = find_pieces({(0, 0): painted_inspection((0, 0), sure=0.8)})
    (question,) = _asked(piece_doubts([], doubt))
    assert question["about"] == "piece"
    assert question["candidates"][0] == "none"
    assert set(question["candidates"]) == {"none", *PIECES}
    (possible,) = possible_pieces([], doubt)
    assert (possible.cell, possible.certainty) == ((0, 0), doubt[0].certainty)


def _piece(cell, kind, at, sure=0.999, colour="white"):
    painted = (kind, None if kind == "stone" else colour, at)
    return find_pieces({cell: painted_inspection(cell, painted, sure=sure)})[0]


def _named(colour, *sure, painted=None, row=0):
    """Return vikings of a colour, each read as such with a probability, and painted in it or in another one."""
    pieces = [
        _piece((n, row), "viking", (n + row / 2, row * 0.866), colour=painted or colour) for n in range(len(sure))
    ]
    rest = [np.where(np.arange(len(COLOURS)) == COLOURS.index(colour), p, (1 - p) / (len(COLOURS) - 1)) for p in sure]
    return list(zip(pieces, rest, strict=True))


def test_a_doubtful_colour_is_asked_about_once_for_the_whole_team():
    pale, red = _named("white", 0.87, 0.86, 0.85, painted="pink"), _named("red", 0.99, 0.99, row=2)
    (question,) = _asked(colour_doubts([*pale, *red]))
    assert (question["about"], question["r"], question["covers"]) == ("colour", 0, 3)
    assert question["candidates"] == ["white", "pink", "none"]


def test_a_team_of_which_one_colour_was_said_is_only_asked_about_pieces_that_may_be_of_another():
    team = _named("white", 1.0, 0.97, 0.45, painted="pink")
    spot = tuple(team[0][0].foot.tolist())
    told = Facts(pieces=(PieceFact((0, 0), spot, "viking", "white"),))
    (question,) = _asked(colour_doubts(team, facts=told))
    assert (question["q"], question["covers"]) == (2, 1)


def test_no_colour_is_surer_than_the_name_of_its_team_unless_a_person_said_one_of_them():
    pale, red = _named("white", 0.97, 0.99, 0.6, painted="pink"), _named("red", 0.999, 0.999, row=2)
    sure = [colour.max() for _, colour in with_team_doubts([*pale, *red])]
    assert max(sure[:2]) < 0.95
    assert min(sure[3:]) > 0.98
    assert all(np.isclose(colour.sum(), 1) for _, colour in with_team_doubts(pale))
    told = Facts(pieces=(PieceFact((0, 0), tuple(pale[0][0].foot.tolist()), "viking", "white"),))
    assert [colour.max() for _, colour in with_team_doubts(pale, told)] == [0.97, 0.99, 0.6]


def test_the_network_is_not_asked_for_the_colours_of_a_taught_copy():
    assert _asked(colour_doubts(_named("white", 0.97, 0.96, 0.95, painted="pink"), taught=True)) == []


def _doubted(cell, area, sure):
    piece = _piece(cell, "viking", (float(cell[0]), 0.0))
    return replace(piece, area=area, certainty=1.0, kinds=np.array([sure, 1 - sure, 0.0])), np.eye(len(COLOURS))[0]


def test_pieces_of_one_shape_are_asked_about_once_at_the_most_doubtful_of_them():
    small = [_doubted((n, 0), 0.05 + 0.002 * n, 0.9 - 0.1 * n) for n in range(3)]
    large = _doubted((4, 0), 0.12, 0.72)
    clear = _doubted((5, 0), 0.05, 0.999)
    asked = _asked(piece_doubts([*small, large, clear], []))
    assert [(q["q"], q["covers"]) for q in asked] == [(2, 3), (4, 1)]
    assert asked[0]["candidates"] == ["viking", "longhouse", "none"]


def test_what_may_be_a_stone_is_asked_about_by_its_rune_where_stones_are_in_play():
    colour = np.eye(len(COLOURS))[0]
    read = replace(_piece((0, 0), "stone", (0.0, 0.0)), kinds=np.array([0.3, 0.1, 0.6]))
    left = replace(_piece((1, 0), "stone", (1.0, 0.0)), certainty=0.45)
    assert _asked(piece_doubts([(read, colour)], [])) == []
    (question,) = _asked(piece_doubts([(read, colour)], [left]))
    assert (question["about"], question["candidates"][:2]) == ("stone", ["none", "strength"])
    (question,) = _asked(piece_doubts([], [left]))
    assert (question["about"], question["candidates"][:2]) == ("piece", ["none", "stone"])


def _read(kind, cell, colour=None, rune=None, confidence=0.9):
    return PieceReading(kind, colour, cell, (50.0, 60.0), np.zeros((3, 2)), confidence, rune=rune)


def _about_stones(pieces, facts=NO_FACTS, log_odds=None):
    likely = home_probabilities(pieces, log_odds or {}, facts.homes)
    return _asked(stone_doubts(pieces, facts, likely, np.asarray))


def _with_runes(pieces, facts=NO_FACTS, log_odds=None):
    return with_runes(pieces, facts, home_probabilities(pieces, log_odds or {}, facts.homes))


def test_the_rune_on_each_unknown_stone_is_asked():
    (question,) = _about_stones([_read("stone", (0, 0)), _read("stone", (1, 0), rune="water")])
    assert (question["about"], question["q"], question["candidates"][-1]) == ("stone", 0, "none")


def test_a_rune_likelier_than_not_is_named_and_asked_about_with_the_likeliest_first_unless_it_was_read_for_sure():
    sure = replace(_read("stone", (0, 0)), signs=(("horse", 0.97), ("water", 0.02)))
    unsure = replace(_read("stone", (1, 0)), signs=(("wisdom", 0.6), ("water", 0.3)))
    read = _with_runes([sure, unsure])
    assert [stone.rune for stone in read] == ["horse", "wisdom"]
    (question,) = _about_stones(read)
    assert (question["q"], question["candidates"]) == (1, ["wisdom", "water", "none"])
    said = Facts(runes={(1, 0): RuneFact("water")})
    assert [stone.rune for stone in _with_runes([sure, unsure], said)] == ["horse", "water"]
    assert _about_stones(_with_runes([sure, unsure], said), said) == []


def test_a_rune_that_is_hardly_legible_is_not_named():
    unsure = replace(_read("stone", (1, 0)), signs=(("wisdom", 0.5), ("water", 0.4)))
    assert [stone.rune for stone in _with_runes([unsure])] == [None]


def test_a_stone_whose_sign_a_person_cannot_read_stays_unnamed_and_is_not_asked_about_again():
    (said,) = parse_answers([{"about": "stone", "q": 0, "r": 0, "answer": "stone"}])
    facts = Facts(runes={(0, 0): RuneFact(str(said.value))})
    read = _with_runes([replace(_read("stone", (0, 0)), signs=(("horse", 0.97),))], facts)
    assert [(stone.kind, stone.rune) for stone in read] == [("stone", "stone")]
    assert _about_stones(read, facts) == []


def test_a_stone_under_a_longhouse_is_its_home_whatever_its_sign_resembles():
    stone = replace(_read("stone", (0, 0)), signs=(("horse", 0.97),))
    read = _with_runes([stone, _read("longhouse", (0, 0), "red")])
    assert [(piece.rune, piece.colour) for piece in read if piece.kind == "stone"] == [("home", "red")]


def test_a_home_that_two_searches_found_under_a_longhouse_is_one_stone():
    found = [_read("stone", (0, 0), confidence=0.37), _read("stone", (0, 0), confidence=0.6)]
    read = _with_runes([*found, _read("longhouse", (0, 0), "red"), _read("stone", (1, 0))])
    assert [(p.cell, p.rune, p.confidence) for p in read if p.kind == "stone"] == [
        ((0, 0), "home", 0.6),
        ((1, 0), None, 0.9),
    ]


def test_homes_are_asked_about_only_where_some_are_in_play_and_at_the_likeliest_longhouse():
    red = [_read("longhouse", (n, 0), "red") for n in range(3)]
    home = [_read("longhouse", (0, 3), "blue"), _read("stone", (0, 3), "blue", "home", 0.99)]
    log_odds = {(0, 0): -4.0, (1, 0): 0.0, (2, 0): -4.0}
    assert _about_stones(red, log_odds=log_odds) == []
    (question,) = _about_stones([*red, *home], log_odds=log_odds)
    assert (question["about"], question["q"], question["candidates"]) == ("home", 1, ["none", "home"])
    assert "home" not in {q["about"] for q in _about_stones([*red, *home], Facts(homes={(1, 0): None}), log_odds)}


def test_where_nothing_tells_of_longhouses_only_homes_that_were_read_are_asked_about():
    read = [_read("longhouse", (n, 0), colour) for n, colour in enumerate(("red", "blue"))]
    read.append(_read("stone", (1, 0), "blue", "home", 0.8))
    asked = _asked(stone_doubts(read, NO_FACTS, {}, np.asarray))
    assert [(q["about"], q["q"], q["candidates"]) for q in asked] == [("home", 1, ["home", "none"])]


def test_a_home_that_no_search_found_is_read_where_a_player_probably_has_it():
    red, stone = [_read("longhouse", (n, 0), "red") for n in range(3)], _read("stone", (0, 3), rune="water")
    log_odds = {(0, 0): -3.0, (1, 0): 3.0, (2, 0): -3.0}

    def homes(pieces, facts=NO_FACTS):
        return [(p.cell, p.colour) for p in _with_runes(pieces, facts, log_odds) if p.rune == "home"]

    assert homes([*red, stone]) == [((1, 0), "red")]
    assert homes(red) == []
    assert homes([*red, replace(stone, confidence=0.6)]) == []
    assert homes([*red, replace(stone, rune=None, signs=(("water", 0.6), ("wisdom", 0.4)))]) == [((1, 0), "red")]
    assert homes([*red, stone], Facts(homes={(1, 0): None})) == []
    assert homes([*red, stone], Facts(homes={(2, 0): RuneFact("home")})) == [((2, 0), "red")]
    assert homes([*red, stone, _read("stone", (2, 0), confidence=0.97)]) == [((2, 0), "red")]


def test_of_two_doubtful_stones_under_longhouses_of_a_player_the_likelier_one_stays():
    red = [_read("longhouse", (n, 0), "red") for n in range(2)]
    log_odds = {(0, 0): 0.0, (1, 0): 1.0}

    def homes(*sure):
        stones = [_read("stone", (n, 0), confidence=one) for n, one in enumerate(sure)]
        return [p.cell for p in _with_runes([*red, *stones], log_odds=log_odds) if p.rune == "home"]

    assert homes(0.8, 0.6) == [(1, 0)]
    assert homes(0.99, 0.98) == [(0, 0), (1, 0)]


def test_a_stone_that_a_person_named_stays_though_another_longhouse_probably_stands_on_the_home():
    red = [_read("longhouse", (n, 0), "red") for n in range(2)]
    stones = [_read("stone", (n, 0), confidence=0.7) for n in range(2)]
    read = _with_runes([*red, *stones], Facts(runes={(0, 0): RuneFact("water")}), {(0, 0): -4.0, (1, 0): 4.0})
    assert sorted(p.cell for p in read if p.kind == "stone") == [(0, 0), (1, 0)]


def test_the_question_that_mends_most_comes_first():
    assert [q["edge"] for q in _edges(0.65, 0.55, 0.6)] == [1, 2, 0]
    team = _named("white", *[0.7] * 5)
    asked = _asked([*edge_doubts(_evidence(0.6), {_CELL: np.zeros(2)}), *colour_doubts(team)])
    assert [q["about"] for q in asked] == ["colour", "edge"]


def test_what_spoils_more_than_itself_comes_before_regions_as_doubtful():
    centres = {(0, 0): np.zeros(2), (1, 0): np.zeros(2), (2, 0): np.zeros(2), _CELL: np.zeros(2)}
    parted = {(1, 0): TileRegions(_PLAINS, _ONE, (_TWO,), 0.55), (0, 0): TileRegions(_PLAINS, _ONE)}
    parted[2, 0] = parted[0, 0]
    piece, colour = _doubted((0, 0), 0.05, 0.6)
    regions = region_doubts(parted, centres)
    doubts = [*regions, *edge_doubts(_evidence(0.6), centres), *piece_doubts([(piece, colour)], [])]
    asked = [q["about"] for q in _asked(doubts)]
    assert len(asked) == 3
    assert asked[-1] == "region"
