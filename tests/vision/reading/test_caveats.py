"""What is doubtful about a reading as a whole: a photo without colours, tiles cut off at its edge."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.readers.truth_reader import SAMPLES, reading_of
from vision.imaging.chromaticity import is_in_one_tint
from vision.imaging.photo import photo_of
from vision.merging.merge import merge
from vision.networks.models import load_networks
from vision.reading.caveats import BLACK_AND_WHITE, CUT_OFF, STRANGE, TILES_BESIDE, caveats_of, caveats_of_several
from vision.reading.reader import read_photo

NAMES = ["table01", "table03", "table05", "table07", "table09", "table11", "table12"]


def photographed(name):
    return cv2.imread(str(SAMPLES / f"{name}.jpg"))


def toned(pixels, dark=(0, 0, 0), light=(255, 255, 255)):
    """The picture in shades from a dark to a light colour, saved as a phone does."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)[..., None] / 255
    shades = (np.array(dark) * (1 - grey) + np.array(light) * grey).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", shades, [cv2.IMWRITE_JPEG_QUALITY, 80])[1], cv2.IMREAD_COLOR)


def true_reading(name, left=0.0, right=1.0):
    """The true reading of the part of a photo between two shares of its width; tiles at its rim lie partly in it."""
    document = json.loads((SAMPLES / f"{name}.json").read_bytes())
    height, width, _ = photographed(name).shape
    for tile in document["tiles"]:
        tile["px"][0] -= left * width
    inside = [t for t in document["tiles"] if 0 < t["px"][0] < (right - left) * width]
    cells = {(t["q"], t["r"]) for t in inside}
    pieces = [p for p in document["pieces"] if (p["q"], p["r"]) in cells]
    return reading_of({**document, "tiles": inside, "pieces": pieces}, round((right - left) * width), height)


@pytest.mark.parametrize("name", NAMES)
def test_a_photo_of_a_whole_board_in_colour_has_no_caveats(name):
    assert caveats_of(photo_of(photographed(name)), true_reading(name)) == ()


@pytest.mark.parametrize("light", [(255, 255, 255), (210, 240, 255), (255, 235, 220)], ids=["grey", "sepia", "blue"])
@pytest.mark.parametrize("name", ["table01", "table11"])
def test_a_black_and_white_or_toned_photo_is_known_as_such(name, light):
    photo = photo_of(toned(photographed(name), dark=np.array(light) * 0.05, light=light))
    assert caveats_of(photo, true_reading(name)) == (BLACK_AND_WHITE,)


def test_a_small_photo_in_colour_is_not_taken_for_a_toned_one_nor_is_a_dark_one():
    assert not is_in_one_tint(cv2.resize(photographed("table05"), (160, 160)))
    assert not is_in_one_tint((toned(photographed("table05")) * 0.1).astype(np.uint8))


def test_a_photo_that_shows_some_tiles_in_part_is_known_to_cut_the_board_off():
    assert caveats_of(photo_of(photographed("table11")), true_reading("table11", right=0.5)) == (CUT_OFF,)


def test_what_one_photo_cuts_off_and_another_shows_is_not_cut_off():
    whole, left, right = true_reading("table11"), true_reading("table11", right=0.5), true_reading("table11", left=0.4)
    assert caveats_of_several([left, whole]) == caveats_of_several([left, right]) == ()
    assert caveats_of_several([left]) == (CUT_OFF,)


def test_a_board_with_more_questions_than_tiles_is_strange_unless_another_photo_shows_it_well():
    reading, photo = true_reading("table11"), photo_of(photographed("table11"))
    asked = [replace(reading, ask=({"about": "edge"},) * count) for count in (len(reading.tiles), 60)]
    assert [caveats_of(photo, each) for each in asked] == [(), (STRANGE,)]
    strange = replace(reading, caveats=(STRANGE,))
    assert caveats_of_several([strange, strange]) == (STRANGE,)
    assert caveats_of_several([strange, reading]) == ()


def test_of_two_boards_in_a_photo_the_other_one_is_noted_and_a_row_of_open_tiles_is_not():
    both = np.concatenate([photographed(name)[:1200, :1600] for name in ("table01", "table05")], axis=1)
    reading = read_photo(photo_of(both), load_networks())
    assert reading.caveats == (TILES_BESIDE,)
    assert caveats_of(photo_of(photographed("table11")), true_reading("table11"), tiles_beside=7) == ()
    assert caveats_of_several([reading, true_reading("table11")]) == (TILES_BESIDE,)


def test_a_cropped_photo_in_black_and_white_says_both_in_its_document():
    pixels = toned(photographed("table11"))
    document = read_photo(photo_of(pixels[:, : pixels.shape[1] // 2]), load_networks()).to_document()
    assert document["caveats"] == [BLACK_AND_WHITE, CUT_OFF]


def test_photos_that_are_read_as_one_keep_their_caveats():
    colourless = replace(true_reading("table11"), caveats=(BLACK_AND_WHITE,))
    assert merge([true_reading("table11", right=0.6), colourless]).reading.caveats == (BLACK_AND_WHITE,)
