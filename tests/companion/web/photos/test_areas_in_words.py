"""Answers about how the areas of a tile are connected are told apart by their words, as those must who hear them."""

import json

import pytest

from companion.record.entered_tile import tile_of
from companion.web.board.questions import question
from companion.web.photos.questions import photo_question
from games.fjords.rim import joined_regions, rim_stretches
from tests.games.fjords.boards import board

RIM = ("P", "O", "P", "O", "P", "O")


def divided(edges, *groups):
    """Return a candidate: the indices of the stretches of the rim in each area, in clockwise order."""
    regions = joined_regions(rim_stretches(edges), groups)
    return {
        "regions": [{"terrain": r.terrain, "ports": [list(port) for port in r.ports]} for r in regions],
        "touching": [],
    }


TWO_WAYS = (divided(RIM, [0, 2], [1], [3], [4], [5]), divided(RIM, [0, 4], [1], [2], [3], [5]))


def doubt(*candidates):
    return {
        "about": "region",
        "q": 0,
        "r": 0,
        "px": [9, 9],
        "candidates": list(candidates),
        "confidence": 0.5,
        "covers": 1,
    }


def words(edges, *candidates, lang="en"):
    asked = photo_question(board({(0, 0): edges}), doubt(*candidates), lang, None)
    return [answer.words for answer in asked.answers]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["Plains connect inside (3, 7 o'clock)", "Plains connect inside (3, 11 o'clock)", "No tile"]),
        ("ru", ["Равнины вместе (на часах: 3, 7)", "Равнины вместе (на часах: 3, 11)", "Гекса нет"]),
    ],
)
def test_areas_of_one_terrain_that_connect_in_different_places_are_named_by_these(lang, told):
    assert words(RIM, *TWO_WAYS, lang=lang) == told


def test_places_are_left_out_where_the_terrain_alone_tells_the_answers_apart():
    parted = {key: tile_of(RIM)[key] for key in ("regions", "touching")}
    assert words(RIM, TWO_WAYS[0], parted)[:2] == ["Plains connect inside", "Areas stay separate"]


def test_two_areas_of_one_terrain_are_told_from_one_that_reaches_the_same_places():
    edges = ("PO", "PO", "PO", "PO", "O", "O")
    apart = divided(edges, [0, 2], [4, 6], [1], [3], [5], [7])
    whole = divided(edges, [0, 2, 4, 6], [1], [3], [5], [7])
    one, other, _ = words(edges, apart, whole)
    assert one.count("Plains") == 2 and other.count("Plains") == 1


def test_ways_that_do_not_go_with_the_edges_of_the_tile_are_no_answers():
    assert words(("P",) * 6, *TWO_WAYS) == ["No tile"]


def test_the_live_page_tells_such_answers_apart_too():
    answers = question(board({(0, 0): RIM}), (0, 0), True, [doubt(*TWO_WAYS)], "en").answers
    shown = [answer.short for answer in answers]
    assert len(set(shown)) == len(shown) == 4 and "Plains connect inside (3, 11 o'clock)" in shown
    assert all(answer.words.startswith(answer.short) for answer in answers)
    assert len({json.dumps(json.loads(answer.event)) for answer in answers}) == 4
