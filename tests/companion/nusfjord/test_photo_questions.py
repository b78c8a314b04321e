"""Nusfjord's questions about a photo: one answer settles its own question, pins what was said, and drops no other."""

from __future__ import annotations

from typing import Any

import pytest

from companion.nusfjord.changes import new_player
from companion.nusfjord.photo.answers import with_answer
from companion.nusfjord.photo.questions import next_question, seen_in_photo
from companion.problems import Problem
from games.nusfjord.catalogue import Catalogue

INN = {"name": "Inn", "points": 2, "px": [300.0, 300.0], "confidence": 0.7}
SHIP = {"kind": "cutter", "points": 4, "px": [320.0, 600.0], "confidence": 0.9}
ABOUT_INN = {"about": "building", "px": INN["px"], "candidates": ["Inn", "none"], "confidence": 0.7}
STRANGER = {"about": "building", "px": [760.0, 320.0], "candidates": ["unknown", "none"], "confidence": 0.3}
FAINT_SHIP = {"about": "ship", "px": [500.0, 610.0], "candidates": ["sloop", "none"], "confidence": 0.4}
SHARES = {"about": "shares_owned", "candidates": [2, 3, 4, 1], "confidence": 0.6}
CUTTERS = {"about": "ships", "kind": "cutter", "candidates": [1, 2, 3, 0], "confidence": 0.6}
A_SPACE = {"about": "free_spaces", "px": [900.0, 300.0], "candidates": ["space", "none"], "confidence": 0.7}


def _document(*doubts: dict[str, Any]) -> dict[str, Any]:
    player = {**new_player("Ann"), "buildings": [INN], "ships": [SHIP], "shares_owned": 2, "free_spaces": 1}
    player["ask"] = list(doubts)
    return {"format": "longhouse-board", "version": 1, "game": "nusfjord", "players": [player]}


def _after(document: dict[str, Any], answer: int) -> dict[str, Any]:
    """Return the player after tapping an answer of the first question, by its number."""
    asked = next_question(document, 0, "en")
    assert asked is not None
    return with_answer(document["players"][0], asked.answers[answer].tap, Catalogue())


@pytest.mark.parametrize(
    ("doubt", "sentence", "words"),
    [
        (ABOUT_INN, "Is this building “Inn”?", ["Inn", "A building that was not taught", "Nothing"]),
        (STRANGER, "Is this a building?", ["A building that was not taught", "Nothing"]),
        (FAINT_SHIP, "Is this a ship: sloop?", ["Sloop", "Cutter", "Schooner", "Nothing"]),
        (SHARES, "How many shares does this player own?", ["2", "3", "4", "1"]),
        (CUTTERS, "How many ships of this kind: cutter?", ["1", "2", "3", "0"]),
        (A_SPACE, "Is this a free building space?", ["Yes", "Nothing"]),
    ],
)
def test_a_question_names_what_it_asks_and_draws_each_answer(
    doubt: dict[str, Any], sentence: str, words: list[str]
) -> None:
    asked = next_question(_document(doubt), 0, "en")
    assert asked is not None
    assert (asked.sentence, [answer.words for answer in asked.answers]) == (sentence, words)
    assert all("<svg" in answer.drawing for answer in asked.answers)
    assert (asked.close_up is not None) == ("px" in doubt)


def test_an_answer_about_a_building_leaves_the_other_questions_about_buildings_open() -> None:
    after = _after(_document(ABOUT_INN, STRANGER), 0)
    assert after["ask"] == [STRANGER]
    assert after["buildings"] == [{"name": "Inn", "points": 2, "px": INN["px"]}]


def test_a_building_that_is_not_there_is_taken_away() -> None:
    assert _after(_document(ABOUT_INN, SHARES), 2)["buildings"] == []


def test_a_faint_building_that_is_there_has_the_points_that_were_taught() -> None:
    faint = {"about": "building", "px": [500.0, 320.0], "candidates": ["Pier", "none"], "points": 5, "confidence": 0.4}
    assert _after(_document(faint), 0)["buildings"][-1]["points"] == 5
    assert _after(_document(faint), 1)["buildings"][-1]["points"] == 0


def test_the_points_of_an_untaught_building_are_asked_for_at_once() -> None:
    asked = next_question(_document(STRANGER), 0, "en")
    assert asked is not None and asked.answers[0].tap["chosen"] == "buildings:1"
    assert "chosen" not in asked.answers[1].tap


def test_a_number_settles_the_questions_about_single_things_of_its_kind() -> None:
    a_share = {"about": "shares_owned", "px": [10.0, 20.0], "candidates": ["share", "none"], "confidence": 0.7}
    a_cutter = {**FAINT_SHIP, "candidates": ["cutter", "none"]}
    assert _after(_document(SHARES, a_share, A_SPACE), 0)["ask"] == [A_SPACE]
    assert _after(_document(a_share, SHARES), 0)["ask"] == [SHARES]
    assert _after(_document(CUTTERS, a_cutter, FAINT_SHIP), 0)["ask"] == [FAINT_SHIP]


def test_an_untaught_building_is_laid_under_a_name_of_its_own() -> None:
    (_, building) = _after(_document(STRANGER), 0)["buildings"]
    assert building == {"name": "Building 1", "points": 0, "px": STRANGER["px"]}


def test_a_ship_that_was_too_faint_to_be_written_down_is_added_as_the_kind_that_was_said() -> None:
    ships = _after(_document(FAINT_SHIP), 1)["ships"]
    assert [(ship["kind"], ship["points"]) for ship in ships] == [("cutter", 4), ("cutter", 4)]


def test_a_number_of_ships_changes_only_ships_of_that_kind() -> None:
    document = _document(CUTTERS)
    document["players"][0]["ships"].append({"kind": "sloop", "points": 2})
    assert [ship["kind"] for ship in _after(document, 1)["ships"]] == ["cutter", "sloop", "cutter"]
    assert [ship["kind"] for ship in _after(document, 3)["ships"]] == ["sloop"]


def test_a_ship_that_is_added_by_its_number_has_the_points_that_were_taught_or_those_of_the_catalogue() -> None:
    sloops = {"about": "ships", "kind": "sloop", "points": 2, "candidates": [0, 1, 2], "confidence": 0.6}
    document = _document(sloops)
    assert _after(document, 1)["ships"][-1] == {"kind": "sloop", "points": 2}
    asked = next_question(document, 0, "en")
    assert asked is not None
    known = with_answer(document["players"][0], asked.answers[1].tap, Catalogue(ships={"sloop": 3}))
    assert known["ships"][-1] == {"kind": "sloop", "points": 3}


def test_numbers_are_set_and_a_counted_space_that_is_none_is_taken_off() -> None:
    assert _after(_document(SHARES), 1)["shares_owned"] == 3
    assert _after(_document(A_SPACE), 0)["free_spaces"] == 1
    assert _after(_document(A_SPACE), 1)["free_spaces"] == 0


def test_an_answer_to_a_question_that_is_gone_is_refused_in_a_sentence() -> None:
    asked = next_question(_document(ABOUT_INN), 0, "en")
    assert asked is not None
    with pytest.raises(Problem, match="no longer open"):
        with_answer(_document(SHARES)["players"][0], asked.answers[0].tap, Catalogue())


def test_what_was_read_is_drawn_where_the_photo_shows_it() -> None:
    seen = list(seen_in_photo(_document(ABOUT_INN), 0, "en"))
    assert [(thing.place, thing.is_doubtful) for thing in seen] == [("building-0", True), ("ship-0", False)]
    xs, ys = zip(*(map(float, corner.split(",")) for corner in seen[0].outline.split()), strict=True)
    assert (sum(xs) / 4, sum(ys) / 4) == pytest.approx(INN["px"])


def test_shares_and_free_spaces_are_drawn_where_the_photo_shows_them_while_their_number_is_the_photos() -> None:
    share, space = [100.0, 900.0], A_SPACE["px"]
    document = _document(A_SPACE)
    document["players"][0] |= {
        "shares_owned": 1,
        "counted": [{"about": "shares_owned", "px": share}, {"about": "free_spaces", "px": space}],
    }
    drawn = [(thing.place, thing.is_doubtful) for thing in seen_in_photo(document, 0, "en")]
    assert drawn[2:] == [("share-1", False), ("space-0", True)]
    document["players"][0]["shares_owned"] = 2
    assert [thing.place for thing in seen_in_photo(document, 0, "en")][2:] == ["space-0"]
    assert _after(document, 0)["counted"] == [
        {"about": "shares_owned", "px": share},
        {"about": "free_spaces", "px": space},
    ]
    assert _after(document, 1)["counted"] == [{"about": "shares_owned", "px": share}]
