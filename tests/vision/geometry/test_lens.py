"""A lens distorts and undistorts pixels, and is rotated and scaled with its picture."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry.lens import Lens
from vision.geometry.plane import fit_plane
from vision.imaging.photo import Photo
from vision.profile import Profile

LENS = Lens("Phone", 1600, 1200, 1300.0, (810.0, 590.0), (-0.2, 0.06, 0.001, -0.002, -0.01))
_terms = st.tuples(*(st.floats(-a, a) for a in (0.3, 0.1, 0.003, 0.003, 0.02)))


@given(_terms, st.floats(0, 1599), st.floats(0, 1199))
def test_undistort_takes_back_what_distort_does(terms, x, y):
    lens = Lens("", 1600, 1200, 1300.0, (800.0, 600.0), terms)
    assert lens.undistort(lens.distort(np.array([x, y]))) == pytest.approx([x, y], abs=0.05)


def test_distort_is_opencvs():
    spots = np.random.default_rng(1).uniform(0, 1200, (50, 2))
    rays = np.column_stack([(spots - LENS.centre) / LENS.focal, np.ones(50)])
    seen, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), LENS.matrix, np.array(LENS.distortion))
    assert LENS.distort(spots) == pytest.approx(seen.reshape(-1, 2), abs=1e-6)


def test_what_lies_far_outside_the_picture_is_not_folded_back_into_it():
    strong = Lens("", 1280, 720, 700.0, (640.0, 360.0), (-0.35, 0.0, 0.0, 0.0, 0.0))
    line = np.column_stack([np.linspace(640, 6000, 60), np.full(60, 360.0)])
    assert (np.diff(strong.distort(line)[:, 0]) > 0).all()


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_lens_of_an_upright_picture_bends_as_the_sensors_does(orientation):
    """Compared through pixels: where the sensor's picture shows a spot, the turned picture shows it turned."""
    marks = np.arange(12, dtype=np.uint16).reshape(3, 4)
    lens = Lens("", 4, 3, 4.0, (1.2, 1.3), (-0.1, 0.02, 0.01, -0.02, 0.0))
    upright = lens.upright(orientation)
    turned = _turned(marks, orientation)
    assert (upright.width, upright.height) == (turned.shape[1], turned.shape[0])
    for mark in range(12):
        y, x = np.argwhere(marks == mark)[0]
        v, u = np.argwhere(turned == mark)[0]
        bent = lens.distort(np.array([x, y], float)) - [x, y]
        assert np.linalg.norm(bent) == pytest.approx(np.linalg.norm(upright.distort(np.array([u, v], float)) - [u, v]))


def _turned(marks, orientation):
    """Turn as EXIF says: what row 0 and column 0 of the sensor's picture are in the upright one (CIPA DC-008)."""
    ways = {
        1: marks,
        2: marks[:, ::-1],
        3: marks[::-1, ::-1],
        4: marks[::-1],
        5: marks.T,
        6: np.rot90(marks, -1),
        7: marks[::-1, ::-1].T,
        8: np.rot90(marks, 1),
    }
    return ways[orientation]


def test_a_lens_serves_other_sizes_of_the_same_view_only():
    profile = Profile("mine", (LENS,))
    half = profile.lens_of(Photo(np.empty(0), 800, 600, "Phone"))
    assert half.focal == 650.0
    assert half.centre == (404.75, 294.75)  # the picture's corner is half a pixel before the first one's middle
    assert profile.lens_of(Photo(np.empty(0), 1600, 900, "Phone")) is None
    assert profile.lens_of(Photo(np.empty(0), 1600, 1200, "Other")) is None
    assert profile.lens_of(Photo(np.empty(0), 600, 800, "Phone")) is None
    assert profile.lens_of(Photo(np.empty(0), 600, 800, "Phone", 6)).width == 600


def test_a_plane_before_a_known_lens_is_fitted_exactly_with_few_tiles():
    rng = np.random.default_rng(2)
    table = rng.uniform(-2, 2, (9, 2))
    homography = np.array([[120.0, 10, 800], [-8, 100, 600], [0.01, 0.06, 1]])
    grown = np.column_stack([table, np.ones(9)]) @ homography.T
    photo = LENS.distort(grown[:, :2] / grown[:, 2:])
    plane = fit_plane(table, photo, (1600, 1200), LENS)
    assert plane.to_photo(table) == pytest.approx(photo, abs=0.02)
    assert plane.to_table(photo) == pytest.approx(table, abs=1e-3)
    assert plane.scaled(0.5).to_photo(table) == pytest.approx((photo + 0.5) / 2 - 0.5, abs=0.02)
