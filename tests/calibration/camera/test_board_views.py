"""Without a sheet, several photos of one board teach the lens."""

import cv2
import numpy as np
import pytest

from calibration.camera.board_views import find_board_views
from calibration.camera.bundle_adjustment import fit_lens_and_points
from calibration.camera.learn import learn_lens
from calibration.camera.views import View
from calibration.problems import CalibrationError
from tests.calibration.boards import cameras, photograph_board
from training.scenes.camera import look_at
from vision.geometry.lattice import position
from vision.imaging.photo import photo_of
from vision.networks.models import load_networks
from vision.reading.reader import read_photo

pytestmark = pytest.mark.long

SIZE, FOCAL, K1 = (1280, 960), 1150.0, -0.1


@pytest.fixture(scope="module")
def read():
    """Reads each photo once, however many tests look at it."""
    networks, known = load_networks(), {}

    def once(photo):
        # The photo is kept with its reading, or another might come to lie where it lay.
        if id(photo) not in known:
            known[id(photo)] = photo, read_photo(photo, networks)
        return known[id(photo)][1]

    return once


@pytest.fixture(scope="module")
def photos():
    shots = photograph_board(4, cameras(6, FOCAL, K1, SIZE, seed=4, pitch=95))
    return [(f"{k}.jpg", photo) for k, (photo, _) in enumerate(shots)]


def test_six_photos_of_one_board_teach_the_lens(photos, read):
    lens = learn_lens(find_board_views(photos, read)).lens
    half = np.hypot(*SIZE) / 2
    assert lens.focal == pytest.approx(FOCAL, rel=0.01)
    assert lens.distortion[0] == pytest.approx(K1 * (FOCAL / half) ** 2, abs=0.04)
    assert lens.error_px < 1


def test_two_photos_of_a_board_are_too_few(photos, read):
    with pytest.raises(CalibrationError, match="2 of 2 pictures; at least 4"):
        find_board_views(photos[:2], read)


def test_blurred_photos_of_a_board_show_nothing_to_learn_from(photos, read):
    blurred = [(name, photo_of(cv2.GaussianBlur(photo.pixels, (0, 0), 25))) for name, photo in photos[:1]]
    assert find_board_views(blurred, read).views == []


def test_pictures_without_a_board_show_nothing_to_learn_from(read):
    plain = photo_of(np.full((480, 640, 3), 90, np.uint8))
    assert find_board_views([("a.jpg", plain), ("b.jpg", plain)], read).views == []


def test_loosely_laid_tiles_do_not_bend_the_lens():
    rng = np.random.default_rng(5)
    cells = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    lattice = np.array([position(c) for c in cells])
    laid = np.column_stack([lattice + rng.normal(0, 0.03, lattice.shape), np.zeros(len(cells))])
    views = []
    for k in range(8):
        tilt, yaw = np.radians(rng.uniform(15, 50)), 2 * np.pi * k / 8
        camera = look_at(rng.uniform(-0.5, 0.5, 2), 120.0, tilt, yaw, 0.0, 1400.0, 0.0, (1600, 1200))
        seen = camera.project(laid) + rng.normal(0, 0.2, (len(cells), 2))
        views.append(View(str(k), "", (1600, 1200), np.arange(len(cells)), lattice, seen, 2.0, 100.0))
    fit = fit_lens_and_points(views)
    assert fit.focal == pytest.approx(1400.0, rel=0.005)
    assert fit.error_px < 0.5
