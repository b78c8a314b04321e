"""What a person said of a tile stands when it is seen again, and what they say then is taken up."""

import cv2
import numpy as np

from calibration.tiles.detect import DetectedTile
from calibration.tiles.learn import build_set
from vision.terrain.edges import EDGES
from vision.terrain.regions import PLACES
from vision.tiles.printed_marks import DOUBTFUL, MARKS, SURE
from vision.tiles.tile_set import ART_SIDE

PERHAPS = (SURE + DOUBTFUL) / 2


def sighting(number, *marks, mark_probabilities=()):
    """A meadow with a print of its own, as a photo shows it."""
    rng = np.random.default_rng(number)
    coarse = rng.integers(40, 220, (9, 9, 3), dtype=np.uint8)
    return DetectedTile(
        photo="a.jpg",
        px=(100.0 * number, 50.0),
        outline=np.zeros((6, 2)),
        edge_logits=np.tile(np.arange(len(EDGES)) == EDGES.index("P"), (6, 1)) * 9.0,
        land=np.ones(PLACES.shape[:2], np.uint8),
        art=cv2.resize(coarse, (ART_SIDE, ART_SIDE), interpolation=cv2.INTER_CUBIC),
        fineness=120.0,
        mark_probabilities=np.array([dict(mark_probabilities).get(mark, 0.0) for mark in MARKS]),
        given_marks=marks or None,
    )


def marks_of(known):
    return [tile.tile.marks for tile in known.tiles]


def test_a_mark_entered_for_a_known_tile_is_kept():
    first = build_set("mine", [[sighting(1), sighting(2)]]).known
    told = build_set("mine", [[sighting(1, "4")]], first).known
    assert marks_of(told) == [("4",), ()]
    assert marks_of(build_set("mine", [[sighting(2), sighting(1)]], told).known) == [("4",), ()]


def test_a_sure_sign_is_filled_in_and_a_doubtful_one_asked_about_until_somebody_says():
    learned = build_set(
        "mine", [[sighting(1, mark_probabilities={"3": 0.99}), sighting(2, mark_probabilities={"water": PERHAPS})]]
    )
    assert marks_of(learned.known) == [("3",), ()]
    assert [(q["about"], q["id"], q["candidates"]) for q in learned.ask] == [("mark", "t02", ["water"])]
    told = build_set("mine", [[sighting(2, "4", mark_probabilities={"water": PERHAPS})]])
    assert marks_of(told.known) == [("4",)] and not told.ask


def test_a_sign_that_one_photo_shows_surely_is_no_question_of_another():
    again = build_set(
        "mine", [[sighting(1, mark_probabilities={"3": PERHAPS})], [sighting(1, mark_probabilities={"3": 0.99})]]
    )
    assert marks_of(again.known) == [("3",)] and not again.ask
