"""Rune stones are learned from one photo and a tap each, and named on the table by glyph and ring."""

import cv2
import numpy as np
import pytest

from calibration.problems import CalibrationError
from calibration.profile import STONES, keep, load_profile
from calibration.stones import learn_stones, parse_stone_taps
from games.envelope import DocumentError
from tests.calibration.taught import eyes, nearest, photo, truth
from vision.photo import photo_of
from vision.profile import Profile
from vision.reader import read_photo


def taps(stones):
    return parse_stone_taps([{k: s[k] for k in ("px", "kind", "colour") if s[k] is not None} for s in stones])


@pytest.fixture(scope="module")
def learned():
    return learn_stones(photo("stones_spread"), eyes(), None, taps(truth("stones_spread")["stones"]))


@pytest.fixture(scope="module")
def profile(learned):
    return Profile(stones=learned.known("mine"))


def _read(name, profile):
    """Return the runes read and the true ones as sorted (kind, colour, tile)."""
    tiles = truth(name)["tiles"]
    reading = read_photo(photo(name), eyes(), profile)
    read = [(r["kind"], r.get("colour"), nearest(r["px"], tiles, 70)["name"]) for r in reading.to_document()["runes"]]
    true = [(r["kind"], r["colour"], nearest(r["px"], tiles)["name"]) for r in truth(name)["runes"]]
    return sorted(read, key=str), sorted(true, key=str), reading


def test_all_stones_are_found_where_they_were_tapped_and_named(learned):
    true = truth("stones_spread")["stones"]
    assert [(s.kind, s.colour) for s in learned.stones] == [(s["kind"], s["colour"]) for s in true]
    assert max(np.hypot(*np.subtract(s.px, t["px"])) for s, t in zip(learned.stones, true, strict=True)) < 5


def test_stones_are_found_without_any_tap_and_wait_for_their_names():
    true = truth("stones_spread")["stones"]
    learned = learn_stones(photo("stones_spread"), eyes(), None, ())
    assert {s.kind for s in learned.stones} == {"stone"}
    assert sorted(str(nearest(s.px, true, 8)) for s in learned.stones) == sorted(str(s) for s in true)
    assert learned.known("mine").stones == ()


@pytest.mark.parametrize("name", ["stones_table", "stones_homes"])
def test_every_stone_on_the_table_is_named_also_half_under_a_longhouse(name, profile):
    read, true, reading = _read(name, profile)
    assert read == true
    assert not [a for a in reading.ask if a["about"] == "stone"]


def test_without_teaching_no_stone_is_named():
    reading = read_photo(photo("stones_table"), eyes())
    assert {r["kind"] for r in reading.to_document()["runes"]} <= {"stone"}
    assert len([a for a in reading.ask if a["about"] == "stone"]) == len(reading.to_document()["runes"])


def test_what_is_kept_is_read_back(tmp_path, learned):
    keep(tmp_path, STONES, learned.known("mine").to_document())
    stones = load_profile(tmp_path).stones
    assert stones.radius == learned.radius
    assert [(s.kind, s.colour) for s in stones.stones] == [(s.kind, s.colour) for s in learned.stones]
    assert np.abs(stones.stones[0].face.astype(int) - learned.stones[0].face).mean() < 6


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda d: d["stones"][1].update(kind="thunder"), "stones[1].kind"),
        (lambda d: d["stones"][0].update(face="no picture"), "stones[0].face"),
        (lambda d: d.update(radius=3), "radius"),
        (lambda d: d.pop("stones"), "stones"),
    ],
)
def test_a_damaged_document_is_refused_by_the_name_of_its_field(tmp_path, learned, change, field):
    document = learned.known("mine").to_document()
    change(document)
    keep(tmp_path, STONES, document)
    with pytest.raises(DocumentError) as error:
        load_profile(tmp_path)
    assert error.value.field == f"stones.json: {field}"


def test_a_picture_without_tiles_is_refused_since_nothing_tells_the_size():
    pixels = photo("stones_spread").pixels[:, :190]
    left = [s for s in truth("stones_spread")["stones"] if s["px"][0] < 170]
    with pytest.raises(CalibrationError, match="two or three"):
        learn_stones(photo_of(np.ascontiguousarray(pixels)), eyes(), None, taps(left))


def test_a_blurred_picture_is_refused():
    pixels = cv2.GaussianBlur(photo("stones_spread").pixels, (0, 0), 9)
    with pytest.raises(CalibrationError, match="blurred"):
        learn_stones(photo_of(pixels), eyes(), None, ())


def test_a_tap_outside_the_picture_is_refused():
    outside = [replace_px(truth("stones_spread")["stones"][0], (4000, 20))]
    with pytest.raises(CalibrationError, match="4000, 20"):
        learn_stones(photo("stones_spread"), eyes(), None, taps(outside))


def replace_px(stone, px):
    return {**stone, "px": list(px)}


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ("taps", "answers"),
        ([{"px": [1, 2]}], "answers[0].kind"),
        ([{"px": [1, 2], "kind": "home"}, {"px": [1], "kind": "home"}], "answers[1].px"),
        ([{"px": [1, 2], "kind": "thunder"}], "answers[0].kind"),
    ],
)
def test_answers_that_are_wrong_are_refused_by_the_name_of_their_field(answers, field):
    with pytest.raises(DocumentError) as error:
        parse_stone_taps(answers)
    assert error.value.field == field
