"""The user is asked about uncertain results, with the truth among the candidates."""

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.pieces.detect import find_pieces
from vision.reading.doubts import questions, region_questions, tile_questions
from vision.terrain.edges import EDGES, EdgeEvidence
from vision.terrain.partition import TileRegions
from vision.terrain.regions import Patches
from vision.vocabulary import COLOURS, PIECES

_PLAINS = ("P",) * 6
_P, _PM = EDGES.index("P"), EDGES.index("PM")


def _evidence(*sure):
    """Return one tile's edges: plains with these probabilities, plains and mountain with the rest."""
    posterior = np.zeros((1, 6, len(EDGES)))
    posterior[0, :, _P] = 1.0
    for i, p in enumerate(sure):
        posterior[0, i, _P], posterior[0, i, _PM] = p, 1 - p
    return EdgeEvidence(((2, -1),), np.log(posterior + 1e-9), posterior)


def _asked(evidence=None, named=(), unlikely=()):
    return questions(evidence or _evidence(), named, unlikely)


def test_certain_results_raise_no_question():
    assert _asked() == ()
    assert tile_questions({(2, -1): (True, 0.99), (3, -1): (False, 0.01)}) == []


def test_an_uncertain_edge_is_asked_with_both_candidates():
    (question,) = _asked(_evidence(1.0, 0.6))
    assert (question["about"], question["q"], question["r"], question["edge"]) == ("edge", 2, -1, 1)
    assert question["candidates"][:2] == ["P", "PM"]


@pytest.mark.parametrize(("read", "sure", "first"), [(True, 0.2, "tile"), (False, 0.8, "none")])
def test_a_cell_that_the_closeup_contradicts_is_asked(read, sure, first):
    (question,) = tile_questions({(0, 0): (read, sure)})
    assert question["about"] == "tile"
    assert question["candidates"][0] == first
    assert sorted(question["candidates"]) == ["none", "tile"]


def test_uncertain_regions_are_asked_as_whole_lists():
    one = Patches(({"terrain": "P", "ports": [[0, 0], [3, 0]]},), ())
    two = Patches(({"terrain": "P", "ports": [[0, 0]]}, {"terrain": "P", "ports": [[3, 0]]}), ())
    (question,) = region_questions({(1, 0): TileRegions(_PLAINS, one, (two,)), (0, 0): TileRegions(_PLAINS, one)})
    assert (question["about"], question["q"]) == ("region", 1)
    assert [len(c["regions"]) for c in question["candidates"]] == [1, 2]


def test_an_unlikely_piece_is_asked_with_none_first():
    doubt = find_pieces({(0, 0): painted_inspection((0, 0), sure=0.8)})
    (question,) = _asked(unlikely=doubt)
    assert question["about"] == "piece"
    assert question["candidates"][0] == "none"
    assert set(question["candidates"]) == {"none", *PIECES}


def test_an_uncertain_colour_and_an_unknown_rune_are_asked():
    viking = find_pieces({(0, 0): painted_inspection((0, 0), ("viking", "white", (0.0, 0.0)), sure=0.999)})[0]
    stone = find_pieces({(1, 0): painted_inspection((1, 0), ("stone", None, (1.0, 0.0)), sure=0.999)})[0]
    unsure = np.where(np.arange(len(COLOURS)) < 2, 0.5, 0.0)
    asked = _asked(named=[(viking, unsure), (stone, np.eye(len(COLOURS))[0])])
    assert [(q["about"], q["q"]) for q in asked] == [("stone", 1), ("colour", 0)]
    assert asked[1]["candidates"][:2] == ["white", "yellow"]


def test_the_least_confident_question_comes_first():
    asked = _asked(_evidence(0.8, 0.55, 0.7))
    assert [q["edge"] for q in asked] == [1, 2, 0]
