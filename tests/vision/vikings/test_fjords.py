"""Photos of fjords that were never seen before: what lies and stands there, and what is asked of a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from benchmarks.made.cities import hard_city_of
from benchmarks.made.fjord_faces import make_art
from benchmarks.made.fjords import Painting, fjord_of, make_fjord, make_scene, paint
from benchmarks.spoilt import SPOILT
from games.documents import DocumentError
from games.vikings.document import parse_document
from tests.support.pictures.stored_pictures import PictureStore
from vision.geometry.lens import Lens
from vision.imaging.photo import Photo, PhotoError, photo_of
from vision.vikings import calibration
from vision.vikings.colours import Colours
from vision.vikings.digits import read_number
from vision.vikings.fjord import FjordReading, read_fjord, tile_probabilities
from vision.vikings.reader import read
from vision.vikings.ships import read_ship

pytestmark = pytest.mark.usefixtures("cached_fjord_reading")

_SCENE = replace(make_scene(2), size=(1280, 960), light="soft", table="wood", exposure=1.0)


@pytest.fixture(scope="module")
def cached_fjord_reading() -> Iterator[None]:
    """Read the fjord in each photo once, however many tests use it."""
    known: dict[tuple[bytes, object, object], FjordReading] = {}

    def remembered(photo: Photo, lens: Lens | None = None, taught: Colours | None = None) -> FjordReading:
        key = (photo.pixels.tobytes(), lens, taught)
        if key not in known:
            known[key] = read_fjord(photo, lens, taught)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.vikings.reader.read_fjord", remembered)
        patch.setattr("vision.vikings.calibration.read_fjord", remembered)
        yield


@pytest.fixture(scope="module")
def painting(stored: PictureStore) -> Painting:
    return stored(paint, make_fjord(2), make_art(2), _SCENE, 2)


@pytest.fixture(scope="module")
def document(painting: Painting) -> dict[str, Any]:
    return read(photo_of(painting.pixels), None)


def _tiles(document: dict[str, Any]) -> dict[tuple[str, int], tuple[str, str | None]]:
    (player,) = document["players"]
    return {(t["row"], t["column"]): (t["part"], t["figure"]) for t in player["island_tiles"]}


def _ships(document: dict[str, Any]) -> list[tuple[int, str, dict[str, int]]]:
    (player,) = document["players"]
    return sorted((s["column"], s["sail"], s["pays"]) for s in player["ships"])


@pytest.mark.long
def test_a_board_of_another_game_that_is_taken_for_a_fjord_is_said_to_be_strange(document: dict[str, Any]) -> None:
    city = hard_city_of(8002, held_out=False)
    assert read(photo_of(city.pixels), None)["caveats"] == ["strange"]
    assert "caveats" not in document


@pytest.mark.long
def test_a_fjord_without_its_home_board_is_not_strange(painting: Painting, document: dict[str, Any]) -> None:
    (player,) = document["players"]
    left = min(tile["px"][0] for tile in player["island_tiles"] if tile["column"] == 1)
    document = read(photo_of(painting.pixels[:, int(left) :].copy()), None)
    assert document["ask"]
    assert "caveats" not in document


@pytest.mark.long
def test_every_tile_of_a_photo_is_found_in_its_row_and_column(painting: Painting, document: dict[str, Any]) -> None:
    assert _tiles(document).keys() == _tiles(painting.document).keys()


def test_figures_at_home_are_where_they_stand_and_questions_say_where_they_ask(document: dict[str, Any]) -> None:
    (player,) = document["players"]
    assert Counter(one["figure"] for one in player["home_figures"]) == Counter(
        {kind: number for kind, number in player["home"].items() if number}
    )
    left = min(tile["px"] for tile in player["island_tiles"])
    assert player["home_figures"] and all(one["px"] < left for one in player["home_figures"])
    assert all(len(doubt["px"]) == 2 for doubt in document["ask"])


def test_parts_and_figures_are_right_or_asked(painting: Painting, document: dict[str, Any]) -> None:
    asked = {(doubt.get("row"), doubt.get("column")) for doubt in document["ask"]}
    seen, true = _tiles(document), _tiles(painting.document)
    wrong = [place for place in true if seen[place] != true[place]]
    assert len(wrong) <= 0.05 * len(true)
    assert set(wrong) <= asked


def test_ships_show_their_sail_and_what_they_pay(painting: Painting, document: dict[str, Any]) -> None:
    assert _ships(document) == _ships(painting.document)


def test_figures_at_home_are_counted_by_colour(painting: Painting, document: dict[str, Any]) -> None:
    home, true = (Counter(d["players"][0]["home"]) for d in (document, painting.document))
    assert ((home - true) + (true - home)).total() <= 0.4 * true.total()


def test_tiles_are_where_the_photo_shows_them(painting: Painting, document: dict[str, Any]) -> None:
    places = {(t["row"], t["column"]): t["px"] for t in document["players"][0]["island_tiles"]}
    for tile in painting.document["players"][0]["island_tiles"]:
        assert np.allclose(places[tile["row"], tile["column"]], tile["px"], atol=12)


def test_what_is_read_is_a_document_and_doubts_come_most_doubtful_first(document: dict[str, Any]) -> None:
    parse_document(document)
    assert all(any(one in ("none", 0) for one in doubt["candidates"]) for doubt in document["ask"])
    sure = [doubt["confidence"] for doubt in document["ask"]]
    assert sure == sorted(sure)


@pytest.mark.long
def test_a_photo_that_is_upside_down_shows_the_same_fjord(painting: Painting, document: dict[str, Any]) -> None:
    turned = read(photo_of(cv2.rotate(painting.pixels, cv2.ROTATE_180)), None)
    assert _tiles(turned).keys() == _tiles(document).keys()
    assert {place: part for place, (part, _) in _tiles(turned).items()} == {
        place: part for place, (part, _) in _tiles(document).items()
    }


@pytest.mark.long
def test_stray_light_hides_neither_tiles_nor_figures(stored: PictureStore) -> None:
    painting = stored(fjord_of, 202)
    veiled = read(photo_of(SPOILT["a veil"](painting.pixels)), None)
    told, true = _tiles(veiled), _tiles(painting.document)
    assert set(told) == set(true)
    assert sum(told[place] == true[place] for place in true) >= len(true) - 1


@pytest.mark.long
def test_a_fjord_is_found_where_the_lines_of_the_table_hide_its_own(stored: PictureStore) -> None:
    hidden = stored(fjord_of, 408)
    seen = _tiles(read(photo_of(hidden.pixels), None)).keys()
    true = _tiles(hidden.document).keys()
    assert len(seen & true) >= 0.9 * len(true)


def test_a_picture_without_a_fjord_is_refused_in_a_sentence() -> None:
    table = np.random.default_rng(0).normal(120, 6, (600, 800, 3)).astype(np.uint8)
    with pytest.raises(PhotoError, match="No fjord") as refused:
        read(photo_of(table), None)
    assert "фьорд" in refused.value.message("ru")  # type: ignore[attr-defined]


def test_colours_that_were_tapped_are_known_from_then_on(painting: Painting) -> None:
    taps = calibration.parse_answers([{"px": s["px"], "kind": s["name"]} for s in painting.figures])
    shown = calibration.detect(photo_of(painting.pixels), "here.jpg", taps, None)
    result = calibration.learn([shown], None)
    assert len(result.shown["tiles"]) == len(painting.figures)
    taught = calibration.parse(result.document)
    grey, black, red, green, yellow, blue = taught.wooden
    assert black[0] < grey[0]
    assert red[1] == max(look[1] for look in taught.wooden)
    assert green[1] == min(look[1] for look in taught.wooden)
    assert blue[2] == min(look[2] for look in taught.wooden) < yellow[2]


def test_a_tap_beside_the_fjord_is_refused(painting: Painting) -> None:
    taps = calibration.parse_answers([{"px": [-4000, -4000], "kind": "jarl"}])
    with pytest.raises(PhotoError, match="not on the picture's fjord"):
        calibration.detect(photo_of(painting.pixels), "here.jpg", taps, None)


@pytest.mark.parametrize(
    ("answers", "field"),
    [({}, "answers"), ([{"px": [1, 2], "kind": "knight"}], "answers[0].kind"), ([{"kind": "jarl"}], "answers[0].px")],
)
def test_answers_that_are_wrong_are_refused_by_field(answers: object, field: str) -> None:
    with pytest.raises(DocumentError) as refused:
        calibration.parse_answers(answers)
    assert refused.value.field == field


@pytest.mark.parametrize("number", range(1, 10))
def test_a_number_is_read_in_a_hand_of_its_own(number: int) -> None:
    disc = np.full((96, 96), 90, np.float32)
    cv2.putText(disc8 := disc.astype(np.uint8), str(number), (32, 66), cv2.FONT_HERSHEY_COMPLEX_SMALL, 2.4, 20, 5)
    assert read_number(cv2.resize(disc8.astype(np.float32), (48, 48), interpolation=cv2.INTER_AREA))[0][0] == number


def test_a_number_comes_with_others_that_it_may_be_the_likeliest_first() -> None:
    disc = np.full((96, 96), 90, np.uint8)
    cv2.putText(disc, "7", (32, 66), cv2.FONT_HERSHEY_COMPLEX_SMALL, 2.4, 20, 5)
    found = read_number(cv2.resize(disc.astype(np.float32), (48, 48), interpolation=cv2.INTER_AREA))
    odds = [likely for _, likely in found]
    assert odds == sorted(odds, reverse=True) and sum(odds) <= 1 + 1e-5  # shares of one, rounded as float32
    assert len({number for number, _ in found}) == len(found) > 1
    assert read_number(np.full((48, 48), 90, np.float32)) == []


def test_a_black_sail_is_black_in_light_of_any_hue() -> None:
    marks = np.array([[65, 0, 0], [17, -3, 0], [43, 50, 37], [59, -45, 33], [89, -5, 85], [49, -3, -54]], float)
    ship = np.full((128, 128, 3), (57, -17, -16), np.float32)
    ship[32:80, 32:92] = (11, 17, -18)
    sails = read_ship(ship, np.array([57.0, -17, -16]), marks).sails
    assert sails.argmax() == 0 and sails.max() > 0.85


def test_open_land_needs_a_neighbour_where_a_tile_is_hardly_seen() -> None:
    scores = {(2, 0): 0.8, (2, 1): 0.15, (2, 2): 0.8, (3, 0): 0.8, (3, 1): 0.15}
    closed, opened = (0.0, 0.0), (0.0, 1.0)
    land = {(2, 0): opened, (2, 1): (1.0, 1.0), (2, 2): (1.0, 0.0), (3, 0): closed, (3, 1): closed}
    chances = tile_probabilities(scores, land)
    assert chances[2, 1] > 0.7 > 0.5 > chances[3, 1]
    assert chances[2, 0] > 0.95
