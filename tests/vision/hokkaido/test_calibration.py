"""Teaching a printing: cards found, read and corrected, taps on squares and cards, what is refused by field."""

import json

import numpy as np
import pytest

from games.documents import DocumentError
from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.calibration import detect, learn, parse, parse_answers
from vision.imaging.photo import UnreadablePhoto, photo_of


@pytest.fixture(scope="session")
def spread(printing):
    return detect(printing.cards, "a.jpg", None, None)


def kinds_of(card):
    return [(square["terrain"], square.get("colour")) for row in card["squares"] for square in row]


def test_cards_are_found_where_they_lie_and_read_either_way_round(printing, spread):
    learned = learn([spread], None).shown["tiles"]
    true = printing.true_cards["cards"]
    assert len(learned) == len(true)
    right = 0
    for card in true:
        near = min(learned, key=lambda tile: np.hypot(*np.subtract(tile["px"], card["px"])))
        assert np.hypot(*np.subtract(near["px"], card["px"])) < 16
        ways = kinds_of(near), kinds_of(near)[::-1]
        right += max(sum(a == b for a, b in zip(kinds_of(card), way, strict=True)) for way in ways)
    assert right >= 0.9 * 6 * len(true)


def test_entered_cards_hold_in_any_orientation(printing):
    told = parse_answers(printing.true_cards)
    seen = detect(printing.cards, "a.jpg", told, None)
    assert (seen.squares.possible_classes.sum(axis=1) == 1).all()
    told_kinds = [APPEARANCES[int(k)].square for k in seen.squares.possible_classes.argmax(axis=1)]
    true = [kind for card in printing.true_cards["cards"] for kind in kinds_of(card)]
    assert sorted(map(str, told_kinds)) == sorted(map(str, true))
    assert learn([seen], None).shown["ask"] == []


def test_a_tap_says_what_a_square_is_and_is_kept(printing, spread):
    tap = {"px": spread.px[4].tolist(), "terrain": "factory", "colour": "blue"}
    seen = detect(printing.cards, "a.jpg", parse_answers([tap]), None)
    known = parse(json.loads(json.dumps(learn([seen], None).document)))
    assert [APPEARANCES[k].square for k in np.flatnonzero(known[0].possible_classes[4])] == [("factory", "blue")]
    np.testing.assert_allclose(known[0].features, seen.squares.features, atol=1e-3)


def test_what_was_known_stays_when_more_is_taught(spread):
    first = parse(learn([spread], None).document)
    assert len(parse(learn([spread], first).document)) == 2


def test_taps_for_another_photo_are_left_alone(printing, spread):
    tap = {"px": [1.0, 1.0], "terrain": "lake", "file": "b.jpg"}
    seen = detect(printing.cards, "a.jpg", parse_answers([tap]), None)
    np.testing.assert_array_equal(seen.squares.possible_classes, spread.squares.possible_classes)


def test_a_tap_beside_all_squares_is_refused(printing):
    with pytest.raises(UnreadablePhoto, match="no square at 3, 4"):
        detect(printing.cards, "a.jpg", parse_answers([{"px": [3, 4], "terrain": "lake"}]), None)


def test_a_photo_without_cards_is_refused():
    with pytest.raises(UnreadablePhoto, match="No cards"):
        detect(photo_of(np.full((600, 800, 3), 140, np.uint8)), "a.jpg", None, None)


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ("words", "answers"),
        ([{"px": [1, 2]}], "answers[0].terrain"),
        ([{"px": [1, 2], "terrain": "swamp"}], "answers[0].terrain"),
        ([{"px": [1], "terrain": "lake"}], "answers[0].px"),
        ([{"px": [1, 2], "terrain": "factory"}], "answers[0].colour"),
        ([{"px": [1, 2], "squares": [[{"terrain": "lake"}]] * 3}], "answers[0].squares"),
        ([{"px": [1, 2], "squares": []}], "answers[0].squares"),
    ],
)
def test_answers_that_are_wrong_are_refused_by_field(answers, field):
    with pytest.raises(DocumentError) as refused:
        parse_answers(answers)
    assert refused.value.field == field


def test_a_file_of_a_profile_that_is_damaged_is_refused_by_field(spread):
    document = learn([spread], None).document
    for damage, field in (
        ({"version": 2}, "version"),
        ({"photos": []}, "photos"),
        (
            {"photos": [{"file": "", "squares": [{"spot": [0, 0], "figures": [1.0], "may": [0]}]}]},
            "photos[0].squares[0]",
        ),
        ({"photos": [{"file": "", "squares": [{"spot": [0, 0], "figures": [], "may": [99]}]}]}, "photos[0].squares[0]"),
    ):
        with pytest.raises(DocumentError) as refused:
            parse({**document, **damage})
        assert refused.value.field == field
