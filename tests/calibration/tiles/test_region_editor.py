"""Regions inside a tile are joined and parted as a person says, and follow from its picture where edges change."""

import pytest

from calibration.problems import CalibrationError
from calibration.tiles.region_editor import (
    joinable_pairs,
    joined_pairs,
    lakes_in,
    with_joined,
    without_lakes,
)
from games.fjords.rim import rim_stretches
from games.fjords.tiles import Tile
from games.fjords.tilesets.document import shipped

TILES = shipped("made-up-64").tiles


def regions(tile):
    return sorted((region.terrain, tuple(sorted(region.ports))) for region in tile.regions)


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.name)
def test_any_tile_can_be_parted_wholly_and_joined_again(tile):
    parted = with_joined(tile, [])
    assert joined_pairs(parted) == frozenset()
    assert regions(with_joined(parted, joined_pairs(tile))) == regions(tile)
    assert Tile.from_document(parted.to_document()).regions == parted.regions


def test_what_is_said_as_it_was_read_changes_nothing():
    assert all(with_joined(tile, joined_pairs(tile)) is tile for tile in TILES)


def test_a_patch_that_reaches_no_edge_can_be_said_to_be_none_and_the_others_keep_their_neighbours():
    lake = {"terrain": "O", "ports": []}
    for tile in TILES[:12]:
        document = tile.to_document()
        regions, touching = [lake, *document["regions"]], [[a + 1, b + 1] for a, b in document["touching"]]
        with_lake = Tile.from_document({**document, "regions": regions, "touching": [[0, 1], *touching]})
        assert lakes_in(with_lake) == [0]
        without = without_lakes(with_lake, [0])
        assert (without.regions, without.touching) == (tile.regions, tile.touching)


def test_patches_that_would_have_to_cross_are_refused_with_what_to_do():
    edges = ("P", "O", "P", "O", "O", "O")
    tile = with_joined(_rim_only(edges), [])
    assert joinable_pairs(rim_stretches(edges)) == [(0, 2), (1, 3)]
    assert joined_pairs(with_joined(tile, [(1, 3)])) == {(1, 3)}
    with pytest.raises(CalibrationError, match="remove one of the two"):
        with_joined(tile, [(0, 2), (1, 3)])


def _rim_only(edges):
    stretches = rim_stretches(edges)
    data = [{"terrain": s.terrain, "ports": [list(p) for p in s.ports]} for s in stretches]
    return Tile.from_document({"edges": list(edges), "regions": data, "touching": []})
