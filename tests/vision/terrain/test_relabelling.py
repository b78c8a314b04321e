"""A terrain mistaken for another is relabelled by the usual shares; confident labels stay."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.terrain.relabelling import relabel

GREEN, TAN, BLACK = (0.8, -1.0, 0.0), (0.3, 1.2, 0.8), (-1.2, 0.1, -0.9)
SURE_PLAINS, SURE_MOUNTAIN, SURE_OCEAN = (0.0, -4.2, -4.2), (-4.2, 0.0, -4.2), (-4.2, -4.2, 0.0)
PERHAPS_MOUNTAIN = (-3.5, -0.5, -1.2)


def board_of(*patches: tuple[float, tuple[float, float, float], tuple[float, float, float]]):
    """Return the words and placed colours of 2000 places: of each patch a share, a colour and what is said of it."""
    chance = np.random.default_rng(7)
    counts = [round(2000 * share) for share, _, _ in patches]
    colours = np.repeat([c for _, c, _ in patches], counts, axis=0) + chance.normal(0, 0.15, (sum(counts), 3))
    words = np.repeat([w for _, _, w in patches], counts, axis=0) + chance.normal(0, 0.3, (sum(counts), 3))
    return words, (colours - colours.mean(axis=0)) / colours.std(axis=0)


def test_doubtful_rock_becomes_water_on_a_board_that_would_have_no_water():
    words, placed = board_of((0.5, GREEN, SURE_PLAINS), (0.25, TAN, SURE_MOUNTAIN), (0.25, BLACK, PERHAPS_MOUNTAIN))
    relabelling = relabel(words, placed)
    assert relabelling is not None
    named = (words + relabelling.corrections(placed)).argmax(axis=1)
    assert (named[:1500] == words[:1500].argmax(axis=1)).all()
    assert (named[1500:] == 2).mean() > 0.9


def test_the_same_rock_stays_rock_on_a_board_with_enough_water():
    words, placed = board_of((0.5, GREEN, SURE_PLAINS), (0.25, TAN, SURE_OCEAN), (0.25, BLACK, PERHAPS_MOUNTAIN))
    assert relabel(words, placed) is None


def test_a_relabelled_cluster_keeps_its_label_where_the_network_had_given_it_already():
    here, there = (-1.4, -1.1, -0.8), (-1.6, -0.6, -1.2)
    words, placed = board_of(
        (0.5, GREEN, SURE_PLAINS), (0.25, TAN, SURE_MOUNTAIN), (0.08, BLACK, here), (0.17, BLACK, there)
    )
    relabelling = relabel(words, placed)
    assert relabelling is not None
    black = words[1500:]
    assert (black.argmax(axis=1) == 2).mean() < 0.5
    assert ((words + relabelling.corrections(placed))[1500:].argmax(axis=1) == 2).mean() > 0.9


@pytest.mark.parametrize("said", [SURE_PLAINS, SURE_MOUNTAIN, SURE_OCEAN])
def test_a_board_of_one_terrain_is_left_to_a_network_that_is_sure(said):
    words, placed = board_of((0.4, GREEN, said), (0.3, TAN, said), (0.3, BLACK, said))
    assert relabel(words, placed) is None


@settings(max_examples=40, deadline=None)
@given(
    shares=st.tuples(*[st.floats(0.05, 1.0)] * 3),
    said=st.tuples(*[st.tuples(*[st.floats(-4.5, -0.02)] * 3)] * 3),
)
def test_corrections_by_relabelling_sum_to_zero_and_are_bounded(shares, said):
    total = sum(shares)
    words, placed = board_of(*zip((s / total for s in shares), (GREEN, TAN, BLACK), said, strict=True))
    relabelling = relabel(words, placed)
    if relabelling is not None:
        added = relabelling.corrections(placed)
        assert np.abs(added.sum(axis=1)).max() < 1e-5
        assert 0 < np.abs(added).max() < 3.5


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(*[st.floats(-5, 5)] * 3), min_size=60, max_size=80))
def test_any_colours_give_finite_and_reproducible_corrections(colours):
    placed = np.array(colours)
    words = np.tile(PERHAPS_MOUNTAIN, (len(placed), 1))
    first, second = relabel(words, placed), relabel(words, placed)
    assert (first is None) == (second is None)
    if first is not None and second is not None:
        assert np.isfinite(first.added).all()
        np.testing.assert_allclose(first.added, second.added, atol=1e-6)
