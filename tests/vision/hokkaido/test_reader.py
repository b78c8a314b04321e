"""Cities in photos: of a printing that was taught, of one never seen, and of what is no city at all."""

import numpy as np
import pytest

from benchmarks.made.cities import city_of, hard_city_of
from benchmarks.made.fjords import hard_fjord_of
from benchmarks.neighbours.cities import facts, few_taps, taught_by
from benchmarks.neighbours.facts import counted
from benchmarks.spoilt import SPOILT
from games.rulebook import find
from vision.drawing.annotate import annotate_marks
from vision.drawing.marks import marks_on
from vision.hokkaido.reader import read
from vision.imaging.photo import UnreadablePhoto, photo_of


def right(reading, truth, kind="squares"):
    """Return the share of the squares or cubes that are read right; made up ones count as wrong."""
    counts = counted(facts(reading, truth))
    return counts[kind, "right"] / counts[kind, "all"]


@pytest.fixture(scope="session")
def taught(printing):
    return taught_by(printing.cards)


@pytest.fixture(scope="session")
def reading(printing, taught):
    return read(printing.city, taught)


@pytest.fixture(scope="session")
def untaught(printing):
    return read(printing.city, None)


@pytest.mark.long
def test_a_board_of_another_game_that_is_taken_for_a_city_is_said_to_be_strange(reading, untaught):
    fjord = hard_fjord_of(8028, held_out=True)
    assert read(photo_of(fjord.pixels), None)["caveats"] == ["strange"]
    doubted = read(photo_of(hard_city_of(8016, held_out=False).pixels), None)  # its grid is in doubt
    assert len(doubted["ask"]) > len(doubted["players"][0]["squares"])
    assert not any("caveats" in city for city in (reading, untaught, doubted))


@pytest.mark.long
def test_a_city_of_a_taught_printing_is_read_with_its_cubes(printing, reading):
    assert len(reading["players"][0]["squares"]) == len(printing.true_city["players"][0]["squares"])
    assert right(reading, printing.true_city) >= 0.97
    assert right(reading, printing.true_city, "cubes") == 1.0


@pytest.mark.long
def test_a_few_taps_on_the_photo_itself_teach_as_much(printing):
    profile = taught_by(printing.city, few_taps(printing.true_city))
    assert right(read(printing.city, profile), printing.true_city) >= 0.97


@pytest.mark.long
def test_a_city_of_a_printing_never_seen_is_mostly_read_and_what_is_doubtful_is_asked(printing, untaught):
    counts = counted(facts(untaught, printing.true_city))
    assert counts["squares", "right"] > 0.85 * counts["squares", "all"]
    assert counts["squares", "wrong"] <= 0.1 * counts["squares", "all"]


@pytest.mark.parametrize("way", ["a veil", "blacks lifted"])
def test_a_taught_printing_is_read_through_stray_light(printing, taught, way):
    spoilt = photo_of(SPOILT[way](printing.city.pixels))
    assert right(read(spoilt, taught), printing.true_city) >= 0.9


def test_a_reading_is_a_document_that_the_rules_can_score(reading):
    book = find("hokkaido")
    board = book.read(reading)
    assert book.write(board)["players"][0]["squares"] == reading["players"][0]["squares"]
    assert book.score(board)["scores"][0]["total"] > 0


@pytest.mark.long
def test_questions_come_most_doubtful_first_and_offer_what_may_be_there(untaught):
    asked = untaught["ask"]
    assert [q["confidence"] for q in asked] == sorted(q["confidence"] for q in asked)
    assert all({"about", "x", "y", "px"} <= set(q) and len(set(q["candidates"])) > 1 for q in asked)


def test_a_factory_of_another_value_is_asked_about_last_where_one_earns(reading):
    (player,) = reading["players"]
    held = {cube["colour"] for cube in player["cubes"]}
    earning = {s["colour"] for s in player["squares"] if s["terrain"] == "factory"} & held
    asked = reading["ask"][-1]
    assert (asked["about"], set(asked["candidates"])) == ("value", {"none", *(f"factory-{c}" for c in earning)})


def test_each_square_is_framed_where_it_lies_in_the_photo(printing, reading):
    marks = marks_on(reading)
    assert len(marks) == len(reading["players"][0]["squares"])
    for mark in marks:
        assert np.linalg.norm(mark.outline.mean(axis=0) - mark.px) < 6
    assert annotate_marks(printing.city, marks).shape[1] == printing.city.pixels.shape[1]


@pytest.mark.parametrize("kind", ["bare", "noise", "stripes"])
def test_what_shows_no_city_is_refused_in_both_languages(kind):
    pixels = np.full((600, 800, 3), 130, np.uint8)
    if kind == "noise":
        pixels = np.random.default_rng(1).integers(0, 255, pixels.shape).astype(np.uint8)
    if kind == "stripes":
        pixels[:, ::40] = pixels[::40] = 20
    with pytest.raises(UnreadablePhoto) as refused:
        read(photo_of(pixels), None)
    assert "city" in refused.value.message("en") and "город" in refused.value.message("ru")


@pytest.mark.parametrize("seed", [pytest.param(14, marks=pytest.mark.long), 19])
def test_a_cube_on_its_own_colours_sign_is_seen_or_asked_about_though_no_other_is_like_it(seed, stored):
    """In dim light a brown cube on a brown sign looks much like the sign alone."""
    city = stored(city_of, seed)
    counts = counted(facts(read(photo_of(city.pixels), None), city.document))
    assert counts["cubes", "right"] > 0 and counts["cubes", "wrong"] == 0


@pytest.mark.parametrize("seed", [*(pytest.param(seed, marks=pytest.mark.long) for seed in (2004, 2010)), 2005])
def test_a_city_on_checks_as_wide_as_its_squares_or_on_a_carpet_is_read_and_nothing_invented(seed, stored):
    city = stored(hard_city_of, seed, False)
    assert right(read(photo_of(city.pixels), None), city.document) >= 0.85


@pytest.mark.long
@pytest.mark.parametrize("seed", [6048, 6011, 6021], ids=["bent by the lens", "as grey as the carpet", "on a rug"])
def test_cards_are_told_from_the_table_by_what_their_own_printing_looks_like(seed, stored):
    city = stored(hard_city_of, seed, True)
    assert right(read(photo_of(city.pixels), None), city.document) >= 0.88


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(40489, id="on a cloth, up to the picture's border"),
        pytest.param(40456, id="filling the picture", marks=pytest.mark.long),
        pytest.param(40383, id="on a rug", marks=pytest.mark.long),
        pytest.param(40373, id="beside a likelier grid of halved squares", marks=pytest.mark.long),
    ],
)
def test_a_city_is_found_in_its_own_grid_and_not_in_one_of_halved_squares(seed, stored):
    city = stored(hard_city_of, seed, True)
    assert right(read(photo_of(city.pixels), None), city.document) >= 0.5
