"""Figures and houses of any workshop stand on the table, and are seen with all their parts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.scenes.camera import look_at
from training.scenes.held_out.workshops import workshop_set
from training.scenes.light.sky import Light
from training.scenes.pieces.meshes import Mesh, turned
from training.scenes.pieces.standing import Solid, draw
from training.scenes.pieces.workshops.bodies import ball, carved
from training.scenes.pieces.workshops.figures import figure
from training.scenes.pieces.workshops.further import FIGURES, HOUSES, further_figure, further_house
from training.scenes.pieces.workshops.houses import house
from training.scenes.pieces.workshops.sets import any_set
from training.scenes.second_stage.pieces import piece_set as second_stage_set
from training.scenes.stage import ARTS

SEEDS = st.integers(0, 10**6)
NEAR = np.array([(60.0, 160, 80), (120, 120, 120), (160, 110, 50), (90, 120, 170)])
LIGHT = Light(np.array([0.3, 0.3, 0.9]), 0.6, 0.1, np.ones(3))


def points(mesh: Mesh) -> np.ndarray:
    return np.concatenate([body.rings.reshape(-1, 3) for body in mesh.bodies])


@given(SEEDS, st.floats(0.2, 0.6))
def test_a_figure_stands_on_the_table_and_is_about_as_high_as_asked(seed, height) -> None:
    made = points(figure(np.random.default_rng(seed), height))
    assert np.isfinite(made).all()
    assert made[:, 2].min() == pytest.approx(0, abs=0.06 * height)
    assert 0.8 * height < made[:, 2].max() < 1.7 * height


@given(SEEDS, st.floats(0.2, 0.6))
def test_a_house_stands_on_the_table_and_is_longest_along_its_ridge(seed, length) -> None:
    made = points(house(np.random.default_rng(seed), length))
    assert made[:, 2].min() == pytest.approx(0, abs=1e-9)
    assert np.ptp(made[:, 1]) == pytest.approx(length, rel=0.2)
    assert np.ptp(made[:, 0]) < 1.4 * length


@pytest.mark.parametrize("make", FIGURES, ids=lambda make: make.__name__)
def test_each_further_figure_is_sound_and_of_about_unit_height_or_width(make) -> None:
    for seed in range(12):
        made = make(np.random.default_rng(seed))
        assert all(np.isfinite(body.rings).all() and body.rings.ndim == 3 for body in made.bodies)
        assert not any(part.parts for part in made.parts)
        assert points(made)[:, 2].min() == pytest.approx(0, abs=0.05)
        assert 0.75 < made.extent().max() < 1.6
        assert made.extent()[2] > 0.09


@pytest.mark.parametrize("make", HOUSES, ids=lambda make: make.__name__)
@pytest.mark.parametrize(("half", "ridge"), [(0.2, 0.2), (0.5, 0.5), (0.4, 1.2)])
def test_each_further_house_is_sound_and_of_about_unit_length(make, half, ridge) -> None:
    for seed in range(8):
        made = make(np.random.default_rng(seed), half, ridge)
        assert all(np.isfinite(body.rings).all() and body.rings.ndim == 3 for body in made.bodies)
        assert not any(part.parts for part in made.parts)
        assert points(made)[:, 2].min() == pytest.approx(0, abs=0.05)
        assert made.extent()[1] == pytest.approx(1, rel=0.25)
        assert made.extent()[0] < 1.5 * max(2 * half, 0.5)


@given(SEEDS, st.floats(0.2, 0.6))
def test_a_further_piece_stands_over_the_origin_and_is_as_large_as_asked(seed, size) -> None:
    figure_made, house_made = (make(np.random.default_rng(seed), size) for make in (further_figure, further_house))
    assert figure_made.extent().max() == pytest.approx(size)
    assert 0.35 * size < house_made.extent()[1] < size * (1 + 1e-9)
    assert house_made.extent()[0] < 1.11 * size
    for made in (figure_made, house_made):
        assert points(made)[:, 2].min() == pytest.approx(0, abs=1e-9)
        middle = (points(made).min(0) + points(made).max(0)) / 2
        assert middle[:2] == pytest.approx([0, 0], abs=1e-9)


@pytest.mark.parametrize("make", [further_figure, further_house])
def test_no_two_further_pieces_are_alike(make) -> None:
    made = [make(np.random.default_rng([11, n]), 0.4) for n in range(40)]
    assert len({points(one).round(3).tobytes() for one in made}) == 40


@given(SEEDS)
def test_a_toppled_piece_lies_on_the_table_below_its_former_height(seed) -> None:
    rng = np.random.default_rng(seed)
    standing = figure(rng, 0.4)
    lying = points(standing.toppled(rng))
    assert lying[:, 2].min() == pytest.approx(0, abs=1e-9)
    assert sorted(np.ptp(lying, axis=0))[2] <= np.linalg.norm(np.ptp(points(standing), axis=0)) + 1e-9


@given(SEEDS, st.sampled_from([any_set, workshop_set, second_stage_set]))
def test_the_pieces_of_any_set_fit_on_a_tile(seed, drawn_by) -> None:
    drawn = drawn_by(np.random.default_rng(seed), NEAR)
    for mesh in (drawn.figure, drawn.house):
        if mesh is not None:
            assert mesh.extent()[:2].max() < 0.75


def test_sizes_do_not_tell_houses_from_figures() -> None:
    sets = [any_set(np.random.default_rng([5, n]), NEAR) for n in range(120)]
    both = [(s.figure.extent().max(), s.house.extent().max()) for s in sets if s.figure and s.house]
    figure_larger = np.mean([f > h for f, h in both])
    assert len(both) > 50
    assert 0.2 < figure_larger < 0.8


def test_a_part_is_seen_where_it_is() -> None:
    camera = look_at(np.zeros(2), 100.0, 0.7, 0.0, 0.0, 400.0, 0.0, (200, 200))
    body = Mesh(turned([(0.15, 0), (0.15, 0.2), (0.1, 0.3)], 12), smooth=True)
    head = ball(np.array([0.4, 0.0, 0.5]), 0.1)
    whole = Mesh(body.rings, smooth=True, parts=(head,))
    x, y = camera.project(np.array([0.4, 0.0, 0.5])).round().astype(int)
    for mesh, seen in ((body, False), (whole, True)):
        sprite = draw(Solid(mesh, np.full(3, 200.0), 1, 1, 0.0, np.zeros(3)), camera, LIGHT)
        assert sprite is not None
        inside = 0 <= y - sprite.y < sprite.cover.shape[0] and 0 <= x - sprite.x < sprite.cover.shape[1]
        assert (inside and sprite.cover[y - sprite.y, x - sprite.x] > 127) == seen


def test_a_carved_body_has_the_width_and_depth_that_it_is_given() -> None:
    made = points(carved(np.array([0.0, 1.0]), np.array([0.3, 0.2]), np.array([0.1, 0.1]), 1.0))
    assert np.abs(made[:, 0]).max() == pytest.approx(0.3, rel=0.05)
    assert np.abs(made[:, 1]).max() == pytest.approx(0.1, rel=0.05)


def test_no_training_family_draws_anything_that_is_held_out() -> None:
    for name in ("training", "compact", "wide"):
        art = ARTS[name]
        made_by = [art.printing, art.fields, art.sheets, art.table_top, art.piece_set, art.viking, art.longhouse]
        assert not art.held_out
        assert not any("held_out" in one.__module__ for one in [*made_by, *([art.room] if art.room else [])])
