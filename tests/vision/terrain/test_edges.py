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
from vision.terrain.edge_samples import sample_edges
from vision.terrain.edges import EDGES, combine_seams, edge_log_likelihoods
from vision.vocabulary import TERRAINS


def evidence_of(board, maps, view):
    centres = lattice_of(board).centres
    outlines = np.array([at + CORNERS for at in centres.values()])
    return combine_seams(tuple(centres), edge_log_likelihoods(sample_edges(maps, view, outlines)))


def _read(board, maps, view):
    evidence = evidence_of(board, maps, view)
    best = evidence.posterior.argmax(axis=2)
    return {c: tuple(EDGES[k] for k in best[n]) for n, c in enumerate(evidence.cells)}


def test_every_edge_string_of_up_to_three_parts_is_known():
    assert len(EDGES) == 21
    assert all(a != b for e in EDGES for a, b in itertools.pairwise(e))


@pytest.mark.long
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


def _certain(edges):
    """Return the evidence of one tile whose pixels leave no doubt."""
    own = np.full((1, 6, len(EDGES)), -40.0)
    own[0, np.arange(6), [EDGES.index(edge) for edge in edges]] = 0.0
    return own


def _exchanges(odds):
    """Return the probabilities of what plains, mountain and ocean are in truth, given as strings like ``MPO``."""
    exchanges = np.zeros((3, 3, 3))
    for letters, probability in odds.items():
        exchanges[tuple(TERRAINS.index(letter) for letter in letters)] = probability
    return exchanges


def test_a_doubt_about_two_grounds_is_one_about_the_edges_that_show_them():
    exchanges = _exchanges({"PMO": 0.7, "MPO": 0.2, "PMP": 0.1})
    evidence = combine_seams(((0, 0),), _certain(("P", "O", "PO", "M", "OPO", "PM")), exchanges)
    odds = [
        {e: round(float(p), 3) for e, p in zip(EDGES, row, strict=True) if p > 0.01} for row in evidence.posterior[0]
    ]
    assert odds == [
        {"P": 0.8, "M": 0.2},
        {"O": 0.9, "P": 0.1},
        {"PO": 0.7, "MO": 0.2, "P": 0.1},
        {"M": 0.8, "P": 0.2},
        {"OPO": 0.7, "OMO": 0.2, "P": 0.1},
        {"PM": 0.8, "MP": 0.2},
    ]
    assert np.allclose(evidence.given_grounds.max(axis=2), 1)


def test_a_doubt_about_a_ground_counts_once_for_a_tile_and_the_edges_own_doubts_each():
    shared = _exchanges({"PMO": 0.7, "MPO": 0.3})
    plains = combine_seams(((0, 0),), _certain(["P"] * 6), shared)
    assert plains.tile_confidences() == pytest.approx([0.7], abs=1e-6)
    own = _certain(["O"] * 6)
    own[0, :2, EDGES.index("M")] = np.log(0.25)
    doubtful = combine_seams(((0, 0),), own)
    assert doubtful.tile_confidences() == pytest.approx([0.8**2], abs=1e-3)
