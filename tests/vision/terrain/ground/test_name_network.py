"""A network compares the groups of a board's ground, and what it says takes part in their names."""

from dataclasses import replace

import numpy as np

from vision.networks.models import load_networks
from vision.terrain.ground.mixture import GROUPS
from vision.terrain.ground.name_network import FEATURES, group_features, infer_names
from vision.terrain.ground.naming import COLOUR_TEXTURE_COUNT, GroupEvidence, name_groups
from vision.terrain.ground.parameters import load_parameters


def _evidence(**more):
    """Return the evidence of a board whose first three groups are grounds of which nothing else is known."""
    shares = np.where(np.arange(GROUPS) < 3, 1 / 3, 0.0)
    nothing = np.zeros((GROUPS, 3))
    looks = np.zeros((GROUPS, COLOUR_TEXTURE_COUNT))
    return GroupEvidence(shares, nothing, np.diag(shares), looks, nothing, looks, **more)


def test_a_groups_features_are_those_where_it_is_seen():
    inner = np.zeros((FEATURES, 2, 2), np.float32)
    inner[:, 0, 1] = 3.0
    inner[:, 1, 0] = 5.0
    rows, columns = np.array([0, 3, 4, 7]), np.array([4, 7, 0, 3])
    groups = np.zeros((4, GROUPS))
    groups[:2, 0] = groups[2:, 1] = 1.0
    found = group_features(inner, rows, columns, groups)
    assert found.shape == (GROUPS, FEATURES)
    assert np.allclose(found[0], 3, atol=0.01)
    assert np.allclose(found[1], 5, atol=0.01)
    assert (found[2:] == 0).all()


def test_the_order_of_the_groups_makes_no_difference_to_their_names():
    rng, order = np.random.default_rng(5), np.random.default_rng(6).permutation(GROUPS)
    sizes = (FEATURES, COLOUR_TEXTURE_COUNT, COLOUR_TEXTURE_COUNT)
    inputs = (*(rng.random((GROUPS, size)) for size in sizes), rng.dirichlet(np.ones(GROUPS)))
    network = load_networks().ground
    found = infer_names(network, *inputs)
    assert found.shape == (GROUPS, 3)
    assert np.allclose(found.sum(axis=1), 0, atol=1e-5)
    assert np.allclose(infer_names(network, *(part[order] for part in inputs)), found[order], atol=1e-4)


def test_grounds_that_nothing_else_tells_apart_are_named_as_the_network_compares_them():
    weights = load_parameters().naming
    said = np.zeros((GROUPS, 3))
    for group, terrain in enumerate((2, 0, 1)):
        said[group] = np.where(np.arange(3) == terrain, 2.0, -1.0)
    named = name_groups(_evidence(compared=said), weights).probabilities[:3]
    assert named.argmax(axis=1).tolist() == [2, 0, 1]
    before = name_groups(replace(_evidence(), compared=None), weights).probabilities[:3]
    assert np.allclose(before, before[0], atol=1e-3)
