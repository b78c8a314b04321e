"""The table's plane is found from points and maps there and back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.cameras import camera_plane, disc
from vision.geometry.lattice import position
from vision.geometry.plane import Plane, fit_plane, project


@given(st.floats(0, 50), st.floats(0, 360), st.floats(-0.15, 0.08))
@settings(max_examples=20, deadline=None)
def test_photo_and_table_coordinates_undo_each_other(tilt, roll, radial):
    plane = camera_plane(tilt, roll, radial)
    table = np.random.default_rng(1).uniform(-4, 4, (50, 2))
    assert np.abs(plane.to_table(plane.to_photo(table)) - table).max() < 1e-3


@pytest.mark.parametrize("radial", [-0.16, -0.08, 0.0, 0.05])
def test_a_lens_that_bends_is_found_to_a_hundredth_of_a_pitch(radial):
    truth = camera_plane(25, 40, radial)
    table = np.array([position(c) for c in disc(3)])
    noise = np.random.default_rng(2).normal(0, 0.3, table.shape)
    fitted = fit_plane(table, truth.to_photo(table) + noise, (1280, 960))
    assert np.abs(fitted.to_table(truth.to_photo(table)) - table).max() < 0.02
    assert fitted.radial == pytest.approx(radial, abs=0.05)


@pytest.mark.parametrize("radial", [-0.22, -0.14, 0.0, 0.12])
def test_a_fit_to_few_points_does_not_keep_a_later_one_from_the_lens(radial):
    truth = camera_plane(25, 40, radial)
    table = np.array([position(c) for c in disc(3)])
    first = fit_plane(table[:9], truth.to_photo(table[:9]), (1280, 960))
    fitted = fit_plane(table, truth.to_photo(table), (1280, 960), before=first)
    assert fitted.radial == pytest.approx(radial, abs=0.021)
    assert np.abs(fitted.to_table(truth.to_photo(table)) - table).max() < 0.005


def test_a_few_tiles_give_an_affine_plane():
    truth = camera_plane(10, 0, 0.0)
    table = np.array([position(c) for c in [(0, 0), (1, 0), (0, 1)]])
    fitted = fit_plane(table, truth.to_photo(table), (1280, 960))
    assert np.abs(fitted.to_photo(table) - truth.to_photo(table)).max() < 1e-2


def test_points_far_off_do_not_move_the_plane():
    truth = camera_plane(20, 15, 0.0)
    table = np.array([position(c) for c in disc(2)])
    photo = truth.to_photo(table)
    photo[4] += (60, -50)
    fitted = fit_plane(table, photo, (1280, 960))
    good = np.arange(len(table)) != 4
    assert np.abs(fitted.to_photo(table) - truth.to_photo(table))[good].max() < 1.0


@pytest.mark.parametrize("factor", [2.5, 0.25])
def test_a_scaled_plane_maps_to_the_same_place_of_a_larger_or_smaller_picture_by_the_middles_of_pixels(factor):
    plane = camera_plane(20, 15, -0.1)
    table = np.array([[0.3, -1.2], [2.0, 1.0]])
    assert isinstance(plane, Plane)
    assert plane.scaled(factor).to_photo(table) == pytest.approx((plane.to_photo(table) + 0.5) * factor - 0.5)


@pytest.mark.parametrize("scale", [1e-9, 1.0, -3.0])
def test_a_homography_of_any_scale_maps_points_alike_and_what_is_not_finite_stays_without_a_place(scale):
    homography = camera_plane(30, 20, 0.0).homography
    points = np.array([[1.0, 2.0], [np.nan, 0.0], [np.inf, 1.0], [-2.0, 0.5]])
    mapped = project(scale * homography, points)
    np.testing.assert_allclose(mapped[[0, 3]], project(homography, points[[0, 3]]), rtol=1e-9)
    assert np.isnan(mapped[[1, 2]]).all()
