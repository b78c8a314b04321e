"""Edges are read from both sides of a seam, and a tile laid against the rules is read as it lies."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.cameras import disc
from tests.vision.painted import lattice_of, maps_of, random_board, view_of
from vision.geometry.lattice import CORNERS
from vision.networks import channels
from vision.networks.models import SceneMaps
from vision.terrain.edges import EDGES, combine_seams, edge_likelihoods


def evidence_of(board, maps, view):
    centres = lattice_of(board).centres
    outlines = np.array([at + CORNERS for at in centres.values()])
    return combine_seams(tuple(centres), edge_likelihoods(maps, view, outlines))


def _read(board, maps, view):
    evidence = evidence_of(board, maps, view)
    best = evidence.posterior.argmax(axis=2)
    return {c: tuple(EDGES[k] for k in best[n]) for n, c in enumerate(evidence.cells)}


def test_every_edge_string_of_up_to_three_parts_is_known():
    assert len(EDGES) == 21
    assert all(a != b for e in EDGES for a, b in itertools.pairwise(e))


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_edges_of_one_and_two_and_three_parts_are_read(seed):
    board = random_board(np.random.default_rng(seed), disc(2), EDGES)
    view = view_of(board)
    assert _read(board, maps_of(board, view), view) == board


def test_a_tile_laid_wrong_is_read_as_it_lies():
    board = {(0, 0): ("P",) * 6, (1, 0): ("O",) * 6, (0, 1): ("P",) * 6}
    view = view_of(board)
    assert _read(board, maps_of(board, view), view) == board


def test_the_other_side_of_a_seam_decides_where_one_side_is_unclear():
    board = {(0, 0): ("P",) * 6, (1, 0): ("P",) * 6, (0, 1): ("P",) * 6}
    view = view_of(board)
    maps = maps_of(board, view)
    left = view.from_maps(np.stack(np.meshgrid(*map(np.arange, maps.rim.shape[::-1])), axis=-1))[..., 0] < 0.5
    logits = maps.logits.copy()
    logits[channels.TERRAIN, left] = np.log([[1e-6], [0.36], [0.37], [0.27]])
    unclear = SceneMaps(logits)
    assert _read(board, unclear, view)[0, 0][0] == "P"


@pytest.mark.parametrize("sure", [0.5, 0.7, 0.95])
def test_confidence_grows_with_the_evidence(sure):
    board = random_board(np.random.default_rng(4), disc(1), ("P", "M", "O"))
    view = view_of(board)
    posterior = evidence_of(board, maps_of(board, view, sure=sure), view).posterior
    clearer = evidence_of(board, maps_of(board, view, sure=sure + 0.04), view).posterior
    assert np.allclose(posterior.sum(axis=2), 1)
    assert clearer.max(axis=2).mean() >= posterior.max(axis=2).mean()
