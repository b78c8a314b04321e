"""Tiles of a taught copy are recognised by their art, each at most once, and others are reported as unknown."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.tiles.detected_photo import detect_tiles
from calibration.tiles.learn import build_set
from games.fjords.tiles import Tile
from tests.calibration.taught import edges_from, nearest, networks, photo, ports, truth
from vision.geometry.plane import Plane
from vision.imaging.assignment import pair_up
from vision.imaging.photo import decode_photo, photo_of
from vision.loose_tiles.hexagons import Hexagon
from vision.loose_tiles.pose import TilePose, fit_table
from vision.profile import Profile
from vision.reading.reader import read_again, read_photo
from vision.stones.stone_set import KnownStones
from vision.tiles.tile_set import KnownSet

pytestmark = pytest.mark.usefixtures("cached_tile_search")


@pytest.fixture(scope="module")
def known():
    """The copy, its tiles under their true names and turned to their true edge 0."""
    true = truth("tiles_spread")["tiles"]
    tiles = detect_tiles(photo("tiles_spread"), "a.jpg", networks(), None, ()).tiles
    begun = [t.rotated(round((nearest(t.px, true)["turned_deg"] - t.turned_deg) / 60)) for t in tiles]
    learned = build_set("mine", [begun])
    names = {tile.name: nearest(tile.seen.px, true)["name"] for tile in learned.tiles}
    return KnownSet(
        "mine", tuple(replace(t, tile=replace(t.tile, name=names[t.tile.name])) for t in learned.known.tiles)
    )


@pytest.fixture(scope="module")
def reading(known):
    return read_photo(photo("tiles_table"), networks(), Profile(tiles=(known,)))


def _table_turn(reading):
    """Return the sixths by which the reading is turned against the truth, by a vote of its tiles."""
    true = {t["name"]: t for t in truth("tiles_table")["tiles"]}
    votes = [
        k
        for t in reading.tiles
        if t.name in true
        for k in range(6)
        if edges_from(t.edges, k) == tuple(true[t.name]["edges"])
    ]
    return max(range(6), key=votes.count)


@pytest.mark.long
def test_every_tile_on_the_table_is_named_under_pieces_and_in_another_light(reading):
    true = truth("tiles_table")["tiles"]
    assert len(reading.tiles) == len(true)
    assert [t.name for t in reading.tiles] == [nearest(t.px, true)["name"] for t in reading.tiles]
    assert {t.set_name for t in reading.tiles} == {"mine"}
    assert not [a for a in reading.ask if a["about"] in ("tile", "edge")]


@pytest.mark.long
def test_edges_and_regions_come_from_the_set(reading):
    turn = _table_turn(reading)
    for tile in reading.tiles:
        true = nearest(tile.px, truth("tiles_table")["tiles"])
        assert edges_from(tile.edges, turn) == tuple(true["edges"])
        assert ports(tile.regions, -turn) == ports(true["regions"])


def test_sets_and_stones_that_were_all_removed_teach_nothing():
    removed = Profile(tiles=(KnownSet("a", ()), KnownSet("b", ())), stones=KnownStones("a", 0.2, ()))
    untaught = read_photo(photo("tiles_table"), networks()).to_document()
    assert read_photo(photo("tiles_table"), networks(), removed).to_document() == untaught


def test_an_empty_set_beside_another_changes_nothing(known, reading):
    again = read_photo(photo("tiles_table"), networks(), Profile(tiles=(known, KnownSet("empty", ()))))
    assert again.to_document() == reading.to_document()


def test_marks_and_names_are_in_the_document(known):
    marked = replace(known.tiles[0], tile=replace(known.tiles[0].tile, marks=("4",)))
    sets = (replace(known, tiles=(marked, *known.tiles[1:])),)
    document = read_photo(photo("tiles_table"), networks(), Profile(tiles=sets)).to_document()
    tile = next(t for t in document["tiles"] if t["id"] == marked.tile.name)
    assert tile["marks"] == ["4"]
    assert tile["set"] == "mine"


def test_a_tile_of_no_set_is_read_and_asked_about(known):
    lost = {t.tile.name for t in known.tiles[:3]}
    rest = replace(known, tiles=known.tiles[3:])
    true = truth("tiles_table")["tiles"]
    reading = read_photo(photo("tiles_table"), networks(), Profile(tiles=(rest,)))
    unnamed = [t for t in reading.tiles if not t.name]
    assert {nearest(t.px, true)["name"] for t in unnamed} == lost
    assert {(a["q"], a["r"]) for a in reading.ask if a["about"] == "tile"} == {t.cell for t in unnamed}
    assert all(len(t.edges) == 6 for t in unnamed)


def test_of_a_part_of_a_copy_the_known_tiles_have_their_regions_and_no_other_tile_is_doubted(known, reading):
    unnamed = tuple(replace(t, tile=replace(t.tile, name="")) for t in known.tiles[::2])
    some = {t.tile.name for t in known.tiles[::2]}
    true, turn = truth("tiles_table")["tiles"], _table_turn(reading)
    again = read_photo(photo("tiles_table"), networks(), Profile(seen_tiles=KnownSet("", unnamed, complete=False)))
    assert len(again.tiles) == len(true)
    assert {(t.name, t.set_name) for t in again.tiles} == {("", "")}
    assert not [a for a in again.ask if a["about"] == "tile"]
    of_known = [(tile, lying) for tile in again.tiles if (lying := nearest(tile.px, true))["name"] in some]
    assert len(of_known) >= len(some) - 2
    for tile, lying in of_known:
        assert edges_from(tile.edges, turn) == tuple(lying["edges"])
        assert ports(tile.regions, -turn) == ports(lying["regions"])


def test_tiles_that_were_taught_count_instead_of_those_of_earlier_photos(known, reading):
    seen = KnownSet("", tuple(replace(t, tile=replace(t.tile, name="")) for t in known.tiles[:3]), complete=False)
    again = read_photo(photo("tiles_table"), networks(), Profile(tiles=(known,), seen_tiles=seen))
    assert again.to_document() == reading.to_document()


def test_tiles_of_two_sets_on_one_table_are_named_by_their_set(known):
    halves = tuple(KnownSet(name, known.tiles[k::2]) for k, name in enumerate(("2005", "2021")))
    true = truth("tiles_table")["tiles"]
    reading = read_photo(photo("tiles_table"), networks(), Profile(tiles=halves))
    assert [t.name for t in reading.tiles] == [nearest(t.px, true)["name"] for t in reading.tiles]
    homes = {t.tile.name: s.name for s in halves for t in s.tiles}
    assert [t.set_name for t in reading.tiles] == [homes[t.name] for t in reading.tiles]


def test_cells_that_are_read_again_keep_their_names(reading):
    some = [t.cell for t in reading.tiles[:4]]
    again = read_again(photo("tiles_table"), networks(), reading, some)
    assert {t.cell: t.name for t in again.tiles} == {t.cell: t.name for t in reading.tiles}


def test_a_darker_and_yellower_light_changes_nothing(known):
    dim = photo("tiles_table").pixels * np.array([0.45, 0.6, 0.68])
    true = truth("tiles_table")["tiles"]
    reading = read_photo(photo_of(dim.astype(np.uint8)), networks(), Profile(tiles=(known,)))
    assert [t.name for t in reading.tiles] == [nearest(t.px, true)["name"] for t in reading.tiles]


def test_open_tiles_beside_the_board_are_found(known):
    """The third sample photo has a draft row: four tiles lie open above the board, of no set that was taught."""
    data = (Path(__file__).parents[3] / "sample_images" / "table03.jpg").read_bytes()
    reading = read_photo(decode_photo(data), networks(), Profile(tiles=(known,)))
    assert len(reading.draft) == 4
    assert all(t.tile.name == "" and t.px[1] < 120 for t in reading.draft)
    for tile in reading.to_document()["draft"]:
        shown = Tile.from_document(tile)
        assert tile["edges"] == list(shown.edges) and 0 <= tile["turned_deg"] < 360


@settings(deadline=None)
@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 2**31))
def test_the_assignment_is_optimal_and_gives_nothing_twice(n, m, seed):
    worth = np.random.default_rng(seed).normal(0, 1, (n, m))
    pairs = pair_up(worth)
    given_ = [k for k in pairs if k is not None]
    assert len(set(given_)) == len(given_)
    total = sum(worth[i, k] for i, k in enumerate(pairs) if k is not None)
    padded = np.maximum(np.pad(worth, ((0, 0), (0, n))), 0)
    best = max(sum(padded[i, p[i]] for i in range(n)) for p in permutations(range(m + n), n))
    assert total == pytest.approx(best)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**31), st.integers(5, 14), st.floats(0, 2.0))
def test_the_plane_and_poses_of_single_tiles_are_recovered_under_any_camera(seed, count, tilt):
    """Centres, rotations and sizes of hexagons under a random camera are recovered, up to the table's own frame."""
    rng = np.random.default_rng(seed)
    spots = rng.permutation([(1.4 * x, 1.4 * y) for x in range(4) for y in range(4)])[:count] + rng.normal(
        0, 0.05, (count, 2)
    )
    homography = np.array([[90.0, 12, 300], [-15, 80, 200], [0.004 * tilt, 0.006 * tilt, 1]])
    plane = Plane(homography, 0.0, np.array([500.0, 400.0]), 640.0)
    tiles = [TilePose(spot, float(rng.uniform(0, np.pi / 3)), 1.0) for spot in spots]
    found, poses = fit_table([Hexagon(plane.to_photo(t.corners()), 1.0) for t in tiles], (1000, 800))
    for tile, pose in zip(tiles, poses, strict=True):
        assert pose.size == pytest.approx(1, abs=0.01)
        assert np.allclose(found.to_photo(pose.centre), plane.to_photo(tile.centre), atol=0.2)
        seen = found.to_photo(pose.corners())
        away = np.linalg.norm(seen[:, None] - plane.to_photo(tile.corners())[None], axis=2).min(axis=1)
        assert away.max() < 0.5
