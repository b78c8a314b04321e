"""The players' pieces are learned from a photo of them, and named so in other pictures."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.colours.detect import detect_pieces
from calibration.colours.learn import keep_colours, learn_colours, shown_pieces
from calibration.colours.taps import ColourTap, parse_colour_taps
from calibration.problems import CalibrationError
from calibration.profile.folder import load_profile
from games.documents import DocumentError
from tests.calibration.pieces import board_with_pieces, lit, piece_set, row_of_pieces
from vision.imaging.photo import photo_of
from vision.networks.models import load_networks
from vision.profile import Profile
from vision.reading.reader import read_photo
from vision.vocabulary import COLOURS, PIECES

FOUR = piece_set(["white", "yellow", "purple", "black"])
OWN = {"white": "Ann", "yellow": "Bo", "purple": "Cy", "black": "Di"}


@pytest.fixture(scope="module")
def networks():
    return load_networks()


@pytest.fixture(scope="module")
def row(stored):
    return stored(row_of_pieces, FOUR, 9)


@pytest.fixture(scope="module")
def table(row, networks):
    return detect_pieces(row[0], networks)


def taps_on(pieces, names):
    return [ColourTap(px=[float(v) for v in px], name=names.get(colour), kind=kind) for colour, kind, px in pieces]


@pytest.fixture(scope="module")
def named(row, table):
    return learn_colours([(table, shown_pieces(table, "row.jpg", taps_on(row[1], OWN)))])


@pytest.fixture(scope="module")
def board(stored):
    return stored(board_with_pieces, FOUR, 4)


def near(pieces, px):
    """Return the piece that stands nearest to a place, if any stands there."""
    found = min(pieces, key=lambda p: np.linalg.norm(np.subtract(p.px, px)))
    return found if np.linalg.norm(np.subtract(found.px, px)) < 40 else None


def test_the_networks_find_a_viking_and_a_longhouse_of_each_colour(row, table):
    shown = shown_pieces(table, "row.jpg", ())
    assert len(shown) == len(row[1])
    for colour, kind, px in row[1]:
        own = near(shown, px)
        assert (own.piece.name, own.piece.kind) == (colour, kind)


def test_taps_give_pieces_the_names_of_the_players_choice(named):
    kinds = ("viking", "longhouse")
    assert {(s.piece.name, s.piece.kind) for s in named.shown} == {(n, k) for n in OWN.values() for k in kinds}
    assert named.alike == ()


@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), (0.75, 0.95, 1.1)])
def test_a_board_is_read_with_the_taught_names_under_this_lamp_and_a_warmer_one(named, board, networks, lamp):
    photo, truth = board
    reading = read_photo(lit(photo, *lamp), networks, Profile(palette=named.palette))
    read = [near(reading.pieces, piece.foot) for piece in truth.pieces]
    told = sum(r is not None and r.colour == OWN[p.colour] for r, p in zip(read, truth.pieces, strict=True))
    assert told >= len(truth.pieces) - 1
    assert {p["colour"] for p in reading.to_document()["pieces"]} <= set(OWN.values())


def test_a_colour_that_was_not_taught_keeps_its_own_name(row, table, board, networks):
    others = [piece for piece in row[1] if piece[0] != "yellow"]
    palette = learn_colours([(table, shown_pieces(table, "row.jpg", taps_on(others, OWN)))]).palette
    reading = read_photo(board[0], networks, Profile(palette=palette))
    yellow = [near(reading.pieces, piece.foot) for piece in board[1].pieces if piece.colour == "yellow"]
    assert yellow
    assert {piece.colour for piece in yellow} == {"yellow"}


def test_what_was_learned_is_kept_and_read_back(named, tmp_path):
    keep_colours(tmp_path / "mine", named.palette)
    palette = load_profile(tmp_path / "mine").palette
    assert palette.names == named.palette.names
    assert [p.name for p in palette.pieces] == [p.name for p in named.palette.pieces]
    assert palette.pieces[0].chroma == pytest.approx(named.palette.pieces[0].chroma, abs=1e-3)


def test_of_more_pieces_than_a_profile_holds_some_of_each_name_and_kind_are_kept(named, tmp_path):
    few, many = named.palette.pieces[0], named.palette.pieces[1:]
    keep_colours(tmp_path, replace(named.palette, pieces=(*many * 60, few)))
    kept = load_profile(tmp_path).palette.pieces
    assert {(p.name, p.kind) for p in kept} == {(p.name, p.kind) for p in named.palette.pieces}
    assert len(kept) == 400


def test_discs_and_small_houses_count_as_what_they_were_shown_to_be(stored, networks):
    photo, pieces = stored(row_of_pieces, piece_set(["red", "blue"], "disc", "cottage"), 9)
    table = detect_pieces(photo, networks)
    shown = shown_pieces(table, "row.jpg", taps_on(pieces, {}))
    palette = learn_colours([(table, shown)]).palette
    for piece in (s.piece for s in shown):
        assert PIECES[int(palette.kind_probabilities(piece.kinds, piece.shape).argmax())] == piece.kind


def test_a_tap_adds_a_piece_that_the_networks_did_not_find(networks):
    pixels = np.full((480, 640, 3), (150, 160, 170), np.uint8)
    pixels[200:240, 300:340] = (40, 200, 60)
    tap = ColourTap(px=[320, 220], name="Eve", kind="viking")
    shown = shown_pieces(detect_pieces(photo_of(pixels), networks), "cube.png", [tap])
    assert shown[0].px == pytest.approx((320, 220), abs=6)
    assert (shown[0].piece.name, shown[0].piece.kind) == ("Eve", "viking")


def test_a_tap_on_the_bare_table_is_refused(table):
    with pytest.raises(CalibrationError, match="No piece was found at 40, 40"):
        shown_pieces(table, "row.jpg", [ColourTap(px=[40, 40], name="Eve", kind="viking")])


def test_a_blurred_photo_of_pieces_is_refused(row, networks):
    blurred = photo_of(cv2.GaussianBlur(row[0].pixels, (0, 0), row[0].width / 60))
    with pytest.raises(CalibrationError, match="blurred"):
        shown_pieces(detect_pieces(blurred, networks), "row.jpg", ())


def test_a_bare_table_teaches_nothing(networks):
    table = detect_pieces(photo_of(np.full((480, 640, 3), 120, np.uint8)), networks)
    with pytest.raises(CalibrationError, match="No piece was found"):
        learn_colours([(table, shown_pieces(table, "bare.png", ()))])


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({"px": [1, 2]}, "answers"),
        ([{"px": [1]}], "answers[0].px"),
        ([{"px": [1, 2], "kind": "boat"}], "answers[0].kind"),
        ([{"px": [1, 2]}, {"name": "Ann"}], "answers[1].px"),
        ([{"px": [1, 2], "name": ""}], "answers[0].name"),
    ],
)
def test_wrong_answers_are_refused_by_field(answers, field):
    with pytest.raises(DocumentError) as error:
        parse_colour_taps(answers)
    assert error.value.field == field


def test_without_taps_pieces_of_one_colour_bear_one_name_under_a_candle(stored, networks):
    photo, truth = stored(board_with_pieces, piece_set(["white", "yellow"]), 4)
    shown = shown_pieces(detect_pieces(lit(photo, 0.6, 0.85, 1.2), networks), "board.jpg", ())
    own = [(near(shown, piece.foot), piece.colour) for piece in truth.pieces]
    assert sum(s is not None for s, _ in own) >= len(own) - 1
    assert [s.piece.name for s, _ in own if s] == [colour for s, colour in own if s]


@pytest.mark.parametrize(("count", "learned"), [(1, False), (4, True)])
def test_without_taps_what_bears_a_name_that_hardly_any_other_bears_is_no_piece(table, count, learned):
    red = np.where(np.array(COLOURS) == "red", -0.1, -6.0)
    specks = [replace(table.pieces[0], colour=red, shade=np.array([0.05, 0.05, 0.6]))] * count
    shown = shown_pieces(replace(table, pieces=(*4 * table.pieces, *specks)), "row.jpg", ())
    names = [s.piece.name for s in shown]
    assert names.count("red") == count * learned
    assert len(names) - names.count("red") == 4 * len(table.pieces)


@pytest.mark.parametrize(
    ("beside", "seed"), [((), 11), (((1.5, -3.5), (0.0, 3.5), (-4.0, 2.0)), 3)], ids=["speckled", "plain"]
)
def test_without_taps_pieces_beside_a_board_are_learned_and_specks_of_the_table_are_not(stored, networks, beside, seed):
    photo, truth = stored(board_with_pieces, piece_set(["white", "yellow"]), seed, beside)
    shown = shown_pieces(detect_pieces(photo, networks), "board.jpg", ())
    assert all(near(shown, piece.foot) for piece in truth.pieces)
    assert len(shown) <= len(truth.pieces) + 1
