"""Pieces drawn at random are bodies that can stand, and no two tables have the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.scenes.pieces.meshes import longhouse, viking
from training.scenes.pieces.piece_sets import random_set
from training.scenes.pieces.random_pieces import any_disc, any_outline, any_section, any_turned

SEEDS = st.integers(0, 10**6)
NEAR = np.array([(60.0, 160, 80), (120, 120, 120), (160, 110, 50), (90, 120, 170)])


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng([17, seed])


def crossings(outline: np.ndarray, height: float) -> list[float]:
    """Where a closed outline crosses a height, from left to right."""
    found = []
    for (x, y), (u, v) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if (y > height) != (v > height):
            found.append(x + (u - x) * (height - y) / (v - y))
    return sorted(found)


@given(SEEDS)
def test_an_outline_stands_on_the_table_and_its_right_side_is_on_the_right(seed: int) -> None:
    outline = any_outline(rng(seed))
    assert outline[:, 1].min() == 0
    assert outline[:, 1].max() == pytest.approx(1)
    for height in np.linspace(0.03, 0.97, 9):
        across = crossings(outline, height + 1e-4 * np.pi)
        assert len(across) >= 2
        assert across[0] < 0 < across[-1]


@given(SEEDS, st.sampled_from([any_disc, any_turned]))
def test_a_turned_body_begins_on_the_table_and_has_a_radius_everywhere(seed: int, drawn) -> None:
    profile = np.array(drawn(rng(seed)))
    assert profile[0, 1] == 0
    assert (profile[:, 0] > 0).all()
    assert (profile[:, 0] <= 0.5).all()
    assert profile[:, 1].min() == 0


@given(SEEDS, st.floats(0.1, 0.4), st.floats(0.03, 0.2), st.floats(0.21, 0.4))
def test_a_section_is_a_house_as_high_as_its_ridge_with_the_wall_below_the_roof(seed, width, wall, ridge) -> None:
    section = any_section(rng(seed), width, wall, ridge)
    assert section[:, 1].max() == pytest.approx(ridge)
    assert section[:, 1].min() == 0
    assert section[:, 0] == pytest.approx(-section[::-1, 0])


@given(SEEDS)
def test_what_a_set_holds_is_made_into_bodies_on_the_table(seed: int) -> None:
    drawn = random_set(rng(seed), NEAR)
    form = "upright" if drawn.viking_form == "meeple" else drawn.viking_form
    for mesh in (
        viking(rng(seed), form, drawn.viking_size, drawn.shape, drawn.depth),
        longhouse(rng(seed), drawn.house_form, drawn.house_size),
    ):
        assert np.isfinite(mesh.rings).all()
        assert mesh.rings[..., 2].min() == pytest.approx(0, abs=1e-9)
        assert np.ptp(mesh.rings.reshape(-1, 3), axis=0).max() < 1.2


def test_two_tables_hardly_ever_have_the_same_figures() -> None:
    shapes = [random_set(rng(seed), NEAR).shape for seed in range(40)]
    assert len({shape.tobytes() for shape in shapes}) > 35
