"""Rune stones are learned from one photo and a tap each, and named on the table by glyph and ring."""

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.problems import CalibrationError
from calibration.profile.folder import STONES, keep, load_profile
from calibration.stones.learn import learn_stones, parse_stone_taps
from games.documents import DocumentError
from games.fjords.board import Board
from tests.calibration.taught import nearest, networks, photo, truth
from vision.geometry.lattice import position, spaces_between
from vision.imaging.photo import photo_of
from vision.profile import Profile
from vision.reading.reader import read_again, read_photo
from vision.stones.stone_set import FACE_SPAN

pytestmark = pytest.mark.usefixtures("cached_tile_search")


def taps(stones):
    return parse_stone_taps([{k: s[k] for k in ("px", "kind", "colour") if s[k] is not None} for s in stones])


@pytest.fixture(scope="module")
def learned():
    return learn_stones(photo("stones_spread"), networks(), None, taps(truth("stones_spread")["stones"]))


@pytest.fixture(scope="module")
def profile(learned):
    return Profile(stones=learned.known("mine"))


@cache
def untaught(name):
    """Return the reading of a photo by one who was taught nothing."""
    return read_photo(photo(name), networks())


def _named(name, reading):
    """Return the runes read and the true ones as sorted (kind, colour, tile)."""
    tiles = truth(name)["tiles"]
    read = [(r["kind"], r.get("colour"), nearest(r["px"], tiles, 70)["name"]) for r in reading.to_document()["runes"]]
    true = [(r["kind"], r["colour"], nearest(r["px"], tiles)["name"]) for r in truth(name)["runes"]]
    return sorted(read, key=str), sorted(true, key=str)


def test_all_stones_are_found_where_they_were_tapped_and_named(learned):
    true = truth("stones_spread")["stones"]
    assert [(s.kind, s.colour) for s in learned.stones] == [(s["kind"], s["colour"]) for s in true]
    assert max(np.hypot(*np.subtract(s.px, t["px"])) for s, t in zip(learned.stones, true, strict=True)) < 5


def test_stones_are_found_without_any_tap_and_wait_for_their_names():
    true = truth("stones_spread")["stones"]
    learned = learn_stones(photo("stones_spread"), networks(), None, ())
    assert {s.kind for s in learned.stones} == {"stone"}
    assert sorted(str(nearest(s.px, true, 8)) for s in learned.stones) == sorted(str(s) for s in true)
    assert learned.known("mine").stones == ()


@pytest.mark.parametrize("size", [0.8, 0.93, 1.05, 1.13, 1.3])
def test_stones_are_found_in_a_photo_of_any_size(size):
    true = truth("stones_spread")["stones"]
    pixels = cv2.resize(photo("stones_spread").pixels, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
    learned = learn_stones(photo_of(pixels), networks(), None, ())
    found = [nearest(np.array(stone.px) / size, true, 8) for stone in learned.stones]
    assert sorted(map(str, found)) == sorted(map(str, true))


@pytest.mark.parametrize("name", ["stones_table", "stones_homes"])
def test_every_stone_on_the_table_is_named_also_half_under_a_longhouse(name, profile):
    reading = read_photo(photo(name), networks(), profile)
    read, true = _named(name, reading)
    assert read == true
    assert not [a for a in reading.ask if a["about"] == "stone"]


@pytest.mark.parametrize("name", ["stones_table", "stones_homes"])
def test_every_stone_is_seen_or_asked_about_though_none_was_taught_also_half_under_a_longhouse(name):
    read, true = _named(name, untaught(name))
    asked = [a["px"] for a in untaught(name).ask if a["about"] == "home"]
    hidden = {nearest(px, truth(name)["tiles"], 70)["name"] for px in asked}
    places, lying = sorted(place for _, _, place in read), sorted(place for _, _, place in true)
    assert set(places) <= set(lying)
    assert set(lying) - set(places) <= hidden
    assert len(lying) - len(places) <= 1
    known = {place: kind for kind, _, place in true}
    assert all(kind in ("stone", known[place]) for kind, _, place in read)


def test_what_peeps_out_stays_seen_when_only_its_own_tile_is_looked_at_again():
    reading = untaught("stones_homes")
    seen = {piece.cell for piece in reading.pieces if piece.kind == "stone"}
    homes = seen & {piece.cell for piece in reading.pieces if piece.kind == "longhouse"}
    assert homes
    for cell in homes:
        again = read_again(photo("stones_homes"), networks(), reading, [cell])
        assert {piece.cell for piece in again.pieces if piece.kind == "stone"} == seen


def _with_stone(picture, face, at, width):
    """Return a photo of the picture with a face laid on it, dimmed, in another turn."""
    side = 2 * round(width * FACE_SPAN / 4)
    small = cv2.resize(cv2.rotate(face, cv2.ROTATE_90_CLOCKWISE), (side, side), interpolation=cv2.INTER_AREA)
    disc = cv2.circle(np.zeros((side, side), np.uint8), (side // 2, side // 2), round(width / 2), 255, -1, cv2.LINE_AA)
    x, y = (round(v) - side // 2 for v in at)
    pixels = picture.pixels.copy()
    box = pixels[y : y + side, x : x + side]
    share = disc[..., None] / 255
    box[:] = box * (1 - share) + 0.8 * small * share
    return photo_of(pixels)


def _room(board, cell):
    """Return how far the nearest piece stands from a cell's middle, pitches: one before it would hide a stone."""
    return min(np.hypot(*(position(cell) - piece.foot)) for piece in board.observation.pieces)


def test_a_wisdom_rune_in_a_space_between_tiles_is_found_by_its_face_and_no_other_stone_there(profile):
    """The stone is laid into the space farthest from all pieces; also after some other cell has been read again."""
    picture = photo("stones_table")
    board = untaught("stones_table")
    lattice = board.observation.lattice
    space = max(spaces_between(lattice.centres), key=lambda c: _room(board, c))
    at = lattice.plane.to_photo(position(space))
    width = 2 * profile.stones.radius * lattice.plane.pitch_at(position(space))
    faces = {stone.kind: stone.face for stone in profile.stones.stones}
    reading = read_photo(_with_stone(picture, faces["wisdom"], at, width), networks(), profile)
    lying = [(p.rune, p.cell) for p in reading.pieces if p.kind == "stone" and p.cell == space]
    assert lying == [("wisdom", space)]
    Board.from_document(reading.to_document())
    again = read_again(_with_stone(picture, faces["wisdom"], at, width), networks(), reading, [reading.tiles[0].cell])
    assert [p.rune for p in again.pieces if p.cell == space] == ["wisdom"]
    other = read_photo(_with_stone(picture, faces["strength"], at, width), networks(), profile)
    assert not [p for p in other.pieces if p.cell == space]


def test_without_teaching_homes_under_longhouses_and_legible_signs_are_named_and_every_other_stone_is_asked_about():
    reading = untaught("stones_table")
    houses = {(p.cell, p.colour) for p in reading.pieces if p.kind == "longhouse"}
    runes = reading.to_document()["runes"]
    homes = [((r["q"], r["r"]), r["colour"]) for r in runes if r["kind"] == "home"]
    assert set(homes) <= houses
    doubtful = {(a["q"], a["r"]) for a in reading.ask if a["about"] == "stone"}
    assert {(r["q"], r["r"]) for r in runes if r["kind"] == "stone"} <= doubtful


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


def test_a_picture_without_tiles_is_refused_since_nothing_shows_the_scale():
    pixels = photo("stones_spread").pixels[:, :190]
    left = [s for s in truth("stones_spread")["stones"] if s["px"][0] < 170]
    with pytest.raises(CalibrationError, match="two or three"):
        learn_stones(photo_of(np.ascontiguousarray(pixels)), networks(), None, taps(left))


def test_a_blurred_picture_is_refused():
    pixels = cv2.GaussianBlur(photo("stones_spread").pixels, (0, 0), 9)
    with pytest.raises(CalibrationError, match="blurred"):
        learn_stones(photo_of(pixels), networks(), None, ())


def test_a_tap_outside_the_picture_is_refused():
    outside = [replace_px(truth("stones_spread")["stones"][0], (4000, 20))]
    with pytest.raises(CalibrationError, match="4000, 20"):
        learn_stones(photo("stones_spread"), networks(), None, taps(outside))


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
