"""What goes through Redis comes out as it went in, and bytes of another kind are refused without running anything."""

import pickle

import pytest

from companion.hosted.packing import packed, unpacked
from tests.support.truth_reader import GAME
from vision.facts import RegionsFact
from vision.imaging.photo import decode_photo
from vision.reading.answers.parse import Answer
from vision.reading.reading import Reading

REGIONS = RegionsFact(("P",) * 6, ({"terrain": "P", "ports": [[0, 0]]},), ((0, 1),))


def test_a_reading_comes_out_as_it_went_in(truth):
    reading = truth(decode_photo((GAME / "game_04.jpg").read_bytes()))
    found = unpacked(packed(reading), Reading)
    assert repr(found) == repr(reading)
    assert found.to_document() == reading.to_document()


def test_answers_come_out_as_they_went_in():
    answers = (Answer("region", REGIONS, px=(3.5, 4.0)), Answer("edge", "PMP", cell=(1, -2), edge=3))
    assert unpacked(packed(answers), tuple[Answer, ...]) == answers


@pytest.mark.parametrize("data", [b"", b"{}", pickle.dumps((1, 2)), packed((1, 2)), packed(Answer("edge", "P"))])
def test_other_bytes_are_refused(data):
    with pytest.raises(ValueError):
        unpacked(data, Reading)
