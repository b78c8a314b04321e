"""Terrain under pieces is inferred, and visible terrain stays as it is."""

from itertools import groupby

import numpy as np
import pytest

from training.common.stored import joined
from training.hidden_terrain_net.samples import make_tiles
from vision.networks.models import load_networks
from vision.terrain.hidden_terrain import infer_hidden_terrain
from vision.terrain.regions import INSIDE

_HIDDEN, _CLEAR = 80, 250


pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def networks():
    return load_networks()


@pytest.fixture(scope="module")
def tiles(stored):
    """Tiles in art that no network was taught with."""
    return stored(_tiles, 41, 12)


def _tiles(seed, pictures):
    networks, rng = load_networks(), np.random.default_rng(seed)
    return joined([made for _ in range(pictures) if (made := make_tiles(rng, networks, "held-out")) is not None])


def _edges(rim):
    sixths = ["".join("PMO"[k] for k in rim[6 * edge : 6 * edge + 6]) for edge in range(6)]
    return tuple("".join(letter for letter, _ in groupby(six)) for six in sixths)


@pytest.fixture(scope="module")
def painted(networks, tiles):
    clear = tiles.clear.astype(np.float32) / 255
    return infer_hidden_terrain(networks.hidden_terrain, tiles.land, clear, [_edges(rim) for rim in tiles.rims])


def _wrong(land, tiles, places):
    return float((land.argmax(axis=-1) != tiles.truth)[places].mean())


def test_terrain_under_pieces_is_read_better_than_by_the_scene_network_alone(tiles, painted):
    beneath = (tiles.clear < _HIDDEN) & INSIDE
    after = np.array([tile.terrain for tile in painted])
    assert _wrong(after, tiles, beneath) < min(0.2, 0.9 * _wrong(tiles.land, tiles, beneath))


def test_visible_terrain_is_read_as_well_as_before(tiles, painted):
    seen = (tiles.clear > _CLEAR) & INSIDE
    after = np.array([tile.terrain for tile in painted])
    assert _wrong(after, tiles, seen) < _wrong(tiles.land, tiles, seen) + 0.005


def test_the_log_odds_of_two_edges_do_not_depend_on_their_order(painted):
    for tile in painted:
        assert np.allclose(tile.joined, tile.joined.T, atol=1e-3)


def test_a_tile_is_read_the_same_alone_and_in_a_batch(networks, tiles, painted):
    clear = tiles.clear[:1].astype(np.float32) / 255
    (alone,) = infer_hidden_terrain(networks.hidden_terrain, tiles.land[:1], clear, [_edges(tiles.rims[0])])
    assert np.abs(alone.terrain.astype(int) - painted[0].terrain).max() <= 1
    assert np.allclose(alone.joined, painted[0].joined, atol=1e-3)
