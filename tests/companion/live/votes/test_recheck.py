"""Questions of the live table."""

from companion.live.votes.recheck import questions
from vision.reading.reading import Reading


def _asks(about, q):
    return {"about": about, "q": q, "r": 0, "candidates": ["none", "tile"], "confidence": 0.5}


def test_a_tile_under_a_hand_is_not_asked_about():
    known = Reading(640, 480, (), ())
    last = Reading(640, 480, (), (), ask=(_asks("tile", 0), _asks("tile", 1), _asks("edge", 0)), unseen=((0, 0),))
    assert [(a["about"], a["q"]) for a in questions(known, {}, last)] == [("tile", 1), ("edge", 0)]
