"""Parts of islands, by the land at both sides of a seam."""

import pytest

from vision.vikings.parts import continuing_land_probabilities, part_of


def parts(shares, laid=None):
    going_on = continuing_land_probabilities(shares, dict.fromkeys(shares, 1.0) if laid is None else laid)
    return {place: part_of(*ends) for place, ends in going_on.items()}


def test_the_tile_beside_it_tells_where_an_edge_is_hard_to_see() -> None:
    assert parts({(1, 0): (0.0, 0.45), (1, 1): (0.95, 0.0)})[1, 0] == ("left", pytest.approx(0.97, abs=0.03))


def test_edges_that_contradict_each_other_are_doubted_at_both_tiles() -> None:
    seen = parts({(2, 3): (1.0, 0.95), (2, 4): (0.05, 1.0)})
    assert all(sure < 0.85 for _, sure in seen.values())


def test_a_tile_that_hardly_lies_there_tells_nothing_about_its_neighbour() -> None:
    shares = {(1, 0): (0.0, 0.95), (1, 1): (0.0, 1.0)}
    assert parts(shares, {(1, 0): 1.0, (1, 1): 0.2})[1, 0][1] > 0.9


def test_land_at_neither_edge_is_asked_about() -> None:
    assert part_of(0.1, 0.2) == ("left", 0.4)
