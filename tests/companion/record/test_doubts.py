"""What is asked about a tallied board: only what could change the score, and what an answer leaves open."""

import json

from companion.record.doubts.answers import answered
from companion.record.doubts.certainty import questions_that_matter
from tests.support.readers.truth_reader import SAMPLES

DOCUMENT = json.loads((SAMPLES / "table11.json").read_bytes())
VIKING = next(piece for piece in DOCUMENT["pieces"] if piece["kind"] == "viking")


def about(thing, what, *candidates, **more):
    here = {"about": what, "q": thing["q"], "r": thing["r"]}
    return {**here, "candidates": list(candidates), "confidence": 0.5, "covers": 1, **more}


def test_only_what_could_change_the_score_is_asked():
    taken = {(piece["q"], piece["r"]) for piece in DOCUMENT["pieces"]}
    empty = next(tile for tile in DOCUMENT["tiles"] if (tile["q"], tile["r"]) not in taken)
    counts = about(VIKING, "piece", "viking", "none")
    idle = about(VIKING, "piece", "viking", "viking")
    house = about(empty, "piece", "none", "longhouse", covers=1)
    ground = about(empty, "terrain", "P", "O", edge=0, covers=5)
    asked = questions_that_matter(DOCUMENT, [idle, counts, ground])
    assert asked == [counts, ground]
    assert questions_that_matter(DOCUMENT, [idle]) == []
    assert questions_that_matter(DOCUMENT, [house]) == []


def test_a_piece_that_is_said_to_be_a_stone_is_asked_about_its_rune():
    question = about(VIKING, "piece", "viking", "stone", "none")
    after = answered({**DOCUMENT, "ask": [question]}, {**question, "answer": "stone"})
    (asked,) = after["ask"]
    assert (asked["about"], asked["q"], asked["r"]) == ("stone", VIKING["q"], VIKING["r"])
    assert questions_that_matter(after, after["ask"]) == [asked]
    named = answered(after, {**asked, "answer": "water"})
    assert named["ask"] == []
    assert [rune["kind"] for rune in named["runes"]] == ["water"]
