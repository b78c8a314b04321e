"""Narrow straits join or separate patches by terrain and network, and are in doubt where these are unclear."""

import numpy as np
import pytest

from vision.geometry.hexagon import NORMALS
from vision.terrain.connectivity import candidate_divisions, division_with_alternatives, divisions_of_tiles
from vision.terrain.regions import PLACES, quantise_logs, rim_terrain, to_patches, touching_components

_SIDE = 49
_ACROSS = ("P", "O", "O", "P", "O", "O")
_JOINED = {"terrain": "P", "ports": [[0, 0], [3, 0]]}
_NOTHING_SAID = np.zeros((18, 18))


def likeliest_patches(land: np.ndarray, joined: np.ndarray, edges: tuple[str, ...]):
    """Divide one tile by itself; return its patches, the other candidates, and the probability of the first."""
    return divisions_of_tiles(land[None], joined[None], [edges])[0][:3]


def _ocean_with_a_strip(width: int, sure: float) -> np.ndarray:
    """Return ocean, and across it a strip of plains that is ``sure`` to be plains."""
    chances = np.full((_SIDE, _SIDE, 3), 0.01)
    chances[..., 2] = 0.98
    middle = slice(_SIDE // 2 - width // 2, _SIDE // 2 - width // 2 + width)
    chances[middle] = [sure, 0.01, 0.99 - sure]
    return quantise_logs(np.log(chances))


def _log_odds(plains: float, ocean: float) -> np.ndarray:
    """Return log odds of the plains being joined, and of the ocean being."""
    odds = np.full((18, 18), ocean)
    odds[:3, 9:12] = odds[9:12, :3] = plains
    return odds


def test_a_doubtful_strait_gives_both_divisions_as_candidates():
    likeliest, others, sure = likeliest_patches(_ocean_with_a_strip(5, 0.55), _NOTHING_SAID, _ACROSS)
    assert _JOINED in likeliest.regions
    assert others
    assert all(_JOINED not in other.regions for other in others)
    assert 1 / (1 + len(others)) <= sure < 0.85


def test_a_clear_isthmus_leaves_no_question_and_is_trusted_no_further_than_measured():
    likeliest, others, sure = likeliest_patches(_ocean_with_a_strip(11, 0.95), _log_odds(4.0, -4.0), _ACROSS)
    assert _JOINED in likeliest.regions
    assert others == ()
    assert 0.95 < sure < 0.99


def test_candidates_of_a_clear_isthmus_have_small_probabilities_where_they_are_asked_for():
    land = _ocean_with_a_strip(11, 0.95)
    likeliest, others, sure, odds = division_with_alternatives(land, _log_odds(4.0, -4.0), _ACROSS)
    assert _JOINED in likeliest.regions
    assert others and len(odds) <= len(others)
    assert sure > 0.95 and 0 < sum(odds) <= 1 - sure + 0.03


def test_probabilities_of_all_that_was_weighed_in_doubt_sum_to_one():
    ((_, _, sure, odds),) = divisions_of_tiles(_ocean_with_a_strip(5, 0.55)[None], _NOTHING_SAID[None], [_ACROSS])
    assert sure + sum(odds) == pytest.approx(1.0)
    assert list(odds) == sorted(odds, reverse=True)


def test_candidates_tell_how_many_regions_of_each_terrain_reach_an_edge():
    edges = ("P", "OM", "O", "P", "O", "MO")
    found = candidate_divisions(_ocean_with_a_strip(5, 0.55), rim_terrain(edges), _NOTHING_SAID, edges)
    assert len(found.features) > 1
    for painted, components, touching, features in zip(
        found.painted, found.components, touching_components(found.components), found.features, strict=True
    ):
        regions = to_patches(painted, components, touching, edges).regions
        terrains = [region["terrain"] for region in regions if region["ports"]]
        assert features[2:].tolist() == [terrains.count(terrain) for terrain in "PMO"]


@pytest.mark.parametrize("strip", [0.3, 0.7])
def test_the_networks_log_odds_decide_a_doubtful_strait(strip):
    land = _ocean_with_a_strip(3, strip)
    joined, _, _ = likeliest_patches(land, _log_odds(5.0, -5.0), _ACROSS)
    parted, _, _ = likeliest_patches(land, _log_odds(-5.0, 5.0), _ACROSS)
    assert _JOINED in joined.regions
    assert _JOINED not in parted.regions


def test_the_networks_log_odds_do_not_override_clearly_visible_terrain():
    likeliest, others, _ = likeliest_patches(_ocean_with_a_strip(11, 0.985), _log_odds(-20.0, 20.0), _ACROSS)
    assert _JOINED in likeliest.regions
    assert others == ()


def test_a_tile_with_one_stretch_of_each_terrain_is_never_in_doubt():
    land = _ocean_with_a_strip(5, 0.55)
    _, others, sure = likeliest_patches(land, _NOTHING_SAID, ("P", "P", "O", "O", "O", "O"))
    assert (others, sure) == ((), 1.0)


def test_candidates_open_two_straits_that_one_terrain_closes():
    edges = ("P", "O", "P", "O", "P", "O")
    chances = np.eye(3)[np.maximum(rim_terrain(edges), 0)] * 0.97 + 0.01
    middle, ahead = np.linalg.norm(PLACES, axis=-1) < 0.25, PLACES @ NORMALS[1] > 0
    chances[middle & ahead] = [0.45, 0.549, 0.001]
    chances[middle & ~ahead] = [0.001, 0.549, 0.45]
    _, others, _ = likeliest_patches(quantise_logs(np.log(chances)), _NOTHING_SAID, edges)
    both = ({"terrain": "P", "ports": [[0, 0], [2, 0]]}, {"terrain": "O", "ports": [[3, 0], [5, 0]]})
    assert any(all(region in other.regions for region in both) for other in others)
