"""A tile set on its way keeps a person's word, whatever photos come after it, and says what is odd."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.profile.folder import keep, load_profile
from calibration.tiles.detected_photo import DetectedPhoto, detect_tiles
from calibration.tiles.guide import preview_tiles
from calibration.tiles.region_editor import read_tile
from calibration.tiles.session import TileSession, edges_at_distance, tiles_of_other_sets
from calibration.tiles.stored_sets import drop_tiles, keep_tiles
from tests.calibration.taught import edges_from, nearest, networks, photo, truth
from vision.imaging.photo import photo_of
from vision.tiles.tile_set import KnownSet


@pytest.fixture(scope="module")
def seen():
    return detect_tiles(_few(), "1", networks(), None, ())


def _few():
    return photo_of(np.ascontiguousarray(photo("tiles_spread").pixels[:420, :560]))


@pytest.fixture
def bench(seen):
    return TileSession("mine").with_photo(seen)


def with_tile_changed(bench, name, **changes):
    return bench.with_land(name, replace(bench.tile(name).tile, **changes))


def later(seen, name, count, turn=0):
    """Another photo of the first so many tiles."""
    return DetectedPhoto(name, tuple(replace(tile.rotated(turn), photo=name) for tile in seen.tiles[:count]))


def test_what_a_person_said_stands_when_the_same_tiles_are_seen_again(bench, seen):
    bench = with_tile_changed(bench, "t02", marks=("3",)).without("t03").with_photo(later(seen, "2", 4, turn=2))
    assert len(bench.known.tiles) == len(seen.tiles) - 1
    assert bench.tile("t02").tile.marks == ("3",)
    assert "t03" not in {known.tile.name for known in bench.known.tiles}
    assert len(bench.sightings("t01")) == 2
    assert "t03" in {known.tile.name for known in bench.restored("t03").known.tiles}


def test_a_tile_that_was_put_right_is_in_doubt_no_more(bench):
    name = "t01"
    doubted = replace(bench, photos=(_unsure(bench.photos[0]),))
    assert name in doubted.doubts
    assert name not in with_tile_changed(doubted, name, marks=()).doubts
    assert name not in doubted.without(name).doubts


def _unsure(photo):
    first = photo.tiles[0]
    return replace(photo, tiles=(replace(first, edge_logits=np.zeros_like(first.edge_logits)), *photo.tiles[1:]))


def test_a_mark_settles_no_doubt_about_the_land_and_stands_through_what_comes_after(bench, seen):
    doubted = replace(bench, photos=(_unsure(bench.photos[0]),)).with_marks("t01", ("4",))
    assert "t01" in doubted.doubts
    later_on = doubted.with_photo(later(seen, "2", 2, turn=1)).without("t02")
    assert later_on.tile("t01").tile.marks == ("4",)
    assert with_tile_changed(later_on, "t01", marks=("3",)).tile("t01").tile.marks == ("3",)
    with pytest.raises(KeyError):
        bench.with_marks("t99", ("3",))


def test_two_tiles_taken_for_one_are_parted_and_nothing_else_changes_its_owner(bench, seen):
    both = bench.with_photo(later(seen, "2", 1)).with_photo(_foreign_photo(seen))
    named = with_tile_changed(both, f"t{len(seen.tiles) + 1:02d}", marks=("4",))
    parted = named.split("t01")
    assert len(parted.known.tiles) == len(named.known.tiles) + 1
    (marked,) = [known for known in parted.known.tiles if known.tile.marks]
    assert np.array_equal(marked.art, next(k for k in named.known.tiles if k.tile.marks).art)
    with pytest.raises(KeyError):
        bench.split("t01")


def _foreign_photo(seen):
    """A photo of a tile like none of the others."""
    tile = seen.tiles[0]
    art = np.zeros_like(tile.art)
    art[::16] = art[:, ::16] = 200
    art[40:80, 20:60] = (0, 90, 220)
    return DetectedPhoto("3", (replace(tile, photo="3", px=(1.0, 2.0), art=art),))


def test_tiles_of_another_set_are_strangers_in_this_one(bench):
    other = KnownSet("2005", bench.known.tiles[1:3])
    assert tiles_of_other_sets(bench.known, [other]) == {"t02": "2005", "t03": "2005"}


def test_tiles_that_look_alike_in_two_photos_are_asked_about_and_those_side_by_side_are_not(bench, seen):
    twin = replace(seen.tiles[4], photo="2", separate=True)
    asked = bench.with_photo(DetectedPhoto("2", (twin,))).possible_duplicates
    assert asked == {f"t{len(seen.tiles) + 1:02d}": "t05"}
    assert bench.possible_duplicates == {}


def test_the_gain_counts_edges_by_eye_and_edges_by_the_set(bench, seen):
    edges = tuple("O" if edge != "O" else "P" for edge in bench.tile("t01").tile.edges)
    corrected = bench.with_land("t01", read_tile(bench.tile("t01").art, edges, networks()))
    every = 6 * len(seen.tiles)
    by_eye, by_set, count = edges_at_distance(corrected.known, networks())
    # The eyes cannot know what a person said; the set does.
    assert every // 2 < by_eye <= every - 6
    assert by_set == count == every
    blank = KnownSet("blank", tuple(replace(known, art=known.art * 0) for known in bench.known.tiles))
    assert edges_at_distance(blank, networks())[1] < every // 2


def test_a_set_that_lies_under_another_files_name_is_replaced_and_deleted_whole(tmp_path, bench):
    keep(tmp_path, "tiles/shared.json", bench.known.to_document())
    keep_tiles(tmp_path, KnownSet("mine", bench.known.tiles[:2]))
    assert [len(known.tiles) for known in load_profile(tmp_path).tiles] == [2]
    drop_tiles(tmp_path, "mine")
    assert load_profile(tmp_path).tiles == ()


def test_a_glance_finds_whole_tiles_where_they_are_and_says_what_is_wrong_with_a_picture():
    few = _few()
    good = preview_tiles(few, networks())
    true = truth("tiles_spread")["tiles"]
    assert good.hint == "take" and len(good.outlines) > 3
    assert all(nearest(outline.mean(axis=0), true, 12) for outline in good.outlines)
    assert preview_tiles(photo_of(cv2.GaussianBlur(few.pixels, (0, 0), 6)), networks()).hint in ("hold-still", "none")
    assert preview_tiles(photo_of(np.full_like(few.pixels, 130)), networks()).hint == "none"
    shining = few.pixels.copy()
    cv2.circle(shining, tuple(int(v) for v in good.outlines[0].mean(axis=0)), 14, (255, 255, 255), -1)
    assert preview_tiles(photo_of(shining), networks()).hint == "shine"


def test_edges_of_a_tile_begun_elsewhere_are_the_same_edges(seen):
    assert later(seen, "2", 1, turn=2).tiles[0].edges == edges_from(seen.tiles[0].edges, 2)


def test_the_picture_that_a_set_keeps_says_as_much_of_a_tiles_inside_as_the_photo(bench):
    for known in bench.known.tiles:
        again = read_tile(known.art, known.tile.edges, networks())
        assert _regions(again) == _regions(known.tile)


def _regions(tile):
    return sorted((region.terrain, tuple(sorted(region.ports))) for region in tile.regions if region.ports)
