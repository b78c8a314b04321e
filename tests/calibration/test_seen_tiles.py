"""The tiles of photos that are kept for a copy of the game are known in later photos of it."""

import json
import math
import resource
from dataclasses import replace

import numpy as np
import pytest

from calibration.from_reading import is_worth_keeping, keep_copy
from calibration.problems import CalibrationError
from calibration.profile.archive import export_profile, import_profile
from calibration.profile.folder import keep, load_profile
from calibration.profile.schema import seen_tiles_document
from calibration.seen_tiles import merged
from games.documents import DocumentError
from games.fjords.tiles import Tile
from tests.calibration.taught import networks, photo, ports
from vision.imaging.photo import photo_of
from vision.pieces.colours.palette import Palette
from vision.reading.reader import read_photo
from vision.tiles.tile_set import ART_SIDE, KnownTile


def _tile(number, edges="PMOPMO"):
    """Return a tile with art of its own: blocks of grey at random."""
    blocks = np.random.default_rng(number).integers(0, 256, (8, 8, 1)).astype(np.uint8)
    art = np.kron(np.repeat(blocks, 3, axis=2), np.ones((ART_SIDE // 8, ART_SIDE // 8, 1), np.uint8))
    regions = [{"terrain": edge, "ports": [[side, 0]]} for side, edge in enumerate(edges)]
    return KnownTile(Tile.from_document({"edges": list(edges), "regions": regions, "touching": []}), art)


def test_a_tile_that_was_kept_before_is_not_kept_twice():
    first, second = _tile(1), _tile(2)
    assert merged([first], [_tile(1), second]) == (first, second)


def test_what_is_known_last_of_a_tile_counts():
    known, other_edges = _tile(1), _tile(1, "PMOPMP")
    first, *middle, second, fifth, last = known.tile.regions
    joined = (replace(first, ports=(*first.ports, *second.ports)), *middle, fifth, last)
    other_regions = replace(known, tile=replace(known.tile, regions=joined))
    for corrected in (other_edges, other_regions):
        assert merged([known, _tile(2)], [corrected])[0] is corrected


@pytest.fixture
def kept(tmp_path):
    """A reading of a table, and the profile in which its photo was kept."""
    table = photo("tiles_table")
    reading = read_photo(table, networks())
    keep_copy(tmp_path / "copy", reading, table)
    profile = load_profile(tmp_path / "copy")
    assert profile.seen_tiles is not None
    return reading, profile


def test_seen_tiles_come_back_from_the_profile_without_names_as_a_part_of_the_copy(tmp_path):
    keep(tmp_path / "copy", "seen-tiles.json", seen_tiles_document([_tile(1), _tile(2)]))
    seen = load_profile(tmp_path / "copy").seen_tiles
    assert seen is not None
    assert not seen.complete
    assert [known.tile for known in seen.tiles] == [_tile(1).tile, _tile(2).tile]
    assert {known.tile.name for known in seen.tiles} == {""}
    for known, number in zip(seen.tiles, (1, 2), strict=True):
        assert abs(known.art.astype(int) - _tile(number).art).mean() < 8


def test_seen_tiles_are_carried_with_the_profile_in_its_zip_file(tmp_path):
    keep(tmp_path / "copy", "seen-tiles.json", seen_tiles_document([_tile(1), _tile(2)]))
    import_profile(export_profile(tmp_path / "copy"), tmp_path / "other")
    seen = load_profile(tmp_path / "other").seen_tiles
    assert seen is not None
    assert [known.tile for known in seen.tiles] == [_tile(1).tile, _tile(2).tile]


def test_a_damaged_file_of_seen_tiles_is_named_with_its_field(tmp_path):
    keep(tmp_path / "copy", "seen-tiles.json", seen_tiles_document([_tile(1)]))
    file = tmp_path / "copy" / "seen-tiles.json"
    document = json.loads(file.read_bytes())
    document["tiles"][0]["art"] = "no picture"
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DocumentError) as refused:
        load_profile(tmp_path / "copy")
    assert refused.value.field == "seen-tiles.json: tiles[0].art"


def test_tiles_of_a_kept_photo_are_read_alike_in_a_darker_one_of_the_same_table(kept):
    before, profile = kept
    assert len(profile.seen_tiles.tiles) > len(before.tiles) / 2
    dark = photo_of((photo("tiles_table").pixels * np.array([0.6, 0.7, 0.75])).astype(np.uint8))
    again = read_photo(dark, networks(), profile)
    certain = [tile for tile in before.tiles if min(tile.confidence, tile.region_confidence) >= 0.9]
    assert len(again.tiles) == len(before.tiles)
    assert not any(tile.recognised for tile in before.tiles)
    assert sum(tile.recognised for tile in again.tiles) >= 0.8 * len(profile.seen_tiles.tiles)
    for tile in certain:
        same = min(again.tiles, key=lambda other: math.dist(other.px, tile.px))
        assert (same.edges, ports(same.regions)) == (tile.edges, ports(tile.regions))


def test_a_photo_is_worth_keeping_while_it_shows_three_certain_tiles_that_are_new(kept):
    before, profile = kept
    sure = [tile for tile in before.tiles if min(tile.confidence, tile.region_confidence) >= 0.9]
    assert is_worth_keeping(before)
    assert is_worth_keeping(replace(before, tiles=tuple(sure[:3])))
    assert not is_worth_keeping(replace(before, tiles=tuple(sure[:2])))
    assert not is_worth_keeping(replace(before, observation=None))
    assert not is_worth_keeping(read_photo(photo("tiles_table"), networks(), profile))
    few = replace(profile.seen_tiles, tiles=profile.seen_tiles.tiles[:-3])
    assert is_worth_keeping(read_photo(photo("tiles_table"), networks(), replace(profile, seen_tiles=few)))


@pytest.mark.parametrize(("caveat", "worth"), [("black-and-white", False), ("strange", False), ("cut-off", True)])
def test_a_photo_in_which_colours_or_the_game_were_guessed_is_not_worth_keeping(kept, caveat, worth):
    before, _ = kept
    assert is_worth_keeping(replace(before, caveats=(caveat,))) == worth


def test_with_all_tiles_and_the_colours_of_the_pieces_taught_no_photo_is_worth_keeping(kept):
    before, profile = kept
    everything, palette = (replace(profile.seen_tiles, complete=True),), Palette((), None)

    def read_with(**taught):
        seen = before.observation
        return replace(before, observation=replace(seen, taught=replace(seen.taught, **taught)))

    assert is_worth_keeping(read_with(sets=everything))
    assert is_worth_keeping(read_with(palette=palette))
    assert not is_worth_keeping(read_with(sets=everything, palette=palette))


def test_what_is_kept_is_added_to_what_was_kept_before(tmp_path):
    table = photo("tiles_table")
    reading = read_photo(table, networks())
    keep(tmp_path / "copy", "seen-tiles.json", seen_tiles_document([_tile(1), _tile(2)]))
    keep_copy(tmp_path / "copy", reading, table)
    seen = load_profile(tmp_path / "copy").seen_tiles
    assert seen is not None
    assert len(seen.tiles) > 2
    keep_copy(tmp_path / "copy", reading, table)
    again = load_profile(tmp_path / "copy").seen_tiles
    assert again is not None
    assert len(again.tiles) == len(seen.tiles)


@pytest.fixture
def no_room_for_tiles():
    """Files of more than 64 kB find no room on any disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_photo_for_whose_tiles_there_is_no_room_changes_nothing_of_a_profile(kept, tmp_path, no_room_for_tiles):
    before, _ = kept
    (tmp_path / "copy" / "ground.json").unlink()
    files = {path.name: path.read_bytes() for path in (tmp_path / "copy").iterdir()}
    with pytest.raises(CalibrationError, match="no room"):
        keep_copy(tmp_path / "copy", before, photo("tiles_table"))
    assert {path.name: path.read_bytes() for path in (tmp_path / "copy").iterdir()} == files


def test_a_seen_tile_with_edges_that_the_photo_contradicts_is_not_believed(kept):
    before, profile = kept
    # Everything that is land is called ocean and everything else plains.
    wrong = [
        replace(one, tile=_tile(0, "O" * 6 if "P" in one.tile.edges[0] else "P" * 6).tile)
        for one in profile.seen_tiles.tiles
    ]
    misled = replace(profile, seen_tiles=replace(profile.seen_tiles, tiles=tuple(wrong[:3])))
    again = read_photo(photo("tiles_table"), networks(), misled)
    assert [(t.edges, ports(t.regions)) for t in again.tiles] == [(t.edges, ports(t.regions)) for t in before.tiles]
