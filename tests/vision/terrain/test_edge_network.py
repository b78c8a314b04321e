"""A network judges edges by all samples along them: alike for all terrains, and with trust in what is in sight."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.cameras import disc
from tests.vision.painted import lattice_of, maps_of, random_board, view_of
from vision.geometry.lattice import CORNERS
from vision.networks.models import load_networks
from vision.terrain.edge_network import BEYOND, INPUTS, judge_edges, strips
from vision.terrain.edge_samples import RADII, SAMPLES, EdgeSamples, sample_edges
from vision.terrain.edges import EDGES, EXCHANGED, combine_seams, edge_log_likelihoods


@pytest.fixture(scope="module")
def network():
    return load_networks().edge


def _random_samples(seed, tiles=3):
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet([0.3] * 4, (tiles, 6, SAMPLES, len(RADII)))
    return EdgeSamples(shares[..., 1:].astype(np.float32), rng.random(shares.shape[:-1]).astype(np.float32))


def _judged(network, samples):
    return judge_edges(network, samples, edge_log_likelihoods(samples))


def test_an_edge_is_seen_with_the_samples_beyond_its_corners():
    samples = _random_samples(1)
    seen = strips(samples).reshape(3, 6, INPUTS, len(RADII), SAMPLES + 2 * BEYOND)
    for edge in range(6):
        after = seen[:, (edge + 1) % 6]
        assert np.array_equal(seen[:, edge, ..., -BEYOND:], after[..., BEYOND : 2 * BEYOND])
        assert np.array_equal(seen[:, edge, ..., -2 * BEYOND : -BEYOND], after[..., :BEYOND])
    assert np.array_equal(seen[:, :, 4, :, BEYOND:-BEYOND], samples.clear.transpose(0, 1, 3, 2))


@given(st.integers(0, 1000), st.sampled_from(sorted(permutations(range(3)))))
@settings(max_examples=20, deadline=None)
def test_terrains_that_are_exchanged_are_judged_alike(seed, exchange):
    network, samples = load_networks().edge, _random_samples(seed)
    exchanged = EdgeSamples(samples.terrain[..., np.argsort(exchange)], samples.clear)
    assert np.allclose(_judged(network, exchanged)[..., EXCHANGED[exchange]], _judged(network, samples), atol=1e-3)


@given(st.integers(0, 1000))
@settings(max_examples=10, deadline=None)
def test_each_tile_is_judged_by_itself(seed):
    network, samples = load_networks().edge, _random_samples(seed)
    alone = _judged(network, EdgeSamples(samples.terrain[1:2], samples.clear[1:2]))
    assert np.allclose(alone[0], _judged(network, samples)[1], atol=1e-3)


def test_clear_edges_of_one_and_two_parts_are_judged_as_they_are_painted(network):
    usual = tuple(edge for edge in EDGES if len(edge) < 3)
    board = random_board(np.random.default_rng(3), disc(2), usual)
    view, centres = view_of(board), lattice_of(board).centres
    samples = sample_edges(maps_of(board, view), view, np.array([at + CORNERS for at in centres.values()]))
    judged = combine_seams(tuple(centres), _judged(network, samples)).posterior.argmax(axis=2)
    read = {cell: tuple(EDGES[k] for k in judged[n]) for n, cell in enumerate(centres)}
    assert read == board


def test_what_a_piece_hides_counts_less_than_what_is_in_sight(network):
    land = np.full((1, 6, SAMPLES, len(RADII), 3), (0.97, 0.01, 0.01), np.float32)
    land[0, 0, : SAMPLES // 2] = (0.01, 0.97, 0.01)
    clear = np.ones(land.shape[:-1], np.float32)
    seen = _judged(network, EdgeSamples(land, clear))[0, 0]
    clear[0, 0, : SAMPLES // 2] = 0.0
    hidden = _judged(network, EdgeSamples(land, clear))[0, 0]
    parted, plain = EDGES.index("MP"), EDGES.index("P")
    assert seen[parted] - seen[plain] > 4
    assert hidden[parted] - hidden[plain] < seen[parted] - seen[plain] - 4
