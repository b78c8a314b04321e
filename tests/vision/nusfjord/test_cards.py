"""Cards of Nusfjord that were shown once are found on a table, in any pose, and fill in what counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.made.villages import made_village
from benchmarks.neighbours.facts import counted
from benchmarks.neighbours.villages import facts, taught_by
from benchmarks.spoilt import SPOILT
from games.documents import DocumentError
from games.nusfjord.document import parse_document
from tests.support.pictures.made_cards import cards_on_table
from tests.support.pictures.stored_pictures import PictureStore
from vision.imaging.photo import PhotoError, photo_of
from vision.nusfjord import calibration
from vision.nusfjord.reader import read
from vision.profile import Profile

WHAT: list[dict[str, Any]] = [
    {"kind": "building", "name": "Smithy", "points": 3},
    {"kind": "building", "name": "Bakery", "points": 1},
    {"kind": "building", "name": "Pier", "points": 2},
    {"kind": "cutter", "points": 4},
    {"kind": "share"},
    {"kind": "building", "name": "Never laid", "points": 9},
]


@pytest.fixture(scope="module")
def profile(stored: PictureStore) -> Profile:
    photo, middles = stored(cards_on_table, [(k, (180 + 210 * k, 300), 0) for k in range(len(WHAT))], 1.0)
    answers = calibration.parse_answers([{**what, "px": px} for what, px in zip(WHAT, middles, strict=True)])
    result = calibration.learn([calibration.detect(photo_of(photo), "cards.jpg", answers, None)], None)
    return Profile(games={"nusfjord": calibration.parse(result.document)})


@pytest.fixture(scope="module")
def table(stored: PictureStore) -> tuple[np.ndarray, list[list[float]]]:
    laid = [(0, (300, 260), 12), (2, (520, 620), 95), (1, (820, 300), -30), (3, (1050, 640), 180), (3, (1180, 300), 60),
            (4, (300, 700), 5)]  # fmt: skip
    return stored(cards_on_table, laid, 0.75)


@pytest.fixture(scope="module")
def document(profile: Profile, table: tuple[np.ndarray, list[list[float]]]) -> dict[str, Any]:
    return read(photo_of(table[0]), profile)


@pytest.mark.long
def test_buildings_on_the_table_are_known_by_name_and_points(document: dict[str, Any]) -> None:
    (player,) = document["players"]
    assert {(b["name"], b["points"]) for b in player["buildings"]} == {("Smithy", 3), ("Bakery", 1), ("Pier", 2)}


@pytest.mark.long
def test_ships_of_one_kind_are_counted_as_often_as_they_lie_there(document: dict[str, Any]) -> None:
    (player,) = document["players"]
    assert [(s["kind"], s["points"]) for s in player["ships"]] == [("cutter", 4), ("cutter", 4)]


def test_shares_are_counted(document: dict[str, Any]) -> None:
    assert document["players"][0]["shares_owned"] == 1


def test_a_counted_share_has_its_place_and_that_there_is_none_can_be_said(
    document: dict[str, Any], table: tuple[np.ndarray, list[list[float]]]
) -> None:
    (share,) = document["players"][0]["counted"]
    assert share["about"] == "shares_owned"
    assert np.allclose(share["px"], table[1][5], atol=8)
    numbers = {d.get("kind", d["about"]): d["candidates"] for d in document["ask"] if "px" not in d}
    assert (numbers["cutter"], numbers["sloop"]) == ([2, 3, 4, 1, 0], [0, 1, 2])


def test_what_is_read_is_a_document_with_places_in_the_photo(
    document: dict[str, Any], table: tuple[np.ndarray, list[list[float]]]
) -> None:
    parse_document(document)
    (smithy,) = (b for b in document["players"][0]["buildings"] if b["name"] == "Smithy")
    assert np.allclose(smithy["px"], table[1][0], atol=8)


def test_every_number_is_asked_about_what_was_not_taught_first(document: dict[str, Any]) -> None:
    asked = [doubt for doubt in document["ask"] if "px" not in doubt]
    named = [doubt.get("kind", doubt["about"]) for doubt in asked]
    assert sorted(named) == ["cutter", "free_spaces", "schooner", "shares_owned", "sloop"]
    assert set(named[:3]) == {"free_spaces", "schooner", "sloop"}
    assert {doubt["kind"]: doubt.get("points") for doubt in asked if "kind" in doubt} == {
        "sloop": None,
        "cutter": 4,
        "schooner": None,
    }


@pytest.mark.parametrize(("way", "fewest"), [("out of focus", 6), ("480 pixels", 5), ("shaken", 3)])
def test_cards_are_known_in_photos_on_which_nothing_stands_out(profile, table, way, fewest) -> None:
    spoilt, middles = SPOILT[way](table[0]), table[1]
    (player,) = read(photo_of(spoilt), profile)["players"]
    names = [b["name"] for b in player["buildings"]]
    assert len(names) == len(set(names))
    assert set(names) <= {"Smithy", "Bakery", "Pier"}
    assert len(player["ships"]) <= 2
    assert player["shares_owned"] <= 1
    assert len(names) + len(player["ships"]) + player["shares_owned"] >= fewest
    scale = spoilt.shape[1] / table[0].shape[1]
    (smithy,) = (b for b in player["buildings"] if b["name"] == "Smithy")
    assert np.allclose(smithy["px"], np.array(middles[0]) * scale, atol=10)


@pytest.mark.parametrize("way", ["out of focus", "shaken"])
def test_cards_that_were_never_taught_stay_unknown_in_such_photos(profile, way, stored: PictureStore) -> None:
    laid = [(k, (250 + 220 * (k - 11), 300 + 90 * (k % 3)), 25 * k) for k in range(11, 16)]
    photo, _ = stored(cards_on_table, laid, 0.9)
    with pytest.raises(PhotoError, match="None of the cards"):
        read(photo_of(SPOILT[way](photo)), profile)


def test_a_look_alone_says_nothing_while_hardly_anything_was_taught(profile, table) -> None:
    two = Profile(games={"nusfjord": profile.games["nusfjord"][:2]})
    with pytest.raises(PhotoError, match="None of the cards"):
        read(photo_of(SPOILT["shaken"](table[0])), two)


def test_nothing_is_read_before_cards_were_taught() -> None:
    with pytest.raises(PhotoError, match="taught"):
        read(photo_of(np.zeros((300, 400, 3), np.uint8)), None)


def test_a_table_without_a_taught_card_is_refused(profile: Profile) -> None:
    with pytest.raises(PhotoError, match="None of the cards"):
        read(photo_of(cards_on_table([(17, (500, 400), 20), (18, (800, 500), 70)], 0.9)[0]), profile)


def test_a_tap_beside_every_card_is_refused() -> None:
    photo, _ = cards_on_table([(0, (300, 300), 0)], 1.0)
    taps = calibration.parse_answers([{**WHAT[0], "px": [1000, 800]}])
    with pytest.raises(PhotoError, match="no card"):
        calibration.detect(photo_of(photo), "a.jpg", taps, None)


def test_more_cards_than_a_profile_can_hold_are_refused_and_not_stored_unreadably(profile: Profile) -> None:
    taught = (profile.games["nusfjord"] * 100)[:400]
    photo, middles = cards_on_table([(0, (300, 300), 0)], 1.0)
    one = calibration.detect(photo_of(photo), "a.jpg", calibration.parse_answers([{**WHAT[0], "px": middles[0]}]), None)
    with pytest.raises(PhotoError, match="at most 400"):
        calibration.learn([one], taught)


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({}, "answers"),
        ([{"px": [1, 2], "kind": "house"}], "answers[0].kind"),
        ([{"px": [1, 2], "kind": "building"}], "answers[0].name"),
    ],
)
def test_answers_that_are_wrong_are_refused_by_field(answers: object, field: str) -> None:
    with pytest.raises(DocumentError) as refused:
        calibration.parse_answers(answers)
    assert refused.value.field == field


@pytest.mark.long
@pytest.mark.parametrize("seed", [2, 3])
def test_strangers_of_the_same_design_are_asked_about_and_not_named(seed, stored) -> None:
    spread, laid = stored(made_village, seed)
    counts = counted(facts(read(photo_of(laid.pixels), taught_by(spread)), laid))
    assert counts["strangers", "right"] == counts["strangers", "all"] > 0
    assert counts["buildings", "right"] >= 0.8 * counts["buildings", "all"]
    assert not any(counts[kind, "wrong"] for kind in ("buildings", "strangers", "ships, shares, spaces"))


@pytest.mark.long
def test_strangers_are_asked_about_even_where_no_building_is_one_that_was_taught(stored) -> None:
    spread, laid = stored(made_village, 2)
    here = {label["name"] for label, _ in laid.things if "name" in label}
    faces = taught_by(spread).games["nusfjord"]
    others = Profile(games={"nusfjord": tuple(face for face in faces if face.label.name not in here)})
    found = read(photo_of(laid.pixels), others)
    assert found["players"][0]["buildings"] == []
    asked = [doubt["px"] for doubt in found["ask"] if doubt["about"] == "building"]
    cards = [place for label, place in laid.things if label["kind"] == "building"]
    assert all(min(np.hypot(*np.subtract(px, place)) for px in asked) < 60 for place in cards)
    assert len(asked) <= len(cards) + 1
