"""A copy's tiles are learned from photos of them spread out: all found, read, corrected by taps, merged."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.problems import CalibrationError
from calibration.profile.folder import load_profile
from calibration.tiles.contact_sheet import tile_sheet
from calibration.tiles.detected_photo import detect_tiles
from calibration.tiles.learn import build_set
from calibration.tiles.stored_sets import keep_tiles
from calibration.tiles.taps import parse_taps
from games.documents import DocumentError
from games.fjords.tilesets.document import TileSet
from tests.calibration.taught import edges_from, nearest, networks, photo, ports, rotations, truth
from vision.imaging.photo import photo_of

pytestmark = pytest.mark.usefixtures("cached_tile_search")


def _seen(pixels, taps=()):
    return detect_tiles(photo_of(pixels), "a.jpg", networks(), None, taps)


@pytest.fixture(scope="module")
def seen():
    return detect_tiles(photo("tiles_spread"), "a.jpg", networks(), None, ())


@pytest.fixture(scope="module")
def learned(seen):
    return build_set("mine", [seen.tiles])


def _turn(tile, true):
    """Sixths from the tile's own edge 0 to the true one."""
    return round((true["turned_deg"] - tile.turned_deg) / 60) % 6


@pytest.mark.long
def test_every_tile_is_found_once_and_no_other(seen):
    true = truth("tiles_spread")["tiles"]
    found = [nearest(tile.px, true, 8)["name"] for tile in seen.tiles]
    assert sorted(found) == sorted(t["name"] for t in true)
    assert seen.face_down == ()


@pytest.mark.long
def test_turns_are_found_to_a_degree_or_two_of_a_truth_that_is_no_finer(seen):
    true = truth("tiles_spread")["tiles"]
    away = [(nearest(t.px, true)["turned_deg"] - t.turned_deg + 30) % 60 - 30 for t in seen.tiles]
    assert np.abs(away).max() < 2
    assert np.abs(away).mean() < 0.8


def test_edges_and_regions_are_right_after_three_taps_at_most(seen):
    true = truth("tiles_spread")["tiles"]
    wrong = []
    for tile in seen.tiles:
        own = nearest(tile.px, true)
        edges = edges_from(tile.edges, _turn(tile, own))
        if edges != tuple(own["edges"]):
            wrong.append(own)
        else:
            assert ports(tile.patches.regions, -_turn(tile, own)) == ports(own["regions"])
    assert len(wrong) <= 3
    taps = parse_taps([{"px": own["px"], "edges": own["edges"]} for own in wrong])
    after = detect_tiles(photo("tiles_spread"), "a.jpg", networks(), None, taps) if taps else seen
    for tile in after.tiles:
        own = nearest(tile.px, true)
        assert edges_from(tile.edges, _turn(tile, own)) == tuple(own["edges"])


def test_a_tap_is_laid_where_it_fits_wherever_it_begins(seen):
    tile = next(t for t in seen.tiles if len(rotations(t.edges)) == 6)
    wanted = ("OPO", *tile.edges[1:])
    for first in range(6):
        tap = {"px": tile.px, "edges": edges_from(wanted, first)}
        again = _corrected(tile, tap)
        assert again.edges == wanted
        assert again.edge_confidence == (1.0,) * 6
        assert {g["terrain"] for g in again.patches.regions} >= {"O"}


def test_a_tap_that_says_where_it_begins_is_taken_at_its_word(seen):
    tile = seen.tiles[0]
    told = ("P", "M", "O", "P", "M", "O")
    for first in range(6):
        tap = {"px": tile.px, "edges": edges_from(told, first), "turned_deg": (tile.turned_deg + 60 * first) % 360}
        assert _corrected(tile, tap).edges == told


def _corrected(tile, tap):
    from calibration.tiles.taps import corrected

    return corrected(tile, parse_taps([tap])[0])


def test_marks_are_entered_by_taps(seen):
    tile = _corrected(seen.tiles[0], {"px": seen.tiles[0].px, "marks": ["3"]})
    assert build_set("m", [[tile]]).known.tiles[0].tile.marks == ("3",)


def test_a_tile_begun_elsewhere_is_the_same_tile(seen):
    tile = seen.tiles[3]
    other = tile.rotated(2)
    assert other.edges == edges_from(tile.edges, 2)
    assert (other.turned_deg - tile.turned_deg - 120 + 15) % 360 < 30
    assert ports(other.patches.regions, 2) == ports(tile.patches.regions)


@pytest.mark.long
def test_photos_are_merged_and_a_tile_in_both_is_one_tile(seen):
    pixels = photo("tiles_spread").pixels
    upper = detect_tiles(photo_of(pixels[:640]), "up.jpg", networks(), None, ())
    lower = detect_tiles(photo_of(cv2.rotate(pixels[300:], cv2.ROTATE_90_CLOCKWISE)), "low.jpg", networks(), None, ())
    learned = build_set("mine", [upper.tiles, lower.tiles])
    shared = sum(len(tile.again) for tile in learned.tiles)
    assert shared >= 4
    assert len(learned.known.tiles) == len(upper.tiles) + len(lower.tiles) - shared == len(seen.tiles)
    # What is surely read is read the same from either.
    asked = {question["id"] for question in learned.ask}
    read = {min(rotations(tile.known.tile.edges)) for tile in learned.tiles if tile.name not in asked}
    assert read <= {min(rotations(tile.edges)) for tile in seen.tiles}


def test_tiles_are_added_to_a_set_under_the_names_they_have(learned, seen):
    first = build_set("mine", [seen.tiles[:5]])
    both = build_set("mine", [seen.tiles], first.known)
    assert len(both.known.tiles) == len(seen.tiles)
    assert [t.tile for t in both.known.tiles[:5]] == [t.tile for t in first.known.tiles]
    assert len({t.tile.name for t in both.known.tiles}) == len(seen.tiles)


def test_a_set_is_kept_and_read_back_and_serves_the_rulebook_too(tmp_path, learned):
    keep_tiles(tmp_path, learned.known)
    keep_tiles(tmp_path, replace(learned.known, name="Моё: 2005"))
    back = {known.name: known for known in load_profile(tmp_path).tiles}
    assert [t.tile for t in back["mine"].tiles] == [t.tile for t in learned.known.tiles]
    assert len(back["Моё: 2005"].tiles) == len(learned.known.tiles)
    assert np.abs(back["mine"].tiles[0].art.astype(int) - learned.known.tiles[0].art).mean() < 4
    assert len(TileSet.from_document(learned.known.to_document()).tiles) == len(learned.known.tiles)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda d: d["tiles"][1].pop("art"), "tiles[1].art"),
        (lambda d: d["tiles"][0].update(art="data:image/jpeg;base64,AAAA"), "tiles[0].art"),
        (lambda d: d["tiles"][0].update(edges=["X"] * 6), "tiles[0].edges[0]"),
        (lambda d: d["tiles"][2].update(id=d["tiles"][1]["id"]), "tiles[2].id"),
        (lambda d: d.update(version=2), "version"),
    ],
)
def test_a_damaged_set_is_refused_by_the_name_of_its_field(tmp_path, learned, change, field):
    import json

    keep_tiles(tmp_path, learned.known)
    path = tmp_path / "tiles" / "mine.json"
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DocumentError) as error:
        load_profile(tmp_path)
    assert error.value.field == f"tiles/mine.json: {field}"


def test_a_blurred_photo_is_refused():
    with pytest.raises(CalibrationError, match="blurred"):
        _seen(cv2.GaussianBlur(photo("tiles_spread").pixels[:500], (0, 0), 8))


def test_a_table_without_tiles_is_refused():
    grain = np.random.default_rng(2).normal(150, 6, (600, 800, 3)).clip(0, 255).astype(np.uint8)
    with pytest.raises(CalibrationError, match="No tile"):
        _seen(cv2.GaussianBlur(grain, (0, 0), 0.8))


def test_a_tile_face_down_is_said_and_the_others_are_learned(seen):
    pixels = photo("tiles_spread").pixels[:420].copy()
    inside = [tile for tile in seen.tiles if tile.outline[:, 1].max() < 416]
    whole, tile = len(inside), inside[len(inside) // 2]
    cv2.fillConvexPoly(pixels, np.round(tile.outline).astype(np.int32), (52, 74, 110))
    found = _seen(pixels)
    assert len(found.tiles) >= whole - 1
    assert all(np.hypot(*np.subtract(other.px, tile.px)) > 60 for other in found.tiles)
    assert len(found.face_down) == 1
    assert np.hypot(*np.subtract(found.face_down[0], tile.px)) < 6


@pytest.mark.long
def test_what_is_no_tile_can_be_tapped_away_and_a_tap_beside_all_tiles_is_refused():
    few = photo("tiles_spread").pixels[:420, :560]
    whole = _seen(few).tiles
    assert len(_seen(few, parse_taps([{"px": whole[0].px, "tile": False}])).tiles) == len(whole) - 1
    with pytest.raises(CalibrationError, match="5, 5"):
        _seen(few, parse_taps([{"px": [5, 5], "edges": ["P"] * 6, "file": "a.jpg"}]))


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({}, "answers"),
        ([{"edges": ["P"] * 6}], "answers[0].px"),
        ([{"px": [1, 2], "edges": ["P"] * 5}], "answers[0].edges"),
        ([{"px": [1, 2]}, {"px": [1, 2], "edges": ["P", "Q", "P", "P", "P", "P"]}], "answers[1].edges[1]"),
        ([{"px": [1, 2], "edges": ["PP", "P", "P", "P", "P", "P"]}], "answers[0].edges[0]"),
        ([{"px": [1, float("nan")]}], "answers[0].px[1]"),
    ],
)
def test_answers_that_are_wrong_are_refused_by_the_name_of_their_field(answers, field):
    with pytest.raises(DocumentError) as error:
        parse_taps(answers)
    assert error.value.field == field


def test_the_sheet_shows_each_tile_with_edges_to_tap_and_marks_the_doubtful(learned):
    import xml.etree.ElementTree as Tree

    first = learned.known.tiles[0]
    sheet = Tree.fromstring(tile_sheet(learned.known, {first.tile.name: [2]}))
    svg = "{http://www.w3.org/2000/svg}"
    groups = [g for g in sheet.iter(f"{svg}g") if g.get("data-tile")]
    assert [g.get("data-tile") for g in groups] == [t.tile.name for t in learned.known.tiles]
    edges = [g for g in groups[0].iter(f"{svg}g") if g.get("data-edge")]
    assert tuple(g.get("data-says") for g in edges) == first.tile.edges
    assert [int(g.get("data-edge")) for g in edges if "doubtful" in g.get("class")] == [2]
    assert sum("doubtful" in g.get("class") for g in groups) == 1
